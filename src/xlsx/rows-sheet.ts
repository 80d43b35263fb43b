/**
 * A sheet with the rows of a report (ECMA-376, part 1, 18.3): a bold header that stays visible, a filter, and a row of totals below.
 */

import { LOWER_F, LOWER_N, LOWER_T, NINE, QUOTATION_MARK } from '../core/bytes.ts';
import { columnKey } from '../core/columns.ts';
import { addDecimals, compareNumbers, type Decimal, formatDecimal, parseDecimal, ZERO } from '../core/decimal.ts';
import type { EncoderInput } from '../formats/format.ts';
import { STORED_TYPES } from '../parquet/column-types.ts';
import { cellAt, cellText, figureIn, isEmpty, isText } from '../records/cells.ts';
import { type ScannedRows, scanRows } from '../records/scanned-rows.ts';
import { FORMULA } from './excel.ts';
import {
  type CellStyle,
  columnLetters,
  idsAsText,
  inlineText,
  PAGE,
  SHEET_HEAD,
  type Styles,
  sheetNumber,
  textCell,
  xmlText,
} from './sheet-cells.ts';
import { findWidths, type SheetColumn, styleOf } from './sheet-columns.ts';

const FROZEN =
  '<sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/><selection pane="bottomLeft"/></sheetView></sheetViews><sheetFormatPr defaultRowHeight="15"/>';

/** The range with the header and the rows: `A1:H9`. Undefined without columns. */
export function filterRange({ recordSet }: EncoderInput, columns: readonly SheetColumn[]): string | undefined {
  return columns.length === 0 ? undefined : `A1:${columnLetters(columns.length - 1)}${recordSet.recordCount + 1}`;
}

/** The rows that a sheet of so many records needs beside them. */
export function spareRows({ totals }: Pick<EncoderInput, 'totals'>): number {
  return totals === undefined ? 1 : 3;
}

/** The XML of the sheet. It adds to `keptAsText` how many numbers of each column are texts, because a spreadsheet would change them. */
export async function* encodeRows(
  input: EncoderInput,
  columns: readonly SheetColumn[],
  styles: Styles,
  keptAsText: Int32Array,
): AsyncGenerator<string | Uint8Array> {
  const { recordSet, keys, totals } = input;
  yield SHEET_HEAD;
  const filter = filterRange(input, columns);
  if (filter === undefined) {
    yield '<sheetData/></worksheet>';
    return;
  }
  const widths = await findWidths(recordSet, columns);
  const lastRow = recordSet.recordCount + spareRows(input);
  yield `<dimension ref="A1:${columnLetters(columns.length - 1)}${lastRow}"/>${FROZEN}${widths}<sheetData>`;
  const names = columns.map(({ name, cells }, index) => {
    const style = { isBold: true, line: 'below', align: cells === 'number' ? 'right' : undefined } as const;
    return textCell(styles, `${columnLetters(index)}1`, name, style, `the name of column ${index + 1}`);
  });
  yield `<row r="1">${names.join('')}</row>`;
  const rows = new SheetRows(columns, styles, keptAsText, totals !== undefined);
  for await (const scanned of scanRows(recordSet, columns)) {
    while (scanned.next()) rows.addRow(scanned);
    yield rows.takePiece();
  }
  if (totals !== undefined) {
    const areSums = columns.map((column, index) => keptAsText[index] === 0 && isSum(column, rows.sumOf(index), keys));
    yield totalsRow(columns, areSums, styles, lastRow);
  }
  yield `</sheetData><autoFilter ref="${filter}"/>${PAGE}${idsAsText(filter)}</worksheet>`;
}

/** Maximum length of a text in a formula (Excel's specifications: length of formula contents). */
const MAX_FORMULA_TEXT = 255;

/**
 * The totals, after an empty row, so that filters, sorting and pivot tables leave them out. A sum is a formula that follows the filter,
 * with the exact total as its value, if it gives this total. If there is one, other totals disappear while a filter hides rows: they
 * would be those of other rows.
 */
function totalsRow(
  columns: readonly SheetColumn[],
  areSums: readonly boolean[],
  styles: Styles,
  rowNumber: number,
): string {
  const rangeOf = (index: number): string => `${columnLetters(index)}2:${columnLetters(index)}${rowNumber - 2}`;
  const hasSums = areSums.includes(true);
  const isWhole = `SUBTOTAL(103,${rangeOf(0)})=COUNTA(${rangeOf(0)})`;
  const cells = columns.map((column, index) => {
    const { total, cells: kind, isPercent } = column;
    if (isEmpty(total)) return '';
    const place = `${columnLetters(index)}${rowNumber}`;
    const digits = kind === 'text' || isText(total!) ? undefined : sheetNumber(total!, isPercent);
    const text = cellText(total);
    if (digits === undefined && (!hasSums || text.length > MAX_FORMULA_TEXT))
      return textCell(styles, place, text, { format: '@', isBold: true }, 'the row of totals');
    const otherwise = text.startsWith('total of ') ? '"total of the rows shown"' : '""';
    const value = digits ?? `"${text.replaceAll('"', '""')}"`;
    const unlessSum = hasSums ? `IF(${isWhole},${value},${otherwise})` : undefined;
    const formula = areSums[index] ? `SUBTOTAL(109,${rangeOf(index)})` : unlessSum;
    const attribute = styles.attribute({ ...(digits && styleOf(column, Number(digits))), isBold: true });
    const tag = `<c r="${place}"${attribute}${digits === undefined ? ' t="str"' : ''}>`;
    return `${tag}${formula === undefined ? '' : `<f>${xmlText(formula)}</f>`}<v>${digits ?? xmlText(text)}</v></c>`;
  });
  return `<row r="${rowNumber}">${cells.join('')}</row>`;
}

