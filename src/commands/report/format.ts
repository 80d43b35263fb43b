/** Which format a report has: the first of the flag, the output file's ending, the environment, the profile, the defaults, and what suits stdout. */

import path from 'node:path';
import { nearest } from '../../core/nearest.ts';
import { ReportingError } from '../../core/reporting-error.ts';
import { FORMAT_NAMES, type FormatName, formatOfFile, isFormatName } from '../../formats/registry.ts';
import { CONFIG_SOURCE, profileSource, type Sourced } from '../../profiles/resolve-credentials.ts';
import type { ProfileInUse } from '../find-credentials.ts';
import type { Ports } from '../ports.ts';
import { storedSetting } from '../settings.ts';
import type { Client } from './clients.ts';
import type { ReportOptions } from './options.ts';

/** Endings that promise something else than any of our formats. */
const FOREIGN_ENDINGS = [
  '.xlsx',
  '.xls',
  '.ods',
  '.parquet',
  '.gz',
  '.zip',
  '.xz',
  '.zst',
  '.bz2',
  '.xml',
  '.html',
  '.pdf',
];

/** The format that flag, file or environment name; undefined if none does. Throws for a name or an ending that is no format. */
export function namedFormat(
  { format, output }: Pick<ReportOptions, 'format' | 'output'>,
  { env }: Pick<Ports, 'env'>,
): FormatName | undefined {
  if (format !== undefined) return format;
  const byFile = isFile(output) ? formatOfFile(output) : undefined;
  if (byFile !== undefined) return byFile;
  const ending = isFile(output) ? path.extname(output).toLowerCase() : '';
  if (FOREIGN_ENDINGS.includes(ending)) {
    throw new ReportingError('usage', `${output} ends in ${ending}, which is none of the formats`, {
      hint: `the formats are: ${FORMAT_NAMES.join(', ')}; with --format, any ending will do`,
    });
  }
  return formatOfEnvironment(env);
}

export function formatOfEnvironment(env: Ports['env']): FormatName | undefined {
  return env.REPORTING_FORMAT ? checkFormat(env.REPORTING_FORMAT, 'REPORTING_FORMAT') : undefined;
}

/** The format of a report that names none: what is preferred, or what suits stdout. */
export function defaultFormat(
  { output }: Pick<ReportOptions, 'output'>,
  preferred: Sourced | undefined,
  { stdout }: Ports,
): FormatName {
  if (preferred !== undefined) return checkFormat(preferred.value, `the format of ${preferred.source}`);
  return !isFile(output) && stdout.isTerminal ? 'table' : 'csv';
}

/** The format that the profile prefers, or the defaults; undefined if none does. */
export async function preferredFormat(
  inUse: ProfileInUse | undefined,
  ports: Ports,
): Promise<Sourced | undefined> {
  const stored = inUse?.profile?.format;
  if (inUse && stored !== undefined) return { value: stored, source: profileSource(inUse.profileName) };
  const chosen = await storedSetting('format', ports);
  return chosen === undefined ? undefined : { value: chosen, source: CONFIG_SOURCE };
}

/** What all of several clients prefer. Throws a usage error where they do not agree: one document has one format. */
export async function preferredOfAll(clients: readonly Client[], ports: Ports): Promise<Sourced | undefined> {
  const found: (Sourced | undefined)[] = [];
  for (const { profile } of clients) found.push(await preferredFormat(await profile?.(), ports));
  const differing = found.findIndex((each) => each?.value !== found[0]?.value);
  if (differing === -1) return found[0];
  const told = [found[0], found[differing]].map((each) =>
    each === undefined ? 'none' : `${each.value} (${each.source})`,
  );
  throw new ReportingError('usage', `the profiles prefer different formats: ${told.join(', ')}`, {
    hint: 'name one with --format',
  });
}

function isFile(output: string | undefined): output is string {
  return output !== undefined && output !== '-';
}

function checkFormat(name: string, source: string): FormatName {
  if (isFormatName(name)) return name;
  const near = nearest(name, FORMAT_NAMES);
  throw new ReportingError('config', `${source} is ${JSON.stringify(name)}, which is no format`, {
    hint: `${near === undefined ? '' : `did you mean ${near}? `}the formats are: ${FORMAT_NAMES.join(', ')}`,
  });
}
