/**
 * Decides which columns conditions compare as dates: those whose cells are dates, or most of whose cells are. Refuses to order records by
 * dates that are not spelled as ISO 8601 does: texts such as 01/31/2026 sort by month.
 */

import { type Column, columnKey, uniteColumns } from '../core/columns.ts';
import { ReportingError } from '../core/errors.ts';
import { flagOf } from '../core/option-names.ts';
import { toVisibleLine } from '../core/text.ts';
import { isReadable } from '../dates/date-errors.ts';
import { parseCalendarSpan } from '../dates/unit-names.ts';
import { isEmptyValue } from '../json/column-dates.ts';
import { createFoundDate, dateRole, dateSpelling, readDate } from '../json/date-values.ts';
import { type Cell, cellAt, cellText, isNumber, isText } from '../records/cells.ts';
import { kindOfName } from '../records/name-kind.ts';
import type { RecordSet } from '../records/record-set.ts';
import { scanRows } from '../records/scanned-rows.ts';
import { isOrder, isPart } from './condition-test.ts';
import { unite } from './resolve-column.ts';
import type { Transform } from './transform-request.ts';
import { quoteCondition } from './where.ts';

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

const HINT = 'dates that can be read are 2026-01-31, 2026/01/31 and 20260131: ask the service for them';
const SHOWN_LENGTH = 40;

/** A use of a column that needs an order: `option` as messages quote it. */
interface Use {
  readonly name: string;
  readonly option: string;
  /** True if numbers cannot be used either. */
  readonly refusesNumbers?: boolean;
  readonly hint?: string;
}

/** Throws a usage error for a column of other dates that a condition orders, or that gives the order or the unit of rows. */
export async function assertReadableDates(
  { where, sort, by }: Pick<Transform, 'where' | 'sort' | 'by'>,
  recordSets: readonly RecordSet[],
  { dated, dayColumn }: Pick<DateFacts, 'dated'> & { readonly dayColumn: Column | undefined },
): Promise<void> {
  const isDated = isAmong(dated);
  const columns = unite(recordSets).columns.filter((column) => !isDated(column));
  const hint = `${HINT}, or add --date-column none to request each ${by} apart`;
  const uses: readonly Use[] = [
    ...where.flatMap((condition): readonly Use[] => {
      const { column: name, values } = condition;
      const refusesNumbers = values.some(({ text }) => dateSpelling(JSON.stringify(text)) !== undefined);
      const isOfDates = refusesNumbers || values.some(({ text }) => isReadable(parseCalendarSpan, text));
      if (!isOrder(condition) && (isPart(condition) || !isOfDates)) return [];
      return [{ name, option: quoteCondition(condition), refusesNumbers }];
    }),
    ...sort.map(({ column: name }) => ({ name, option: `${flagOf('sort')} ${name}` })),
    ...(by === undefined || dayColumn !== undefined ? [] : columns)
      .filter(({ path }) => dateRole(path) === 'record')
      .map(({ name }) => ({ name, option: `${flagOf('by')} ${by}`, refusesNumbers: true, hint })),
  ];
  const used = columns.filter((column) => uses.some(({ name }) => name === column.name));
  const tallies = await tallyDates(used, recordSets, (tally) => tally.isDecided);
  for (const { name, option, refusesNumbers = false, hint = HINT } of uses) {
    for (const { column, other } of tallies) {
      if (column.name !== name || other === undefined || (isNumber(other) && !refusesNumbers)) continue;
      const unit = isNumber(other) ? ' (seconds or milliseconds since 1970)' : '';
      const text = `${option}: ${name} holds dates such as ${toVisibleLine(other, SHOWN_LENGTH)}${unit}, which cannot be compared`;
      throw new ReportingError('E-date-column', text, { hint });
    }
  }
}

/** A function that tests whether a column is one of `columns`. */
export function isAmong(columns: readonly Column[]): (column: Column) => boolean {
  const keys = new Set(columns.map(({ path }) => columnKey(path)));
  return ({ path }) => keys.has(columnKey(path));
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
/** Seconds or milliseconds since 1970, from 2001 to 2033. */
const EPOCH = /^1\d{9}(?:\d{3})?$/;
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
    if (readDate(block, start, found) === 'date') {
      this.dates++;
      if (found.separator !== '') this.separated++;
    }
    if (!this.isDecided) this.decide(cellAt(block, start, end)!);
  }

  private decide(cell: string): void {
    const text = cellText(cell);
    const isNamedDate = dateRole(this.column.path) !== 'other';
    const isOther =
      (isText(cell) && OTHER_DATE.test(text)) || (isNamedDate && (SHORT_YEAR.test(text) || EPOCH.test(text)));
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
