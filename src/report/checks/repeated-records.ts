/**
 * Finds records that a service sent twice: equal in every column, and with figures that are hardly equal by chance. Looks at all
 * records of a small window, and at a sample of a large one.
 */

import { type Column, isSameColumn } from '../../core/columns.ts';
import { asInOthers, countOf } from '../../core/text.ts';
import type { DataWarning } from '../../core/warnings.ts';
import { wordWindow } from '../../dates/range.ts';
import { type Cell, isEmpty, significantDigits } from '../../records/cells.ts';
import { ScannedRows } from '../../records/scanned-rows.ts';
import { createSchemaSurvey, isSummable } from '../../records/schema.ts';
import { readLines } from '../../records/spool.ts';
import type { WindowRecords } from '../../records/window-records.ts';
import type { CheckedPart } from '../pull.ts';

/** Significant digits that the figures of two records hardly share by chance. */
const CONVINCING_DIGITS = 6;
/** Records in a row, and again in the same order, that are no chance. */
const BLOCK = 3;

/** One warning for each client with such records. They have a date, and stand in one window. */
export async function findRepeatedRecords(parts: readonly CheckedPart[]): Promise<readonly DataWarning[]> {
  const warnings: DataWarning[] = [];
  for (const { profile, now, comparison, dates } of parts) {
    const date = dates.dateColumn?.column;
    const found: string[] = [];
    for (const windowRecords of date === undefined ? [] : [...now, ...comparison]) {
      const lines = await sampledLines(windowRecords);
      const repeats = countRepeats(lines, windowRecords.columns, date!);
      const isSampled = lines.length < windowRecords.recordCount;
      const of = isSampled ? `in a sample of ${lines.length}` : `of ${countOf(lines.length, 'record')}`;
      if (repeats > 0) found.push(`${repeats} ${of} for ${wordWindow(windowRecords)}`);
    }
    if (found.length === 0) continue;
    const text = `${found[0]!} repeat another record in every column${asInOthers(found.length)}: the service may have sent them twice`;
    warnings.push({ name: 'duplicates', profile, text, namesReport: true });
  }
  return warnings;
}

async function sampledLines({ sample, ...spooled }: WindowRecords): Promise<readonly string[]> {
  const chosen = new Set(sample);
  const lines: string[] = [];
  let index = 0;
  if (chosen.size === 0) return lines;
  for await (const block of readLines(spooled)) {
    for (const line of block.toString('latin1', 0, block.length - 1).split('\n')) {
      if (chosen.has(index++)) lines.push(line);
    }
  }
  return lines;
}

/** A record that repeats another one, the last one before it, and its figures. */
interface Repeat {
  readonly index: number;
  readonly before: number;
  readonly cells: readonly Cell[];
}

/** The number of records that repeat an earlier one; 0 if chance or a dimension that the service hides can explain it. */
function countRepeats(lines: readonly string[], columns: readonly Column[], date: Column): number {
  if (new Set(lines).size === lines.length) return 0;
  const survey = createSchemaSurvey(columns);
  const rows = new ScannedRows(columns);
  const records: (readonly Cell[])[] = [];
  for (rows.begin(Buffer.from(lines.map((line) => `${line}\n`).join(''), 'latin1')); rows.next(); ) {
    survey.addRow(rows);
    records.push(rows.cells());
  }
  const schemas = survey.schemas();
  const dateIndex = columns.findIndex((column) => isSameColumn(column, date));
  /** Of records with the same texts and dates: the first one, the index of the last one, and their number. */
  const seen = new Map<string, { readonly line: string; index: number; count: number }>();
  const repeats: Repeat[] = [];
  const varies = new Set<number>();
  let firstCells: readonly Cell[] | undefined;
  for (const [index, record] of records.entries()) {
    if (isEmpty(record[dateIndex])) continue;
    const line = lines[index]!;
    const cells = record.filter((_, column) => isSummable(schemas[column]!));
    const keys = record.filter((_, column) => !isSummable(schemas[column]!) && schemas[column]!.kind !== 'ratio');
    const key = keys.map((cell) => cell ?? '').join('\0');
    firstCells ??= cells;
    for (const [at, cell] of cells.entries()) if (cell !== firstCells[at]) varies.add(at);
    const known = seen.get(key);
    if (known === undefined) seen.set(key, { line, index, count: 1 });
    else {
      // The same texts and dates with other figures: the service does not send all that tells its records apart.
      if (known.line !== line) return 0;
      repeats.push({ index, before: known.index, cells });
      known.index = index;
      known.count++;
    }
  }
  const isSingle = repeats.some(({ cells }) => digitsOf(cells.filter((_, at) => varies.has(at))) >= CONVINCING_DIGITS);
  const areAllTwice = [...seen.values()].every(({ count }) => count > 1);
  const isBlock = areAllTwice
    ? repeats.some(({ cells }) => digitsOf(cells) > 0)
    : repeats.some((_, at) => isStartOfBlock(repeats.slice(at, at + BLOCK)));
  return isSingle || isBlock ? repeats.length : 0;
}

/** True for records in a row that stood in the same order before, not all of them without figures. */
function isStartOfBlock(rows: readonly Repeat[]): boolean {
  const [first] = rows;
  return (
    rows.length === BLOCK &&
    first!.before + BLOCK <= first!.index &&
    rows.every(({ index, before }, at) => index === first!.index + at && before === first!.before + at) &&
    rows.some(({ cells }) => digitsOf(cells) > 0)
  );
}

function digitsOf(cells: readonly Cell[]): number {
  return cells.reduce((sum, cell) => sum + significantDigits(cell), 0);
}
