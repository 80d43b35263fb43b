/**
 * Totals: the measures of all rows together, and ratios computed again from these. The change a day of two compared ranges, for
 * people: with different numbers of days, the change of a sum alone misleads. And the groups that meet `--alert`, with the facts for
 * the line that names them.
 */

import { type Column, columnKey, isSameColumn } from '../core/columns.ts';
import { formatDecimal, timesCount } from '../core/decimal.ts';
import { changeOf, numberIn, percentOf, type Quotient } from '../frame/arithmetic.ts';
import type { Currencies } from '../frame/currencies.ts';
import {
  atAllRows,
  type ChangePerDay,
  cellOf,
  chooseMeasure,
  columnsOf,
  type Frame,
  measureNamed,
  ownMeasures,
  sumsIn,
} from '../frame/frame.ts';
import { groupRecords } from '../frame/group-records.ts';
import { comparedColumns, type Measure, measuresOf } from '../frame/measures.ts';
import type { Cell } from '../records/cells.ts';
import { listCodes } from '../records/currency.ts';
import type { RecordSet } from '../records/record-set.ts';
import { isSummable } from '../records/schema.ts';
import type { Condition } from './condition.ts';
import { addRatioMeasures } from './ratio.ts';
import { resolveColumn } from './resolve-column.ts';
import type { Transform } from './transform-request.ts';
import type { ComparedTotal, Totals } from './transformed-rows.ts';

/** The totals of sums and numbers of records, of what compares them, and of ratios and shares; with `hasAll`, of all measures. */
export async function totalsOf(frame: Frame, hasAll = false): Promise<Totals> {
  const atAll = await atAllRows(frame);
  // There may be 10,000 columns.
  const hasMixed = frame.measures.some(({ amount }) => amount !== undefined);
  const totals = new Map<string, string>();
  for (const measure of frame.measures) {
    const { column, role, isAdded = false } = measure;
    if (!hasAll && !isAdded && role !== 'ratio' && role !== 'share') continue;
    const mixed = hasMixed ? totalOfMixed(measure, frame) : undefined;
    totals.set(columnKey(column.path), mixed ?? atAll(measure) ?? 'null');
  }
  return totals;
}

/** The total of a measure, and those of what compares it: the earlier total, the change, and the percent. */
export function comparedTotals(measure: Column, totals: Totals): readonly Cell[] {
  return comparedColumns(measure).map(({ path }) => totals.get(columnKey(path)));
}

/** The codes of an amount of several currencies, and nothing for what is computed from one; undefined for other columns. */
function totalOfMixed({ column, of }: Measure, frame: Frame): string | undefined {
  const amount = of.map((each) => measureNamed(frame, each)?.amount).find((each) => each !== undefined);
  if (amount === undefined) return undefined;
  return isSameColumn(column, of[0]) ? JSON.stringify(listCodes(amount.codes)) : 'null';
}

/** The totals of those `candidates` among the columns of records that can be added up, and of ratios of them. */
export async function totalsOfRecords(
  records: RecordSet,
  candidates: readonly Column[],
  ratios: Transform['ratios'],
  { mixed }: Currencies,
  { form, endTurn }: Pick<Frame, 'form' | 'endTurn'>,
): Promise<Totals> {
  const { table, schemas } = await groupRecords([records], {
    keys: [],
    states: candidates.map((column) => ({ kind: 'sum', column })),
    surveyed: candidates,
  });
  const measures = candidates.flatMap((column, index) => {
    // A sum that lacks a number is none.
    if (!isSummable(schemas[index]!) || table.parts[0]!.states[index]!.refused !== undefined) return [];
    const amount = mixed.get(columnKey(column.path));
    const sum = { kind: 'sum', column, name: column.name, source: index, amount } as const;
    return measuresOf(sum).map((measure) => ({ ...measure, column, of: [column] }));
  });
  const frame = { table, measures, rows: table.allGroups(), sides: 1, form, endTurn };
  return totalsOf(await addRatioMeasures(frame, ratios, records));
}

/** The change a day of the sums in the rows of ranges with these numbers of days; undefined if the rows have no sums. */
export async function findChangePerDay(
  frame: Frame,
  days: readonly [number, number],
): Promise<ChangePerDay | undefined> {
  const sums = sumsIn(frame);
  if (sums.length === 0) return undefined;
  const totals = await totalsOf(frame);
  return {
    measure: (await chooseMeasure(frame, sums)).column,
    days,
    percents: new Map(
      sums
        .filter(({ amount }) => amount === undefined)
        .map(({ column }) => [columnKey(column.path), percentPerDay(column, totals, days).shown]),
    ),
  };
}

/** The change a day of a sum in percent. Both sums are of the product of both numbers of days, so it is exact. */
function percentPerDay(sum: Column, totals: Totals, days: readonly [number, number]): Quotient {
  const [now, before] = comparedTotals(sum, totals)
    .slice(0, 2)
    .map((cell, side) => {
      const total = numberIn(cell);
      return total === undefined ? 'null' : formatDecimal(timesCount(total, days[1 - side]!));
    });
  return percentOf(changeOf(now, before), before);
}

/**
 * The total, over all groups, of the first sum that the conditions test, or whose comparison they test, or else of the main sum.
 * `days` are the different numbers of days of both ranges. Undefined without a comparison, and without such a sum of one currency.
 */
export async function comparedTotal(
  alert: readonly Condition[],
  shown: Frame,
  days: readonly [number, number] | undefined,
): Promise<ComparedTotal | undefined> {
  // The line has rounded figures in each format.
  const frame: Frame = { ...shown, form: 'rounded' };
  const sums = sumsIn(frame);
  const isOfClients = (frame.usual?.clients.length ?? 1) > 1;
  if (frame.sides === 1 || sums.length === 0 || isOfClients) return undefined;
  const tested = testedMeasures(alert, frame).find((each) => sums.includes(each));
  const { column: measure, amount } = tested ?? (await chooseMeasure(frame, sums));
  if (amount !== undefined) return undefined;
  const totals = await totalsOf(frame);
  const [now, before, change, percent] = comparedTotals(measure, totals);
  const perDay = days && percentPerDay(measure, totals, days).exact;
  return { measure: measure.name, now, before, change, percent, percentPerDay: perDay };
}

/**
 * The rows without the groups that ended before the day before the range, and those that are usually not above zero: nothing fell.
 * Only a comparison with the weeks before has them.
 */
export function withoutEnded(frame: Frame, alert: readonly Condition[]): Frame {
  const { table, usual } = frame;
  if (alert.length === 0 || usual === undefined) return frame;
  const usualIn = testedMeasures(alert, frame).map(({ column }) => cellOf(frame, comparedColumns(column)[1]));
  const counts = (row: number): boolean =>
    usual.hadRecords(table, row) && usualIn.every((cell) => (numberIn(cell(row))?.units ?? 0) > 0);
  return { ...frame, rows: frame.rows.filter((row) => table.hasRecords(row, 0) || counts(row)) };
}

/** The measures that the conditions test, or whose comparison they test. */
function testedMeasures(alert: readonly Condition[], frame: Frame): readonly Measure[] {
  return alert.flatMap(({ column, source }) => {
    const tested = measureNamed(frame, resolveColumn(column, { columns: columnsOf(frame) }, source));
    if (tested === undefined || tested.role === 'ratio' || tested.role === 'share') return [];
    return ownMeasures(frame).find((each) => isSameColumn(each.column, tested.of[0]))!;
  });
}
