/** Parses the options of a report into its request, with all checks that need no profile; also for the parts that a recording and a dataset share. */

import type { Report, Wire } from '../api/wire.ts';
import type { ClientsRequest } from '../config/load-config.ts';
import { ReportingError } from '../core/errors.ts';
import { parseComparison } from '../dates/compared-range.ts';
import type { DateUnit } from '../dates/date.ts';
import { noRange, parseRange } from '../dates/resolve-range.ts';
import { MANY_CREDENTIALS, WITHOUT_ACCOUNT } from '../options/access-table.ts';
import type { TypedOption } from '../options/flag.ts';
import { type RawOptions, REQUESTS, type ReportOptions } from '../options/report-table.ts';
import type { Transform } from '../transform/transform-request.ts';
import { parseOutput } from './destination.ts';
import { assertFormatOptions, namedFormat } from './format-choice.ts';
import { parseTransform } from './parse-transform.ts';
import { wordOption } from './repeat-command.ts';
import type { DocumentRequest, FetchRequest, FetchSettings, ReportRequest } from './report-plan.ts';
import { readSandboxVariable, sandboxOptions } from './sandbox-options.ts';

/** The request as plain data. Throws a usage error for invalid values, and for options that exclude or need each other. */
export function parseRequest(
  report: Pick<Report, 'name' | 'key'>,
  options: ReportOptions,
  env: Env,
  typedOptions: readonly TypedOption[],
  command = report.name,
): ReportRequest {
  assertWithoutRequests(options, typedOptions);
  const transform = parseTransform(options, report);
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
export function hasRange({ from, to, period, input }: Partial<ReportOptions>): boolean {
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

type RequestOptions = Partial<ReportOptions> & Pick<ReportOptions, 'concurrency' | 'retryFor' | 'timeout'>;

/** The records to request. `by` is the unit of the rows. Throws a usage error for invalid values, also in the environment. */
export function parseFetch(
  { name }: Pick<Report, 'name'>,
  options: RequestOptions,
  { wire, by, env }: { readonly wire: Wire; readonly by: DateUnit | undefined; readonly env: Env },
): FetchRequest {
  const { from, to, period, compare } = options;
  return {
    ...parseSettings(options),
    report: name,
    wire,
    range: parseRange({ from, to, period }),
    compare: compare === undefined ? undefined : parseComparison(compare, by),
    by,
    endDate: undefined,
    clients: parseClients(options, env),
  };
}

/** The settings that the options give unchanged. A command may lack some of the options. */
export function parseSettings(options: RequestOptions): FetchSettings {
  const { timezone, windows, dateColumn, concurrency, retryFor, timeout } = options;
  return {
    timeZone: timezone === undefined ? undefined : { value: timezone, source: '--timezone' },
    windows: { size: windows, columns: options.windowColumns === true },
    checks: {
      strict: options.strict === true,
      allow: options.allow,
      dateColumn: dateColumn === undefined ? undefined : { value: dateColumn, source: '--date-column' },
    },
    requests: { concurrency, retryForMs: retryFor, timeoutMs: timeout, resume: options.resume === true },
    waitMs: options.wait,
  };
}

type ClientOptions = Pick<ReportOptions, 'sandbox' | 'input' | 'profile' | 'allProfiles'>;

type Env = Readonly<Record<string, string | undefined>>;

/** The clients that the options name. */
export function parseClients(options: ClientOptions, env: Env): ClientsRequest {
  if (options.sandbox === true) return { kind: 'sandbox', sandbox: sandboxOptions(readSandboxVariable(env)) };
  const { profile: names = [], allProfiles = false, input } = options;
  if (input !== undefined) return { kind: 'input', directory: input, names, isAll: allProfiles };
  if (allProfiles) return { kind: 'all-profiles' };
  return names.length < 2 ? { kind: 'one', profile: names[0] } : { kind: 'profiles', names };
}
