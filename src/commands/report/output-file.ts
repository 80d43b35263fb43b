import type { DateRange } from '../../core/date-range.ts';
import { fillTemplate, placeholdersOf } from '../../core/file-template.ts';
import { ReportingError } from '../../core/reporting-error.ts';
import { profileSource } from '../../profiles/resolve-credentials.ts';
import { findCredentials } from '../find-credentials.ts';
import type { Ports } from '../ports.ts';
import type { Client } from './clients.ts';
import type { Wanted } from './wanted.ts';

/**
 * The file to write, its placeholders filled; undefined for stdout. Throws a usage error for a `{profile}` that no profile
 * fills, or whose figures would be another client's.
 */
export async function outputFile(
  { report, options: { output } }: Pick<Wanted, 'report' | 'options'>,
  clients: readonly Client[],
  { from, to }: DateRange,
  ports: Ports,
): Promise<string | undefined> {
  if (output === undefined || output === '-') return undefined;
  const profile = placeholdersOf(output).includes('profile') ? await profileName(clients[0]!, ports) : '';
  return fillTemplate(output, { profile, report: report.name, from, to });
}

/** Credentials that come from flags, the environment or the sandbox have no name, and may be anybody's. */
async function profileName({ profile, options }: Client, ports: Ports): Promise<string> {
  const inUse = await profile?.();
  if (inUse?.profile === undefined) {
    throw new ReportingError('usage', '--output has {profile} in it, and this run uses no profile', {
      hint: 'name one with --profile, or leave {profile} out',
    });
  }
  const { baseUrl, clientId, token } = await findCredentials(options, ports, inUse);
  const own = profileSource(inUse.profileName);
  const foreign = [baseUrl, clientId, token].find((value) => value !== undefined && value.source !== own);
  if (foreign === undefined) return inUse.profileName;
  throw new ReportingError(
    'usage',
    `--output has {profile} in it, and ${foreign.source} may be another client's than profile ${inUse.profileName}`,
    { hint: `leave out ${foreign.source} for this run, or {profile}` },
  );
}
