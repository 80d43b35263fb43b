/** Counts the cells of a column by type, and finds the properties of its numbers, from the bytes of the cells. */

import {
  BACKSLASH,
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
import { type Cell, cellAt, figureIn } from './cells.ts';
import { isSpelledNumber, isUnknownNumber } from './number-texts.ts';

/** A summary of the cells of a column. */
export interface CellSummary {
  /** JSON numbers. */
  readonly numbers: number;
  /** Texts that spell a number as JSON does: `"12.50"`. */
  readonly figures: number;
  /** Texts of digits with a leading zero: `"01067"`. */
  readonly codes: number;
  /** Other texts. */
  readonly texts: number;
  /** Texts that say that a number is not known: `"N/A"`. They are among no other texts. */
  readonly unknown: number;
  /** The first of the texts that looks like a number in another spelling: `"9,000.00"`. */
  readonly spelledNumber: string | undefined;
  readonly booleans: number;
  /** Arrays and objects. */
  readonly nested: number;
  /** Null, a missing member, the empty text. */
  readonly empty: number;
  /** True if every number and figure is whole; `12.0` counts as whole. */
  readonly areWhole: boolean;
  /** True if a number or figure is spelled with decimals or an exponent: `12.0`, `1e7`. */
  readonly hasDecimals: boolean;
  /** The largest number of digits before the decimals. */
  readonly digits: number;
  /** True if every cell that is not empty begins with an existing date, as a text or as a number: `20260131`. */
  readonly areDates: boolean;
}

const found = createFoundDate();

/** The bytes of the longest text that may say that a number is not known. */
const LONGEST_WORD = 6;

/** Summarizes the cells of a column. Its code runs for every cell of a report. */
export class CellTally implements CellSummary {
  numbers = 0;
  figures = 0;
  codes = 0;
  texts = 0;
  unknown = 0;
  spelledNumber: string | undefined;
  booleans = 0;
  nested = 0;
  empty = 0;
  areWhole = true;
  hasDecimals = false;
  digits = 0;
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
      if (this.areDates) this.checkDate(bytes, start);
      this.numbers++;
      this.measure(bytes, start, end);
    } else {
      this.areDates = false;
      if (first === LOWER_T || first === LOWER_F) this.booleans++;
      else this.nested++;
    }
  }

  private addText(bytes: Buffer, start: number, end: number): void {
    if (end - start === 2) {
      this.empty++;
      return;
    }
    if (end - start <= LONGEST_WORD && isUnknownNumber(bytes.toString('latin1', start, end))) {
      this.unknown++;
      return;
    }
    if (this.areDates) this.checkDate(bytes, start);
    const first = bytes[start + 1]!;
    // An escape may stand for a digit.
    if (!isDigit(first) && first !== MINUS && first !== BACKSLASH) this.addOther(bytes, start, end);
    else if (isFigure(bytes, start + 1, end - 1)) {
      this.figures++;
      this.measure(bytes, start + 1, end - 1);
    } else if (first === ZERO && endOfDigits(bytes, start + 1) === end - 1) this.codes++;
    else if (hasEscape(bytes, start, end)) this.addEscaped(cellAt(bytes, start, end));
    else this.addOther(bytes, start, end);
  }

  private addOther(bytes: Buffer, start: number, end: number): void {
    this.texts++;
    if (this.spelledNumber === undefined && !isLetter(bytes[start + 2]!)) {
      this.checkSpelling(cellAt(bytes, start, end));
    }
  }

  private checkSpelling(cell: Cell): void {
    if (!this.areDates && isSpelledNumber(cell!)) this.spelledNumber ??= cell;
  }

  private addEscaped(cell: Cell): void {
    const figure = figureIn(cell);
    if (figure === undefined) {
      this.texts++;
      this.checkSpelling(cell);
    } else {
      this.figures++;
      this.measure(withEnd(figure), 0, figure.length);
    }
  }

  private checkDate(bytes: Buffer, start: number): void {
    if (readDate(bytes, start, found) !== 'date') this.areDates = false;
  }

  private measure(bytes: Buffer, start: number, end: number): void {
    // The column has longer numbers and fractions already.
    if (!this.areWhole && end - start <= this.digits) return;
    const first = bytes[start] === MINUS ? start + 1 : start;
    const point = endOfDigits(bytes, first);
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

/** True for the spelling of a JSON number without an exponent: `12.50`. A quotation mark follows. */
function isFigure(bytes: Uint8Array, start: number, end: number): boolean {
  const first = bytes[start] === MINUS ? start + 1 : start;
  const point = endOfDigits(bytes, first);
  if (point === first || (bytes[first] === ZERO && point > first + 1)) return false;
  if (point === end) return true;
  return bytes[point] === POINT && point + 1 < end && endOfDigits(bytes, point + 1) === end;
}

function hasEscape(bytes: Uint8Array, start: number, end: number): boolean {
  for (let at = start; at < end; at++) if (bytes[at] === BACKSLASH) return true;
  return false;
}

/** The index after the digits at `start`. */
function endOfDigits(bytes: Uint8Array, start: number): number {
  let at = start;
  while (isDigit(bytes[at]!)) at++;
  return at;
}

/** True for a small letter, which no number has. */
function isLetter(byte: number): boolean {
  return byte >= 0x61 && byte <= 0x7a;
}

function isDigit(byte: number): boolean {
  return byte >= ZERO && byte <= NINE;
}
