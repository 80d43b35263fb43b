/** The groups that meet `--alert`, and the facts for the line that names them. */

import { columnKey } from '../core/columns.ts';
import { signOf } from '../core/exact-math.ts';
import { numberIn } from '../frame/arithmetic.ts';
import { cellOf, chooseMeasure, type Frame, measureNamed, ownMeasures, sumsIn } from '../frame/frame.ts';
import type { Measure } from '../frame/measures.ts';
import { comparedColumns } from '../frame/measures.ts';
import type { Cell } from '../records/cells.ts';
import { findChangePerDay } from './change-per-day.ts';
import type { CountedDays } from './counted-days.ts';
import { resolveGroupColumn } from './resolve-conditions.ts';
import { totalsOf } from './totals.ts';
import type { ComparedTotal } from './transformed-rows.ts';
import type { Condition } from './where.ts';

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
  const perDay = await findChangePerDay(frame, days, false);
  const [now, before, change, percent] = columns.map((key) => totals.get(key));
  return {
    measure: measure.name,
    now,
    before,
    change,
    percent,
    percentPerDay: perDay?.totals.get(columns[3]!),
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
