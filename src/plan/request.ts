import type { CalendarWindow, Wire } from '../api/wire.ts';
import type { ClientsRequest } from '../config/load-config.ts';
import type { ValueWithSource } from '../config/precedence.ts';
import type { DateColumnSetting } from '../config/settings.ts';
import type { GroupUnit } from '../dates/date.ts';
import type { DateRange } from '../dates/range.ts';
import type { ParsedRange, RangeWords } from '../dates/resolve-range.ts';
import type { FormatName } from '../formats/registry.ts';
import type { Transform } from '../transform/transform-request.ts';
import type { OutputTemplate } from './destination.ts';

/** The range to compare with, as the user requested it. */
export type RequestedComparison =
  | {
      readonly words: 'previous' | 'year';
      /** The unit of the rows: rows by week are compared with whole weeks. */
      readonly by: GroupUnit | undefined;
    }
  | { readonly typed: string; readonly parsed: ParsedRange };

/**
 * The user's request for a report: plain data, parsed and validated once, before any stored setting is read. An undefined
 * value leaves the choice to the environment, the profile and the defaults.
 */
export interface ReportRequest {
  readonly mode: 'run' | 'dry-run';
  readonly fetch: FetchRequest;
  readonly document: DocumentRequest;
}

/** The records to request, and their checks. */
export interface FetchRequest {
  readonly report: string;
  /** The format of the service's responses. */
  readonly wire: Wire;
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
  readonly checks: CheckRequest;
  readonly requests: RequestLimits<number | undefined>;
}

/** The document to write: rows, format and destination. */
export interface DocumentRequest {
  /** The options as typed, in order. */
  readonly typedOptions: readonly TypedOption[];
  readonly output: OutputTemplate;
  /** From the option, the file's extension or the environment. */
  readonly format: FormatName | undefined;
  readonly csv: CsvRequest;
  /** Undefined for all columns. */
  readonly columns: readonly string[] | undefined;
  readonly renames: readonly (readonly [from: string, to: string])[];
  readonly display: DisplayRequest;
  readonly transform: Transform;
}

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
  readonly dateColumn: (ValueWithSource & Partial<DateColumnSetting>) | undefined;
  /** Members beside the records that cause no warning. */
  readonly ignoredMembers: readonly string[];
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
  /** Uses the windows that an earlier run has stored, and stores those of this run. */
  readonly resume: boolean;
}
