/** Resolves conditions to the columns of records and of groups, and to the tests of these columns. */

import { type Column, createColumn, isAmong } from '../core/columns.ts';
import { ReportingError, tryRead } from '../core/errors.ts';
import { flagOf } from '../core/text.ts';
import { parseSpanStart, unitName } from '../dates/calendar.ts';
import { parseCalendarDate } from '../dates/date.ts';
import { columnsOf, type Frame, recordsOfFrame } from '../frame/frame.ts';
import type { GroupKey } from '../frame/key-column.ts';
import { comparedColumns } from '../frame/measures.ts';
import type { RecordSet } from '../records/record-set.ts';
import { type Condition, quoteValue, textOf } from './condition.ts';
import { createDateTest, createValueTest, isPart, type ResolvedCondition } from './condition-test.ts';
import { type DateFacts, findDates } from './find-dates.ts';
import { resolveColumn, unite } from './resolve-column.ts';

/** Resolves the conditions on records. */
export async function resolveWhere(
  where: readonly Condition[],
  recordSets: readonly RecordSet[],
  facts: DateFacts,
): Promise<readonly ResolvedCondition[]> {
  const available = unite(recordSets);
  const named = where.map((condition) => ({
    condition,
    column: resolveColumn(condition.column, available, 'where'),
  }));
  return withTests(named, recordSets, facts);
}

/** The conditions, each with its test. */
async function withTests(
  named: readonly Omit<ResolvedCondition, 'test'>[],
  recordSets: readonly RecordSet[],
  facts: DateFacts,
): Promise<readonly ResolvedCondition[]> {
  const columns = new Set(recordSets.flatMap((each) => each.columns.map(({ name }) => name)));
  for (const { condition } of named) assertNoColumn(condition, columns);
  const compared = named.filter(({ condition }) => !isPart(condition));
  const holdsDates = await findDates(
    compared.map(({ column }) => column),
    recordSets,
    facts,
  );
  return named.map(({ condition, column }) => {
    const createTest = !isPart(condition) && holdsDates(column) ? createDateTest : createValueTest;
    return { condition, column, test: createTest(condition) };
  });
}

/** Throws a usage error for an order beside the name of another column: as a text, it would silently keep other rows. */
function assertNoColumn(condition: Condition, columns: ReadonlySet<string>): void {
  const name = condition.values.find(({ text, isQuoted }) => !isQuoted && columns.has(text));
  if (name === undefined || !/[<>]/.test(condition.operator)) return;
  throw new ReportingError(
    'E-condition',
    `${quoteValue(condition, name.text)} is a column: a condition compares with a value`,
    {
      hint: 'put a text that is no column in double quotation marks',
    },
  );
}

/** Resolves the conditions on groups. `dated` are the columns of the records with any cell that looks like a date. */
export async function resolveHaving(
  having: readonly Condition[],
  frame: Frame,
  dated: readonly Column[],
): Promise<readonly ResolvedCondition[]> {
  const named = having.map((condition) => {
    const column = resolveColumn(condition.column, { columns: columnsOf(frame) }, condition.source);
    const unit = frame.table.keys.find(({ key }) => key.name === column.name)?.key.unit;
    if (unit !== undefined && !isPart(condition)) assertUnits(condition, unit);
    return { condition, column };
  });
  const facts = { dated: datedColumns(frame, dated), dateColumns: [] };
  return withTests(named, [recordsOfFrame(frame)], facts);
}

/** Throws a usage error for a value that is not the name of such a unit: names sort by time. */
function assertUnits(condition: Condition, { unit, weekStart }: NonNullable<GroupKey['unit']>): void {
  for (const { text } of condition.values) {
    const start = tryRead(() => parseSpanStart(text));
    const name = unitName(start ?? parseCalendarDate('2026-02-01')!, unit, weekStart);
    if (text === '' || (start !== undefined && name === text)) continue;
    const example = textOf({ ...condition, values: [{ text: name, isQuoted: false }] });
    const hint = `write a ${unit}: ${flagOf(condition.source)} '${example}'; --where compares days`;
    throw new ReportingError('E-condition', `${quoteValue(condition, text)} is not the name of a ${unit}`, { hint });
  }
}

/** The columns of groups that hold cells of the `dated` columns: keys, and the smallest and largest values of both sides. */
function datedColumns({ table, measures }: Frame, dated: readonly Column[]): readonly Column[] {
  const isDated = isAmong(dated);
  const keys = table.keys.flatMap(({ key }) => (isDated(key.column) ? createColumn([key.name]) : []));
  const extremes = measures.filter(
    ({ aggregation, role }) => ['min', 'max'].includes(role) && aggregation && isDated(aggregation.column),
  );
  return [...keys, ...extremes.flatMap(({ column }) => comparedColumns(column).slice(0, 2))];
}
