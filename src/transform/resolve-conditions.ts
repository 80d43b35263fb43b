/**
 * Resolves conditions to the columns of records and of groups, and to the tests of these columns: dates for columns whose cells are
 * dates, or most of whose cells are. Refuses to order records by dates that are not spelled as ISO 8601 does: texts such as 01/31/2026
 * sort by month.
 */

import { type Column, createColumn, isAmong, uniteColumns } from '../core/columns.ts';
import { ReportingError, tryRead } from '../core/errors.ts';
import { flagOf, toVisibleLine } from '../core/text.ts';
import { parseSpanStart, unitName } from '../dates/calendar.ts';
import { parseCalendarDate } from '../dates/date.ts';
import { columnsOf, type Frame, recordsOfFrame } from '../frame/frame.ts';
import type { GroupKey } from '../frame/key-column.ts';
import { comparedColumns } from '../frame/measures.ts';
import { createFoundDate, dateIn, dateRole, readDate } from '../json/date-values.ts';
import { isEmptyValue } from '../json/record-survey.ts';
import { type Cell, cellAt, cellText, isText } from '../records/cells.ts';
import { kindOfName } from '../records/name-kind.ts';
import type { RecordSet } from '../records/record-set.ts';
import { scanRows } from '../records/scanned-rows.ts';
import { type Condition, quoteCondition, quoteValue, textOf } from './condition.ts';
import { createDateTest, createValueTest, isOrder, isPart, type ResolvedCondition } from './condition-test.ts';
import { resolveColumn, unite } from './resolve-column.ts';
import type { Transform } from './transform-request.ts';

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

/** The facts about columns that are known without a look at their cells. */
export interface DateFacts {
  /** The columns with any cell that looks like a date. */
  readonly dated: readonly Column[];
  /** The columns with so many dates that the report takes them for dates. */
  readonly dateColumns: readonly Column[];
}

/** A function that tests whether one of the `columns` holds dates. Reads the records only if the facts do not decide. */
export async function findDates(
  columns: readonly Column[],
  recordSets: readonly RecordSet[],
  { dated, dateColumns }: DateFacts,
): Promise<(column: Column) => boolean> {
  const [isDated, isLikely] = [isAmong(dated), isAmong(dateColumns)];
  const isKnown = (column: Column): boolean => isLikely(column) && dateRole(column.path) === 'record';
  const open = uniteColumns([columns]).filter((column) => !isKnown(column) && isDated(column));
  const tallies = await tallyDates(open, recordSets);
  const ofDates = tallies.filter((tally) => tally.areDates()).map(({ column }) => column);
  return isAmong([...columns.filter(isKnown), ...ofDates]);
}

const SHOWN_LENGTH = 40;

/** Throws a usage error for a column of other dates that a condition or the order of the rows compares. */
export async function assertReadableDates(
  { where, sort }: Pick<Transform, 'where' | 'sort'>,
  recordSets: readonly RecordSet[],
  { dated }: Pick<DateFacts, 'dated'>,
): Promise<void> {
  const isDated = isAmong(dated);
  const comparesDates = (condition: Condition): boolean =>
    isOrder(condition) ||
    (!isPart(condition) && condition.values.some(({ text }) => dateIn(JSON.stringify(text)) !== undefined));
  const uses = new Map([
    ...sort.map(({ column }) => [column, `${flagOf('sort')} ${column}`] as const),
    ...where.filter(comparesDates).map((condition) => [condition.column, quoteCondition(condition)] as const),
  ]);
  const used = unite(recordSets).columns.filter((column) => uses.has(column.name) && !isDated(column));
  for (const { column, other } of await tallyDates(used, recordSets, (tally) => tally.isDecided)) {
    if (other === undefined) continue;
    const { name } = column;
    const text = `${uses.get(name)}: ${name} holds dates such as ${toVisibleLine(other, SHOWN_LENGTH)}, which cannot be compared`;
    const hint = 'dates that can be read are 2026-01-31, 2026/01/31 and 20260131: ask the service for them';
    throw new ReportingError('E-date-column', text, { hint });
  }
}

/** Counts the dates of the columns, until all tallies meet `isDone`. */
async function tallyDates(
  columns: readonly Column[],
  recordSets: readonly RecordSet[],
  isDone: (tally: DateTally) => boolean = () => false,
): Promise<readonly DateTally[]> {
  const tallies = columns.map((column) => new DateTally(column));
  for (const recordSet of recordSets) {
    if (tallies.every(isDone)) break;
    for await (const rows of scanRows(recordSet, columns)) {
      const { block, starts, ends } = rows;
      while (rows.next()) {
        for (let index = 0; index < tallies.length; index++) {
          tallies[index]!.add(block, starts[index]!, ends[index]!);
        }
      }
      if (tallies.every(isDone)) break;
    }
  }
  return tallies;
}

const MONTH = '(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\\.?';
const DAY = '(?:0?[1-9]|[12]\\d|3[01])';
const YEAR = '(?:19|20)\\d\\d';
/** 01/31/2026, 31.01.2026, 2026-1-31, 31 Jan 2026, Jan 31, 2026. */
const OTHER_DATE = new RegExp(
  `^(?:(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*,? )?(?:${[
    `${DAY}([/.-])${DAY}\\1${YEAR}`,
    `${YEAR}([/.-])${DAY}\\2${DAY}`,
    `${DAY}[ -]${MONTH}(?:[ -]${YEAR})?`,
    `${MONTH} ${DAY}(?:,? ${YEAR})?`,
  ].join('|')})(?=$|[ tT,])`,
  'i',
);
/** The same with a year of two digits, which a version may be, too. */
const SHORT_YEAR = new RegExp(`^${DAY}([/.-])${DAY}\\1\\d\\d(?=$|[ tT,])`);
/** Cells that decide whether a column holds dates in another spelling. */
const MAX_READ = 100;

const found = createFoundDate();

/** Counts the dates of a column. Its code runs for every cell. */
class DateTally {
  private filled = 0;
  private dates = 0;
  /** Dates with separators: `2026-01-31`. A number or an id does not look like that. */
  private separated = 0;
  /** A cell of a column whose first cells are all dates in another spelling; undefined for other columns. */
  other: Cell;
  /** True once `other` is decided. */
  isDecided = false;

  constructor(readonly column: Column) {}

  add(block: Buffer, start: number, end: number): void {
    if (end === 0 || isEmptyValue(block, start)) return;
    this.filled++;
    if (readDate(block, start, found)) {
      this.dates++;
      if (found.separator !== '') this.separated++;
    }
    if (!this.isDecided) this.decide(cellAt(block, start, end)!);
  }

  private decide(cell: string): void {
    const text = isText(cell) ? cellText(cell) : '';
    const isNamedDate = dateRole(this.column.path) !== 'other';
    const isOther = OTHER_DATE.test(text) || (isNamedDate && SHORT_YEAR.test(text));
    this.other = isOther ? (this.other ?? cell) : undefined;
    this.isDecided = !isOther || this.filled >= MAX_READ;
  }

  /** True for a column of dates. Numbers are dates only if the name of their column says so. */
  areDates(): boolean {
    const { filled, dates, separated, column } = this;
    if (separated > 0) return separated * 2 >= filled;
    const { kind } = kindOfName(column.path);
    if (dates === 0 || dates < filled || kind === 'money' || kind === 'count') return false;
    return dateRole(column.path) !== 'other';
  }
}
