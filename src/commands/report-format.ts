/** Which format a report has: the first of the flag, the output file's ending, the environment, the profile, and what suits stdout. */

import path from 'node:path';
import { ReportingError } from '../core/reporting-error.ts';
import { FORMAT_NAMES, type FormatName, formatOfFile, isFormatName } from '../formats/registry.ts';
import type { Ports } from './ports.ts';
import type { ReportOptions } from './report-options.ts';

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
export function namedFormat({ format, output }: ReportOptions, { env }: Ports): FormatName | undefined {
  if (format !== undefined) return format;
  const byFile = isFile(output) ? formatOfFile(output) : undefined;
  if (byFile !== undefined) return byFile;
  const ending = isFile(output) ? path.extname(output).toLowerCase() : '';
  if (FOREIGN_ENDINGS.includes(ending)) {
    throw new ReportingError('usage', `${output} ends in ${ending}, which is none of the formats`, {
      hint: `the formats are: ${FORMAT_NAMES.join(', ')}; with --format, any ending will do`,
    });
  }
  return env.REPORTING_FORMAT ? checkFormat(env.REPORTING_FORMAT, 'REPORTING_FORMAT') : undefined;
}

/** The format of a report that names none. */
export function defaultFormat(
  { output }: ReportOptions,
  profileFormat: string | undefined,
  { stdout }: Ports,
): FormatName {
  if (profileFormat !== undefined) return checkFormat(profileFormat, "the profile's format");
  return !isFile(output) && stdout.isTerminal ? 'table' : 'csv';
}

function isFile(output: string | undefined): output is string {
  return output !== undefined && output !== '-';
}

function checkFormat(name: string, source: string): FormatName {
  if (isFormatName(name)) return name;
  throw new ReportingError('config', `${source} is ${JSON.stringify(name)}, which is no format`, {
    hint: `the formats are: ${FORMAT_NAMES.join(', ')}`,
  });
}
