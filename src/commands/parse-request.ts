/** Parses commander's options into a report request, with the stored range, and with all checks that need no profile. */

import type { Report } from '../api/reports.ts';
import type { Wire } from '../api/wire.ts';
import { type ClientsRequest, sharedByProfiles } from '../config/load-config.ts';
import type { ValueWithSource } from '../config/precedence.ts';
import type { Defaults } from '../config/profile.ts';
import { storedSetting, storedWeekStart } from '../config/settings.ts';
import { ReportingError } from '../core/errors.ts';
import { flagOf } from '../core/option-names.ts';
import { type GroupUnit, MONDAY } from '../dates/date.ts';
import { parseRange } from '../dates/resolve-range.ts';
import type { SandboxCommandOptions } from '../options/access-table.ts';
import type { ReportOptions } from '../options/report-table.ts';
import { parseOutput } from '../plan/destination.ts';
import { assertFormatOptions, namedFormat } from '../plan/format-choice.ts';
import { parseRequestedComparison } from '../plan/ranges.ts';
import type { DocumentRequest, FetchRequest, ReportRequest, TypedOption } from '../plan/request.ts';
import type { Services } from '../services.ts';
import type { Transform } from '../transform/transform-request.ts';
import { assertSandboxOptions, sandboxOptions } from './parse-sandbox.ts';
import { parseRenames, parseTransform } from './parse-transform.ts';

/** The values outside the command line that a request depends on. */
export interface StoredValues {
  readonly env: Services['env'];
  readonly defaults: Defaults;
}

/** The request as plain data. Throws a usage error for invalid values, and for options that exclude or need each other. */
export function parseRequest(
  report: Pick<Report, 'name'>,
  given: ReportOptions,
  { env, defaults }: StoredValues,
  typedOptions: readonly TypedOption[] = [],
): ReportRequest {
  if (given.replay !== undefined) assertReplayOptions(typedOptions);
  const options = withStoredRange(given, defaults);
  const transform = parseTransform(options);
  const document = parseDocument(options, transform, env, typedOptions);
  return {
    mode: options.dryRun === true ? 'dry-run' : 'run',
    fetch: parseFetch(report, options, { wire: 'json', by: transform.by }),
    document,
  };
}

/** The options about records; a recording has no others. */
type FetchOptions = Omit<ReportOptions, 'pager'>;

/** The options with the stored period if none names a range, and with the stored first day of the week. */
export function withStoredRange<Options extends FetchOptions>(options: Options, defaults: Defaults): Options {
  const { from, to, period, replay, weekStart = storedWeekStart(defaults) ?? MONDAY } = options;
  // A recording has a range of its own.
  const hasRange = [from, to, period, replay].some((each) => each !== undefined);
  const stored = hasRange ? undefined : storedSetting('period', defaults);
  return { ...options, weekStart, ...(stored !== undefined && { period: stored }) };
}

/** The records to request. `by` is the unit of the rows. Throws a usage error for invalid values. */
export function parseFetch(
  { name }: Pick<Report, 'name'>,
  options: FetchOptions,
  { wire, by }: { readonly wire: Wire; readonly by: GroupUnit | undefined },
): FetchRequest {
  assertSandboxOptions(options);
  const { from, to, period, includeToday, weekStart = MONDAY, compare } = options;
  const typed = { from, to, period, includeToday };
  return {
    report: name,
    wire,
    range: { typed, parsed: parseRange(typed, weekStart) },
    compare: compare === undefined ? undefined : parseRequestedComparison(compare, weekStart, by),
    windows: {
      days: options.windowDays,
      unit: options.windows,
      byDay: options.byDay === true,
      columns: options.windowColumns === true,
    },
    clients: parseClients(options),
    ...parseFetchSettings(options),
  };
}

type FetchSettings = Pick<FetchRequest, 'timeZone' | 'endDate' | 'network' | 'checks' | 'requests'>;

