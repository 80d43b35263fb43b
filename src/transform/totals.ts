/** Totals: the measures of all rows together, and ratios computed again from these. */

import { type Column, columnKey } from '../core/columns.ts';
import { addDecimals, type Decimal, formatDecimal } from '../core/decimal.ts';
import { numberIn, percentOf, shownQuotient } from '../frame/arithmetic.ts';
import { comparedColumns } from '../frame/compared-columns.ts';
import { atAllRows, cellOf, type Frame, frameOf } from '../frame/frame.ts';
import { groupRecords } from '../frame/group-records.ts';
import { measureOf, statesOf } from '../frame/measures.ts';
import { inTurns } from '../frame/turns.ts';
import type { Cell } from '../records/cells.ts';
import type { RecordSet } from '../records/record-set.ts';
import { isComparison } from '../records/row-keys.ts';
import { emptyMixedTotals } from './amounts.ts';
import type { Step } from './group-step.ts';
import { measuresOf } from './plan-groups.ts';
import type { Ratio } from './ratio.ts';
import type { Totals } from './transformed-rows.ts';

/** The totals of all rows of a step, which have these ratios, too. */
export async function totalsOf(
  { recordSet, keys, groups, summable, amounts }: Step,
  ratios: readonly Ratio[],
  keepsDigits: boolean,
): Promise<Totals> {
  const frame = frameOf(recordSet);
  const added = new Set(summable.map(({ name }) => name));
  const compared = isComparison(keys) ? groups!.measures.filter(({ name }) => added.has(name)) : [];
  const percents = compared.map((measure) => comparedColumns(measure)[3]);
  const computed = ratios.map(({ column }) => column);
  // The median of a total is no sum of rows.
  const sides = groups?.usual === undefined ? compared : [];
  const totals =
    frame === undefined
      ? await totalsOfRecords(recordSet, summable, ratios, keepsDigits)
      : await totalsOfGroups(frame, [...summable, ...percents, ...computed], sides);
  return emptyMixedTotals(totals, amounts, { ratios, derived: keys.derived ?? new Map() });
}

/** The totals of these columns of groups. `compared` are the measures with a change. */
export async function totalsOfGroups(
  frame: Frame,
  columns: readonly Column[],
  compared: readonly Column[],
): Promise<Totals> {
  const atAll = await atAllRows(frame);
  const totals = new Map(columns.map((column) => [columnKey(column.path), atAll(column) ?? 'null'] as const));
  for (const measure of compared) {
    const [, before, change, percent] = comparedColumns(measure);
    const [changeKey, percentKey] = [columnKey(change.path), columnKey(percent.path)];
    // Without a total of one side, the changes are added up: those of new groups, for example.
    if (totals.get(changeKey) === 'null') totals.set(changeKey, await sumOfRows(frame, change));
    const quotient = percentOf(totals.get(changeKey), totals.get(columnKey(before.path)));
    if (totals.has(percentKey)) totals.set(percentKey, shownQuotient(quotient, frame.keepsDigits));
  }
  return totals;
}

async function sumOfRows(frame: Frame, column: Column): Promise<string> {
  const { rows, endTurn } = frame;
  const cell = cellOf(frame, column);
  let sum: Decimal | undefined;
  await inTurns(rows.length, endTurn, (index) => {
    const number = numberIn(cell(rows[index]!));
    if (number !== undefined) sum = sum === undefined ? number : addDecimals(sum, number);
  });
  return sum === undefined ? 'null' : formatDecimal(sum);
}

/** The totals of those columns of records that can be added up, and of ratios of them. */
async function totalsOfRecords(
  recordSet: RecordSet,
  candidates: readonly Column[],
  ratios: readonly Ratio[],
  keepsDigits: boolean,
): Promise<Totals> {
  const aggregations = candidates.map((column) => ({ kind: 'sum' as const, column, name: column.name }));
  const { table, schemas } = await groupRecords([recordSet], {
    keys: [],
    states: statesOf(aggregations),
    surveyed: candidates,
  });
  const spot = { table, group: 0, part: 0, isMerged: false };
  const places = new Map(candidates.map(({ path }, index) => [columnKey(path), index]));
  const totals = new Map<string, string>(
    measuresOf(schemas).summable.map((column) => {
      const key = columnKey(column.path);
      const { name } = column;
      const each = { kind: 'sum' as const, name, column: name, source: places.get(key)!, amount: undefined };
      return [key, measureOf({ ...each, codes: [] }).at(spot) ?? 'null'];
    }),
  );
  const totalOf = ({ path }: Column): Cell => totals.get(columnKey(path));
  for (const { column, numerator, denominator, quotientOf } of ratios) {
    const quotient = quotientOf(totalOf(numerator), totalOf(denominator));
    totals.set(columnKey(column.path), shownQuotient(quotient, keepsDigits));
  }
  return totals;
}
