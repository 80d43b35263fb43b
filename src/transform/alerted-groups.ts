/** The groups that meet `--alert`, and the facts for the line that names them. */

import { type Column, columnKey } from '../core/columns.ts';
import { signOf } from '../core/exact-math.ts';
import { numberIn } from '../frame/arithmetic.ts';
import { comparedColumns } from '../frame/compared-columns.ts';
import { cellOf, frameOf, recordsOfFrame } from '../frame/frame.ts';
import { hasRecords } from '../frame/measures.ts';
import type { Cell } from '../records/cells.ts';
import type { RecordSet } from '../records/record-set.ts';
import { isComparison } from '../records/row-keys.ts';
import { findChangePerDay, sumsIn } from './change-per-day.ts';
import type { CountedDays } from './counted-days.ts';
import type { Step } from './group-step.ts';
import { chooseMeasure } from './main-measure.ts';
import { resolveGroupColumn } from './resolve-conditions.ts';
import { totalsOfGroups } from './totals.ts';
import type { ComparedTotal } from './transformed-rows.ts';
import type { Condition } from './where.ts';

/**
 * The total, over all groups, of the sum that the conditions test, or else of the main sum. `days` are those of both ranges.
 * Undefined without a comparison, and without such a sum of one currency.
 */
export async function comparedTotal(
  alert: readonly Condition[],
  step: Step,
  days: CountedDays | undefined,
): Promise<ComparedTotal | undefined> {
  const shown = frameOf(step.recordSet);
  if (shown === undefined || !isComparison(step.keys)) return undefined;
  // The line has rounded figures in each format.
  const frame = { ...shown, keepsDigits: false };
  const measure = await testedSum(alert, step);
  const isOfClients = (step.groups?.usual?.clients.length ?? 1) > 1;
  if (measure === undefined || isOfClients || step.amounts.has(columnKey(measure.path))) return undefined;
  const columns = comparedColumns(measure);
  const totals = await totalsOfGroups(frame, columns, step.groups?.usual === undefined ? [measure] : []);
  const perDay = await findChangePerDay({ ...step, recordSet: recordsOfFrame(frame) }, days, false);
  const [now, before, change, percent] = columns.map(({ path }) => totals.get(columnKey(path)));
  const percentPerDay = perDay?.totals.get(columnKey(columns[3].path));
  return { measure: measure.name, now, before, change, percent, percentPerDay };
}

/**
 * The rows without the groups that ended before the day before the range, and those that are usually not above zero: nothing fell.
 * Only a comparison with the weeks before has them.
 */
export async function withoutEnded(step: Step, alert: readonly Condition[]): Promise<RecordSet> {
  const frame = frameOf(step.recordSet);
  const usual = step.groups?.usual;
  if (alert.length === 0 || frame === undefined || usual === undefined) return step.recordSet;
  const { table } = frame;
  const usualIn = (await testedMeasures(alert, step)).map((each) => cellOf(frame, comparedColumns(each)[1]));
  const isAboveZero = (cell: Cell): boolean => {
    const number = numberIn(cell);
    return number !== undefined && signOf(number) > 0;
  };
  const isGone = (row: number): boolean => !hasRecords(table, row, 0);
  const counts = (row: number): boolean =>
    usual.hadRecords(table, row) && usualIn.every((cell) => isAboveZero(cell(row)));
  return recordsOfFrame({ ...frame, rows: frame.rows.filter((row) => !isGone(row) || counts(row)) });
}

/** The measures that the conditions test, or whose comparison they test. */
async function testedMeasures(alert: readonly Condition[], step: Step): Promise<readonly Column[]> {
  const measures: Column[] = [];
  for (const { column: name, source } of alert) {
    const { column } = await resolveGroupColumn(name, source, step);
    const tested = step.keys.derived?.get(columnKey(column.path))?.measure ?? column;
    const measure = step.groups?.measures.find((each) => each.name === tested.name);
    if (measure !== undefined) measures.push(measure);
  }
  return measures;
}

/** The first sum that a condition tests, or whose comparison it tests; or else the main sum. */
async function testedSum(alert: readonly Condition[], step: Step): Promise<Column | undefined> {
  const sums = sumsIn(step.groups!);
  if (sums.length === 0) return undefined;
  const tested = (await testedMeasures(alert, step)).find((each) => sums.includes(each));
  return tested ?? chooseMeasure(step.recordSet, sums, step.groups!.namedMeasure);
}
