/**
 * Surveys the records of one window: their number, their columns, the dates in each column, repeated members and lone surrogates.
 * Its memory grows with the columns, not with the records.
 */

import { LOWER_N, QUOTATION_MARK } from '../core/bytes.ts';
import { type Column, columnKey, createColumn } from '../core/columns.ts';
import type { CalendarDate } from '../dates/date.ts';
import type { DateRange } from '../dates/range.ts';
import { createFoundDate, dateNumber, dateRole, readDate, spellDate } from './date-values.ts';
import { createKeyTree, createRecordWalker, endOfValue, type KeyNode, pathOf } from './record-walker.ts';

/** The result of a survey of all records of a window. */
export interface Survey {
  readonly recordCount: number;
  /** The number of records without members: `{}`. */
  readonly emptyRecords: number;
  /** In order of first appearance. */
  readonly columns: readonly Column[];
  /** True if the columns exceed `COLUMN_LIMITS`; `columns` then holds the first ones. */
  readonly hasMoreColumns: boolean;
  /** The columns that hold dates or whose names suggest them, in the order of `columns`. */
  readonly dates: readonly ColumnDates[];
  /** The first record with a repeated member, counted from 1. */
  readonly repeated: { readonly record: number; readonly column: Column } | undefined;
  /** True if a string or a name in a record has a lone surrogate. */
  readonly hasLoneSurrogates: boolean;
}

/** Formats with columns reject a report that has more. */
export const MAX_COLUMNS = 10_000;
/** Characters in the names of all columns. A single name is always shorter. */
const MAX_NAMES_LENGTH = 17 * 1024 * 1024;
/** Each key of a path counts as this many further characters. */
const KEY_LENGTH = 64;
/** The limits on columns, for messages. */
export const COLUMN_LIMITS = `${MAX_COLUMNS} different columns, or 17 MiB of column names`;
const EMPTY_LENGTH = '{}'.length;

const ESCAPED_UNIT = Buffer.from('\\u');
/** An escape in JSON, or a pair of surrogates; the group matches one that is no half of a pair. */
const ESCAPE = /\\(?:u[dD][89abAB]..\\u[dD][c-fC-F]|(u[dD][89a-fA-F])|.)/g;

/** `dateColumn` names the column in which the user expects the record's date. */
export function createRecordSurvey(window: DateRange, dateColumn?: string) {
  const root = createKeyTree();
  const columns: Column[] = [];
  const dates: ColumnDatesCounter[] = [];
  const datesByKey = new Map<string, ColumnDatesCounter>();
  let recordCount = 0;
  let emptyRecords = 0;
  let hasMoreColumns = false;
  let namesLength = 0;
  let repeated: Survey['repeated'];
  let hasLoneSurrogates = false;

  /** Where the values of the current record begin, by the number of their column. */
  const starts = new Map<number, number>();

  const walk = createRecordWalker(root, {
    leaf(node, start) {
      if (node.leaf !== -1 || startColumn(node)) starts.set(node.leaf, start);
    },
    repeated(node) {
      repeated ??= { record: recordCount, column: createColumn(pathOf(node)) };
      discard(node);
    },
    isClosed: () => hasMoreColumns,
  });

  /** False if there are too many columns. */
  function startColumn(node: KeyNode): boolean {
    if (hasMoreColumns) return false;
    const column = createColumn(pathOf(node));
    namesLength += column.name.length + column.path.length * KEY_LENGTH;
    hasMoreColumns = columns.length === MAX_COLUMNS || namesLength > MAX_NAMES_LENGTH;
    if (hasMoreColumns) return false;
    node.leaf = columns.length;
    const counter = createDates(column);
    columns.push(column);
    dates.push(counter);
    datesByKey.set(columnKey(column.path), counter);
    return true;
  }

  function createDates(column: Column): ColumnDatesCounter {
    return createColumnDates(column, window, column.name === dateColumn);
  }

  /** Discards the values of a member that the record repeats: its last value counts. */
  function discard(node: KeyNode): void {
    starts.delete(node.leaf);
    node.children.forEach(discard);
  }

  return {
    /** Adds the next record, minified. */
    add(record: Buffer): void {
      recordCount++;
      if (record.length === EMPTY_LENGTH) emptyRecords++;
      starts.clear();
      walk(record, 0);
      for (const [column, start] of starts) dates[column]!.add(record, start);
      hasLoneSurrogates ||= hasLoneSurrogate(record);
    },
    /** Adds records that have only known columns, no repeated member and no lone surrogate. The caller counts their dates. */
    addMatched(count: number): void {
      recordCount += count;
    },
    datesOf: (column: Column): ColumnDatesCounter => datesByKey.get(columnKey(column.path)) ?? createDates(column),
    result(): Survey {
      return {
        recordCount,
        emptyRecords,
        columns: [...columns],
        hasMoreColumns,
        dates: dates.map((each) => each.result()).filter((each) => each !== undefined),
        repeated,
        hasLoneSurrogates,
      };
    },
  };
}

/** True if a string in this JSON has a lone surrogate, such as `"\ud800"`: valid UTF-8 can spell it only as an escape. */
function hasLoneSurrogate(bytes: Buffer): boolean {
  const escapes = bytes.includes(ESCAPED_UNIT) ? bytes.toString('latin1').matchAll(ESCAPE) : [];
  for (const [, lone] of escapes) if (lone !== undefined) return true;
  return false;
}

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
  readonly count: number;
  readonly first: CalendarDate;
  readonly last: CalendarDate;
}

/** Counts the dates of one column, record by record. */
export type ColumnDatesCounter = ReturnType<typeof createColumnDates>;

/** `isChosen` marks the column that the user named: its numbers are dates under any name. */
function createColumnDates(column: Column, window: DateRange, isChosen: boolean) {
  const isRecordDate = dateRole(column.path) === 'record';
  const [from, to] = [dateNumber(window.from), dateNumber(window.to)];
  const days = new Set<number>();
  let count = 0;
  let unread = 0;
  let firstUnread: string | undefined;
  let outside = 0;
  let areNumbers = false;
  let hasTexts = false;
  let earliest = Number.POSITIVE_INFINITY;
  let latest = 0;
  const found = createFoundDate();

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
      if (!readDate(bytes, start, found)) {
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
    result(): ColumnDates | undefined {
      if (count + unread === 0) return undefined;
      const seen = [...days].sort((one, other) => one - other).map(spellDate);
      const span = outside === 0 ? undefined : { count: outside, first: spellDate(earliest), last: spellDate(latest) };
      return { ...column, count, days: seen, outside: span, areNumbers, hasTexts, unread, firstUnread };
    },
  };
}

/** True for `null` and `""`. */
export function isEmptyValue(bytes: Uint8Array, start: number): boolean {
  return bytes[start] === LOWER_N || (bytes[start] === QUOTATION_MARK && bytes[start + 1] === QUOTATION_MARK);
}
