/** Reads the findings of a report from its groups, and from those of its days. */

import { type Column, columnKey, isSameColumn } from '../core/columns.ts';
import { percentText, subtractDecimals } from '../core/decimal.ts';
import type { CalendarDate } from '../dates/date.ts';
import { type DayRow, type Findings, findFindings } from '../findings/findings.ts';
import { findMovers, type GroupRow } from '../findings/movers.ts';
import type { Wording } from '../findings/phrases.ts';
import { comparedColumns } from '../frame/measures.ts';
import { dateSpelling } from '../json/date-values.ts';
import { type Cell, visibleText } from '../records/cells.ts';
import { isAmount } from '../records/currency.ts';
import type { RecordSet } from '../records/record-set.ts';
import type { RowKeys } from '../records/row-keys.ts';
import { type ColumnSchema, isQuantity } from '../records/schema.ts';
import type { SummaryRows } from '../records/summaries.ts';
import { mainColumn } from './column-roles.ts';
import { readRowBlocks, surveyRows } from './display-cells.ts';
import type { EncoderInput } from './format.ts';
import { visibleName } from './short-cell.ts';

/** The rows of a report with one row for each group, and what is known about them. */
type FindingsInput = Pick<
  EncoderInput,
  'recordSet' | 'keys' | 'currencies' | 'range' | 'comparedRange' | 'changePerDay' | 'requestedMeasures' | 'daily'
>;

/** The findings and the column of the measure that they are about. */
export interface ReadFindings {
  readonly findings: Findings;
  readonly measure: Column;
}

/** Undefined unless each row is one group, and the main measure is a sum. */
export async function readFindings(input: FindingsInput): Promise<ReadFindings | undefined> {
  const { recordSet, keys, range, comparedRange, changePerDay } = input;
  if (keys?.areGroups !== true || keys.time !== undefined || keys.pivotedUnits !== undefined) return undefined;
  const schemas = await surveyRows(recordSet, recordSet.columns, recordSet.recordCount);
  const main = mainSum(schemas, input);
  if (main === undefined || range === undefined) return undefined;
  const findings = await findFindings({
    currencies: currenciesOf(main, input),
    range,
    comparedRange,
    days: changePerDay?.days,
    groups: readGroups(recordSet, keys, main.column),
    dayRows: input.daily && readDays(input.daily, keys, main.column),
  });
  return { findings, measure: main.column };
}

/** How a document for people words the findings of these rows. */
export function wordingOf(
  { keys, renames }: Pick<EncoderInput, 'keys' | 'renames'>,
  measure: Column,
  number: Wording['number'],
): Wording {
  return {
    measure: visibleName(measure, renames),
    number,
    group: (key) => key.map((cell) => visibleText(cell) || '(none)').join(' '),
    noun: (keys?.groups ?? []).map((column) => visibleName(column, renames)).join(', '),
  };
}

/** The change of another sum in percent of its earlier total; undefined without one, and for several currencies. */
export async function readChangeOf(
  column: Column,
  { recordSet, keys, currencies }: Pick<EncoderInput, 'recordSet' | 'keys' | 'currencies'>,
): Promise<string | undefined> {
  if (keys === undefined || currencies?.separators.has(columnKey(column.path)) === true) return undefined;
  const { now, before } = await findMovers(readGroups(recordSet, keys, column), 0);
  return now && before && percentText(subtractDecimals(now, before), before);
}

/** The measure that tables show first, if its numbers can be added. */
function mainSum(schemas: readonly ColumnSchema[], input: FindingsInput): ColumnSchema | undefined {
  const { keys } = input;
  const own = schemas.filter(
    (schema) => isQuantity(schema) && keys?.derived?.has(columnKey(schema.column.path)) !== true,
  );
  const main = mainColumn(own, { ...input, chosen: undefined });
  return main && keys?.addable?.has(columnKey(main.column.path)) ? main : undefined;
}

/** The currencies of the measure: none for a number that is no amount. */
function currenciesOf(main: ColumnSchema, { currencies }: FindingsInput): readonly string[] {
  const codes = currencies?.codes ?? [];
  if (currencies?.separators.has(columnKey(main.column.path)) === true) return codes;
  return codes.length === 1 && isAmount(main) ? codes : [];
}

/** The groups of a report with their sums of `measure`, in blocks. */
export async function* readGroups(
  recordSet: RecordSet,
  { groups, comparison }: RowKeys,
  measure: Column,
): AsyncGenerator<readonly GroupRow[]> {
  const isCompared = comparison?.has(columnKey(measure.path)) === true;
  const all = [...groups, measure, ...(isCompared ? comparedColumns(measure).slice(1, 3) : [])];
  const count = groups.length;
  for await (const rows of readRowBlocks(recordSet, all, recordSet.recordCount)) {
    yield rows.map((cells): GroupRow => {
      const row = { key: cells.slice(0, count), now: cells[count] };
      return isCompared ? { ...row, before: cells[count + 1], change: cells[count + 2] ?? 'null' } : row;
    });
  }
}

/** The days of groups, in blocks; undefined if they have another measure, or other groups. */
export function readDays(
  { recordSet, keys: { groups, time, comparison } }: SummaryRows,
  keys: RowKeys,
  measure: Column,
): AsyncIterable<readonly DayRow[]> | undefined {
  const own = recordSet.columns.find((column) => isSameColumn(column, measure));
  const haveSameKeys =
    groups.length === keys.groups.length && groups.every((column, index) => isSameColumn(column, keys.groups[index]));
  if (own === undefined || time?.unit !== 'day' || !haveSameKeys) return undefined;
  const before = comparison?.get(columnKey(measure.path));
  const all = [...groups, time.column, own, ...(time.comparison && before ? [time.comparison, before] : [])];
  return blocksOf(all, groups.length);

  async function* blocksOf(columns: readonly Column[], count: number): AsyncGenerator<readonly DayRow[]> {
    for await (const rows of readRowBlocks(recordSet, columns, recordSet.recordCount)) {
      yield rows.map((cells): DayRow => {
        const [day, now, comparisonDay, earlier] = cells.slice(count);
        const key = cells.slice(0, count);
        return { key, day: dayIn(day), now, comparisonDay: dayIn(comparisonDay), before: earlier };
      });
    }
  }
}

function dayIn(cell: Cell): CalendarDate | undefined {
  return cell === undefined ? undefined : dateSpelling(cell)?.date;
}
