/** Reads the findings of a report from its groups, and from those of its days. */

import { inTurns } from '../core/async.ts';
import { type Column, columnKey, isSameColumn } from '../core/columns.ts';
import { shellWord, signed, toVisibleLine } from '../core/text.ts';
import { type DayRow, type Findings, findFindings } from '../findings/findings.ts';
import type { GroupRow } from '../findings/movers.ts';
import type { Wording } from '../findings/phrases.ts';
import type { EncoderInput } from '../formats/format.ts';
import { cellOf, type Frame, frameOf, measureNamed, rowKeysOf, surveyMeasures } from '../frame/frame.ts';
import { comparedColumns } from '../frame/measures.ts';
import { dateIn } from '../json/date-values.ts';
import { type Cell, isNumber, visibleText } from '../records/cells.ts';
import { isNamedAmount } from '../records/currency.ts';
import { partOf, type RowKeys } from '../records/row-keys.ts';
import { isQuantity } from '../records/schema.ts';
import { mainColumn } from './column-roles.ts';
import { visibleName } from './display-cells.ts';
import { groupThousands, round, roundRatio, showAmount } from './display-number.ts';

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
  readonly byGroup: Frame | undefined;
  /** All groups together by day, for groups whose days are not known. */
  readonly byTime?: Frame | undefined;
}

/** The figures of compared rows with totals; undefined if the main measure is no sum. */
export async function comparedFigures({
  recordSet,
  keys,
  sums,
  ...input
}: EncoderInput): Promise<ExplainedFigures | undefined> {
  const byGroup = frameOf(recordSet);
  if (keys === undefined || sums === undefined || byGroup === undefined) return undefined;
  const measures = byGroup.measures.filter(({ column }) => partOf(keys, column) === undefined);
  const own = (await surveyMeasures(byGroup, measures)).filter(isQuantity);
  // The measure that tables show first.
  const main = mainColumn(own, { ...input, keys, chosen: undefined });
  const key = main && columnKey(main.column.path);
  if (main === undefined || !keys.addable?.has(key!) || !keys.comparison?.has(key!)) return undefined;
  return { measure: main.column, totals: sums, byGroup };
}

/** Undefined without the days of the report. */
export async function readFindings(
  input: EncoderInput,
  { measure, totals, byGroup: groups, byTime: days }: ExplainedFigures,
): Promise<ReadFindings | undefined> {
  const { range, comparedRange, changePerDay, daily, hidden, currencies } = input;
  if (range === undefined) return undefined;
  const [now, before] = comparedColumns(measure).map(({ path }) => totals.get(columnKey(path)));
  // A total of several currencies is a text.
  const isMixed = now?.startsWith('"') === true;
  const keys = groups && rowKeysOf(groups);
  const compared = keys?.comparison?.get(columnKey(measure.path));
  // Medians do not add up, and units of time do not begin or end.
  const areParts = compared !== undefined && keys?.time === undefined && partOf(keys, compared) === 'before';
  const daysOfGroups = daily && keys && (await readDays(daily, keys, measure));
  const findings = findFindings({
    currencies: isMixed ? (currencies?.codes ?? []) : unitsOf(measure, input),
    range,
    comparedRange,
    // Groups that a condition leaves out are among all records.
    days: hidden?.byConditions === 0 ? changePerDay?.days : undefined,
    total: { now, before },
    groups: groups !== undefined && areParts ? await readGroups(groups, measure) : [],
    dayRows: daysOfGroups ?? (days && (await readDays(days, rowKeysOf(days), measure))),
    judgesDays: daysOfGroups !== undefined || groups === undefined,
  });
  const hasDecimals = `${now} ${before}`.includes('.');
  const names = (keys?.groups ?? []).map((column) => visibleName(column, input.renames));
  const wording: Wording = {
    measure: visibleName(measure, input.renames),
    number: (exact) => showAmount(exact, input, hasDecimals),
    about: (exact) => groupThousands(roundRatio(exact)),
    group: (key) => toVisibleLine(key.map((cell) => visibleText(cell) || '(none)').join(' '), MAX_NAME),
    noun: names.join(', '),
    each: names.length === 1 ? names[0]! : 'group',
    records: (input.caption?.conditions ?? []).length === 0 ? 'records' : 'matching records',
  };
  return { findings, measure, wording };
}

