import { type Column, columnKey, createColumn } from '../core/column.ts';
import type { Window } from '../core/windows.ts';
import { isText } from './cell.ts';
import { type ColumnDates, type ColumnDatesCounter, createColumnDates } from './column-dates.ts';
import { createKeyTree, type KeyNode, walkRecord } from './record-walker.ts';

/** What is known of a window's records once all have been seen. */
export interface Survey {
  readonly recordCount: number;
  /** Records without any member: `{}`. */
  readonly emptyRecords: number;
  /** Order of first appearance. */
  readonly columns: readonly Column[];
  /** True if there were more columns than `MAX_COLUMNS`; `columns` then holds the first of them. */
  readonly hasMoreColumns: boolean;
  /** The columns that hold a date in at least one record, in their order. */
  readonly dates: readonly ColumnDates[];
  /** The first record, counted from 1, that has one member twice. */
  readonly repeated: RecordPlace | undefined;
  /** Columns with half a surrogate pair in a string or in their name: the first record of each, of at most `MAX_TOLD` columns. */
  readonly loneSurrogates: readonly RecordPlace[];
}

export interface RecordPlace {
  /** Counted from 1. */
  readonly record: number;
  readonly column: Column;
}

export interface RecordSurvey {
  /** Takes the next record, minified. */
  add(record: string): void;
  /** Takes records that have columns of earlier ones only, no member twice, and no half of a surrogate pair. */
  addAlike(count: number): void;
  /** The counter of a column's dates, for records that `addAlike` takes. */
  datesOf(column: Column): ColumnDatesCounter;
  /** Changes whenever the mode of such a counter does. */
  datesVersion(): number;
  result(): Survey;
}

/** Beyond this the formats with columns refuse a report. */
export const MAX_COLUMNS = 10_000;
const MAX_TOLD = 20;

/** `dateColumn` is the name of the column that the user says holds the record's date, if there is one. */
export function createRecordSurvey(window: Window, dateColumn?: string): RecordSurvey {
  const root = createKeyTree();
  const columns: Column[] = [];
  const dates: ColumnDatesCounter[] = [];
  const keys = new Map<string, number>();
  const loneSurrogates: RecordPlace[] = [];
  let recordCount = 0;
  let emptyRecords = 0;
  let hasMoreColumns = false;
  let repeated: RecordPlace | undefined;
  let datesVersion = 0;

  /** The leaves of the record at hand: their columns, and where their values begin and end. */
  const leafColumns: number[] = [];
  const starts: number[] = [];
  const ends: number[] = [];

  const onMode = (): void => {
    datesVersion++;
  };

  const visitor = {
    leaf(node: KeyNode, start: number, end: number): void {
      if (node.leaf === -1) startColumn(node);
      leafColumns.push(node.leaf);
      starts.push(start);
      ends.push(end);
    },
    repeated(node: KeyNode): void {
      repeated ??= { record: recordCount, column: createColumn(node.path) };
      forget(node);
    },
  };

  function startColumn(node: KeyNode): void {
    const column = createColumn(node.path);
    node.leaf = columns.length;
    columns.push(column);
    dates.push(createDates(column));
    keys.set(columnKey(column.path), node.leaf);
    if (!column.name.isWellFormed()) tellSurrogate(node.leaf);
  }

  function createDates(column: Column): ColumnDatesCounter {
    return createColumnDates(column, window, { isChosen: column.name === dateColumn, onMode });
  }

  /** Of a member that a record has twice, the last counts. */
  function forget(node: KeyNode): void {
    for (let index = leafColumns.indexOf(node.leaf); index !== -1; index = leafColumns.indexOf(node.leaf)) {
      if (node.leaf === -1) break;
      for (const list of [leafColumns, starts, ends]) list.splice(index, 1);
    }
    node.children.forEach(forget);
  }

  function tellSurrogate(column: number): void {
    if (loneSurrogates.length === MAX_TOLD) return;
    if (loneSurrogates.some((each) => each.column === columns[column])) return;
    loneSurrogates.push({ record: recordCount, column: columns[column]! });
  }

  function lookForSurrogates(record: string): void {
    for (const [index, column] of leafColumns.entries()) {
      const cell = record.slice(starts[index], ends[index]);
      if (!isText(cell) || !cell.includes('\\u')) continue;
      if (!(JSON.parse(cell) as string).isWellFormed()) tellSurrogate(column);
    }
  }

  return {
    add(record) {
      recordCount++;
      if (record === '{}') emptyRecords++;
      leafColumns.length = starts.length = ends.length = 0;
      walkRecord(record, root, visitor, hasMoreColumns);
      for (let index = 0; index < leafColumns.length; index++) {
        dates[leafColumns[index]!]!.look(record, starts[index]!);
      }
      if (record.includes('\\u')) lookForSurrogates(record);
      hasMoreColumns = columns.length > MAX_COLUMNS;
    },
    addAlike(count) {
      recordCount += count;
    },
    datesOf(column) {
      const index = keys.get(columnKey(column.path));
      return index === undefined ? createDates(column) : dates[index]!;
    },
    datesVersion: () => datesVersion,
    result() {
      return {
        recordCount,
        emptyRecords,
        columns: [...columns],
        hasMoreColumns,
        dates: dates.map((each) => each.result()).filter((each) => each !== undefined),
        repeated,
        loneSurrogates: [...loneSurrogates],
      };
    },
  };
}
