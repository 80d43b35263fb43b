/**
 * Finds records that are the sum of the others of their day, with the same key each day. Doubles are exact enough: a total of rounded
 * amounts differs by more.
 */

import { type Column, columnKey, uniteColumns } from '../../core/columns.ts';
import { toVisibleLine } from '../../core/text.ts';
import type { DataWarning } from '../../core/warnings.ts';
import { createFoundDate, readDate } from '../../json/date-values.ts';
import { cellText, figureIn, isEmpty } from '../../records/cells.ts';
import { kindOfName } from '../../records/name-kind.ts';
import { type ScannedRows, scanSpooled } from '../../records/scanned-rows.ts';
import type { WindowRecords } from '../../records/window-records.ts';
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

/** Numbers of the records that may add up. */
interface Figures {
  readonly index: number;
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
  const columns = uniteColumns(windows.map((each) => each.columns));
  const isDate = new Set(dates.dates.map(({ path }) => columnKey(path)));
  const dateIndex = columns.findIndex(({ path }) => columnKey(path) === dateKey);
  const candidates = columns.flatMap(({ path }, index): Figures[] => {
    const { kind } = kindOfName(path);
    const mayAddUp = kind === undefined || kind === 'money' || kind === 'count';
    return mayAddUp && !isDate.has(columnKey(path)) ? [{ index, values: [], scale: -1, isNumeric: true }] : [];
  });
  const rowDays: number[] = [];
  const found = createFoundDate();
  await eachRow(windows, columns, (rows) => {
    const isDated = rows.ends[dateIndex] !== 0 && readDate(rows.block, rows.starts[dateIndex]!, found) === 'date';
    rowDays.push(isDated ? found.date : 0);
    for (const each of candidates) addCell(each, rows);
  });

  const figures = candidates.filter(({ isNumeric, scale }) => isNumeric && scale >= 0);
  const days = new Map<number, number[]>();
  for (const [row, day] of rowDays.entries()) {
    const rows = days.get(day);
    if (rows === undefined) days.set(day, [row]);
    else rows.push(row);
  }
  days.delete(0);
  for (const [day, { length }] of days) if (length < MIN_RECORDS) days.delete(day);
  const sums = new Set([...days.values()].flatMap((rows) => sumsIn(figures, rows)));
  if (new Set([...sums].map((row) => rowDays[row])).size < MIN_DAYS) return undefined;

  const keys = columns.flatMap(({ path }, index) => {
    const isFigure = figures.some((each) => each.index === index);
    return isFigure || isDate.has(columnKey(path)) || kindOfName(path).kind === 'ratio' ? [] : [index];
  });
  const byKey = new Map<string, { cells: readonly string[]; sums: number; others: number }>();
  let row = -1;
  await eachRow(windows, columns, (rows) => {
    row++;
    if (!days.has(rowDays[row]!)) return;
    const cells = keys.map((index) => cellText(rows.cell(index)));
    const known = byKey.get(cells.join('\0')) ?? { cells, sums: 0, others: 0 };
    if (sums.has(row)) known.sums++;
    else known.others++;
    byKey.set(cells.join('\0'), known);
  });
  const total = [...byKey.values()].find(
    (each) => each.sums >= MIN_DAYS && each.others === 0 && (figures.length > 1 || each.cells.some(isTotalName)),
  );
  if (total === undefined) return undefined;
  const key = total.cells.map((cell) => JSON.stringify(cell)).join(', ');
  return `on ${total.sums} days the record of ${toVisibleLine(key, SHOWN_LENGTH)}`;
}

async function eachRow(
  windows: readonly WindowRecords[],
  columns: readonly Column[],
  visit: (rows: ScannedRows) => void,
): Promise<void> {
  for (const window of windows) for await (const rows of scanSpooled(window, columns)) while (rows.next()) visit(rows);
}

function addCell(figures: Figures, rows: ScannedRows): void {
  if (!figures.isNumeric) return;
  const cell = rows.cell(figures.index);
  const figure = figureIn(cell);
  if (figure === undefined) figures.isNumeric = isEmpty(cell);
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
