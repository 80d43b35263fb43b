/** What a report is to be, settled before anything is asked. */

import type { CalendarDate } from '../core/calendar-date.ts';
import type { DateRange } from '../core/date-range.ts';
import type { Window } from '../core/windows.ts';
import type { KeptWindows } from '../segments/kept-windows.ts';
import type { Body } from '../segments/segment.ts';
import type { ShapeRequest } from '../shaping/shape-request.ts';
import type { ShapedRows } from '../shaping/shaped-rows.ts';

export interface ReportPlan {
  /** The report's name, for messages. */
  readonly report: string;
  /** One client's share each, in the order in which they are shown; at least one. */
  readonly parts: readonly ReportPart[];
  /** The response's member that holds the records. */
  readonly recordsMember: string;
  /** Puts the name of the client's profile in front of each record. */
  readonly profileColumn: boolean;
  readonly windowColumns: boolean;
  /** What `--columns` asks for; undefined for everything. */
  readonly columnNames: readonly string[] | undefined;
  readonly shape: ShapeRequest;
  /** Windows asked for at once, of all clients together. */
  readonly concurrency: number;
  /** Fails where a client has no record, or none is left. */
  readonly failEmpty: boolean;
  /** Fails where days have no records, or may have none. */
  readonly failGaps: boolean;
  /** Fails on a warning about missing or ambiguous data. */
  readonly strict: boolean;
  /** The names that the columns must have, in any order; undefined for any. */
  readonly expectedColumns: readonly string[] | undefined;
  /** True if the format writes U+FFFD for half of a surrogate pair: its bytes are text. */
  readonly replacesSurrogates: boolean;
  /** The chosen format's work, with its options in it. */
  readonly encode: (rows: ShapedRows) => AsyncIterable<string | Uint8Array>;
}

/** What is asked for one client. */
export interface ReportPart {
  /** The profile's name, where a report is of several: messages and the column have it. */
  readonly profile: string | undefined;
  /** In order, covering the range; at least one. */
  readonly windows: readonly Window[];
  /** Windows of the range that this one is compared with, in order; none without a comparison. */
  readonly comparedWindows: readonly Window[];
  /** What is asked for so that all days of a window come. */
  readonly askedRange: (window: Window) => DateRange;
  /** The user's choice of the column that holds a record's date; undefined to find it in the data. */
  readonly dateColumn: DateColumnChoice | undefined;
  /** Names of members beside the records about which no warning is wanted, once each. */
  readonly ignoredMembers: readonly string[];
  /** Today's records may still be to come. */
  readonly today: () => Promise<CalendarDate>;
  /** Asks for a window once, in whatever way is right for the service. */
  readonly request: (window: Window, signal: AbortSignal) => Promise<Body>;
  /** What earlier runs have finished; undefined if every window is to be asked for. */
  readonly kept: KeptWindows | undefined;
}

/** The column that holds a record's date, as the user chose it. */
export interface DateColumnChoice {
  /** Dotted where the column is nested; undefined means that no column holds the date. */
  readonly name: string | undefined;
  /** True if it comes from the profile: a name that no record has is then ignored. */
  readonly isStored: boolean;
  /** Where it comes from, in words to show: `--date-column`, `profile acme`. */
  readonly source: string;
}

/** The choice that `text` spells: the name of a column, or `none`. */
export function parseDateColumn(text: string, source: string, isStored = false): DateColumnChoice {
  return { name: text === NO_DATE_COLUMN ? undefined : text, isStored, source };
}

/** Says that no column holds a record's date. */
export const NO_DATE_COLUMN = 'none';
