/**
 * Finds records that are the sum of the others of their day, with the same key each day. Doubles are exact enough: a total of rounded
 * amounts differs by more.
 */

import { columnKey, uniteColumns } from '../../core/columns.ts';
import { toVisibleLine } from '../../core/text.ts';
import type { DataWarning } from '../../core/warnings.ts';
import { createFoundDate, readDate } from '../../json/date-values.ts';
import { type Cell, cellText, figureIn, isEmpty } from '../../records/cells.ts';
import { kindOfName } from '../../records/name-kind.ts';
import { scanSpooled } from '../../records/scanned-rows.ts';
import { allWindows, type CheckedPart } from '../pull.ts';
import { countRecords } from './date-column.ts';

/** More records of a run are not searched. */
const MAX_COMPARED = 100_000;
const MIN_DAYS = 3;
const MIN_RECORDS = 3;
/** A key that names a total, without its punctuation. */
const TOTAL_NAME = /^(?:(?:grand|sub|over)?(?:totals?|all)|sum|summary)?$/;
const FLOAT_ERROR = 1e-9;
const SHOWN_LENGTH = 40;

/** One warning for each client with such records. Longer reports are not searched. */
export async function findSubtotals(parts: readonly CheckedPart[]): Promise<readonly DataWarning[]> {
  const warnings: DataWarning[] = [];
  for (const part of countRecords(allWindows(parts)) > MAX_COMPARED ? [] : parts) {
    const found = await findTotal(part);
    if (found === undefined) continue;
    const text = `${found} is the sum of the other records: sums count everything twice`;
    warnings.push({ name: 'subtotals', profile: part.profile, text });
  }
  return warnings;
}

/** Numbers of the records that may add up, in a column. */
interface Figures {
  readonly values: number[];
  /** The largest number of decimals. */
  scale: number;
  isNumeric: boolean;
}

/** Describes the records that are sums; undefined without any. */
async function findTotal({ now, comparison, dates }: CheckedPart): Promise<string | undefined> {
  if (dates.dateColumn === undefined) return undefined;
  const dateKey = columnKey(dates.dateColumn.column.path);
  const windows = [...now, ...comparison].filter(({ recordCount }) => recordCount > 1);
  const isDate = new Set(dates.dates.map(({ path }) => columnKey(path)));
  const columns = uniteColumns(windows.map((each) => each.columns)).filter(
    ({ path }) => columnKey(path) === dateKey || !(isDate.has(columnKey(path)) || kindOfName(path).kind === 'ratio'),
  );
  const dateIndex = columns.findIndex(({ path }) => columnKey(path) === dateKey);
  const kinds = columns.map(({ path }) => kindOfName(path).kind);
  const candidates = kinds.map((kind, index): Figures | undefined => {
    const mayAddUp = index !== dateIndex && (kind === undefined || kind === 'money' || kind === 'count');
    return mayAddUp ? { values: [], scale: -1, isNumeric: true } : undefined;
  });
  /** The texts and ids of each record, and the records of each day. */
  const keys: (readonly string[])[] = [];
  const days = new Map<number, number[]>();
  const found = createFoundDate();
  for (const window of windows)
    for await (const rows of scanSpooled(window, columns))
      while (rows.next()) {
        const isDated = rows.ends[dateIndex] !== 0 && readDate(rows.block, rows.starts[dateIndex]!, found);
        const ofDay = isDated ? (days.get(found.date) ?? []) : [];
        if (isDated) days.set(found.date, ofDay);
        ofDay.push(keys.length);
        const key: string[] = [];
        for (const [index, figures] of candidates.entries()) {
          if (index === dateIndex) continue;
          const cell = rows.cell(index);
          const figure = figures && figureIn(cell);
          if (figures !== undefined) addFigure(figures, cell, figure);
          if (figures === undefined || (figure === undefined && kinds[index] === undefined)) key.push(cellText(cell));
        }
        keys.push(key);
      }

  const figures = candidates.filter((each) => each?.isNumeric === true && each.scale >= 0) as readonly Figures[];
  const byKey = new Map<string, { readonly key: readonly string[]; readonly days: Set<number>; others: number }>();
  for (const [day, rows] of days) {
    if (rows.length < MIN_RECORDS) continue;
    const sums = new Set(sumsIn(figures, rows));
    for (const row of rows) {
      const key = keys[row]!;
      const known = byKey.get(key.join('\0')) ?? { key, days: new Set(), others: 0 };
      if (sums.has(row)) known.days.add(day);
      else known.others++;
      byKey.set(key.join('\0'), known);
    }
  }
  const total = [...byKey.values()].find(
    (each) => each.days.size >= MIN_DAYS && each.others === 0 && (figures.length > 1 || each.key.some(isTotalName)),
  );
  if (total === undefined) return undefined;
  const name = total.key.map((cell) => JSON.stringify(cell)).join(', ');
  return `on ${total.days.size} days the record of ${toVisibleLine(name, SHOWN_LENGTH)}`;
}

function addFigure(figures: Figures, cell: Cell, figure: string | undefined): void {
  if (figure === undefined) figures.isNumeric &&= isEmpty(cell);
  else figures.scale = Math.max(figures.scale, (figure.split('.')[1] ?? '').length);
  figures.values.push(Number(figure ?? 0));
}

/** The rows of which each figure is the sum of those of the other rows, and one is not zero. */
function sumsIn(figures: readonly Figures[], rows: readonly number[]): readonly number[] {
  const sums = figures.map(({ values }) => rows.reduce((sum, row) => sum + values[row]!, 0));
  return rows.filter(
    (row) =>
      figures.some(({ values }) => values[row] !== 0) &&
      figures.every(({ values, scale }, at) => {
        const rounding = scale === 0 ? 0 : (rows.length * 10 ** -scale) / 2;
        return Math.abs(2 * values[row]! - sums[at]!) <= rounding + FLOAT_ERROR * Math.abs(sums[at]!);
      }),
  );
}

function isTotalName(cell: string): boolean {
  return TOTAL_NAME.test(cell.toLowerCase().replace(/[^\p{L}\p{N}]/gu, ''));
}