/** The settings of requests and checks, which have the same options for reports, recordings and datasets. */
export function parseFetchSettings(
  options: Pick<FetchOptions, 'retryFor' | 'timeout'> & Partial<FetchOptions>,
): FetchSettings {
  return {
    timeZone: withSource(options.timezone, 'timezone'),
    endDate: withSource(options.endDate, 'endDate'),
    network: {
      caFile: withSource(options.caFile, 'caFile'),
      insecureHttp: options.insecureHttp === true,
    },
    checks: {
      failEmpty: options.failEmpty === true,
      failGaps: options.failGaps === true,
      strict: options.strict,
      expectedColumns: options.expectColumns,
      dateColumn: withSource(options.dateColumn, 'dateColumn'),
      ignoredMembers: options.ignoreMembers ?? [],
    },
    requests: {
      concurrency: options.concurrency,
      retryForMs: options.retryFor,
      retries: options.retries,
      timeoutMs: options.timeout,
      resume: options.resume === true,
    },
  };
}

function parseDocument(
  options: ReportOptions,
  transform: Transform,
  env: Services['env'],
  typedOptions: readonly TypedOption[],
): DocumentRequest {
  const output = parseOutput(options.output);
  // A template may name the format in its extension once it is filled, and that comes before the environment.
  const format = namedFormat(options.format, output.text, output.placeholders.length > 0 ? {} : env);
  const request: DocumentRequest = {
    typedOptions,
    output,
    format,
    csv: {
      excel: options.excel,
      delimiter: options.delimiter,
      decimalComma: options.decimalComma,
    },
    columns: options.columns,
    renames: parseRenames(options.rename ?? []),
    display: {
      maxRows: options.maxRows,
      human: options.human,
      wide: options.wide === true,
      pager: options.pager,
      title: options.title,
    },
    transform,
  };
  if (format !== undefined) assertFormatOptions(request, format);
  return request;
}

function withSource(value: string | undefined, name: string): ValueWithSource | undefined {
  return value === undefined ? undefined : { value, source: flagOf(name) };
}

type ClientOptions = SandboxCommandOptions &
  Pick<
    ReportOptions,
    'sandbox' | 'replay' | 'profile' | 'allProfiles' | 'baseUrl' | 'clientId' | 'tokenFile'
  >;

/** Options about requests and credentials, which a recording does not need. */
const LIVE_OPTIONS = new Set([
  ...['sandbox', 'profile', 'allProfiles', 'tokenFile', 'insecureHttp', 'caFile'],
  ...['resume', 'retryFor', 'retries', 'timeout', 'concurrency'],
  ...['windowDays', 'windows', 'byDay', 'endDate'],
]);

/** Throws a usage error for an option that could not change a report from a recording. */
function assertReplayOptions(typed: readonly TypedOption[]): void {
  const live = typed.find(({ name }) => LIVE_OPTIONS.has(name));
  if (live === undefined) return;
  throw new ReportingError('usage', `--replay cannot be combined with ${live.flag}`, {
    hint: `the recording has the responses and their windows: leave out ${live.flag}`,
  });
}

const ONE_CLIENT_OPTIONS = ['baseUrl', 'clientId', 'tokenFile'] as const;

/** Throws a usage error for an option that would override the credentials of several profiles. */
export function parseClients(options: ClientOptions): ClientsRequest {
  if (options.sandbox === true) return { kind: 'sandbox', sandbox: sandboxOptions(options) };
  const { profile: names = [], allProfiles = false, baseUrl, clientId, tokenFile, replay } = options;
  if (replay !== undefined) return { kind: 'recording', directory: replay, baseUrl, clientId };
  if (names.length < 2 && !allProfiles) {
    return { kind: 'one', profile: names[0], baseUrl, clientId, tokenFile };
  }
  const shared = ONE_CLIENT_OPTIONS.find((name) => options[name] !== undefined);
  if (shared !== undefined) {
    throw sharedByProfiles(flagOf(shared), `leave out ${flagOf(shared)}`);
  }
  return allProfiles ? { kind: 'all-profiles' } : { kind: 'profiles', names };
}
