/** Which column tells the day of a record. No name is known: it is found by what the columns hold. */

import { type Column, columnKey } from '../core/column.ts';
import { countDays } from '../core/date-range.ts';
import type { DateColumn } from '../segments/record-survey.ts';
import type { Segment } from '../segments/segment.ts';

/** What is known of a window's records. */
export type Surveyed = Pick<Segment, 'window' | 'recordCount' | 'dateColumns'>;

export interface DayColumn {
  readonly column: Column;
  /** True if other columns hold dates as well. */
  readonly isOneOfSeveral: boolean;
  /** What the column holds in a window; undefined in one without records. */
  in(segment: Surveyed): DateColumn | undefined;
}

/**
 * The first column that holds a date of its window in every record of all windows; undefined if there is none. Of several,
 * one that holds no day behind a window's last is taken first. Columns that only repeat what was asked for, a window's
 * first or last day in each of its records, tell nothing of the records' days.
 */
export function findDayColumn(segments: readonly Surveyed[]): DayColumn | undefined {
  const columns = findDayColumns(segments);
  const filled = segments.filter(({ recordCount }) => recordCount > 0);
  return columns.find(({ column }) => filled.every((segment) => isWithin(segment, column))) ?? columns[0];
}

/** All columns that may tell the day of a record, in their order. */
export function findDayColumns(segments: readonly Surveyed[]): readonly DayColumn[] {
  const filled = segments.filter(({ recordCount }) => recordCount > 0);
  const [first, ...others] = filled;
  const everywhere = (first?.dateColumns ?? []).filter((column) =>
    others.every((segment) => dateColumnIn(segment, column) !== undefined),
  );
  return withoutEchoes(everywhere, filled).map((column) => ({
    column,
    isOneOfSeveral: everywhere.length > 1,
    in: (segment) => dateColumnIn(segment, column),
  }));
}

function dateColumnIn({ dateColumns }: Surveyed, { path }: Column): DateColumn | undefined {
  const key = columnKey(path);
  return dateColumns.find((each) => columnKey(each.path) === key);
}

function isWithin(segment: Surveyed, column: Column): boolean {
  return dateColumnIn(segment, column)!.days.every((day) => day <= segment.window.to);
}

/**
 * A window of several days that has the same day throughout may have records of that day alone. Two such windows may not,
 * if it is the same end of each; nor may one, if another column has its other end.
 */
function withoutEchoes(columns: readonly DateColumn[], filled: readonly Surveyed[]): readonly DateColumn[] {
  const long = filled.filter(({ window }) => countDays(window) > 1);
  const isEdge = (column: Column, isStart: boolean): boolean =>
    long.every((segment) => {
      const { days } = dateColumnIn(segment, column)!;
      return days.length === 1 && (isStart ? days[0] === segment.window.from : days[0]! >= segment.window.to);
    });
  if (long.length === 0) return columns;
  const starts = columns.filter((column) => isEdge(column, true));
  const ends = columns.filter((column) => isEdge(column, false));
  const areEchoes = long.length > 1 || (starts.length > 0 && ends.length > 0);
  return areEchoes ? columns.filter((column) => !starts.includes(column) && !ends.includes(column)) : columns;
}
