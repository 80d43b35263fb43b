/** Totals: the measures of all rows together, and ratios computed again from these. */

import { type Column, columnKey, isSameColumn } from '../core/columns.ts';
import { addDecimals, type Decimal, formatDecimal } from '../core/decimal.ts';
import { numberIn, percentOf, shownQuotient } from '../frame/arithmetic.ts';
import type { MixedAmount } from '../frame/currencies.ts';
import { amountsIn, atAllRows, type Frame } from '../frame/frame.ts';
import { groupRecords } from '../frame/group-records.ts';
import type { Measure } from '../frame/measures.ts';
import { comparedColumns } from '../frame/measures.ts';
import type { Sums } from '../frame/states.ts';
import { inTurns } from '../frame/turns.ts';
import type { Cell } from '../records/cells.ts';
import { listCodes } from '../records/currency.ts';
import type { RecordSet } from '../records/record-set.ts';
import { isSummable } from '../records/schema.ts';
import type { Ratio } from './ratio.ts';
import type { Totals } from './transformed-rows.ts';

/** The totals of sums and numbers of records, of what compares them, and of ratios and shares. */
export async function totalsOf(frame: Frame): Promise<Totals> {
  const atAll = await atAllRows(frame);
  const amounts = amountsIn(frame);
  const totals = new Map<string, string>();
  for (const measure of frame.measures) {
    const { column, role, of, isAdded = false } = measure;
    if (!isAdded && role !== 'ratio' && role !== 'share') continue;
    const mixed = totalOfMixed(column, of, amounts);
    let total = mixed ?? atAll(measure) ?? 'null';
    // The median of a total is no sum of rows.
    if (mixed === undefined && frame.usual === undefined && total === 'null') {
      // Without a total of one side, the changes are added up: those of new groups, for example.
      if (role === 'change') total = await sumOfRows(frame, measure);
      if (role === 'percent') {
        const [, before, change] = comparedColumns(of[0]!).map(({ path }) => totals.get(columnKey(path)));
        total = shownQuotient(percentOf(change, before), frame.keepsDigits);
      }
    }
    totals.set(columnKey(column.path), total);
  }
  return totals;
}

/** The codes of an amount of several currencies, and nothing for what is computed from one; undefined for other columns. */
function totalOfMixed(
  column: Column,
  of: readonly Column[],
  amounts: ReadonlyMap<string, MixedAmount>,
): string | undefined {
  const amount = of.map(({ path }) => amounts.get(columnKey(path))).find((each) => each !== undefined);
  if (amount === undefined) return undefined;
  return isSameColumn(column, of[0]) ? JSON.stringify(listCodes(amount.codes)) : 'null';
}

async function sumOfRows({ table, rows, endTurn }: Frame, { at }: Measure): Promise<string> {
  let sum: Decimal | undefined;
  await inTurns(rows.length, endTurn, (index) => {
    const number = numberIn(at(table.spotOf(rows[index]!)));
    if (number !== undefined) sum = sum === undefined ? number : addDecimals(sum, number);
  });
  return sum === undefined ? 'null' : formatDecimal(sum);
}

/** The totals of those columns of records that can be added up, and of ratios of them. */
export async function totalsOfRecords(
  recordSet: RecordSet,
  candidates: readonly Column[],
  ratios: readonly Ratio[],
  {
    amounts,
    keepsDigits,
  }: { readonly amounts: ReadonlyMap<string, MixedAmount>; readonly keepsDigits: boolean },
): Promise<Totals> {
  const { table, schemas } = await groupRecords([recordSet], {
    keys: [],
    states: candidates.map((column) => ({ kind: 'sum', column })),
    surveyed: candidates,
  });
  const totals = new Map<string, string>();
  for (const [index, column] of candidates.entries()) {
    if (!isSummable(schemas[index]!)) continue;
    const sums = table.parts[0]!.states[index] as Sums;
    // A sum that lacks a number is none.
    if (sums.refused !== undefined) continue;
    totals.set(columnKey(column.path), totalOfMixed(column, [column], amounts) ?? sums.textOf(0));
  }
  const totalOf = ({ path }: Column): Cell => totals.get(columnKey(path));
  for (const { column, numerator, denominator, quotientOf } of ratios) {
    const total =
      totalOfMixed(column, [numerator, denominator], amounts) ??
      shownQuotient(quotientOf(totalOf(numerator), totalOf(denominator)), keepsDigits);
    totals.set(columnKey(column.path), total);
  }
  return totals;
}
