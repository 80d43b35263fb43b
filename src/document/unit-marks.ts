/**
 * Marks the units of time that the range holds only in part, in documents for people: `2026-W44*`. Such a unit looks like a drop.
 * Data formats never have marks.
 */

import type { LineChart } from '../charts/chart-model.ts';
import { type Column, columnKey, isSameColumn } from '../core/columns.ts';
import type { ShownCell } from '../core/tone.ts';
import { incompleteUnits, type ReportRange, type TimeSpan, unitName } from '../dates/calendar.ts';
import type { DateUnit } from '../dates/date.ts';
import type { EncoderInput } from '../formats/format.ts';

const MARK = '*';
/** More units of a chart are counted only. */
const MAX_NAMED = 4;

/** The marks of a table with these columns. */
export function createUnitMarks(
  columns: readonly Column[],
  { keys, range, comparedRange }: Pick<EncoderInput, 'keys' | 'range' | 'comparedRange'>,
) {
  const { time, pivotedUnits } = keys ?? {};
  const units = time ?? pivotedUnits;
  const [now, comparison] = [range, comparedRange].map((days) => {
    return days && units ? incompleteIn(days, units) : () => false;
  }) as [UnitTest, UnitTest];
  const byColumn = columns.map((column) => {
    if (isSameColumn(column, time?.column)) return now;
    return isSameColumn(column, time?.comparison) ? comparison : undefined;
  });
  const areHeadings = columns.map(({ path }) => now(pivotedUnits?.names.get(columnKey(path)) ?? ''));
  let isUsed = false;
  let isPaired = false;
  return {
    /** The heading of a column, with a mark if it is the name of an incomplete unit. */
    heading: (text: string, index: number): string => (areHeadings[index] ? text + MARK : text),
    /**
     * A cell, with a mark if it is the name of an incomplete unit. `earlier` is the name of the unit that it is compared with, if no
     * other cell has it.
     */
    cell(shown: ShownCell, index: number, earlier = ''): ShownCell {
      if (byColumn[index] === undefined) return shown;
      const [isIncomplete, isEarlier] = [byColumn[index](shown.text), comparison(earlier)];
      isUsed ||= isIncomplete || isEarlier;
      isPaired ||= isEarlier;
      const mark = isIncomplete || isEarlier ? MARK : '';
      const isAlone = shown.text === '' && earlier !== '';
      return { ...shown, text: isAlone ? `${earlier}${mark} (before)` : shown.text + mark };
    },
    /** The line that explains the marks in the cells so far, and in the headings of the `shown` columns; undefined without a mark. */
    legend(shown: readonly number[] = [...columns.keys()]): string | undefined {
      if (!isUsed && !shown.some((index) => areHeadings[index])) return undefined;
      if (units!.unit === 'day') return `${MARK} incomplete day: it is not over`;
      const notOver = range?.today === undefined ? '' : ', or not over';
      const pair = isPaired ? ', or compared with one' : '';
      return `${MARK} incomplete ${units!.unit}${pair}: some of its days are not in the range${notOver}`;
    },
  };
}

type UnitTest = (name: string) => boolean;

/** A test for the names of the incomplete units of a range, and of those after today, which are not over either. */
export function incompleteIn(days: ReportRange, units: Pick<TimeSpan, 'unit' | 'weekStart'>): UnitTest {
  const names = new Set(incompleteUnits(days, units));
  const current = days.today && unitName(days.today, units.unit, units.weekStart);
  return (name) => names.has(name) || (current !== undefined && name > current && /^\d{4}/.test(name));
}

/** The names of the incomplete units of both ranges: `weeks 2026-W05, 2026-W09; before: week 2026-W01`; undefined without one. */
export function listIncomplete(sides: LineChart['sides'], unit: DateUnit): string | undefined {
  const lists = sides.flatMap((run, side) => {
    const names = run?.incomplete ?? [];
    const more = names.length > MAX_NAMED ? ` and ${names.length - MAX_NAMED} more` : '';
    const listed = `${unit}${names.length === 1 ? '' : 's'} ${names.slice(0, MAX_NAMED).join(', ')}${more}`;
    return names.length === 0 ? [] : [side === 0 ? listed : `before: ${listed}`];
  });
  return lists.length === 0 ? undefined : lists.join('; ');
}
