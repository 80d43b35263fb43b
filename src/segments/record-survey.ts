import { type Column, columnKey, createColumn } from '../core/column.ts';
import type { Window } from '../core/windows.ts';
import { type ColumnDates, type ColumnDatesCounter, createColumnDates } from './column-dates.ts';
import { hasEscapedUnit, hasLoneSurrogate } from './lone-surrogate.ts';
import { createKeyTree, createRecordWalker, type KeyNode, pathOf } from './record-walker.ts';

/** What is known of a window's records once all have been seen. */
export interface Survey {
  readonly recordCount: number;
  /** Records without any member: `{}`. */
  readonly emptyRecords: number;
  /** Order of first appearance. */
  readonly columns: readonly Column[];
  /** True if there were more columns than can be listed, or longer names; `columns` then holds the first of them. */
  readonly hasMoreColumns: boolean;
  /** The columns that hold a date in at least one record, in their order. */
  readonly dates: readonly ColumnDates[];
  /** The first record, counted from 1, that has one member twice. */
  readonly repeated: RecordPlace | undefined;
  /** Columns with half a surrogate pair in a string or in their name: the first record of each. */
  readonly loneSurrogates: readonly RecordPlace[];
}

export interface RecordPlace {
  /** Counted from 1. */
  readonly record: number;
  readonly column: Column;
}

export interface RecordSurvey {
  /** Takes the next record, minified. */
  add(record: Buffer): void;
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
/** Characters of all columns' names together: more than a single name can have. */
const MAX_NAMES_LENGTH = 17 * 1024 * 1024;
/** What each key of a path counts for besides. */
const KEY_LENGTH = 64;
/** What a report with too many columns has more of, in words. */
export const COLUMN_LIMITS = `${MAX_COLUMNS} different columns, or 17 MiB of column names`;
const EMPTY_LENGTH = '{}'.length;

/** `dateColumn` is the name of the column that the user says holds the record's date, if there is one. */
export function createRecordSurvey(window: Window, dateColumn?: string): RecordSurvey {
  const root = createKeyTree();
  const columns: Column[] = [];
  const dates: ColumnDatesCounter[] = [];
  const keys = new Map<string, number>();
  const loneSurrogates: RecordPlace[] = [];
  /** The columns in that list. */
  const told = new Set<number>();
  let recordCount = 0;
  let emptyRecords = 0;
  let hasMoreColumns = false;
  let namesLength = 0;
  let repeated: RecordPlace | undefined;
  let datesVersion = 0;

  /** The leaves of the record at hand: their columns, and where their values begin and end. */
  const leafColumns: number[] = [];
  const starts: number[] = [];
  const ends: number[] = [];

  const onMode = (): void => {
    datesVersion++;
  };

  const walk = createRecordWalker(root, {
    leaf(node, start, end) {
      if (node.leaf === -1 && !startColumn(node)) return;
      leafColumns.push(node.leaf);
      starts.push(start);
      ends.push(end);
    },
    repeated(node) {
      repeated ??= { record: recordCount, column: createColumn(pathOf(node)) };
      forget(node);
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
    columns.push(column);
    dates.push(createDates(column));
    keys.set(columnKey(column.path), node.leaf);
    if (!column.name.isWellFormed()) tellSurrogate(node.leaf);
    return true;
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
    if (told.has(column)) return;
    told.add(column);
    loneSurrogates.push({ record: recordCount, column: columns[column]! });
  }

  function lookForSurrogates(record: Buffer): void {
    for (const [index, column] of leafColumns.entries()) {
      if (hasLoneSurrogate(record, starts[index]!, ends[index]!)) tellSurrogate(column);
    }
  }

  return {
    add(record) {
      recordCount++;
      if (record.length === EMPTY_LENGTH) emptyRecords++;
      leafColumns.length = starts.length = ends.length = 0;
      walk(record, 0);
      for (let index = 0; index < leafColumns.length; index++) {
        dates[leafColumns[index]!]!.look(record, starts[index]!);
      }
      if (hasEscapedUnit(record)) lookForSurrogates(record);
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
