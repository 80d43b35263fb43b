/** Reads the findings of a report from its grouped rows, and from those of its days. Rows are read several times, and none is kept. */

import { type Column, columnKey, isSameColumn } from '../core/columns.ts';
import { subtractDecimals } from '../core/decimal.ts';
import { percentText } from '../core/exact-math.ts';
import type { CalendarDate } from '../dates/date.ts';
import { type DayRow, type Findings, findFindings } from '../findings/findings.ts';
import { createMoverTally, type GroupRow } from '../findings/movers.ts';
import type { Wording } from '../findings/phrases.ts';
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
  | 'recordSet'
  | 'keys'
  | 'currencies'
  | 'range'
  | 'comparedRange'
  | 'changePerDay'
  | 'requestedMeasures'
  | 'daily'
>;

/** The findings and the column of the measure that they are about. */
export interface ReadFindings {
  readonly findings: Findings;
  readonly measure: Column;
}

/** Undefined unless each row is one group, and the main measure is a sum. */
export async function readFindings(input: FindingsInput): Promise<ReadFindings | undefined> {
  const { recordSet, keys, range, comparedRange, changePerDay } = input;
  if (keys?.areGroups !== true || keys.time !== undefined || keys.pivotedUnits !== undefined)
    return undefined;
  const schemas = await surveyRows(recordSet, recordSet.columns, recordSet.recordCount);
  const main = mainSum(schemas, input);
  if (main === undefined || range === undefined) return undefined;
  const findings = await findFindings({
    currencies: currenciesOf(main, input),
    range,
    comparedRange,
    days: changePerDay?.days,
    groups: () => readGroups(recordSet, keys, main.column),
    dayRows: input.daily && dailyRows(input.daily, keys, main.column),
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
  const tally = createMoverTally(0);
  for await (const rows of readGroups(recordSet, keys, column)) for (const row of rows) tally.add(row);
  const { now, before } = tally.result();
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
  keys: RowKeys,
  measure: Column,
): AsyncGenerator<readonly GroupRow[]> {
  const before = keys.comparison?.get(columnKey(measure.path));
  const change = before && changeOf(measure, keys, recordSet);
  const all = [...keys.groups, measure, ...(before && change ? [before, change] : [])];
  const count = keys.groups.length;
  for await (const rows of readRowBlocks(recordSet, all, recordSet.recordCount)) {
    yield rows.map((cells): GroupRow => {
      const row = { key: cells.slice(0, count), now: cells[count] };
      return change === undefined
        ? row
        : { ...row, before: cells[count + 1], change: cells[count + 2] ?? 'null' };
    });
  }
}

function changeOf(measure: Column, { derived }: RowKeys, { columns }: RecordSet): Column | undefined {
  return columns.find(({ path }) => {
    const found = derived?.get(columnKey(path));
    return found?.part === 'change' && isSameColumn(found.measure, measure);
  });
}

/** A function that reads the rows of the days; undefined if they have another measure, or other groups. */
export function dailyRows(
  { recordSet, keys: { groups, time, comparison } }: SummaryRows,
  keys: RowKeys,
  measure: Column,
): (() => AsyncGenerator<readonly DayRow[]>) | undefined {
  const own = recordSet.columns.find((column) => isSameColumn(column, measure));
  const haveSameKeys =
    groups.length === keys.groups.length &&
    groups.every((column, index) => isSameColumn(column, keys.groups[index]));
  if (own === undefined || time === undefined || time.unit !== 'day' || !haveSameKeys) return undefined;
  const before = comparison?.get(columnKey(measure.path));
  const compared = time.comparison && before ? [time.comparison, before] : [];
  const all = [...groups, time.column, own, ...compared];
  const count = groups.length;
  return async function* readDays() {
    for await (const rows of readRowBlocks(recordSet, all, recordSet.recordCount)) {
      yield rows.map(
        (cells): DayRow => ({
          key: cells.slice(0, count),
          day: dayIn(cells[count]),
          now: cells[count + 1],
          comparisonDay: dayIn(cells[count + 2]),
          before: cells[count + 3],
        }),
      );
    }
  };
}

function dayIn(cell: Cell): CalendarDate | undefined {
  return cell === undefined ? undefined : dateSpelling(cell)?.date;
}
