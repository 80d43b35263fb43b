/** Reads the findings of a report from its groups, and from those of its days. */

import { type Column, columnKey, isSameColumn } from '../core/columns.ts';
import { signed } from '../core/text.ts';
import type { CalendarDate } from '../dates/date.ts';
import { type DayRow, type Findings, findFindings } from '../findings/findings.ts';
import type { GroupRow } from '../findings/movers.ts';
import type { Wording } from '../findings/phrases.ts';
import type { EncoderInput } from '../formats/format.ts';
import { comparedColumns } from '../frame/measures.ts';
import { dateSpelling } from '../json/date-values.ts';
import { type Cell, isNumber, visibleText } from '../records/cells.ts';
import { isAmount } from '../records/currency.ts';
import type { RecordSet } from '../records/record-set.ts';
import { partOf, type RowKeys } from '../records/row-keys.ts';
import { type ColumnSchema, isQuantity } from '../records/schema.ts';
import type { SummaryRows } from '../records/summaries.ts';
import { mainColumn } from './column-roles.ts';
import { readRowBlocks, surveyRows } from './display-cells.ts';
import { createAmountShower, groupThousands, round, roundRatio } from './display-number.ts';
import { visibleName } from './short-cell.ts';

/** The findings, the column of the measure that they are about, and the words for them. */
export interface ReadFindings {
  readonly findings: Findings;
  readonly measure: Column;
  readonly wording: Wording;
}

/** The findings of compared rows with these totals; undefined if the main measure is no sum. */
export async function readFindings(input: EncoderInput): Promise<ReadFindings | undefined> {
  const { recordSet, keys, range, comparedRange, changePerDay, sums, daily } = input;
  if (keys === undefined || range === undefined || sums === undefined) return undefined;
  const schemas = await surveyRows(recordSet, recordSet.columns, recordSet.recordCount);
  const main = mainSum(schemas, input);
  const before = main && keys.comparison?.get(columnKey(main.column.path));
  if (main === undefined || before === undefined) return undefined;
  const measure = main.column;
  const [now, earlier] = [measure, before].map(({ path }) => sums.get(columnKey(path)));
  // Medians do not add up, and units of time do not begin or end.
  const areParts = keys.time === undefined && partOf(keys, before) === 'before';
  const findings = await findFindings({
    currencies: currenciesOf(main, input),
    range,
    comparedRange,
    days: changePerDay?.days,
    total: { now, before: earlier },
    groups: areParts ? readGroups(recordSet, keys, measure) : [],
    dayRows: daily && readDays(daily, keys, measure),
  });
  const number = createAmountShower(input, `${now} ${earlier}`.includes('.'));
  return { findings, measure, wording: wordingOf(input, measure, number) };
}

/** How a document for people words the findings of these rows. */
function wordingOf({ keys, renames }: EncoderInput, measure: Column, number: Wording['number']): Wording {
  return {
    measure: visibleName(measure, renames),
    number,
    about: (exact) => groupThousands(roundRatio(exact)),
    group: (key) => key.map((cell) => visibleText(cell) || '(none)').join(' '),
    noun: (keys?.groups ?? []).map((column) => visibleName(column, renames)).join(', '),
  };
}

const MAX_ALSO = 3;

/** The changes of other sums than the main one: `also +4.9% impressions · --sum shows them`. None without one. */
export function alsoLine({ recordSet, keys, sums, renames }: EncoderInput, main: Column): readonly string[] {
  const changes = recordSet.columns.flatMap((column) => {
    const isSum = keys?.addable?.has(columnKey(column.path)) === true && partOf(keys, column) === undefined;
    const percent = sums?.get(columnKey(comparedColumns(column)[3].path));
    if (!isSum || isSameColumn(column, main) || percent === undefined || !isNumber(percent)) return [];
    return [`${signed(groupThousands(round(percent, 1, true)))}% ${visibleName(column, renames)}`];
  });
  return changes.length === 0 ? [] : [`also ${changes.slice(0, MAX_ALSO).join(', ')} · --sum shows them`];
}

/** The measure that tables show first, if its numbers can be added. */
function mainSum(schemas: readonly ColumnSchema[], input: EncoderInput): ColumnSchema | undefined {
  const { keys } = input;
  const own = schemas.filter((schema) => isQuantity(schema) && partOf(keys, schema.column) === undefined);
  const main = mainColumn(own, { ...input, chosen: undefined });
  return main && keys?.addable?.has(columnKey(main.column.path)) ? main : undefined;
}

/** The currencies of the measure: none for a number that is no amount. */
function currenciesOf(main: ColumnSchema, { currencies }: EncoderInput): readonly string[] {
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
