/**
 * Marks the units of time that the range holds only in part, in documents for people: `2026-W44*`. Such a unit looks like a drop.
 * Data formats never have marks.
 */

import { type Column, columnKey, isSameColumn } from '../core/columns.ts';
import type { ShownCell } from '../core/tone.ts';
import { incompleteUnits, type ReportRange, type TimeSpan, unitName } from '../dates/calendar.ts';
import type { EncoderInput } from '../formats/format.ts';

const MARK = '*';

/** The marks of a table with these columns. */
export function createUnitMarks(
  columns: readonly Column[],
  { keys, range, comparedRange }: Pick<EncoderInput, 'keys' | 'range' | 'comparedRange'>,
) {
  const { time, pivotedUnits } = keys ?? {};
  const units = time ?? pivotedUnits;
  const testOf = (days: ReportRange | undefined) => (days && units ? incompleteIn(days, units) : () => false);
  const [now, comparison] = [testOf(range), testOf(comparedRange)];
  const byColumn = columns.map((column) => {
    if (isSameColumn(column, time?.column)) return now;
    return isSameColumn(column, time?.comparison) ? comparison : undefined;
  });
  const areHeadings = columns.map(({ path }) => now(pivotedUnits?.names.get(columnKey(path)) ?? ''));
  let isUsed = areHeadings.includes(true);
  return {
    /** The heading of a column, with a mark if it is the name of an incomplete unit. */
    heading: (text: string, index: number): string => (areHeadings[index] ? text + MARK : text),
    /** A cell, with a mark if it is the name of an incomplete unit. */
    cell(shown: ShownCell, index: number): ShownCell {
      if (byColumn[index]?.(shown.text) !== true) return shown;
      isUsed = true;
      return { ...shown, text: shown.text + MARK };
    },
    /** The line that explains the marks in the headings, and in the cells so far; undefined without a mark. */
    legend(): string | undefined {
      if (!isUsed) return undefined;
      if (units!.unit === 'day') return `${MARK} incomplete day: it is not over`;
      const notOver = range?.today === undefined ? '' : ', or not over';
      return `${MARK} incomplete ${units!.unit}: some of its days are not in the range${notOver}`;
    },
  };
}

/** A test for the names of the incomplete units of a range, and of those after today, which are not over either. */
export function incompleteIn(
  days: ReportRange,
  units: Pick<TimeSpan, 'unit' | 'weekStart'>,
): (name: string) => boolean {
  const names = new Set(incompleteUnits(days, units));
  const current = days.today && unitName(days.today, units.unit, units.weekStart);
  return (name) => names.has(name) || (current !== undefined && name > current && /^\d{4}/.test(name));
}
