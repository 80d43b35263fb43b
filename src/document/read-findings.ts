/** Reads the findings of a report from its groups, and from those of its days. */

import { type Column, columnKey, isSameColumn } from '../core/columns.ts';
import { signed, toVisibleLine } from '../core/text.ts';
import type { CalendarDate } from '../dates/date.ts';
import { type DayRow, type Findings, findFindings } from '../findings/findings.ts';
import type { GroupRow } from '../findings/movers.ts';
import type { Wording } from '../findings/phrases.ts';
import type { EncoderInput } from '../formats/format.ts';
import { comparedColumns } from '../frame/measures.ts';
import { dateSpelling } from '../json/date-values.ts';
import { type Cell, isNumber, visibleText } from '../records/cells.ts';
import { isNamedAmount } from '../records/currency.ts';
import { partOf, type RowKeys } from '../records/row-keys.ts';
import { isQuantity } from '../records/schema.ts';
import type { SummaryRows } from '../records/summaries.ts';
import { mainColumn } from './column-roles.ts';
import { readRowBlocks, surveyRows } from './display-cells.ts';
import { createAmountShower, groupThousands, round, roundRatio } from './display-number.ts';
import { visibleName } from './short-cell.ts';

/** Characters of the name of a group. */
const MAX_NAME = 80;

/** The findings, the column of the measure that they are about, and the words for them. */
export interface ReadFindings {
  readonly findings: Findings;
  readonly measure: Column;
  readonly wording: Wording;
}

/** The figures that findings explain. */
export interface ExplainedFigures {
  readonly measure: Column;
  /** Those of all groups together, as JSON values, by `columnKey`. */
  readonly totals: ReadonlyMap<string, string>;
  /** Undefined for figures without groups. */
  readonly groups: SummaryRows | undefined;
  /** All groups together by day, for groups whose days are not known. */
  readonly days?: SummaryRows | undefined;
}

/** The figures of compared rows with totals; undefined if the main measure is no sum. */
export async function comparedFigures({
  recordSet,
  keys,
  sums,
  ...input
}: EncoderInput): Promise<ExplainedFigures | undefined> {
  if (keys === undefined || sums === undefined) return undefined;
  const schemas = await surveyRows(recordSet, recordSet.columns, recordSet.recordCount);
  const own = schemas.filter((schema) => isQuantity(schema) && partOf(keys, schema.column) === undefined);
  // The measure that tables show first.
  const main = mainColumn(own, { ...input, keys, chosen: undefined });
  const key = main && columnKey(main.column.path);
  if (main === undefined || !keys.addable?.has(key!) || !keys.comparison?.has(key!)) return undefined;
  return { measure: main.column, totals: sums, groups: { recordSet, keys } };
}

/** Undefined without the days of the report. */
export async function readFindings(
  input: EncoderInput,
  { measure, totals, groups, days }: ExplainedFigures,
): Promise<ReadFindings | undefined> {
  const { range, comparedRange, changePerDay, daily, hidden, currencies } = input;
  if (range === undefined) return undefined;
  const [now, before] = comparedColumns(measure).map(({ path }) => totals.get(columnKey(path)));
  // A total of several currencies is a text.
  const isMixed = now?.startsWith('"') === true;
  const keys = groups?.keys;
  const compared = keys?.comparison?.get(columnKey(measure.path));
  // Medians do not add up, and units of time do not begin or end.
  const areParts = compared !== undefined && keys?.time === undefined && partOf(keys, compared) === 'before';
  const daysOfGroups = daily && groups && readDays(daily, groups.keys, measure);
  const findings = await findFindings({
    currencies: isMixed ? (currencies?.codes ?? []) : unitsOf(measure, input),
    range,
    comparedRange,
    // Groups that a condition leaves out are among all records.
    days: hidden?.byConditions === 0 ? changePerDay?.days : undefined,
    total: { now, before },
    groups: groups !== undefined && areParts ? readGroups(groups, measure) : [],
    dayRows: daysOfGroups ?? (days && readDays(days, days.keys, measure)),
    judgesDays: daysOfGroups !== undefined || groups === undefined,
  });
  const number = createAmountShower(input, `${now} ${before}`.includes('.'));
  return { findings, measure, wording: wordingOf(input, measure, keys, number) };
}

/** The currency of an amount, if there is one. */
export function unitsOf(measure: Column, { currencies }: Pick<EncoderInput, 'currencies'>): readonly string[] {
  const codes = currencies?.codes ?? [];
  return codes.length === 1 && isNamedAmount(measure) ? codes : [];
}

function wordingOf(
  { renames }: EncoderInput,
  measure: Column,
  keys: RowKeys | undefined,
  number: Wording['number'],
): Wording {
  return {
    measure: visibleName(measure, renames),
    number,
    about: (exact) => groupThousands(roundRatio(exact)),
    group: (key) => toVisibleLine(key.map((cell) => visibleText(cell) || '(none)').join(' '), MAX_NAME),
    noun: (keys?.groups ?? []).map((column) => visibleName(column, renames)).join(', '),
  };
}

const MAX_ALSO = 3;

/** The changes of other sums than the main one: `also +4.9% impressions · --sum shows them`. None without one. */
export function alsoLine(
  { recordSet, keys, sums, renames, terminalWidth }: EncoderInput,
  main: Column,
): readonly string[] {
  const changes = recordSet.columns.flatMap((column) => {
    const isSum = keys?.addable?.has(columnKey(column.path)) === true && partOf(keys, column) === undefined;
    const percent = sums?.get(columnKey(comparedColumns(column)[3].path));
    if (!isSum || isSameColumn(column, main) || percent === undefined || !isNumber(percent)) return [];
    return [`${signed(groupThousands(round(percent, 1, true)))}% ${visibleName(column, renames)}`];
  });
  // Another sheet of a workbook has them.
  const where = terminalWidth === undefined ? '' : ' · --sum shows them';
  return changes.length === 0 ? [] : [`also ${changes.slice(0, MAX_ALSO).join(', ')}${where}`];
}

/** Compared groups with their sums of `measure`, in blocks. */
async function* readGroups(
  { recordSet, keys: { groups } }: SummaryRows,
  measure: Column,
): AsyncGenerator<readonly GroupRow[]> {
  const all = [...groups, ...comparedColumns(measure).slice(0, 3)];
  const count = groups.length;
  for await (const rows of readRowBlocks(recordSet, all, recordSet.recordCount)) {
    yield rows.map((cells): GroupRow => {
      const [now, before, change = 'null'] = cells.slice(count);
      return { key: cells.slice(0, count), now, before, change };
    });
  }
}

/** The days of groups, in blocks; undefined if they have another measure, or other groups. */
function readDays(
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
