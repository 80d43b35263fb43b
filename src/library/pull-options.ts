import type { EndDate } from '../contract/end-date.ts';
import type { REPORTS } from '../reports/registry.ts';

export type ReportName = (typeof REPORTS)[number]['name'];

/**
 * What to pull, from where and as whom. An option that is undefined is not given. Nothing is read from the environment, and no
 * stored profile is used: what is not here is not known.
 */
export interface PullOptions {
  readonly report: ReportName;

  /** First day, as `--from` takes it: `2026-01-31`, `2026-01`, `yesterday`, `7d`. */
  readonly from?: string | undefined;
  /** Last day, included, as `--to` takes it; yesterday. */
  readonly to?: string | undefined;
  /** In place of `from` and `to`, as `--period` takes it: `last-month`, `ytd`, `2026-Q1`. */
  readonly period?: string | undefined;
  /** Ends a range that runs up to the present today, not yesterday. */
  readonly includeToday?: boolean | undefined;
  /** First day of `this-week` and `last-week`; `monday`. */
  readonly weekStart?: string | undefined;
  /** IANA name of the zone whose day is today; the system's. */
  readonly timeZone?: string | undefined;

  /** Such as `https://reports.example.com/v2/reporting`. Required. */
  readonly baseUrl: string | undefined;
  /** A UUID. Required. */
  readonly clientId: string | undefined;
  /** Secret: sent to the base URL's origin, and in no error. Required. */
  readonly token: string | undefined;
  /** Allows plain http beyond this machine. */
  readonly insecureHttp?: boolean | undefined;
  /** PEM file of authorities to trust beside the built-in ones. */
  readonly caFile?: string | undefined;
  /** Where to look for `HTTPS_PROXY`, `NO_PROXY` and their like: `process.env` to go by the environment. Nowhere. */
  readonly env?: Readonly<Record<string, string | undefined>> | undefined;

  /** Whether the service counts `end_date`; `inclusive`. */
  readonly endDate?: EndDate | undefined;
  /** Days asked for at once, 1 to 31; 31. */
  readonly windowDays?: number | undefined;
  /** Two more members in front of each record, `window_from` and `window_to`: the window that it came from. */
  readonly windowColumns?: boolean | undefined;
  /** The same as `windowDays: 1` and `windowColumns: true`. */
  readonly byDay?: boolean | undefined;
  /** Windows asked for at once, 1 to 16; 4. */
  readonly concurrency?: number | undefined;
  /** How long to retry a window that fails, from its first failure on, in milliseconds, 0 for never; 45000. */
  readonly retryForMs?: number | undefined;
  /** Further attempts for a window that fails, 0 to 20; no limit but `retryForMs`. */
  readonly retries?: number | undefined;
  /** Longest wait for an answer to begin, in milliseconds; 60000. */
  readonly timeoutMs?: number | undefined;

  /** Throws an `empty` error when there is no record. */
  readonly failEmpty?: boolean | undefined;
  /** Throws a `gaps` error when days that are over have no records. */
  readonly failGaps?: boolean | undefined;
  /** Throws a `columns` error unless the columns are these, in any order; dotted where they are nested. */
  readonly expectColumns?: readonly string[] | undefined;
  /** Column that holds the record's date, dotted where it is nested, or `none`; found in the data. */
  readonly dateColumn?: string | undefined;
  /** Throws an error whose `exitCode` is 9 where there would be a warning about missing or ambiguous data; false. */
  readonly strict?: boolean | undefined;
  /** Names of members beside the records about which no warning is wanted; none. */
  readonly ignoreMembers?: readonly string[] | undefined;

  /** Ends the pull when it is aborted, with an `interrupted` error whose cause is the signal's reason. */
  readonly signal?: AbortSignalLike | undefined;
  /** Existing directory in which the windows are kept until all are in; the system's temporary one. */
  readonly temporaryDirectory?: string | undefined;
  /** Told what makes one doubt a result that comes all the same: before the end of the loop. */
  readonly onWarning?: ((text: string) => void) | undefined;
}

/** What an AbortController has for a signal, in the words of any library of types. */
export interface AbortSignalLike {
  readonly aborted: boolean;
  readonly reason: unknown;
  addEventListener(type: 'abort', listener: () => void): void;
  removeEventListener(type: 'abort', listener: () => void): void;
}
