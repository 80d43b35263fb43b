/**
 * Finds records that a service sent twice: equal in every column, and with figures that are hardly equal by chance. Looks at the
 * first 100,000 records of a run, and at a sample of the others.
 */

import { LINE_FEED } from '../../core/bytes.ts';
import { type Column, columnKey } from '../../core/columns.ts';
import { asInOthers, countOf } from '../../core/text.ts';
import type { DataWarning } from '../../core/warnings.ts';
import { wordWindow } from '../../dates/range.ts';
import { hashOfRecord, wordsOf } from '../../json/record-sample.ts';
import { type Cell, figureIn, isEmpty } from '../../records/cells.ts';
import { ScannedRows } from '../../records/scanned-rows.ts';
import { createSchemaSurvey, isSummable } from '../../records/schema.ts';
import { readLines } from '../../records/spool.ts';
import type { WindowRecords } from '../../records/window-records.ts';
import type { CheckedPart } from '../fetch.ts';

/** Records of a run that are compared exactly. */
export const MAX_COMPARED = 100_000;
/** Significant digits that the figures of two records hardly share by chance. */
const CONVINCING_DIGITS = 6;
/** Records in a row, and again in the same order, that are no chance. */
const BLOCK = 3;
/** A shorter record has no figures. */
const MIN_LENGTH = 4;

/** One warning for each client with such records. They have a date, and stand in one window. */
export async function findRepeatedRecords(parts: readonly CheckedPart[]): Promise<readonly DataWarning[]> {
  const warnings: DataWarning[] = [];
  let left = MAX_COMPARED;
  for (const { profile, now, comparison, dates } of parts) {
    const date = dates.dateColumn?.column;
    const found: string[] = [];
    for (const windowRecords of date === undefined ? [] : [...now, ...comparison]) {
      const count = Math.min(left, windowRecords.recordCount);
      left -= count;
      const lines = (await hasRepeats(windowRecords, count)) ? await firstLines(windowRecords, count) : [];
      const repeats = countRepeats(lines, windowRecords.columns, date!);
      const isSampled = repeats === 0 && count < windowRecords.recordCount;
      const { sample } = windowRecords;
      const sampled = isSampled ? countRepeats(sample, windowRecords.columns, date!) : 0;
      if (repeats + sampled === 0) continue;
      const of = isSampled ? `in a sample of ${sample.length}` : `of ${countOf(lines.length, 'record')}`;
      found.push(`${repeats + sampled} ${of} for ${wordWindow(windowRecords)}`);
    }
    const [first] = found;
    if (first === undefined) continue;
    const others = asInOthers(found.length);
    const text = `${first} repeat another record in every column${others}: the service may have sent them twice`;
    warnings.push({ name: 'duplicates', profile, text, namesReport: true });
  }
  return warnings;
}

/** True if the hashes of two of the first `count` records are equal. */
async function hasRepeats(windowRecords: WindowRecords, count: number): Promise<boolean> {
  if (count < 2) return false;
  /** The hashes, each in the first free place after its own; 0 is a free place. */
  const table = new Float64Array(2 ** Math.ceil(Math.log2(2 * count)));
  const mask = table.length - 1;
  let index = 0;
  for await (const block of readLines(windowRecords)) {
    const words = wordsOf(block);
    for (let start = 0; start < block.length && index < count; index++) {
      const end = block.indexOf(LINE_FEED, start);
      const hash = end - start < MIN_LENGTH ? 0 : hashOfRecord(words, start, end);
      let place = hash & mask;
      while (table[place] !== 0 && table[place] !== hash) place = (place + 1) & mask;
      if (table[place] === hash && hash !== 0) return true;
      table[place] = hash;
      start = end + 1;
    }
    if (index === count) break;
  }
  return false;
}

async function firstLines(windowRecords: WindowRecords, count: number): Promise<readonly string[]> {
  const lines: string[] = [];
  for await (const block of readLines(windowRecords)) {
    for (const line of block.toString('latin1', 0, block.length - 1).split('\n')) lines.push(line);
    if (lines.length >= count) return lines.slice(0, count);
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
  const block = Buffer.from(`${lines.join('\n')}\n`, 'latin1');
  const rows = new ScannedRows(columns);
  const survey = createSchemaSurvey(columns);
  for (rows.begin(block); rows.next(); ) survey.addRow(rows);
  const schemas = survey.schemas();
  const figures = columns.flatMap((_, index) => (isSummable(schemas[index]!) ? [index] : []));
  const keys = columns.flatMap((_, index) =>
    isSummable(schemas[index]!) || schemas[index]!.kind === 'ratio' ? [] : [index],
  );
  const dateIndex = columns.findIndex(({ path }) => columnKey(path) === columnKey(date.path));
  /** The first record with the texts and dates of another, and the last one. */
  const firsts = new Map<string, string>();
  const lasts = new Map<string, number>();
  const counts = new Map<string, number>();
  const repeats: Repeat[] = [];
  const varies = new Set<number>();
  let firstCells: readonly Cell[] | undefined;
  let index = -1;
  for (rows.begin(block); rows.next(); ) {
    index++;
    if (dateIndex === -1 || isEmpty(rows.cell(dateIndex))) continue;
    const line = lines[index]!;
    const key = keys.map((column) => rows.cell(column) ?? '').join('\0');
    // The same texts and dates with other figures: the service does not send all that tells its records apart.
    if ((firsts.get(key) ?? line) !== line) return 0;
    const cells = figures.map((column) => rows.cell(column));
    firstCells ??= cells;
    for (const [at, cell] of cells.entries()) if (cell !== firstCells[at]) varies.add(at);
    const before = lasts.get(key);
    if (before !== undefined) repeats.push({ index, before, cells });
    firsts.set(key, line);
    lasts.set(key, index);
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  const isSingle = repeats.some(({ cells }) => digitsOf(cells.filter((_, at) => varies.has(at))) >= CONVINCING_DIGITS);
  const areAllTwice = [...counts.values()].every((count) => count > 1);
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

/** The significant digits of all figures: `100` has one, `1.00` three, and zero none. */
function digitsOf(cells: readonly Cell[]): number {
  return cells.reduce((sum, cell) => {
    const [mantissa = ''] = (figureIn(cell) ?? '').split(/[eE]/, 1);
    const digits = mantissa.replace(/[-.]/g, '').replace(/^0+/, '');
    return sum + (mantissa.includes('.') ? digits : digits.replace(/0+$/, '')).length;
  }, 0);
}
