/** Runs the commands of reports: parses their options into a request, with all checks that need no profile. */

import type { Report } from '../api/wire.ts';
import { ReportingError } from '../core/errors.ts';
import { noRange } from '../dates/resolve-range.ts';
import { MANY_CREDENTIALS, WITHOUT_ACCOUNT } from '../options/access-table.ts';
import type { TypedOption } from '../options/flag.ts';
import { type RawOptions, REQUESTS, type ReportOptions } from '../options/report-table.ts';
import { parseOutput } from '../plan/destination.ts';
import { assertFormatOptions, namedFormat } from '../plan/format-choice.ts';
import { wordOption } from '../plan/repeat-command.ts';
import { type DocumentRequest, parseFetch, type ReportRequest } from '../plan/request.ts';
import { startReport } from '../report/start.ts';
import type { Transform } from '../transform/transform-request.ts';
import { parseTransform } from './parse-transform.ts';

/** The options of a command, parsed and as typed. */
interface GivenOptions {
  readonly options: ReportOptions;
  readonly typed: readonly TypedOption[];
}

type StartServices = Parameters<typeof startReport>[1];

/** Runs a report from its options. */
export async function runReportCommand(
  report: Report,
  { options, typed }: GivenOptions,
  services: StartServices,
): Promise<void> {
  return startReport(parseRequest(report, options, services.env, typed), services);
}

/** Like `runReportCommand`, for a list of the report's columns. */
export async function runColumnsCommand(
  report: Report,
  { options, typed }: GivenOptions,
  services: StartServices,
): Promise<void> {
  const isRanged = hasRange(options);
  if (!isRanged) services.messages.note(`no dates are given, so these are the columns of ${COLUMNS_PERIOD}`);
  const ranged = isRanged ? options : { ...options, period: COLUMNS_PERIOD };
  const request = parseRequest(report, ranged, services.env, typed, `columns ${report.name}`);
  const { document } = request;
  const transform = { ...document.transform, listsColumns: true as const };
  return startReport({ ...request, document: { ...document, transform } }, services);
}

/** The range of a list of columns without dates. */
const COLUMNS_PERIOD = 'last-7-days';

/** The request as plain data. Throws a usage error for invalid values, and for options that exclude or need each other. */
function parseRequest(
  report: Pick<Report, 'name'>,
  options: ReportOptions,
  env: StartServices['env'],
  typedOptions: readonly TypedOption[],
  command = report.name,
): ReportRequest {
  assertWithoutRequests(options, typedOptions);
  const transform = parseTransform(options);
  const document = parseDocument(options, transform, typedOptions);
  const fetch = parseFetch(report, options, { wire: 'json', by: transform.by, env });
  assertRange(options, [command, ...typedOptions.map(wordOption)]);
  return { mode: options.dryRun === true ? 'dry-run' : 'run', fetch, document };
}

/** Throws a usage error without a range. `words` are the command as typed, for a command with one. */
export function assertRange(options: ReportOptions | RawOptions, words: readonly string[]): void {
  if (!hasRange(options)) throw noRange(['reporting', ...words, '--period last-month'].join(' '));
}

/** True also for a directory: a recording has a range of its own. */
function hasRange({ from, to, period, input }: Partial<ReportOptions>): boolean {
  return [from, to, period, input].some((each) => each !== undefined);
}

function parseDocument(
  options: ReportOptions,
  transform: Transform,
  typedOptions: readonly TypedOption[],
): DocumentRequest {
  const output = parseOutput(options.output);
  const format = namedFormat(options.format, output.text);
  const request: DocumentRequest = {
    columns: options.columns,
    delimiter: options.delimiter,
    display: { limit: options.limit, allDigits: options.allDigits === true, wide: options.wide === true },
    typedOptions,
    output,
    format,
    transform,
  };
  if (format !== undefined) assertFormatOptions(request, format);
  return request;
}

/** The options about requests, credentials and the sandbox. */
const LIVE_OPTIONS = new Set([MANY_CREDENTIALS, REQUESTS, WITHOUT_ACCOUNT].flatMap(({ flags }) => Object.keys(flags)));

/** Options among them that say something about a report without requests, too. */
const OF_INPUT = ['profile', 'allProfiles', 'windowColumns', 'dryRun'];

/** Throws a usage error for an option that could not change a report without requests. */
function assertWithoutRequests({ input }: Pick<ReportOptions, 'input'>, typed: readonly TypedOption[]): void {
  const live = typed.find(({ name }) => LIVE_OPTIONS.has(name) && !OF_INPUT.includes(name));
  if (input === undefined || live === undefined) return;
  throw new ReportingError('E-option-conflict', `--input cannot be combined with ${live.flag}`, {
    hint: `the directory has the records and their windows: leave out ${live.flag}`,
  });
}
