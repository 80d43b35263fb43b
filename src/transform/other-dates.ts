/** Refuses to order records by dates that are not spelled as ISO 8601 does: texts such as 01/31/2026 sort by month. */

import { type Column, columnKey } from '../core/columns.ts';
import { ReportingError } from '../core/errors.ts';
import { flagOf } from '../core/option-names.ts';
import { toVisibleLine } from '../core/text.ts';
import { isReadable } from '../dates/date-errors.ts';
import { parseCalendarSpan } from '../dates/unit-names.ts';
import { dateRole, dateSpelling } from '../json/date-values.ts';
import { type Cell, cellText, isEmpty, isNumber, isText } from '../records/cells.ts';
import type { RecordSet } from '../records/record-set.ts';
import { scanRows } from '../records/scanned-rows.ts';
import { isOrder } from './condition-test.ts';
import { unite } from './resolve-column.ts';
import type { Transform } from './transform-request.ts';
import { type Condition, quoteCondition } from './where.ts';

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
const MAX_READ = 100;
const SHOWN_LENGTH = 40;
const HINT = 'dates that can be read are 2026-01-31, 2026/01/31 and 20260131: ask the service for them';

interface Use {
  readonly column: Column;
  /** The option as messages quote it. */
  readonly option: string;
  /** True if numbers cannot be used either. */
  readonly refusesNumbers: boolean;
  readonly hint: string;
}

/** Throws a usage error for a column of such dates that a condition orders, or that gives the order or the unit of rows. */
export async function assertReadableDates(
  request: Pick<Transform, 'where' | 'sort' | 'by'>,
  recordSets: readonly RecordSet[],
  { dated, dayColumn }: { readonly dated: readonly Column[]; readonly dayColumn: Column | undefined },
): Promise<void> {
  const known = new Set(dated.map(({ path }) => columnKey(path)));
  const columns = unite(recordSets).columns.filter(({ path }) => !known.has(columnKey(path)));
  const named = (name: string): readonly Column[] => columns.filter((column) => column.name === name);
  const uses: readonly Use[] = [
    ...request.where.filter(mayNeedDates).flatMap((condition) => {
      const option = quoteCondition(condition);
      const refusesNumbers = condition.values.some(
        ({ text }) => dateSpelling(JSON.stringify(text)) !== undefined,
      );
      return named(condition.column).map((column) => ({ column, option, refusesNumbers, hint: HINT }));
    }),
    ...request.sort.flatMap(({ column: name }) => {
      const option = `${flagOf('sort')} ${name}`;
      return named(name).map((column) => ({ column, option, refusesNumbers: false, hint: HINT }));
    }),
    ...(request.by === undefined || dayColumn !== undefined ? [] : columns)
      .filter(({ path }) => dateRole(path) === 'record')
      .map((column) => {
        const hint = `${HINT}, or add --date-column none to request each ${request.by} apart`;
        return { column, option: `${flagOf('by')} ${request.by}`, refusesNumbers: true, hint };
      }),
  ];
  if (uses.length === 0) return;
  const examples = await findOtherDates(
    uses.map(({ column }) => column),
    recordSets,
  );
  for (const [index, { column, option, refusesNumbers, hint }] of uses.entries()) {
    const example = examples[index];
    if (example === undefined || (isNumber(example) && !refusesNumbers)) continue;
    const shown = toVisibleLine(example, SHOWN_LENGTH);
    const unit = isNumber(example) ? ' (seconds or milliseconds since 1970)' : '';
    const text = `${option}: ${column.name} holds dates such as ${shown}${unit}, which cannot be compared`;
    throw new ReportingError('E-date-column', text, { hint });
  }
}

/** True for a condition that is about an order, or about a date. */
function mayNeedDates(condition: Condition): boolean {
  const isDate = ({ text }: Condition['values'][number]): boolean =>
    dateSpelling(JSON.stringify(text)) !== undefined || isReadable(parseCalendarSpan, text);
  return isOrder(condition) || (!condition.operator.endsWith('~') && condition.values.some(isDate));
}

/** A cell of each column whose first cells are all such dates; undefined for other columns. */
async function findOtherDates(
  columns: readonly Column[],
  recordSets: readonly RecordSet[],
): Promise<readonly Cell[]> {
  const examples = columns.map((): Cell => undefined);
  const open = new Set(columns.keys());
  const counts = columns.map(() => 0);
  for (const recordSet of recordSets) {
    for await (const rows of scanRows(recordSet, columns)) {
      while (rows.next()) {
        for (const index of open) {
          const cell = rows.cell(index);
          if (isEmpty(cell)) continue;
          const isOther = isOtherDate(cell!, columns[index]!);
          if (isOther) examples[index] ??= cell;
          else examples[index] = undefined;
          if (!isOther || ++counts[index]! >= MAX_READ) open.delete(index);
        }
        if (open.size === 0) return examples;
      }
    }
  }
  return examples;
}

function isOtherDate(cell: string, { path }: Column): boolean {
  const text = cellText(cell);
  if (isText(cell) && OTHER_DATE.test(text)) return true;
  return dateRole(path) !== 'other' && (SHORT_YEAR.test(text) || EPOCH.test(text));
}
