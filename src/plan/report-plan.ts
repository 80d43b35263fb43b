import type { CalendarWindow, EndDate, WindowSize, Wire, WireRequest } from '../api/wire.ts';
import type { ClientsRequest } from '../config/load-config.ts';
import type { DateColumnSetting, NetworkChoices, ValueWithSource } from '../config/settings.ts';
import type { InputPlan } from '../config/stored-input.ts';
import type { ColumnItem } from '../core/column-list.ts';
import { allowedScopes, type DataWarning, mergeNotices, type Notice } from '../core/warnings.ts';
import type { ReportRange } from '../dates/calendar.ts';
import type { ComparedRange, RequestedComparison } from '../dates/compared-range.ts';
import type { DateUnit, Weekday } from '../dates/date.ts';
import type { DateRange } from '../dates/range.ts';
import type { ParsedRange } from '../dates/resolve-range.ts';
import { wordClients } from '../document/caption.ts';
import type { CaptionFacts, ClientName, ComparisonLayout, PageFacts } from '../formats/format.ts';
import type { FormatName } from '../formats/registry.ts';
import type { TypedOption } from '../options/flag.ts';
import type { SandboxOptions } from '../sandbox/server.ts';
import type { WindowRequest } from '../service/client.ts';
import type { Transform } from '../transform/transform-request.ts';
import type { Destination, OutputTemplate } from './destination.ts';

/**
 * The user's request for a report: plain data, parsed and validated once, before any stored setting is read. An undefined
 * value leaves the choice to the environment, the profile and the defaults.
 */
export interface ReportRequest {
  readonly mode: 'run' | 'dry-run';
  readonly fetch: FetchRequest;
  readonly document: DocumentRequest;
}

/** The settings of requests and checks. */
export interface FetchSettings {
  readonly timeZone: ValueWithSource | undefined;
  readonly windows: {
    /** Undefined for the longest valid window. */
    readonly size: WindowSize | undefined;
    readonly columns: boolean;
    /** The windows of a recording, to choose from; undefined for a range that is split. */
    readonly recorded?: readonly DateRange[];
  };
  readonly checks: {
    readonly strict: boolean;
    readonly allow: readonly string[] | undefined;
    readonly dateColumn: DateColumnSetting | undefined;
  };
  readonly requests: {
    readonly concurrency: number;
    readonly retryForMs: number;
    readonly timeoutMs: number;
    readonly resume: boolean;
  };
  readonly waitMs: number | undefined;
}

/** The records to request, and their checks. */
export interface FetchRequest extends FetchSettings {
  readonly report: string;
  /** The format of the service's responses. */
  readonly wire: Wire;
  readonly range: ParsedRange;
  readonly compare: RequestedComparison | undefined;
  /** The unit of the rows; undefined without one. */
  readonly by: DateUnit | undefined;
  /** How the requests of a recording or a dataset named the last day; undefined for the setting of the client. */
  readonly endDate: ValueWithSource | undefined;
  readonly clients: ClientsRequest;
}

/** The document to write: rows, format and destination. */
export interface DocumentRequest {
  /** The options as typed, in order. */
  readonly typedOptions: readonly TypedOption[];
  readonly output: OutputTemplate;
  /** From the option, the file's extension or the environment. */
  readonly format: FormatName | undefined;
  readonly transform: Transform;
  readonly columns: readonly ColumnItem[] | undefined;
  /** The separator of the fields of CSV; undefined for a comma. */
  readonly delimiter: string | undefined;
  readonly display: {
    readonly limit: number | 'all' | undefined;
    readonly allDigits: boolean;
    readonly wide: boolean;
  };
}

/**
 * Everything that a report will do, decided before the first request: one document, of one or several clients. Data only, and
 * no secrets: a dry run prints it.
 */
export interface ReportPlan extends PlannedRun {
  readonly document: Document;
}

/** The requests of a run, and where it writes what becomes of the responses. */
export interface PlannedRun {
  readonly fetch: FetchPlan;
  readonly document: PlannedOutput;
}

