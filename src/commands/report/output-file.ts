import type { DateRange } from '../../core/date-range.ts';
import { fillTemplate, placeholdersOf } from '../../core/file-template.ts';
import { ReportingError } from '../../core/reporting-error.ts';
import type { Client } from './clients.ts';
import type { Wanted } from './wanted.ts';

/** The file to write, its placeholders filled; undefined for stdout. Throws a usage error for a `{profile}` that no profile fills. */
export async function outputFile(
  { report, options: { output } }: Wanted,
  clients: readonly Client[],
  { from, to }: DateRange,
): Promise<string | undefined> {
  if (output === undefined || output === '-') return undefined;
  const profile = placeholdersOf(output).includes('profile') ? await profileName(clients[0]!) : '';
  return fillTemplate(output, { profile, report: report.name, from, to });
}

/** Credentials that come from flags, the environment or the sandbox have no name. */
async function profileName({ profile }: Client): Promise<string> {
  const inUse = await profile?.();
  if (inUse?.profile !== undefined) return inUse.profileName;
  throw new ReportingError('usage', '--output has {profile} in it, and this run uses no profile', {
    hint: 'name one with --profile, or leave {profile} out',
  });
}
