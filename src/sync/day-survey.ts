/**
 * Counts, hashes and exact sums of a partition's records by day. The hashes ignore the order of records and members, the
 * spelling of numbers and texts, and members that are null: two pulls with the same hash hold the same figures.
 */

import { LOWER_N } from '../core/bytes.ts';
import { type Column, columnKey } from '../core/columns.ts';
import { addDecimals, type Decimal, formatDecimal, parseDecimal, trimDecimal, ZERO } from '../core/decimal.ts';
import { UnorderedHash } from '../core/hash.ts';
import type { DateRange } from '../dates/range.ts';
import { dateIn } from '../json/date-values.ts';
import { cellAt, figureIn, isNumber, isText } from '../records/cells.ts';
import type { RecordSet } from '../records/record-set.ts';
import { scanRows } from '../records/scanned-rows.ts';
import { type DayRecord, type Days, NO_DAY } from './record.ts';

interface SurveyedColumns {
  /** The name of the column with a record's date; undefined for one entry for all records. */
  readonly dateColumn: string | undefined;
  /** Names of the columns to add up. */
  readonly measures: readonly string[];
  /** Records of other days count as records without a date. */
  readonly range: DateRange;
}

/** The count, the hash and the sums of each day. Reads all records once. */
export async function surveyDays(
  recordSet: RecordSet,
  { dateColumn, measures, range }: SurveyedColumns,
): Promise<Days> {
  const columns = [...recordSet.columns].sort((one, other) => (columnKey(one.path) < columnKey(other.path) ? -1 : 1));
  const named = (name: string): number => columns.findIndex((column) => column.name === name);
  const dateIndex = dateColumn === undefined ? -1 : named(dateColumn);
  const summed = measures.filter((name) => named(name) !== -1);
  const sumOf = new Map(summed.map((name, index) => [named(name), index]));
  const readers = columns.map((column, index) => new ColumnReader(column, sumOf.get(index)));
  const tallies = new Map<string, DayTally>();
  let lastDate = '';
  let lastTally: DayTally | undefined;

  /** The day of a date's cell; many records in a row share one. */
  const tallyOf = (cell: string): DayTally => {
    if (lastTally !== undefined && cell === lastDate) return lastTally;
    const date = dateIn(cell) ?? NO_DAY;
    const day = range.from <= date && date <= range.to ? date : NO_DAY;
    const tally = tallies.get(day) ?? new DayTally(summed.length);
    tallies.set(day, tally);
    [lastDate, lastTally] = [cell, tally];
    return tally;
  };

  for await (const rows of scanRows(recordSet, columns)) {
    const { block, starts, ends } = rows;
    while (rows.next()) {
      const dateEnd = dateIndex === -1 ? 0 : ends[dateIndex]!;
      const tally = tallyOf(dateEnd === 0 ? '' : cellAt(block, starts[dateIndex]!, dateEnd)!);
      let text = '';
      for (let index = 0; index < readers.length; index++) {
        const end = ends[index]!;
        if (end === 0 || block[starts[index]!] === LOWER_N) continue;
        text += readers[index]!.read(cellAt(block, starts[index]!, end)!, tally);
      }
      tally.add(text);
    }
  }
  const days = [...tallies].sort(([one], [other]) => (one < other ? -1 : 1));
  return new Map(days.map(([day, tally]) => [day, tally.result(summed)]));
}

/** Reads the cells of a column that are not null. */
class ColumnReader {
  private readonly prefix: string;
  private readonly sum: number | undefined;
  private lastCell = '';
  private lastText = '';

  constructor({ path }: Column, sum: number | undefined) {
    this.prefix = `${columnKey(path)}:`;
    this.sum = sum;
  }

  /** The column and its value in one spelling. Adds the value to the day's sum. */
  read(cell: string, tally: DayTally): string {
    if (this.sum !== undefined) tally.addFigure(this.sum, cell);
    if (cell !== this.lastCell) {
      this.lastCell = cell;
      this.lastText = `${this.prefix}${canonicalCell(cell)}\n`;
    }
    return this.lastText;
  }
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

/** Counts, hashes and adds up the records of one day. Its code runs for every record of a report. */
class DayTally {
  private records = 0;
  private readonly hash = new UnorderedHash();
  private readonly sums: Decimal[];
  private readonly counts: number[];

  constructor(sumCount: number) {
    this.sums = new Array<Decimal>(sumCount).fill(ZERO);
    this.counts = new Array<number>(sumCount).fill(0);
  }

  add(text: string): void {
    this.records++;
    this.hash.add(text);
  }

  addFigure(index: number, cell: string): void {
    const figure = isNumber(cell) ? cell : figureIn(cell);
    if (figure === undefined) return;
    const number = parseDecimal(figure);
    this.counts[index]! += number === undefined ? Number.NEGATIVE_INFINITY : 1;
    if (number !== undefined) this.sums[index] = addDecimals(this.sums[index]!, number);
  }

  result(names: readonly string[]): DayRecord {
    const sums = names.flatMap((name, index): readonly (readonly [string, string | null])[] => {
      const count = this.counts[index]!;
      if (count === 0) return [];
      // A sum that lacks a number would be wrong.
      return [[name, count < 0 ? null : formatDecimal(this.sums[index]!)]];
    });
    return { records: this.records, hash: this.hash.result(), sums: new Map(sums) };
  }
}
