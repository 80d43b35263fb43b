import type { Column } from '../core/columns.ts';
import type { Message } from '../core/message.ts';
import type { Cell } from './cells.ts';
import type { RecordSet } from './record-set.ts';
import type { RowKeys } from './row-keys.ts';

/** Figures about all records that meet the conditions. They do not depend on the rows of the report. */
export interface Summaries {
  /** Number of these records in the range. */
  readonly recordCount: number;
  /** The main one first. */
  readonly measures: readonly MeasureSummary[];
  /** The totals of the records' own columns, and of ratios, as JSON values by `columnKey`. */
  readonly totals: ReadonlyMap<string, string>;
  /** One row for each unit of time; undefined if no column is known to hold the date. */
  readonly byTime: SummaryRows | undefined;
  /** The main figure by the keys of the report's groups, or by a column of text; undefined without such a column. */
  readonly byGroup: SummaryRows | undefined;
}

/** A figure of all records: a sum, a number of records, or a ratio of sums. The cells are JSON values. */
export interface MeasureSummary {
  readonly column: Column;
  readonly total: Cell;
  /** The figure of the range compared with, the change, and the change in percent; undefined without a comparison. */
  readonly compared: { readonly before: Cell; readonly change: Cell; readonly percent: Cell } | undefined;
}

/** The rows of a summary, and what formats need to know of them. */
export interface SummaryRows {
  readonly recordSet: RecordSet;
  readonly keys: RowKeys;
  /** `columnKey` of each column that holds a change. */
  readonly changeColumns: ReadonlySet<string>;
}

/** Stands for summaries that cannot be computed. */
export interface NoSummaries {
  readonly reason: Message;
}

/** Numbers of rows that a report leaves out. */
export interface HiddenRows {
  readonly byHaving: number;
  readonly byLimit: number;
}
