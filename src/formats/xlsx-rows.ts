/**
 * Writes the rows of a sheet as XML (ECMA-376, part 1, 18.3). Digits of numbers are written as sent, so a spreadsheet computes with the
 * exact value, to its 15 digits.
 */

import { formatDecimal, parseDecimal, toScientific } from '../core/decimal.ts';
import { ExactSums } from '../core/exact-sum.ts';
import { epochDays, readPlainDate } from '../json/date-values.ts';
import { type Cell, cellText, figureIn, isEmpty, isNumber } from '../records/cells.ts';
import type { ScannedRows } from '../records/scanned-rows.ts';
import { FORMULA, LEAST_MAGNITUDE, MAX_DIGITS, MOST_MAGNITUDE } from './excel.ts';
import { columnLetters, type SheetColumn } from './xlsx-columns.ts';
import type { Styles } from './xlsx-styles.ts';
import { inlineText } from './xlsx-text.ts';

/** The characters of a piece. */
const PIECE_LENGTH = 256 * 1024;

/** The parts of a cell's tag around the number of its row. */
interface Tags {
  /** `<c r="A` */
  readonly cell: string;
  readonly number: string;
  readonly text: string;
  readonly quotedText: string;
}

/**
 * A text that is no formula and needs no escape: most are. It is short, so it fits into a cell. Without this test, 100,000 rows of
 * 8 columns take a fifth more CPU time.
 */
const PLAIN = /^[0-9A-Za-z](?:[0-9A-Za-z .,:;/()%#!'|-]{0,200}[0-9A-Za-z.!)%])?$/;

/** Writes rows in pieces. */
export class SheetRows {
  /** For each column the number of numbers that a spreadsheet would change, and that are texts. */
  readonly keptAsText: number[];
  private readonly tooLarge = new Set<number>();
  private readonly sums: ExactSums | undefined;
  private readonly tags: readonly Tags[];
  private piece = '';
  private row: number;

  /** `row` is the number of the first row. With `addsUp`, it sums each column of numbers. */
  constructor(
    private readonly columns: readonly SheetColumn[],
    styles: Styles,
    { row, addsUp }: { readonly row: number; readonly addsUp: boolean },
  ) {
    this.row = row;
    this.sums = addsUp ? new ExactSums() : undefined;
    this.keptAsText = columns.map(() => 0);
    this.tags = columns.map((column, index) => tagsOf(column, index, styles));
  }

  /** True if a piece can be taken. */
  get isFull(): boolean {
    return this.piece.length >= PIECE_LENGTH;
  }

  /** The rows since the last piece. */
  takePiece(): string {
    const { piece } = this;
    this.piece = '';
    return piece;
  }

  /** The exact sum of the numbers of a column, also of those that are texts. Undefined if one is too large to add. */
  sumOf(column: number): string | undefined {
    return this.tooLarge.has(column) ? undefined : this.sums?.text(column);
  }

  addRow(rows: ScannedRows): void {
    let text = `<row r="${this.row}">`;
    for (let index = 0; index < this.columns.length; index++) text += this.cell(rows.cell(index), index);
    this.piece += `${text}</row>`;
    this.row++;
  }

  private cell(cell: Cell, index: number): string {
    if (cell === undefined || isEmpty(cell)) return '';
    const kind = this.columns[index]!.cells;
    if (kind === 'text') return this.text(cellText(cell), index);
    const serial = kind === 'date' ? dateSerial(cell) : undefined;
    if (serial !== undefined) return this.number(String(serial), index);
    const figure = kind === 'number' || isNumber(cell) ? figureIn(cell) : undefined;
    if (figure !== undefined) return this.figure(figure, index);
    if (cell !== 'true' && cell !== 'false') return this.text(cellText(cell), index);
    return `${this.tags[index]!.cell}${this.row}" t="b"><v>${cell === 'true' ? 1 : 0}</v></c>`;
  }

  private figure(figure: string, index: number): string {
    if (this.sums?.add(index, figure) === false) this.tooLarge.add(index);
    if (isExactInSheet(figure))
      return this.number(this.columns[index]!.isPercent ? hundredth(figure) : figure, index);
    this.keptAsText[index]!++;
    return this.text(figure, index);
  }

  private number(number: string, index: number): string {
    const tags = this.tags[index]!;
    return `${tags.cell}${this.row}${tags.number}${number}</v></c>`;
  }

  private text(text: string, index: number): string {
    const { cell, text: plain, quotedText } = this.tags[index]!;
    if (PLAIN.test(text)) return `${cell}${this.row}${plain}<is><t>${text}</t></is></c>`;
    const where = (): string => `column ${JSON.stringify(this.columns[index]!.name)} in row ${this.row}`;
    const content = inlineText(text, where);
    return `${cell}${this.row}${FORMULA.test(text) ? quotedText : plain}${content}</c>`;
  }
}

function tagsOf({ cells, format }: SheetColumn, index: number, styles: Styles): Tags {
  const ofText = cells === 'text' ? '@' : undefined;
  const number = styleAttribute(styles.indexOf({ format }));
  const text = styleAttribute(styles.indexOf({ format: ofText }));
  const quoted = styleAttribute(styles.indexOf({ format: ofText, isQuoted: true }));
  return {
    cell: `<c r="${columnLetters(index)}`,
    number: `"${number}><v>`,
    text: `"${text} t="inlineStr">`,
    quotedText: `"${quoted} t="inlineStr">`,
  };
}

/** ` s="3"`; nothing for the general style. */
export function styleAttribute(style: number): string {
  return style === 0 ? '' : ` s="${style}"`;
}

/** True for a number that a spreadsheet holds exactly. */
export function isExactInSheet(token: string): boolean {
  if (token.length <= MAX_DIGITS && !/e/i.test(token)) return true;
  const { sign, digits } = toScientific(token);
  if (sign === 0) return true;
  const magnitude = Math.abs(Number(token));
  return digits.length <= MAX_DIGITS && magnitude >= LEAST_MAGNITUDE && magnitude <= MOST_MAGNITUDE;
}

/** A number divided by 100. */
export function hundredth(token: string): string {
  const { units, scale } = parseDecimal(token)!;
  return formatDecimal({ units, scale: scale + 2 });
}

/** The first day that every spreadsheet counts alike: Excel has a 29th of February in 1900. */
const FIRST_SERIAL = 61;
/** 1970-01-01; the day 0 is 1899-12-30. */
const EPOCH_SERIAL = 25_569;

/** The number of a calendar date in a spreadsheet; undefined for other cells, and before 1900-03-01. */
function dateSerial(cell: string): number | undefined {
  const found = readPlainDate(cell);
  if (found === undefined) return undefined;
  const serial = epochDays(found.date) + EPOCH_SERIAL;
  return serial >= FIRST_SERIAL ? serial : undefined;
}