/** What a run writes, and where. */
interface PlannedOutput extends Destination {
  /** The format in words: `table with a headline`. */
  readonly contents: string;
  /** True for a document that people read on the terminal: its caption has the ranges. */
  readonly isOnScreen?: boolean;
  /** Notes about the units of time in its rows. */
  readonly notes: readonly string[];
}

/** Where the records come from, the exact requests, and the checks of their records. */
export interface FetchPlan {
  readonly report: string;
  readonly range: ReportRange;
  /** Undefined without a comparison. */
  readonly compared: ComparedRange | undefined;
  /** At least one, in the order of the output. */
  readonly clients: readonly ClientPlan[];
  /** Adds the client's profile as the first column, and names it in messages. */
  readonly profileColumn: boolean;
  /** Adds columns for the first and last day of a record's window. */
  readonly windowColumns: boolean;
  /** The calendar unit that no window crosses; undefined for windows of a number of days. */
  readonly windowUnit: CalendarWindow | undefined;
  /** With `strict`, the run fails on a warning about the data. */
  readonly checks: Pick<FetchRequest['checks'], 'strict'>;
  /** Limits of requests and retries. `resume` uses the windows that an earlier run has stored, and stores those of this run. */
  readonly requests: FetchRequest['requests'];
  readonly source: Source;
  /** How long the run waits for the last day of the range; undefined if it does not wait. */
  readonly waitMs: number | undefined;
}

/** What answers the requests: the service, a sandbox to start, or the files of a directory, perhaps with figures of a sandbox. */
export type Source =
  | { readonly kind: 'service'; readonly isSandbox: false }
  | { readonly kind: 'sandbox'; readonly isSandbox: true; readonly sandbox: SandboxOptions }
  | InputPlan;

/** How checked records become a document, and where it goes. */
export interface Document extends PlannedOutput {
  readonly transform: Transform;
  /** Undefined for all columns. */
  readonly columns: readonly ColumnItem[] | undefined;
  readonly format: FormatName;
  /** The separator of the fields of CSV; undefined for a comma. */
  readonly delimiter: string | undefined;
  readonly display: {
    readonly wide: boolean;
    /** Rows that a format for people shows, and bars of a chart; undefined for all. */
    readonly maxRows: number | undefined;
    /** True if the user chose a limit, also `all`. */
    readonly isLimitChosen: boolean;
    /** True if a format for people rounds numbers and groups thousands. */
    readonly roundsNumbers: boolean;
    /** Measures that the user named. Charts draw the first of them, and narrow tables keep them. */
    readonly requestedMeasures: readonly string[];
  };
  readonly isOnScreen: boolean;
  /** How a table shows a comparison; undefined for other documents. */
  readonly comparison: ComparisonLayout | undefined;
  /** The facts that a page shows besides its rows; undefined for other formats. */
  readonly page: Pick<PageFacts, 'command' | 'csvCommand'> | undefined;
}

/** The part of a plan for one client. */
export interface ClientPlan {
  /** The profile's name as typed; undefined if the user named none. */
  readonly profile: string | undefined;
  /** The profile that gives the client id; undefined if an option or a variable gives it. */
  readonly profileInUse?: string;
  readonly range: ReportRange;
  readonly compared: ComparedRange | undefined;
  /** The credentials with their sources, for display: of the token, the last characters. Undefined for the sandbox. */
  readonly baseUrl: ValueWithSource | undefined;
  readonly clientId: ValueWithSource | undefined;
  readonly token: ValueWithSource | undefined;
  /** Undefined for clients that need no connection, and for the sandbox. */
  readonly network: NetworkChoices | undefined;
  /** IANA name of the zone that determines today; undefined for the system's. */
  readonly timeZone: string | undefined;
  /** First day of the week. */
  readonly weekStart: Weekday;
  readonly endDate: EndDate;
  /** Undefined to find the column in the data. */
  readonly dateColumn: DateColumnSetting | undefined;
  /** The warnings that are silent, as `--allow` takes them, each once. */
  readonly allowed: readonly string[];
  /** The windows of the range in order, then those of the compared range. */
  readonly windows: readonly WindowPlan[];
  /** The window for which the run waits; undefined if it does not wait. */
  readonly lastDay: WindowPlan | undefined;
  readonly notes: readonly string[];
  /** Those about the data are shown with those of the checks. */
  readonly warnings: readonly Notice[];
}

