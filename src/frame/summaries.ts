import type { Column } from '../core/columns.ts';
import type { Frame } from './frame.ts';
import type { Measure } from './measures.ts';

/** Figures about all records that meet the conditions. They do not depend on the rows of the report. */
export interface Summaries {
  /** Number of these records in the range. */
  readonly recordCount: number;
  /** Number of these records in the compared range; undefined without one. */
  readonly comparedCount: number | undefined;
  /** Sums, or else averages and extremes that the user asked for, the number of records, and ratios of sums: the main one first. */
  readonly measures: readonly Measure[];
  /** The figures of all records together, and those that compare them, as JSON values, by `columnKey`. */
  readonly totals: ReadonlyMap<string, string>;
  /** One row for each unit of time; undefined if no column is known to hold the date. */
  readonly byTime: Frame | undefined;
  /** The main figure by unit of time and currency; undefined unless it has several currencies. */
  readonly byCurrency: Frame | undefined;
  /** The main figure by the keys of the report's groups; undefined without groups. */
  readonly byGroup: Frame | undefined;
}

/** The change a day of sums of two ranges: more days have larger sums for that reason alone. */
export interface ChangePerDay {
  /** The main sum. */
  readonly measure: Column;
  /** The number of days of the range, and of the compared range. They differ. */
  readonly days: readonly [range: number, compared: number];
  /** The change in percent of each sum of one currency, as a JSON value, by `columnKey`. */
  readonly percents: ReadonlyMap<string, string>;
}

/** Numbers of rows that a report leaves out. */
export interface HiddenRows {
  /** By `--having` and `--alert`. */
  readonly byConditions: number;
  readonly byLimit: number;
}

export const NOTHING_HIDDEN: HiddenRows = { byConditions: 0, byLimit: 0 };