/** True if a formula that adds the cells gives the total, which also has rows that are not there, and cells that are texts. */
function isSum({ path, isPercent, total }: SheetColumn, sum: string | undefined, keys: EncoderInput['keys']): boolean {
  const derived = keys?.derived?.get(columnKey(path));
  // The changes of a sum can be added up, too.
  const added = derived?.part === 'change' ? derived.measure.path : path;
  if (keys?.addable?.has(columnKey(added)) === false || isPercent) return false;
  const figure = figureIn(total);
  return sum !== undefined && figure !== undefined && compareNumbers(sum, figure) === 0;
}

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

/**
 * Writes rows. Digits of numbers are written as sent, so a spreadsheet computes with the exact value, to its 15 digits. Most values are
 * copied without decoding: a string here has a character for each byte of UTF-8.
 */
class SheetRows {
  private readonly writers: readonly Writer[];
  private readonly sums: (Decimal | undefined)[];
  private bytes = Buffer.alloc(0);
  /** The number of bytes since the last piece. */
  private length = 0;
  private row = 2;

  /** It counts in `keptAsText` the numbers of each column that a spreadsheet would change. With `addsUp`, it sums each column of numbers. */
  constructor(
    columns: readonly SheetColumn[],
    styles: Styles,
    private readonly keptAsText: Int32Array,
    private readonly addsUp: boolean,
  ) {
    this.writers = columns.map((column, index) => writerOf(column, index, styles));
    this.sums = columns.map(() => ZERO);
  }

  /** The bytes of the rows since the last piece, valid until the next row. */
  takePiece(): Uint8Array {
    const piece = this.bytes.subarray(0, this.length);
    this.length = 0;
    return piece;
  }

  /** The exact sum of the numbers of a column, also of those that are texts. Undefined if one is too large to add. */
  sumOf(column: number): string | undefined {
    const sum = this.sums[column];
    return sum && formatDecimal(sum);
  }

  addRow({ block, starts, ends }: ScannedRows): void {
    let xml = `<row r="${this.row}">`;
    for (let index = 0; index < ends.length; index++) {
      const end = ends[index]!;
      if (end !== 0) xml += this.cellOf(index, block, starts[index]!, end);
    }
    xml += '</row>';
    if (this.length + xml.length > this.bytes.length) {
      const { bytes } = this;
      this.bytes = Buffer.allocUnsafe(2 * (this.length + xml.length));
      bytes.copy(this.bytes, 0, 0, this.length);
    }
    this.length += this.bytes.write(xml, this.length, 'latin1');
    this.row++;
  }

  private cellOf(index: number, block: Buffer, start: number, end: number): string {
    const { cells: kind, open, numbers, text } = this.writers[index]!;
    const first = block[start]!;
    const isText = first === QUOTATION_MARK;
    if (first === LOWER_N || (isText && end - start === 2)) return '';
    const cell = block.toString('latin1', start, end);
    if (kind === 'date') {
      const serial = EPOCH_SERIAL + ((STORED_TYPES.DATE.read(block, start, end) as number | undefined) ?? Number.NaN);
      if (serial >= FIRST_SERIAL) return `${open}${this.row}${numbers[1]}${serial}</v></c>`;
    }
    if (kind !== 'text') {
      const figure = isText ? (kind === 'number' ? figureIn(cell) : undefined) : first <= NINE ? cell : undefined;
      if (figure !== undefined) return this.numberCell(index, figure);
      if (first === LOWER_T || first === LOWER_F)
        return `${open}${this.row}" t="b"><v>${first === LOWER_T ? 1 : 0}</v></c>`;
    }
    const plain = isText ? cell.slice(1, -1) : cell;
    if (plain.length <= MAX_PLAIN_BYTES && PLAIN.test(plain) && !plain.endsWith(' '))
      return `${open}${this.row}${text}<is><t>${plain}</t></is></c>`;
    return this.textCell(index, cellText(cellAt(block, start, end)));
  }

  private numberCell(index: number, token: string): string {
    const { isPercent, open, numbers, measure } = this.writers[index]!;
    if (this.addsUp) {
      const [sum, added] = [this.sums[index], parseDecimal(token)];
      this.sums[index] = sum && added && addDecimals(sum, added);
    }
    const digits = sheetNumber(token, isPercent);
    if (digits !== undefined)
      return `${open}${this.row}${numbers[measure === undefined ? 1 : 1 + Math.sign(Number(digits))]}${digits}</v></c>`;
    this.keptAsText[index]!++;
    return this.textCell(index, token);
  }

  private textCell(index: number, given: string): string {
    const { open, text, quotedText, name } = this.writers[index]!;
    const content = inlineText(given, () => `column ${JSON.stringify(name)} in row ${this.row}`);
    return `${open}${this.row}${FORMULA.test(given) ? quotedText : text}${Buffer.from(content).toString('latin1')}</c>`;
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
