/** Counts the cells of a column by type, and finds the properties of its numbers. */

import {
  BACKSLASH,
  LOWER_CASE,
  LOWER_F,
  LOWER_N,
  LOWER_T,
  MINUS,
  NINE,
  POINT,
  QUOTATION_MARK,
  ZERO,
} from '../core/bytes.ts';
import { createFoundDate, readDate } from '../json/date-values.ts';
import { type Cell, cellAt, figureIn, isSpelledNumber, isUnknownNumber, LONGEST_UNKNOWN } from './cells.ts';

/** The facts about the cells of a column. */
export type CellSummary = Readonly<Omit<CellTally, 'add' | 'addAt'>>;

/** Texts of digits with a leading zero. */
const CODE = /^"0\d+"$/;
const found = createFoundDate();

/** Summarizes the cells of a column. Its code runs for every cell of a report, so it reads most cells as bytes. */
export class CellTally {
  /** JSON numbers. */
  numbers = 0;
  /** Texts that spell a number as JSON does: `"12.50"`. */
  figures = 0;
  /** Texts of digits with a leading zero: `"01067"`. */
  codes = 0;
  /** Other texts. */
  texts = 0;
  /** Texts that say that a number is not known: `"N/A"`. They are among no other texts. */
  unknown = 0;
  /** The first of the texts that looks like a number in another spelling: `"9,000.00"`. */
  spelledNumber: string | undefined;
  booleans = 0;
  /** Arrays and objects. */
  nested = 0;
  /** Null, a missing member, the empty text. */
  empty = 0;
  /** True if every number and figure is whole; `12.0` counts as whole. */
  areWhole = true;
  /** True if a number or figure is spelled with decimals or an exponent: `12.0`, `1e7`. */
  hasDecimals = false;
  /** The largest number of digits before the decimals. */
  digits = 0;
  /** True if every cell that is not empty begins with an existing date, as a text or as a number: `20260131`. */
  areDates = true;

  add(cell: Cell): void {
    if (cell === undefined) this.empty++;
    else {
      const bytes = withEnd(cell);
      this.addAt(bytes, 0, bytes.length - 1);
    }
  }

  /** Adds the cell of the bytes from `start` to `end`; nothing if the end is 0. The byte after a number must not be a digit. */
  addAt(bytes: Buffer, start: number, end: number): void {
    // The first character determines the type of a JSON value.
    const first = bytes[start]!;
    if (end === 0 || first === LOWER_N) this.empty++;
    else if (first === QUOTATION_MARK) this.addText(bytes, start, end);
    else if (first <= NINE) {
      this.checkDate(bytes, start);
      this.numbers++;
      this.measure(bytes, start, end);
    } else {
      this.areDates = false;
      if (first === LOWER_T || first === LOWER_F) this.booleans++;
      else this.nested++;
    }
  }

  private addText(bytes: Buffer, start: number, end: number): void {
    const isLong = end - start > LONGEST_UNKNOWN;
    // No number, in whatever spelling, has a small letter at its second place.
    const isText = isLong && isSmallLetter(bytes[start + 2]!) && bytes[start + 1] !== BACKSLASH;
    if (isText || isWord(bytes, start + 1, end - 1)) {
      this.checkDate(bytes, start);
      this.texts++;
      return;
    }
    const cell = cellAt(bytes, start, end)!;
    if (cell === '""') this.empty++;
    else if (isUnknownNumber(cell)) this.unknown++;
    else {
      this.checkDate(bytes, start);
      const figure = figureIn(cell);
      if (figure !== undefined) {
        this.figures++;
        this.measure(withEnd(figure), 0, figure.length);
      } else if (CODE.test(cell)) this.codes++;
      else {
        this.texts++;
        if (this.spelledNumber === undefined && !this.areDates && isSpelledNumber(cell)) this.spelledNumber = cell;
      }
    }
  }

  private checkDate(bytes: Buffer, start: number): void {
    if (this.areDates && readDate(bytes, start, found) !== 'date') this.areDates = false;
  }

  private measure(bytes: Buffer, start: number, end: number): void {
    // The column has longer numbers and fractions already.
    if (!this.areWhole && end - start <= this.digits) return;
    const first = bytes[start] === MINUS ? start + 1 : start;
    let point = first;
    while (bytes[point]! >= ZERO && bytes[point]! <= NINE) point++;
    if (point - first > this.digits) this.digits = point - first;
    if (point === end) return;
    this.hasDecimals = true;
    if (!this.areWhole) return;
    let at = point + 1;
    while (bytes[at] === ZERO) at++;
    this.areWhole = bytes[point] === POINT && at === end;
  }
}

/** The bytes of a text, followed by a byte that ends a number. */
function withEnd(text: string): Buffer {
  return Buffer.from(`${text},`);
}

/** True for letters alone that are no word for an unknown number: these begin with an n. */
function isWord(bytes: Buffer, start: number, end: number): boolean {
  if (start === end || (bytes[start]! | LOWER_CASE) === LOWER_N) return false;
  for (let at = start; at < end; at++) if (!isSmallLetter(bytes[at]! | LOWER_CASE)) return false;
  return true;
}

function isSmallLetter(byte: number): boolean {
  return byte >= 0x61 && byte <= 0x7a;
}
