/**
 * Writes the rows of a sheet as XML (ECMA-376, part 1, 18.3). Digits of numbers are written as sent, so a spreadsheet computes with
 * the exact value, to its 15 digits. Most values are copied without decoding: a string here has a character for each byte of UTF-8.
 */

import { LOWER_F, LOWER_N, LOWER_T, NINE, QUOTATION_MARK } from '../core/bytes.ts';
import { addDecimals, type Decimal, formatDecimal, parseDecimal, ZERO } from '../core/decimal.ts';
import { STORED_TYPES } from '../parquet/column-types.ts';
import { cellAt, cellText, figureIn } from '../records/cells.ts';
import type { ScannedRows } from '../records/scanned-rows.ts';
import type { CellStyle, Styles } from './cell-styles.ts';
import { FORMULA } from './excel.ts';
import { columnLetters, inlineText, sheetNumber } from './sheet-cells.ts';
import { type SheetColumn, styleOf } from './sheet-columns.ts';

/** The size of a piece. */
const PIECE_BYTES = 128 * 1024;
/** Every text with so many bytes fits into a cell. */
const MAX_PLAIN_BYTES = 32_767;
/**
 * A text that is written as it is: no formula, no white space at an end, no markup, no JSON escape, no `_x0041_`, and nothing from
 * U+F000 on. It begins with ASCII, or with a letter of most alphabets.
 */
const PLAIN =
  /^(?:[0-9A-Za-z!#$%()*./:;?[\]^{}|~'`"\xc3-\xd4\xe4-\xec]|\xe3[\x81-\xbf])[^&<>\\_\xef]*(?:_(?!x)[^&<>\\_\xef]*)*$/s;

/** The first day that every spreadsheet counts alike: Excel has a 29th of February in 1900. */
const FIRST_SERIAL = 61;
/** 1970-01-01; the day 0 is 1899-12-30. */
const EPOCH_SERIAL = 25_569;

/** A column, and the tags before the content of its cells. */
interface Writer extends SheetColumn {
  /** `<c r="A` */
  readonly open: string;
  /** After the number of the row, for numbers below, of and above zero. */
  readonly numbers: readonly string[];
  readonly text: string;
  readonly quotedText: string;
}

export class SheetRows {
  /** For each column the number of numbers that a spreadsheet would change, and that are texts. */
  readonly keptAsText: Int32Array;
  private readonly writers: readonly Writer[];
  private readonly sums: (Decimal | undefined)[];
  private readonly lastDates: (readonly [cell: string, serial: string])[];
  /** The parts of the XML since the last piece, and the size of most of it. */
  private parts: string[] = [];
  private size = 0;

  /** `row` is the number of the first row. With `addsUp`, it sums each column of numbers. */
  constructor(
    columns: readonly SheetColumn[],
    styles: Styles,
    private row: number,
    private readonly addsUp: boolean,
  ) {
    this.writers = columns.map((column, index) => writerOf(column, index, styles));
    this.keptAsText = new Int32Array(columns.length);
    this.sums = columns.map(() => ZERO);
    this.lastDates = columns.map(() => ['', '']);
  }

  /** True if a piece can be taken. */
  get isFull(): boolean {
    return this.size >= PIECE_BYTES;
  }

  /** The bytes of the rows since the last piece. */
  takePiece(): Uint8Array {
    const piece = Buffer.from(this.parts.join(''), 'latin1');
    [this.parts, this.size] = [[], 0];
    return piece;
  }

  /** The exact sum of the numbers of a column, also of those that are texts. Undefined if one is too large to add. */
  sumOf(column: number): string | undefined {
    const sum = this.sums[column];
    return sum && formatDecimal(sum);
  }

  addRow({ block, starts, ends }: ScannedRows): void {
    const row = String(this.row);
    this.parts.push('<row r="', row, '">');
    for (let index = 0; index < ends.length; index++) {
      const end = ends[index]!;
      const content = end === 0 ? '' : this.contentOf(index, block, starts[index]!, end);
      if (content === '') continue;
      this.parts.push(this.writers[index]!.open, row, content);
      this.size += content.length;
    }
    this.parts.push('</row>');
    this.row++;
  }

  /** What follows the number of the row in a cell; nothing for an empty one. */
  private contentOf(index: number, block: Buffer, start: number, end: number): string {
    const first = block[start]!;
    if (first === LOWER_N) return '';
    const { cells: kind, numbers, text } = this.writers[index]!;
    const cell = block.toString('latin1', start, end);
    const isText = first === QUOTATION_MARK;
    if (isText && cell.length === 2) return '';
    if (kind === 'date') {
      const serial = this.serialOf(index, cell, block, start, end);
      if (serial !== undefined) return `${numbers[1]}${serial}</v></c>`;
    }
    if (kind !== 'text') {
      const figure = isText ? (kind === 'number' ? figureIn(cell) : undefined) : first <= NINE ? cell : undefined;
      if (figure !== undefined) return this.numberOf(index, figure);
      if (first === LOWER_T || first === LOWER_F) return `" t="b"><v>${first === LOWER_T ? 1 : 0}</v></c>`;
    }
    const plain = isText ? cell.slice(1, -1) : cell;
    if (plain.length <= MAX_PLAIN_BYTES && PLAIN.test(plain) && !plain.endsWith(' '))
      return `${text}<is><t>${plain}</t></is></c>`;
    return this.escapedText(index, cellText(cellAt(block, start, end)));
  }

  private numberOf(index: number, token: string): string {
    const { isPercent, numbers, measure } = this.writers[index]!;
    if (this.addsUp) {
      const [sum, added] = [this.sums[index], parseDecimal(token)];
      this.sums[index] = sum && added && addDecimals(sum, added);
    }
    const digits = sheetNumber(token, isPercent);
    if (digits !== undefined)
      return `${numbers[measure === undefined ? 1 : 1 + Math.sign(Number(digits))]}${digits}</v></c>`;
    this.keptAsText[index]!++;
    return this.escapedText(index, token);
  }

  private escapedText(index: number, given: string): string {
    const { text, quotedText, name } = this.writers[index]!;
    const content = inlineText(given, () => `column ${JSON.stringify(name)} in row ${this.row}`);
    return `${FORMULA.test(given) ? quotedText : text}${Buffer.from(content).toString('latin1')}</c>`;
  }

  /** The number of a calendar date in a spreadsheet; undefined for other cells, and before 1900-03-01. */
  private serialOf(index: number, cell: string, block: Buffer, start: number, end: number): string | undefined {
    const [last, lastSerial] = this.lastDates[index]!;
    if (cell === last) return lastSerial;
    const days = STORED_TYPES.DATE.read(block, start, end) as number | undefined;
    if (days === undefined || days + EPOCH_SERIAL < FIRST_SERIAL) return undefined;
    const serial = String(days + EPOCH_SERIAL);
    this.lastDates[index] = [cell, serial];
    return serial;
  }
}

function writerOf(column: SheetColumn, index: number, styles: Styles): Writer {
  const { cells } = column;
  const ofText: CellStyle = cells === 'text' ? { format: '@' } : {};
  return {
    ...column,
    open: `<c r="${columnLetters(index)}`,
    numbers: [-1, 0, 1].map((sign) => `"${styles.attribute(styleOf(column, sign))}><v>`),
    text: `"${styles.attribute(ofText)} t="inlineStr">`,
    quotedText: `"${styles.attribute({ ...ofText, isQuoted: true })} t="inlineStr">`,
  };
}
