/** Counts the dates in one column of one window's records, in bounded memory. */

import { LOWER_N, QUOTATION_MARK } from '../core/bytes.ts';
import type { Column } from '../core/columns.ts';
import type { CalendarDate } from '../dates/date.ts';
import type { DateRange } from '../dates/range.ts';
import { createFoundDate, dateNumber, dateRole, readDate, spellDate } from './date-values.ts';
import { endOfValue } from './record-walker.ts';

/** The dates of a column that holds at least one, or whose name suggests them. */
export interface ColumnDates extends Column {
  /** Records with a date, inside or outside the window. */
  readonly count: number;
  /** The days of the window that occur, ascending. */
  readonly days: readonly CalendarDate[];
  readonly outside: OutsideDates | undefined;
  /** True if its numbers may only look like dates: one lies outside the window, and the name does not say that the column holds dates. */
  readonly areNumbers: boolean;
  /** True if strings hold some of the dates. */
  readonly hasTexts: boolean;
  /** Values with digits that cannot be read as dates; 0 unless the name says that the column holds the record's date. */
  readonly unread: number;
  /** The first of them, as JSON text. */
  readonly firstUnread: string | undefined;
}

/** Dates outside the window. */
export interface OutsideDates {
  /** Records with such a date. */
  readonly count: number;
  readonly first: CalendarDate;
  readonly last: CalendarDate;
}

/** Counts the dates of one column, record by record. */
export type ColumnDatesCounter = ReturnType<typeof createColumnDates>;

/** `none`: no value was like a date, and values unlike dates need not be added. `read`: add each value. */
type DateMode = 'none' | 'read';

/** `isChosen` marks the column that the user named: its numbers are dates under any name. `onMode` is called when `mode` changes. */
export function createColumnDates(column: Column, window: DateRange, isChosen: boolean, onMode: () => void) {
  const isRecordDate = dateRole(column.path) === 'record';
  const [from, to] = [dateNumber(window.from), dateNumber(window.to)];
  const days = new Set<number>();
  let mode: DateMode = isRecordDate ? 'read' : 'none';
  let count = 0;
  let unread = 0;
  let firstUnread: string | undefined;
  let outside = 0;
  let areNumbers = false;
  let hasTexts = false;
  let earliest = Number.POSITIVE_INFINITY;
  let latest = 0;
  const found = createFoundDate();

  function setMode(next: DateMode): void {
    if (mode === next) return;
    mode = next;
    onMode();
  }

  function addOther(bytes: Uint8Array, start: number): void {
    if (!isRecordDate || isEmptyValue(bytes, start)) return;
    const value = Buffer.from(bytes.subarray(start, endOfValue(bytes, start))).toString();
    if (!/\d/.test(value)) return;
    unread++;
    firstUnread ??= value;
  }

  return {
    /** Counts the value of the next record, which begins at `start` in valid JSON. */
    add(bytes: Uint8Array, start: number): void {
      const kind = readDate(bytes, start, found);
      if (kind !== 'none') setMode('read');
      if (kind !== 'date') {
        addOther(bytes, start);
        return;
      }
      const { date } = found;
      const isInside = date >= from && date <= to;
      if (found.isText) hasTexts = true;
      else if (!isInside && !isChosen && !isRecordDate) areNumbers = true;
      count++;
      if (isInside) days.add(date);
      else {
        outside++;
        if (date < earliest) earliest = date;
        if (date > latest) latest = date;
      }
    },
    mode: () => mode,
    /** Undefined if there is nothing to report. */
    result(): ColumnDates | undefined {
      if (count + unread === 0) return undefined;
      const seen = [...days].sort((one, other) => one - other).map(spellDate);
      const span = outside === 0 ? undefined : { count: outside, first: spellDate(earliest), last: spellDate(latest) };
      return {
        ...column,
        count,
        days: seen,
        outside: span,
        areNumbers,
        hasTexts,
        unread,
        firstUnread,
      };
    },
  };
}

/** True for `null` and `""`. */
export function isEmptyValue(bytes: Uint8Array, start: number): boolean {
  return bytes[start] === LOWER_N || (bytes[start] === QUOTATION_MARK && bytes[start + 1] === QUOTATION_MARK);
}
