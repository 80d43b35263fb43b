/** Resolves conditions to the columns of records and of groups, and to the tests of these columns. */

import { type Column, columnKey, createColumn } from '../core/columns.ts';
import { flagOf } from '../core/option-names.ts';
import { parseSpanStart } from '../dates/unit-names.ts';
import { chooseMeasure, columnsOf, type Frame, measureNamed, ownMeasures, recordsOfFrame } from '../frame/frame.ts';
import { comparedColumns } from '../frame/measures.ts';
import { type Cell, cellText } from '../records/cells.ts';
import type { RecordSet } from '../records/record-set.ts';
import { PART_HEADINGS } from '../records/row-keys.ts';
import {
  type ConditionTest,
  createColumnTest,
  createValueTest,
  isPart,
  numberOf,
  type ResolvedCondition,
} from './condition-test.ts';
import { createDateTest } from './date-test.ts';
import { type DateFacts, findDates, isAmong } from './find-dates.ts';
import { resolveColumn, unite } from './resolve-column.ts';
import type { Condition, ConditionSource } from './where.ts';

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

/** A condition that may still need the test of a date, a number or a text. */
type NamedCondition = Omit<ResolvedCondition, 'test'> & { readonly test?: ConditionTest };

/** The conditions, each with its test. */
async function withTests(
  named: readonly NamedCondition[],
  recordSets: readonly RecordSet[],
  facts: DateFacts,
): Promise<readonly ResolvedCondition[]> {
  const mayBeDates = named.filter(({ condition, test }) => test === undefined && !isPart(condition));
  const columns = mayBeDates.map(({ column }) => column);
  const verdicts = await findDates(columns, recordSets, facts);
  return named.map((each) => {
    const { condition, column } = each;
    const verdict = isPart(condition) ? undefined : verdicts.get(columnKey(column.path));
    const areNumbers = verdict === 'maybe' && condition.values.every((value) => numberOf(value) !== undefined);
    const createTest = verdict === undefined || areNumbers ? createValueTest : createDateTest;
    return { ...each, test: each.test ?? createTest(condition) };
  });
}

/** Resolves the conditions on groups. `dated` are the columns of the records with any cell that looks like a date. */
export async function resolveHaving(
  having: readonly Condition[],
  frame: Frame,
  dated: readonly Column[],
): Promise<{ readonly conditions: readonly ResolvedCondition[]; readonly notes: readonly string[] }> {
  const notes: string[] = [];
  const named: NamedCondition[] = [];
  for (const condition of having) {
    const { column, note } = await resolveGroupColumn(condition.column, condition.source, frame);
    named.push(
      unitCondition(condition, column, frame) ??
        (await columnCondition(condition, column, frame)) ?? {
          condition: withoutPercent(condition, column, frame),
          column,
        },
    );
    if (note !== undefined) notes.push(note);
  }
  const facts = { dated: datedColumns(frame, dated), dateColumns: [] };
  return { conditions: await withTests(named, [recordsOfFrame(frame)], facts), notes };
}

const { usual: USUAL, ...NAMES } = PART_HEADINGS;
const PARTS: readonly string[] = Object.values(NAMES);

/**
 * The column of groups that an option names. In a comparison, `before`, `change` and `%` name the parts of the main measure, as in
 * a table; the note says so if there are several measures.
 */
export async function resolveGroupColumn(
  name: string,
  source: ConditionSource | 'sort',
  frame: Frame,
): Promise<{ readonly column: Column; readonly note?: string }> {
  const { sides, usual, measures } = frame;
  const columns = columnsOf(frame);
  const part = PARTS.indexOf(name === USUAL && usual !== undefined ? NAMES.before : name);
  const isName = columns.some((column) => column.name === name || column.name.startsWith(`${name}.`));
  if (sides === 1 || part === -1 || isName) {
    return { column: resolveColumn(name, { columns, hasMoreColumns: false }, source) };
  }
  const main = await chooseMeasure(frame);
  const { column } = measures[measures.indexOf(main) + part + 1]!;
  if (ownMeasures(frame).length === 1) return { column };
  return { column, note: `${flagOf(source)} ${name} means ${column.name}` };
}

/** A condition on the names of units of time; undefined for another column. */
function unitCondition(condition: Condition, column: Column, { table }: Frame): NamedCondition | undefined {
  const unit = table.keys.find(({ key }) => key.name === column.name)?.key.unit;
  if (unit === undefined || isPart(condition)) return undefined;
  const test = createDateTest(condition, unit);
  const firstDayOf = (cell: Cell): Cell => {
    const day = parseSpanStart(cellText(cell));
    return day === undefined ? cell : JSON.stringify(day);
  };
  return { condition, column, test: { ...test, matches: (cell) => test.matches(firstDayOf(cell)) } };
}

/** A condition that compares two columns of numbers, such as `revenue<revenue_before`; undefined for another condition. */
async function columnCondition(
  condition: Condition,
  column: Column,
  frame: Frame,
): Promise<NamedCondition | undefined> {
  const { operator, values } = condition;
  const { text, isQuoted } = values[0]!;
  const isKey = measureNamed(frame, column) === undefined;
  if (isKey || isQuoted || operator === 'in' || isPart(condition)) return undefined;
  const names = [...PARTS, USUAL, ...columnsOf(frame).map(({ name }) => name)];
  if (!names.includes(text)) return undefined;
  const { column: other } = await resolveGroupColumn(text, condition.source, frame);
  return { condition, column, other, test: createColumnTest(condition, [column.name, other.name]) };
}

/** The condition with `-20` for `-20%`, if the column holds percentages. */
function withoutPercent(condition: Condition, column: Column, frame: Frame): Condition {
  if (!['percent', 'share'].includes(measureNamed(frame, column)?.role ?? '')) return condition;
  const values = condition.values.map((value) => {
    const number = { ...value, text: value.text.replace(/\s*%$/, '') };
    return numberOf(number) === undefined ? value : number;
  });
  return { ...condition, values };
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
