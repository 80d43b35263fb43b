import type { Charted } from '../charts/charted.ts';
import type { DataWarning } from '../core/warnings.ts';
import type { DateRange } from '../dates/range.ts';
import { type ChangePerDay, type Frame, type HiddenRows, NOTHING_HIDDEN, type Summaries } from '../frame/frame.ts';
import type { Cell } from '../records/cells.ts';
import type { RowCurrencies } from '../records/currency.ts';
import type { RecordSet } from '../records/record-set.ts';
import type { RowKeys } from '../records/row-keys.ts';

/** The total of each column that has one, as a JSON value, by `columnKey`. */
export type Totals = ReadonlyMap<string, string>;

/** The groups that meet the conditions of `--alert`. */
export interface AlertedGroups {
  readonly count: number;
  /** The number of groups before these conditions. */
  readonly ofCount: number;
  /** Undefined without a comparison, and without a sum of one currency. */
  readonly total: ComparedTotal | undefined;
}

/** A sum of all groups in both ranges. The cells are JSON values. */
export interface ComparedTotal extends Readonly<Record<'now' | 'before' | 'change' | 'percent', Cell>> {
  readonly measure: string;
  /** The change a day in percent; undefined unless the ranges have different numbers of days. */
  readonly percentPerDay: Cell;
}

/** The rows of a report: its records, or the result of a transform. */
export interface TransformedRows {
  readonly recordSet: RecordSet;
  /** The totals of all rows, including those after the limit; undefined if not requested. */
  readonly sums: Totals | undefined;
  /** The number of rows before the limit, and before a row stands for several. */
  readonly groupCount: number;
  readonly keys: RowKeys;
  /** Undefined for other formats, and without rows. */
  readonly chart?: Charted | undefined;
  /** Undefined without amounts whose currency is known. */
  readonly currencies?: RowCurrencies | undefined;
  readonly hidden: HiddenRows;
  /** Undefined if not requested, and without records. */
  readonly summaries?: Summaries | undefined;
  /** The main sum of each group by day; undefined if not requested, and if the days are not known. */
  readonly daily?: Frame | undefined;
  /** The weeks before that have records; undefined unless the rows are compared with them. */
  readonly usualWeeks?: readonly DateRange[] | undefined;
  /** Undefined without a comparison of ranges with different numbers of days, and for data formats. */
  readonly changePerDay?: ChangePerDay | undefined;
  /** Undefined if not requested, and without a record that matches. */
  readonly alerted?: AlertedGroups | undefined;
  /** The option that a message about an empty result names. */
  readonly emptiedBy: 'where' | 'having' | 'alert';
  readonly notes: readonly string[];
  /** Messages about rows that may be wrong. */
  readonly warnings: readonly DataWarning[];
  /** Messages for a user who wants to know why a column is not there. */
  readonly details: readonly string[];
}

/** The records as the service sent them. `keys` are those of records. */
export function plainRows(recordSet: RecordSet, keys: RowKeys): TransformedRows {
  return {
    recordSet,
    sums: undefined,
    groupCount: recordSet.recordCount,
    keys,
    hidden: NOTHING_HIDDEN,
    emptiedBy: 'where',
    notes: [],
    warnings: [],
    details: [],
  };
}