/** The part of a plan for one window, with the request that is sent. The URL for a sandbox begins after its base URL. */
export interface WindowPlan extends DateRange, WireRequest {
  /** True for a window of the compared range. */
  readonly isCompared?: true;
}

/** The requests for the windows of a client. */
export function requestsOf({ report }: FetchPlan, { windows }: ClientPlan): readonly WindowRequest[] {
  return windows.map(({ from, to, url, accept }) => ({ report, window: { from, to }, url, accept }));
}

/** The client's name in messages and records; undefined in a report of one client. */
export function labelOf({ profileColumn }: FetchPlan, { profile }: ClientPlan): string | undefined {
  return profileColumn ? profile : undefined;
}

/** The directory that a run reads; undefined for a run that sends requests. */
export function inputOf({ source }: Pick<FetchPlan, 'source'>): InputPlan | undefined {
  return 'files' in source ? source : undefined;
}

/** When the first and the last stored response arrived; undefined for new responses. */
export function keptBetween(plan: Pick<FetchPlan, 'source'>): readonly [first: Date, last: Date] | undefined {
  const times = (inputOf(plan)?.files ?? []).map(({ receivedAt }) => receivedAt);
  const [first, ...others] = times.sort((one, other) => one.getTime() - other.getTime());
  return first === undefined ? undefined : [first, others.at(-1) ?? first];
}

/** The dataset of the figures; undefined for those of the service. */
export function datasetFacts(fetch: FetchPlan): CaptionFacts['dataset'] {
  const { source } = fetch;
  const [oldest] = keptBetween(fetch) ?? [];
  return source.kind === 'dataset' && oldest !== undefined
    ? { directory: source.directory, pulled: minuteOf(oldest) }
    : undefined;
}

/** A time as `2026-06-15 12:00 UTC`. */
export function minuteOf(date: Date): string {
  return `${date.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}

/** Whose figures the records have; no names for those of a sandbox. */
export function clientNames(plan: FetchPlan): readonly ClientName[] {
  if (plan.source.isSandbox) return [];
  return plan.clients.map(({ profileInUse, clientId }) =>
    profileInUse === undefined
      ? { kind: 'client', name: clientId?.value ?? '' }
      : { kind: 'profile', name: profileInUse },
  );
}

/** The clients in words, for messages: `profile acme`. */
export function wordOwners(plan: FetchPlan): string {
  return wordClients(clientNames(plan));
}

/** The profiles with commas between them; null for a client of no profile. */
export function profileNames({ clients }: FetchPlan): string | null {
  const profiles = clients.map(({ profileInUse, profile }) => profileInUse ?? profile);
  return profiles.includes(undefined) ? null : profiles.join(',');
}

/** The number of windows of all clients, those of the compared range included. */
export function countWindows({ clients }: Pick<FetchPlan, 'clients'>): number {
  return clients.reduce((sum, { windows }) => sum + windows.length, 0);
}

/** The warnings that stand, each text once. One about several clients is silent only if all of them allow it. */
export function standingWarnings(plan: FetchPlan, warnings: readonly DataWarning[]): readonly DataWarning[] {
  const standing = warnings.filter((warning) =>
    plan.clients.some(
      (client) =>
        (warning.profile === undefined || warning.profile === labelOf(plan, client)) && !isAllowed(warning, client),
    ),
  );
  return mergeNotices(standing, plan.clients.length);
}

/** True for a warning about the client that the user allows for it. */
export function isAllowed(
  { name, scope = [] }: DataWarning,
  { allowed, profile, profileInUse }: Pick<ClientPlan, 'allowed' | 'profile' | 'profileInUse'>,
): boolean {
  const scopes = allowedScopes(allowed, name);
  const client = profile ?? profileInUse;
  const isOfClient = name !== 'partial' && client !== undefined && scopes.includes(client);
  if (scopes === 'all' || isOfClient) return true;
  return scope.length > 0 && scope.every((each) => scopes.includes(each));
}
