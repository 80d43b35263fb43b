import type { CalendarDate } from '../core/calendar-date.ts';
import { type Column, columnKey, createColumn } from '../core/column.ts';
import { daysOf } from '../core/date-range.ts';
import type { Window } from '../core/windows.ts';
import { DATE_LENGTH, dateIn } from './date-spelling.ts';
import { createKeyTree, type KeyNode, walkRecord } from './record-walker.ts';

/** What is known of a window's records once all have been seen. */
export interface Survey {
  readonly recordCount: number;
  /** Order of first appearance. */
  readonly columns: readonly Column[];
  /** True if there were more columns than `MAX_COLUMNS`; `columns` then holds the first of them. */
  readonly hasMoreColumns: boolean;
  /** Columns in which every record holds a date of the window. */
  readonly dateColumns: readonly DateColumn[];
  /** The first record, counted from 1, that has one member twice. */
  readonly repeated: { readonly record: number; readonly column: Column } | undefined;
}

export interface DateColumn extends Column {
  /** The days of the window that its records hold, ascending. */
  readonly days: readonly CalendarDate[];
}

export interface RecordSurvey {
  /** Takes the next record, minified. */
  add(record: string): void;
  /** Takes records that have columns of earlier ones only, no member twice, and dates in all of `datedColumns`. */
  addAlike(count: number): void;
  /** Takes a date of such records, as YYYY-MM-DD, that may be new in one of these columns. */
  addDate(key: string, date: string): void;
  /** The columns, as `columnKey` names them, that held a date of the window in every record so far. */
  datedColumns(): ReadonlySet<string>;
  result(): Survey;
}

/** Beyond this the formats with columns refuse a report. */
export const MAX_COLUMNS = 10_000;

interface ColumnState {
  readonly column: Column;
  /** Records in which the column held a date of the window; -1 once one did not. */
  dates: number;
  readonly seen: Set<string>;
}

export function createRecordSurvey(window: Window): RecordSurvey {
  const root = createKeyTree();
  const states: ColumnState[] = [];
  let recordCount = 0;
  let hasMoreColumns = false;
  let repeated: Survey['repeated'];
  let text = '';
  /** The columns that `dated` gave last. They are only ever lost, once there was a record. */
  let alive: readonly ColumnState[] | undefined;
  let datedKeys: ReadonlySet<string> = new Set();

  const visitor = {
    leaf(node: KeyNode, start: number, end: number): void {
      const state = states[node.leaf] ?? startColumn(node);
      if (state.dates !== recordCount - 1) return;
      const date = dateIn(window, text.slice(start, Math.min(end, start + DATE_LENGTH)));
      state.dates = date === undefined ? -1 : recordCount;
      if (date !== undefined) state.seen.add(date);
    },
    repeated(node: KeyNode): void {
      repeated ??= { record: recordCount, column: createColumn(node.path) };
      const state = states[node.leaf];
      if (state !== undefined) state.dates = -1;
    },
  };

  function startColumn(node: KeyNode): ColumnState {
    node.leaf = states.length;
    const state = { column: createColumn(node.path), dates: 0, seen: new Set<string>() };
    states.push(state);
    return state;
  }

  function dated(): readonly ColumnState[] {
    if (recordCount > 0) alive = (alive ?? states).filter((state) => state.dates === recordCount);
    return alive ?? [];
  }

  return {
    add(record) {
      recordCount++;
      if (hasMoreColumns) return;
      text = record;
      walkRecord(record, root, visitor);
      hasMoreColumns = states.length > MAX_COLUMNS;
    },
    addAlike(count) {
      for (const state of dated()) state.dates += count;
      recordCount += count;
    },
    addDate(key, date) {
      states.find(({ column }) => columnKey(column.path) === key)?.seen.add(date);
    },
    datedColumns() {
      const now = dated();
      if (now.length !== datedKeys.size) datedKeys = new Set(now.map(({ column }) => columnKey(column.path)));
      return datedKeys;
    },
    result() {
      return {
        recordCount,
        columns: states.map((state) => state.column),
        hasMoreColumns,
        dateColumns: dated().map(({ column, seen }) => ({
          ...column,
          days: daysOf(window).filter((day) => seen.has(day)),
        })),
        repeated,
      };
    },
  };
}
