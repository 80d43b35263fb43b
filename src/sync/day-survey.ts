/**
 * Counts, hashes and exact sums of a partition's records by day. The hashes ignore the order of records and members, the spelling of
 * numbers and texts, and members that are null: two pulls with the same hash hold the same figures.
 */

import type { Days } from '../config/stored-input.ts';
import { LOWER_N } from '../core/bytes.ts';
import { columnKey } from '../core/columns.ts';
import { addDecimals, type Decimal, formatDecimal, parseDecimal, trimDecimal, ZERO } from '../core/decimal.ts';
import { hashOf, UnorderedHash } from '../core/hash.ts';
import { countOf } from '../core/text.ts';
import type { DataWarning } from '../core/warnings.ts';
import type { DateRange } from '../dates/range.ts';
import { dateIn } from '../json/date-values.ts';
import { cellAt, figureIn, isNumber, isText } from '../records/cells.ts';
import type { RecordSet } from '../records/record-set.ts';
import { scanRows } from '../records/scanned-rows.ts';

/** The key of the records without a date. */
export const NO_DAY = '';

/** The content hash of a partition: of the records of its days. */
export function contentHash(days: Days): string {
  const lines = [...days].map(([day, { records, hash }]) => `${day} ${records} ${hash}\n`);
  return hashOf(lines.sort().join(''));
}

/** The number of records of all days. */
export function countRecords(days: Days): number {
  return [...days.values()].reduce((sum, { records }) => sum + records, 0);
}

interface SurveyedColumns {
  /** The name of the column with a record's date; undefined for one entry for all records. */
  readonly dateColumn: string | undefined;
  /** Names of the columns to add up. */
  readonly measures: readonly string[];
  /** Records of other days count as records without a date. */
  readonly range: DateRange;
}

/** What is known of the records of one day. */
interface Tally {
  records: number;
  readonly hash: UnorderedHash;
  /** By column; null for a sum that lacks a number. */
  readonly sums: Map<string, Decimal | null>;
}

/** The count, the hash and the sums of each day. Reads all records once. */
export async function surveyDays(
  recordSet: RecordSet,
  { dateColumn, measures, range }: SurveyedColumns,
): Promise<Days> {
  const columns = [...recordSet.columns].sort((one, other) => (columnKey(one.path) < columnKey(other.path) ? -1 : 1));
  const dateIndex = columns.findIndex(({ name }) => name === dateColumn);
  const prefixes = columns.map(({ path }) => `${columnKey(path)}:`);
  const summed = columns.map(({ name }) => (measures.includes(name) ? name : undefined));
  const tallies = new Map<string, Tally>();

  function tallyOf(cell: string | undefined): Tally {
    const date = dateIn(cell) ?? NO_DAY;
    const day = range.from <= date && date <= range.to ? date : NO_DAY;
    const tally = tallies.get(day) ?? { records: 0, hash: new UnorderedHash(), sums: new Map() };
    tallies.set(day, tally);
    return tally;
  }

  for await (const rows of scanRows(recordSet, columns)) {
    const { block, starts, ends } = rows;
    while (rows.next()) {
      const own = tallyOf(dateIndex === -1 ? '' : cellAt(block, starts[dateIndex]!, ends[dateIndex]!));
      let text = '';
      for (let index = 0; index < columns.length; index++) {
        const end = ends[index]!;
        if (end === 0 || block[starts[index]!] === LOWER_N) continue;
        const cell = cellAt(block, starts[index]!, end)!;
        const name = summed[index];
        if (name !== undefined) addFigure(own.sums, name, cell);
        text += `${prefixes[index]}${canonicalCell(cell)}\n`;
      }
      own.records++;
      own.hash.add(text);
    }
  }
  const days = [...tallies].sort(([one], [other]) => (one < other ? -1 : 1));
  return new Map(
    days.map(([day, { records, hash, sums }]) => {
      const known = measures.flatMap((name): readonly (readonly [string, string | null])[] => {
        const sum = sums.get(name);
        return sum === undefined ? [] : [[name, sum && formatDecimal(sum)]];
      });
      return [day, { records, hash: hash.result(), sums: new Map(known) }];
    }),
  );
}

/** The warning about days whose records have no number in `measure`; none without one. */
export function missingSums(days: Days, measure: string | undefined): readonly DataWarning[] {
  if (measure === undefined) return [];
  const missing = [...days].flatMap(([day, { sums }]) => (sums.has(measure) ? [] : [day]));
  if (missing.length === 0) return [];
  const has = missing.length === 1 ? 'has' : 'have';
  const text =
    missing.length === days.size
      ? `no record has a number in ${measure}`
      : `${missing.length} of ${countOf(days.size, 'day')} ${has} no number in ${measure}, such as "${missing[0]}"`;
  return [{ name: 'unknown-amounts', scope: [measure], text }];
}

/** A sum that lacks a number, because it is too long to add up, would be wrong. */
function addFigure(sums: Tally['sums'], name: string, cell: string): void {
  const figure = figureIn(cell);
  if (figure === undefined) return;
  const [sum = ZERO, number] = [sums.get(name), parseDecimal(figure)];
  sums.set(name, sum === null || number === undefined ? null : addDecimals(sum, number));
}

/** A number without zeros at either end, which needs no other spelling. */
const CANONICAL_NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d*[1-9])?$/;

/** A text or a number in the JSON of an array or an object. */
const INNER_CELL = /"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*/g;

/** One spelling for all spellings of a number or a text, also in arrays and objects. The order of their members counts. */
export function canonicalCell(cell: string): string {
  if (isNumber(cell)) {
    if (CANONICAL_NUMBER.test(cell) && cell !== '-0') return cell;
    const number = parseDecimal(cell);
    return number === undefined ? cell.toLowerCase() : formatDecimal(trimDecimal(number));
  }
  if (isText(cell)) return cell.includes('\\') ? JSON.stringify(JSON.parse(cell)) : cell;
  return cell.replace(INNER_CELL, canonicalCell);
}
