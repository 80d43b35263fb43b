/**
 * The change a day of two compared ranges, for people: with different numbers of days, the change of a sum alone misleads. And the
 * groups that meet `--alert`, with the facts for the line that names them.
 */

import { type Column, columnKey } from '../core/columns.ts';
import { formatDecimal, multiplyDecimals, signOf } from '../core/decimal.ts';
import { changeOf, divide, numberIn, percentOf, shownQuotient } from '../frame/arithmetic.ts';
import { cellOf, chooseMeasure, type Frame, measureNamed, ownMeasures, sumsIn } from '../frame/frame.ts';
import { comparedColumns, type Measure } from '../frame/measures.ts';
import type { Cell } from '../records/cells.ts';
import type { ChangePerDay } from '../records/summaries.ts';
import { type CountedDays, daysInRows } from './counted-days.ts';
import { resolveGroupColumn } from './resolve-conditions.ts';
import { totalsOf } from './totals.ts';
import type { ComparedTotal } from './transformed-rows.ts';
import type { Condition } from './where.ts';

/**
 * The change a day of the sums in the rows; undefined if both ranges have the same number of days, or one has none, if a day is not
 * over, and if the rows have no sums. With `isFiltered`, only the days of the units in the rows count.
 */
export async function findChangePerDay(
  frame: Frame,
  days: CountedDays | undefined,
  isFiltered: boolean,
): Promise<ChangePerDay | undefined> {
  const counts = unequalCounts(isFiltered ? days && daysInRows(frame, days) : days);
  const sums = sumsIn(frame);
  if (counts === undefined || sums.length === 0) return undefined;
  const totals = await totalsOf(frame);
  return {
    measure: (await chooseMeasure(frame, sums)).column,
    days: counts,
    totals: new Map(
      sums
        .filter(({ amount }) => amount === undefined)
        .flatMap(({ column }) => perDayOf(column, totals, counts, frame.keepsDigits)),
    ),
  };
}

/** The numbers of days of both ranges, if they differ, and all of these days are over. */
function unequalCounts(days: CountedDays | undefined): readonly [number, number] | undefined {
  const [now = 0, before = 0] = days?.areOver === true ? days.counts : [];
  return now === before || now === 0 || before === 0 ? undefined : [now, before];
}

/** The cells of one sum in a row of totals a day, by the `columnKey` of their columns. Sums have two decimals, or more if the total has. */
function perDayOf(
  sum: Column,
  totals: ReadonlyMap<string, string>,
  days: readonly [number, number],
  keepsDigits: boolean,
): readonly (readonly [string, string])[] {
  const columns = comparedColumns(sum).map(({ path }) => columnKey(path));
  const sums = days.map((count, side) => ({ count, total: numberIn(totals.get(columns[side]!)) }));
  const scale = Math.max(LEAST_DECIMALS, ...sums.map(({ total }) => total?.scale ?? 0));
  const perDay = sums.map(({ count, total }) => divide(total, { units: count, scale: 0 }, scale, scale));
  const [now, before] = perDay.map(({ rounded }) => rounded);
  // For the exact percentage, both sums are of the product of both numbers of days.
  const [common, commonBefore] = sums.map(({ total }, side) => {
    const factor = { units: days[1 - side]!, scale: 0 };
    return total === undefined ? 'null' : formatDecimal(multiplyDecimals(total, factor));
  });
  const cells = [
    // A column of whole numbers is not rounded again.
    ...perDay.map((each) => shownQuotient(each, keepsDigits && scale > LEAST_DECIMALS)),
    changeOf(now, before),
    shownQuotient(percentOf(changeOf(common, commonBefore), commonBefore), keepsDigits),
  ];
  return columns.map((key, index) => [key, cells[index]!] as const);
}

const LEAST_DECIMALS = 2;

/**
 * The total, over all groups, of the first sum that the conditions test, or whose comparison they test, or else of the main sum.
 * `days` are those of both ranges. Undefined without a comparison, and without such a sum of one currency.
 */
export async function comparedTotal(
  alert: readonly Condition[],
  shown: Frame,
  days: CountedDays | undefined,
): Promise<ComparedTotal | undefined> {
  // The line has rounded figures in each format.
  const frame = { ...shown, keepsDigits: false };
  const sums = sumsIn(frame);
  const isOfClients = (frame.usual?.clients.length ?? 1) > 1;
  if (frame.sides === 1 || sums.length === 0 || isOfClients) return undefined;
  const tested = (await testedMeasures(alert, frame)).find((each) => sums.includes(each));
  const { column: measure, amount } = tested ?? (await chooseMeasure(frame, sums));
  if (amount !== undefined) return undefined;
  const columns = comparedColumns(measure).map(({ path }) => columnKey(path));
  const totals = await totalsOf(frame);
  const counts = unequalCounts(days);
  const perDay = new Map(counts && perDayOf(measure, totals, counts, frame.keepsDigits));
  const [now, before, change, percent] = columns.map((key) => totals.get(key));
  return {
    measure: measure.name,
    now,
    before,
    change,
    percent,
    percentPerDay: perDay.get(columns[3]!),
  };
}

/**
 * The rows without the groups that ended before the day before the range, and those that are usually not above zero: nothing fell.
 * Only a comparison with the weeks before has them.
 */
export async function withoutEnded(frame: Frame, alert: readonly Condition[]): Promise<Frame> {
  const { table, usual } = frame;
  if (alert.length === 0 || usual === undefined) return frame;
  const usualIn = (await testedMeasures(alert, frame)).map(({ column }) =>
    cellOf(frame, comparedColumns(column)[1]),
  );
  const isAboveZero = (cell: Cell): boolean => {
    const number = numberIn(cell);
    return number !== undefined && signOf(number) > 0;
  };
  const isGone = (row: number): boolean => !table.hasRecords(row, 0);
  const counts = (row: number): boolean =>
    usual.hadRecords(table, row) && usualIn.every((cell) => isAboveZero(cell(row)));
  return { ...frame, rows: frame.rows.filter((row) => !isGone(row) || counts(row)) };
}

/** The measures that the conditions test, or whose comparison they test. */
async function testedMeasures(alert: readonly Condition[], frame: Frame): Promise<readonly Measure[]> {
  const measures: Measure[] = [];
  for (const { column: name, source } of alert) {
    const { column } = await resolveGroupColumn(name, source, frame);
    const tested = measureNamed(frame, column);
    if (tested !== undefined && tested.role !== 'ratio' && tested.role !== 'share')
      measures.push(ownMeasures(frame).find((each) => each.column.name === tested.of[0]!.name)!);
  }
  return measures;
}
