/**
 * Marks the units of time that the range holds only in part, in documents for people: `2026-W44*`. Such a unit looks like a drop.
 * Data formats never have marks.
 */

import { type Column, columnKey, isSameColumn } from '../core/columns.ts';
import type { ShownCell } from '../core/tone.ts';
import type { DateUnit } from '../dates/date.ts';
import { incompleteUnits, type ReportRange } from '../dates/incomplete-units.ts';
import type { EncoderInput } from '../formats/format.ts';

const MARK = '*';

export interface UnitMarks {
  /** True for each column whose cells can be marked. */
  readonly columns: readonly boolean[];
  /** Columns of a terminal that a mark takes. */
  readonly width: number;
  /** The heading of a column, with its mark. */
  heading(text: string, index: number): string;
  /** True for the heading of a column that is the name of an incomplete unit. */
  isMarkedHeading(index: number): boolean;
  /** True if a cell of a column is the name of an incomplete unit. */
  isMarked(text: string, index: number): boolean;
  cell(shown: ShownCell, index: number): ShownCell;
  /** The line that explains the marks in the rows so far, and in the headings of the `shown` columns; undefined without a mark. */
  legend(shown?: readonly number[]): string | undefined;
}

/** The marks of a table with these columns. */
export function createUnitMarks(
  columns: readonly Column[],
  { keys, range, comparedRange }: Pick<EncoderInput, 'keys' | 'range' | 'comparedRange'>,
): UnitMarks {
  const { time, pivotedUnits } = keys ?? {};
  const units = time ?? pivotedUnits;
  const none: ReadonlySet<string> = new Set();
  const namesOf = (days: ReportRange | undefined): ReadonlySet<string> =>
    days === undefined || units === undefined ? none : new Set(incompleteUnits(days, units).names);
  const [now, comparison] = [namesOf(range), namesOf(comparedRange)];
  const byColumn = columns.map((column) => {
    if (isSameColumn(column, time?.column)) return now;
    return isSameColumn(column, time?.comparison) ? comparison : none;
  });
  const areHeadings = columns.map(({ path }) => now.has(pivotedUnits?.names.get(columnKey(path)) ?? ''));
  let isUsed = false;

  function isMarked(text: string, index: number): boolean {
    const isFound = byColumn[index]!.has(text);
    isUsed ||= isFound;
    return isFound;
  }

  return {
    columns: byColumn.map((names) => names.size > 0),
    width: MARK.length,
    heading: (text, index) => (areHeadings[index] ? text + MARK : text),
    isMarkedHeading: (index) => areHeadings[index]!,
    isMarked,
    cell: (shown, index) => (isMarked(shown.text, index) ? { ...shown, text: shown.text + MARK } : shown),
    legend(shown = [...columns.keys()]) {
      if (!isUsed && !shown.some((index) => areHeadings[index])) return undefined;
      if (units!.unit === 'day') return `${MARK} incomplete day: it is not over`;
      const notOver = range?.today === undefined ? '' : ', or not over';
      return `${MARK} incomplete ${units!.unit}: some of its days are not in the range${notOver}`;
    },
  };
}

/** The names of the incomplete units of a chart: `weeks 2026-W05, 2026-W09`; undefined without one. */
export function listIncomplete(names: Iterable<string>, unit: DateUnit): string | undefined {
  const all = [...names];
  return all.length === 0 ? undefined : `${all.length === 1 ? unit : `${unit}s`} ${all.join(', ')}`;
}
