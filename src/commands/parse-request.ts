/** Parses commander's options into a report request, with all checks that need no stored values. */

import type { Report } from '../api/reports.ts';
import type { ValueWithSource } from '../config/precedence.ts';
import { storedSetting, storedWeekStart } from '../config/settings.ts';
import { sharedByProfiles } from '../config/stored.ts';
import { ReportingError } from '../core/errors.ts';
import { type OptionName, option, phrase } from '../core/message.ts';
import { MONDAY } from '../dates/date.ts';
import { parseRange } from '../dates/resolve-range.ts';
import { isJsonFormat, mentionedFormat } from '../formats/registry.ts';
import { parseOutput } from '../report/file-template.ts';
import { assertFormatOptions, namedFormat } from '../report/format-choice.ts';
import { parseRequestedComparison } from '../report/ranges.ts';
import type { ClientsRequest, ReportRequest, TypedOption } from '../report/request.ts';
import { startReport } from '../report/start.ts';
import type { Services } from '../services.ts';
import type { ReportOptions } from './options/report-options.ts';
import {
  assertSandboxOptions,
  type SandboxCommandOptions,
  sandboxOptions,
} from './options/sandbox-options.ts';
import { parseRenames, parseTransform } from './parse-transform.ts';

/** The options of a command, parsed and as typed. */
interface GivenOptions {
  readonly options: ReportOptions;
  readonly typed: readonly TypedOption[];
}

/** Runs a report from its options. */
export async function runReportCommand(
  report: Report,
  { options, typed }: GivenOptions,
  services: Services,
): Promise<void> {
  services.messages.settleFormat(isJsonFormat(mentionedFormat(options, services.env)));
  return startReport(await parseWithDefaults(report, { options, typed }, services), services);
}

/** Like `runReportCommand`, for a list of the report's columns. */
export async function runColumnsCommand(
  report: Report,
  { options, typed }: GivenOptions,
  services: Services,
): Promise<void> {
  services.messages.settleFormat(isJsonFormat(mentionedFormat(options, services.env)));
  const request = await parseWithDefaults(report, { options, typed }, services);
  return startReport({ ...request, transform: { ...request.transform, listsColumns: true } }, services);
}

/** The request, with the stored period if no option names a range, and the stored first day of the week. */
export async function parseWithDefaults(
  report: Report,
  { options, typed }: GivenOptions,
  services: Services,
): Promise<ReportRequest> {
  // A mistyped command line is reported before a broken file of defaults.
  const request = parseRequest(report, options, services.env, typed);
  const { from, to, period, weekStart } = options;
  const hasRange = from !== undefined || to !== undefined || period !== undefined;
  if (hasRange && weekStart !== undefined) return request;
  const defaults = await services.readDefaults();
  // A recording has a range of its own.
  const hasOwnRange = hasRange || options.replay !== undefined;
  const storedPeriod = hasOwnRange ? undefined : storedSetting('period', defaults);
  const firstDay = weekStart === undefined ? storedWeekStart(defaults) : undefined;
  if (storedPeriod === undefined && firstDay === undefined) return request;
  const stored = {
    ...(storedPeriod === undefined ? {} : { period: storedPeriod }),
    ...(firstDay === undefined ? {} : { weekStart: firstDay }),
  };
  return parseRequest(report, { ...options, ...stored }, services.env, typed);
}

/** The request as plain data. Throws a usage error for invalid values, and for options that exclude or need each other. */
export function parseRequest(
  { name }: Pick<Report, 'name'>,
  options: ReportOptions,
  env: Services['env'],
  typedOptions: readonly TypedOption[] = [],
): ReportRequest {
  assertSandboxOptions(options);
  if (options.replay !== undefined) assertReplayOptions(typedOptions);
  const { from, to, period, includeToday, weekStart = MONDAY, dryRun, explain } = options;
  const typed = { from, to, period, includeToday };
  const output = parseOutput(options.output);
  // A template may name the format in its extension once it is filled, and that comes before the environment.
  const format = namedFormat(options.format, output.text, output.placeholders.length > 0 ? {} : env);
  const transform = parseTransform(options);
  const request: ReportRequest = {
    report: name,
    typedOptions,
    mode: explain !== undefined ? 'explain' : dryRun === true ? 'dry-run' : 'run',
    range: { typed, parsed: parseRange(typed, weekStart) },
    compare: options.compare === undefined ? undefined : parseRequestedComparison(options.compare, weekStart),
    timeZone: withSource(options.timezone, 'timeZone'),
    endDate: withSource(options.endDate, 'endDate'),
    windows: {
      days: options.windowDays,
      unit: options.windows,
      byDay: options.byDay === true,
      columns: options.windowColumns === true,
    },
    clients: parseClients(options),
    network: {
      caFile: withSource(options.caFile, 'caFile'),
      insecureHttp: options.insecureHttp === true,
    },
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
  if (format !== undefined) assertFormatOptions(request, format);
  return request;
}

export function withSource(value: string | undefined, name: OptionName): ValueWithSource | undefined {
  return value === undefined ? undefined : { value, source: phrase`${option(name)}` };
}

type ClientOptions = SandboxCommandOptions &
  Pick<
    ReportOptions,
    'explain' | 'sandbox' | 'replay' | 'profile' | 'allProfiles' | 'baseUrl' | 'clientId' | 'tokenFile'
  >;

/** Options about requests and credentials, which a recording does not need. */
const LIVE_OPTIONS = new Set([
  ...['sandbox', 'profile', 'allProfiles', 'tokenFile', 'insecureHttp', 'caFile'],
  ...['resume', 'retryFor', 'retries', 'timeout', 'concurrency', 'explain'],
  ...['windowDays', 'windows', 'byDay', 'endDate'],
]);

/** Throws a usage error for an option that could not change a report from a recording. */
function assertReplayOptions(typed: readonly TypedOption[]): void {
  const live = typed.find(({ name }) => LIVE_OPTIONS.has(name));
  if (live === undefined) return;
  throw new ReportingError('usage', phrase`${option('replay')} cannot be combined with ${live.flag}`, {
    hint: phrase`the recording has the answers and their windows: leave out ${live.flag}`,
  });
}

const ONE_CLIENT_OPTIONS = ['baseUrl', 'clientId', 'tokenFile'] as const;

/** Throws a usage error for an option that would override the credentials of several profiles. */
export function parseClients(options: ClientOptions): ClientsRequest {
  if (options.explain !== undefined && options.sandbox === true) {
    throw new ReportingError(
      'usage',
      phrase`${option('explain')} cannot be combined with ${option('sandbox')}: its address changes with each run`,
      { hint: 'run `reporting sandbox` in another shell, and paste its output here' },
    );
  }
  if (options.sandbox === true) return { kind: 'sandbox', sandbox: sandboxOptions(options) };
  const { profile: names = [], allProfiles = false, baseUrl, clientId, tokenFile, replay } = options;
  if (replay !== undefined) return { kind: 'recording', directory: replay, baseUrl, clientId };
  if (names.length < 2 && !allProfiles) {
    return { kind: 'one', profile: names[0], baseUrl, clientId, tokenFile };
  }
  const shared = ONE_CLIENT_OPTIONS.find((name) => options[name] !== undefined);
  if (shared !== undefined) {
    throw sharedByProfiles(phrase`${option(shared)}`, phrase`leave out ${option(shared)}`);
  }
  return allProfiles ? { kind: 'all-profiles' } : { kind: 'profiles', names };
}
