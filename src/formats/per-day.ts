/** What documents for people show of the change a day: words for the caption, a row below the totals, and the tones of changes. */

import { type Column, columnKey } from '../core/columns.ts';
import { compareDecimals, multiplyDecimals, parseDecimal, ZERO } from '../core/decimal.ts';
import { countOf } from '../core/text.ts';
import { type Cell, figureIn, isEmpty } from '../records/cells.ts';
import type { PART_HEADINGS } from '../records/row-keys.ts';
import type { ChangePerDay } from '../records/summaries.ts';
import type { EncoderInput } from './format.ts';
import { visibleName } from './short-cell.ts';

/** The change a day of the main sum: `revenue per day +3.20%, 31 days against 28`; undefined if the ranges have as many days. */
export function mainChangePerDay({ changePerDay, renames }: EncoderInput): string | undefined {
  if (changePerDay === undefined) return undefined;
  const { measure, days } = changePerDay;
  const percent = percentOf(measure, changePerDay);
  if (percent === undefined) return undefined;
  return `${visibleName(measure, renames)} per day ${signed(percent)}%, ${countOf(days[0], 'day')} against ${days[1]}`;
}

/** The change a day of a sum of all records in percent, without its sign for a gain; undefined if it is not known. */
export function percentPerDay(sum: Column, { changePerDay, page }: EncoderInput): string | undefined {
  // Groups that a condition leaves out are among all records.
  return changePerDay === undefined || page?.hidden.byHaving !== 0 ? undefined : percentOf(sum, changePerDay);
}

function percentOf(sum: Column, { totals }: ChangePerDay): string | undefined {
  const percent = totals.get(partKey(sum, 'percent'));
  return percent === 'null' ? undefined : percent;
}

/** A number with a sign, unless it is zero. */
export function signed(number: string): string {
  return /^(?:-|[0.]+$)/.test(number) ? number : `+${number}`;
}

/** The cells of a row below the totals: the sums a day. Undefined without totals, without room for its name, and if the ranges have as many days. */
export function perDayRow(
  { totals, changePerDay }: EncoderInput,
  columns: readonly Column[],
): readonly Cell[] | undefined {
  if (totals === undefined || changePerDay === undefined) return undefined;
  const cells = columns.map(({ path }): Cell => changePerDay.totals.get(columnKey(path)));
  if (cells.every((cell) => cell === undefined) || cells[0] !== undefined) return undefined;
  cells[0] = '"per day"';
  return cells;
}

/** Gives the sign of the change a day of a sum: below zero for a loss, above for a gain. */
export interface PerDaySigns {
  /** The sign for a cell of a row; undefined for a column that holds no change of a sum. Without a row, that of the totals. */
  sign(index: number, row: readonly Cell[] | undefined): number | undefined;
}

/** The signs of the changes in these columns; undefined if the ranges have as many days. */
export function createPerDaySigns(
  columns: readonly Column[],
  { changePerDay, keys }: Pick<EncoderInput, 'changePerDay' | 'keys'>,
): PerDaySigns | undefined {
  if (changePerDay === undefined) return undefined;
  const places = new Map(columns.map(({ path }, index) => [columnKey(path), index]));
  const measures = columns.map(({ path }) => {
    const { part, measure } = keys?.derived?.get(columnKey(path)) ?? {};
    const isChange = part === 'change' || part === 'percent';
    return isChange && changePerDay.sums.has(columnKey(measure!.path)) ? measure : undefined;
  });
  const units = changePerDay.units.map(({ path }) => places.get(columnKey(path)));
  return {
    sign(index, row) {
      const measure = measures[index];
      if (measure === undefined) return undefined;
      const change = changePerDay.totals.get(partKey(measure, 'change'));
      if (row === undefined) return compareSums(change, '0', [1, 1]);
      const [now, before] = [columnKey(measure.path), partKey(measure, 'before')].map((key) =>
        places.get(key),
      );
      // Without both sums and their units, the sign is not known.
      if (now === undefined || before === undefined || units.includes(undefined)) return 0;
      return compareSums(row[now], row[before], daysOfRow(changePerDay, units as number[], row));
    },
  };
}

function partKey({ name }: Column, part: keyof typeof PART_HEADINGS): string {
  return columnKey([`${name}_${part}`]);
}

function daysOfRow(
  { days, daysIn }: ChangePerDay,
  units: readonly number[],
  row: readonly Cell[],
): readonly [number, number] {
  if (units.length === 0) return days;
  return [daysIn(row[units[0]!] ?? 'null', 0), daysIn(row[units.at(-1)!] ?? 'null', 1)];
}

/** Compares two sums, each divided by its days. An empty sum is zero; 0 if a sum is no number, or its days are not known. */
function compareSums(now: Cell, before: Cell, [days, daysBefore]: readonly [number, number]): number {
  const [left, right] = [now, before].map((cell) =>
    isEmpty(cell) ? ZERO : parseDecimal(figureIn(cell) ?? ''),
  );
  if (left === undefined || right === undefined) return 0;
  if (isEmpty(now) || isEmpty(before)) return compareDecimals(left, right);
  if (days === 0 || daysBefore === 0) return 0;
  const by = (count: number) => ({ units: BigInt(count), scale: 0 });
  return compareDecimals(multiplyDecimals(left, by(daysBefore)), multiplyDecimals(right, by(days)));
}