/** The currency of an amount, if there is one. */
export function unitsOf(measure: Column, { currencies }: Pick<EncoderInput, 'currencies'>): readonly string[] {
  const codes = currencies?.codes ?? [];
  return codes.length === 1 && isNamedAmount(measure) ? codes : [];
}

const MAX_ALSO = 3;

/** The changes of other sums than the main one: `also +4.9% clicks · --sum clicks shows it`. None without one. */
export function alsoLine(
  { recordSet, keys, sums, renames, terminalWidth }: EncoderInput,
  main: Column,
): readonly string[] {
  const changes = recordSet.columns.flatMap((column) => {
    const isSum = keys?.addable?.has(columnKey(column.path)) === true && partOf(keys, column) === undefined;
    const percent = sums?.get(columnKey(comparedColumns(column)[3].path));
    if (!isSum || isSameColumn(column, main) || percent === undefined || !isNumber(percent)) return [];
    const change = `${signed(groupThousands(round(percent, 1, true)))}% ${visibleName(column, renames)}`;
    return [{ name: column.name, change }];
  });
  if (changes.length === 0) return [];
  const shown = changes.slice(0, MAX_ALSO);
  const names = shellWord(shown.map(({ name }) => name).join(','));
  // Another sheet of a workbook has them.
  const where = terminalWidth === undefined ? '' : ` · --sum ${names} shows ${shown.length === 1 ? 'it' : 'them'}`;
  return [`also ${shown.map(({ change }) => change).join(', ')}${where}`];
}

/** Compared groups with their sums of `measure`. */
async function readGroups(frame: Frame, measure: Column): Promise<readonly GroupRow[]> {
  const { groups } = rowKeysOf(frame);
  const rows = await readRows(frame, [...groups, ...comparedColumns(measure).slice(0, 3)]);
  return rows.map((cells): GroupRow => {
    const [now, before, change] = cells.slice(groups.length);
    return { key: keyOf(cells, groups), now, before, change };
  });
}

/** The days of groups; undefined if they have another measure, or other groups. */
async function readDays(frame: Frame, keys: RowKeys, measure: Column): Promise<readonly DayRow[] | undefined> {
  const { groups, time, comparison } = rowKeysOf(frame);
  const haveSameKeys =
    groups.length === keys.groups.length && groups.every((column, index) => isSameColumn(column, keys.groups[index]));
  if (measureNamed(frame, measure) === undefined || time?.unit !== 'day' || !haveSameKeys) return undefined;
  const before = comparison?.get(columnKey(measure.path));
  const compared = time.comparison && before ? [time.comparison, before] : [];
  const rows = await readRows(frame, [...groups, time.column, measure, ...compared]);
  return rows.map((cells): DayRow => {
    const [day, now, comparisonDay, earlier] = cells.slice(groups.length);
    return { key: keyOf(cells, groups), day: dateIn(day), now, comparisonDay: dateIn(comparisonDay), before: earlier };
  });
}

/** The cells of these columns in each row. */
async function readRows(frame: Frame, columns: readonly Column[]): Promise<readonly (readonly Cell[])[]> {
  const cells = columns.map((column) => cellOf(frame, column, frame.form));
  const rows: Cell[][] = [];
  await inTurns(frame.rows.length, frame.endTurn, (index) => {
    rows.push(cells.map((cellOf) => cellOf(frame.rows[index]!)));
  });
  return rows;
}

function keyOf(cells: readonly Cell[], groups: readonly Column[]): readonly Cell[] {
  return groups.map((_, index) => cells[index] ?? 'null');
}

/** A note below the total of usual figures; none without one. */
export function medianNote({ comparedRange }: EncoderInput): readonly string[] {
  const isUsual = comparedRange?.weeks !== undefined;
  return isUsual ? ['the total has a median of its own: the usual figures of the rows need not add up to it'] : [];
}
