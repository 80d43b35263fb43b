import { ReportingError } from '../core/reporting-error.ts';
import { FORMAT_NAMES, type FormatName, formatOfFile, isFormatName } from '../formats/registry.ts';
import type { Ports } from './ports.ts';
import type { ReportOptions } from './report-options.ts';

/** The first of: the flag, the output file's ending, the environment, the profile, and what suits stdout. */
export function chooseFormat(
  options: ReportOptions,
  profileFormat: string | undefined,
  { env, stdout }: Ports,
): FormatName {
  const file = options.output === '-' ? undefined : options.output;
  if (options.format !== undefined) return options.format;
  const byFile = file === undefined ? undefined : formatOfFile(file);
  if (byFile !== undefined) return byFile;
  if (env.REPORTING_FORMAT) return checkFormat(env.REPORTING_FORMAT, 'REPORTING_FORMAT');
  if (profileFormat !== undefined) return checkFormat(profileFormat, "the profile's format");
  return file === undefined && stdout.isTerminal ? 'table' : 'csv';
}

function checkFormat(name: string, source: string): FormatName {
  if (isFormatName(name)) return name;
  throw new ReportingError('config', `${source} is ${JSON.stringify(name)}, which is no format`, {
    hint: `the formats are: ${FORMAT_NAMES.join(', ')}`,
  });
}
