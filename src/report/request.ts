import type { CalendarWindow, Wire } from '../api/wire.ts';
import type { ValueWithSource } from '../config/precedence.ts';
import type { DateRange } from '../dates/range.ts';
import type { ParsedRange, RangeWords } from '../dates/resolve-range.ts';
import type { FormatName } from '../formats/registry.ts';
import type { SandboxOptions } from '../sandbox/server.ts';
import { IDENTITY, type Transform } from '../transform/transform-request.ts';
import { type OutputTemplate, TO_STDOUT } from './file-template.ts';

/** The range to compare with, as the user requested it. */
export type RequestedComparison =
  | 'previous'
  | 'year'
  | { readonly typed: string; readonly parsed: ParsedRange };

/**
 * The user's request: plain data, parsed and validated once, before any stored setting is read. An undefined value leaves the
 * choice to the environment, the profile and the defaults.
 */
export interface ReportRequest {
  readonly report: string;
  /** The options as typed, in order; none in the library. */
  readonly typedOptions: readonly TypedOption[];
  readonly mode: 'run' | 'dry-run' | 'explain';
  /** The format of the service's answers, to record them; undefined for a report. */
  readonly wire?: Wire;
  readonly range: { readonly typed: RangeWords; readonly parsed: ParsedRange };
  readonly compare: RequestedComparison | undefined;
  readonly timeZone: ValueWithSource | undefined;
  readonly endDate: ValueWithSource | undefined;
  readonly windows: WindowRequest;
  readonly clients: ClientsRequest;
  readonly network: {
    readonly caFile: ValueWithSource | undefined;
    readonly insecureHttp: boolean;
  };
  readonly output: OutputTemplate;
  /** From the option, the file's extension or the environment. */
  readonly format: FormatName | undefined;
  readonly csv: CsvRequest;
  /** Undefined for all columns. */
  readonly columns: readonly string[] | undefined;
  readonly renames: readonly (readonly [from: string, to: string])[];
  readonly display: DisplayRequest;
  readonly transform: Transform;
  readonly checks: CheckRequest;
  readonly requests: RequestLimits<number | undefined>;
}

/** The members of a request for all records, as the service sends them. */
export const ALL_RECORDS = {
  typedOptions: [],
  mode: 'run',
  compare: undefined,
  output: TO_STDOUT,
  csv: {},
  columns: undefined,
  renames: [],
  display: { maxRows: undefined, human: false, wide: false, pager: false, title: undefined },
  transform: IDENTITY,
} as const satisfies Partial<ReportRequest>;

/** An option of the command line as the user typed it. */
export interface TypedOption {
  /** Its name in code: `groupBy`. */
  readonly name: string;
  /** Its long form: `--group-by`. */
  readonly flag: string;
  /** Undefined for an option without a value. */
  readonly value: string | undefined;
}

interface WindowRequest {
  /** Undefined for the maximum that the service allows. */
  readonly days: number | undefined;
  /** The calendar unit of each window; undefined for windows of a number of days. */
  readonly unit: CalendarWindow | undefined;
  readonly byDay: boolean;
  /** Adds columns for a record's window. */
  readonly columns: boolean;
  /** The windows of a recording, to choose from; undefined for a range that is split. */
  readonly recorded?: readonly DateRange[];
}

/** One client by options, environment or profile; several stored profiles; the sandbox; or a recording. */
export type ClientsRequest =
  | {
      readonly kind: 'one';
      readonly profile: string | undefined;
      readonly baseUrl: string | undefined;
      readonly clientId: string | undefined;
      readonly tokenFile: string | undefined;
    }
  | { readonly kind: 'profiles'; readonly names: readonly string[] }
  | { readonly kind: 'all-profiles' }
  | { readonly kind: 'sandbox'; readonly sandbox: SandboxOptions }
  | {
      readonly kind: 'recording';
      readonly directory: string;
      /** The client that the recording must have; undefined for any. */
      readonly baseUrl: string | undefined;
      readonly clientId: string | undefined;
    };

/** The requested spelling of CSV. */
export interface CsvRequest {
  readonly excel?: boolean | undefined;
  readonly delimiter?: string | undefined;
  readonly decimalComma?: boolean | undefined;
}

/** The requested appearance of formats for people. */
export interface DisplayRequest {
  /** 0 for all; undefined for the default. */
  readonly maxRows: number | undefined;
  /** True to group thousands; undefined for the default. */
  readonly human: boolean | undefined;
  readonly wide: boolean;
  readonly pager: boolean;
  /** The title of a page; undefined for the default. */
  readonly title: string | undefined;
}

interface CheckRequest {
  readonly failEmpty: boolean;
  readonly failGaps: boolean;
  readonly strict: boolean | undefined;
  /** The exact set of column names, in any order; undefined for any. */
  readonly expectedColumns: readonly string[] | undefined;
  /** `isStored` marks a name that the records may lack. */
  readonly dateColumn: (ValueWithSource & { readonly isStored?: boolean }) | undefined;
  /** Members beside the records that cause no warning. */
  readonly ignoredMembers: readonly string[];
  /** True if undated records of several windows may be mixed without a warning. */
  readonly mixesWindows?: boolean;
}

/** The limits of requests and retries. */
export interface RequestLimits<Concurrency> {
  readonly concurrency: Concurrency;
  /** How long a failed window is retried; 0 for never. */
  readonly retryForMs: number;
  /** Undefined for no limit besides `retryForMs`. */
  readonly retries: number | undefined;
  /** Longest wait for the response head. */
  readonly timeoutMs: number;
  /** Uses the resume cache. */
  readonly resume: boolean;
}
