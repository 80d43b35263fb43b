import type { ParsedRange } from '../core/resolve-range.ts';
import type { FormatName } from '../formats/registry.ts';
import type { Sourced } from '../profiles/resolve-credentials.ts';
import type { SandboxOptions } from '../sandbox/server.ts';
import type { ShapeRequest } from '../shaping/shape-request.ts';
import type { RequestedComparison } from './ranges.ts';

/**
 * What the user asks for: plain data, parsed and checked once, before anything stored is read. An undefined value leaves the
 * choice to the environment, the profile and the stored defaults.
 */
export interface ReportRequest {
  readonly report: string;
  readonly mode: 'run' | 'dry-run' | 'explain';
  readonly range: { readonly typed: RangeWords; readonly parsed: ParsedRange };
  readonly compare: RequestedComparison | undefined;
  readonly timeZone: Sourced | undefined;
  readonly endDate: Sourced | undefined;
  readonly windows: WindowRequest;
  readonly clients: ClientsRequest;
  readonly network: {
    readonly caFile: Sourced | undefined;
    readonly insecureHttp: boolean;
  };
  /** A file, perhaps with placeholders such as `{profile}`; `-` is stdout. */
  readonly output: string;
  /** As option, file or environment name it. */
  readonly format: FormatName | undefined;
  readonly csv: CsvRequest;
  /** What `--columns` asks for; undefined for everything. */
  readonly columns: readonly string[] | undefined;
  /** Pairs of the name that a column has, and the name to show. */
  readonly renames: readonly (readonly [from: string, to: string])[];
  readonly display: DisplayRequest;
  readonly transform: ShapeRequest;
  readonly checks: CheckRequest;
  readonly requests: RequestLimits<number | undefined>;
}

/** The range as it was typed: either `period`, or `from` with or without `to`. */
export interface RangeWords {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly period?: string | undefined;
  readonly includeToday?: boolean | undefined;
}

export interface WindowRequest {
  /** Undefined for as many as the service allows. */
  readonly days: number | undefined;
  readonly byDay: boolean;
  /** Adds columns for the window that a record comes from. */
  readonly columns: boolean;
}

/** One client by options, environment or profile; several stored profiles; or an embedded service. */
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
  | { readonly kind: 'sandbox'; readonly sandbox: SandboxOptions };

export interface CsvRequest {
  readonly excel?: boolean | undefined;
  readonly delimiter?: string | undefined;
  readonly decimalComma?: boolean | undefined;
}

export interface DisplayRequest {
  /** 0 for all; undefined for the default. */
  readonly maxRows: number | undefined;
  readonly human: boolean;
  readonly wide: boolean;
  readonly pager: boolean;
}

export interface CheckRequest {
  readonly failEmpty: boolean;
  readonly failGaps: boolean;
  readonly strict: boolean | undefined;
  /** The names that the columns must have, in any order; undefined for any. */
  readonly expectedColumns: readonly string[] | undefined;
  readonly dateColumn: Sourced | undefined;
  /** Members beside the records that cause no warning. */
  readonly ignoredMembers: readonly string[];
}

export interface RequestLimits<Concurrency> {
  readonly concurrency: Concurrency;
  /** How long a window that fails is retried; 0 for never. */
  readonly retryForMs: number;
  /** Undefined for no limit but `retryForMs`. */
  readonly retries: number | undefined;
  /** Longest wait for a response to begin. */
  readonly timeoutMs: number;
  /** Keeps finished windows for a later run, and takes those that an earlier run kept. */
  readonly resume: boolean;
}
