/** The cells of records: their JSON text, and the text that they show. */

import { MINUS, NINE, QUOTATION_MARK, ZERO } from '../core/bytes.ts';
import { toVisibleText } from '../core/text.ts';

/** The JSON text of a value, as the service spelled it: `0.10`, `"Spring"`, `[1,2]`. Undefined if a record lacks the member. */
export type Cell = string | undefined;

/** The text of a cell in a text format: the characters of a string, nothing for null or missing, JSON text for other values. */
export function cellText(cell: Cell): string {
  if (cell === undefined || cell === 'null') return '';
  return isText(cell) ? parseText(cell) : cell;
}

/** The text of a cell with control characters escaped. Digits are not grouped. */
export function visibleText(cell: Cell): string {
  return toVisibleText(cellText(cell));
}

/** True for a JSON string. */
export function isText(cell: string): boolean {
  return cell.charCodeAt(0) === QUOTATION_MARK;
}

/** True for a JSON number. */
export function isNumber(cell: string): boolean {
  const first = cell.charCodeAt(0);
  return first === MINUS || (first >= ZERO && first <= NINE);
}

/** True for null, a missing member and the empty text: a text format shows nothing for them. */
export function isEmpty(cell: Cell): boolean {
  return cell === undefined || cell === 'null' || cell === '""';
}

/** A number that is sent as text. A leading zero would mark a code or an id. */
const FIGURE = /^"-?(?:0|[1-9]\d*)(?:\.\d+)?"$/;

/** The spelling of the number in a cell: a JSON number, or a text such as `"12.50"`. Undefined for other cells. */
export function figureIn(cell: Cell): string | undefined {
  if (cell === undefined) return undefined;
  if (!isText(cell)) return isNumber(cell) ? cell : undefined;
  if (FIGURE.test(cell)) return cell.slice(1, -1);
  // Escaped digits are valid JSON, if rare.
  return cell.includes('\\u00') ? figureIn(withoutEscapes(cell)) : undefined;
}

/** The number of significant digits of a figure: `-0.0120` has two. None for zero, and for cells without a figure. */
export function significantDigits(cell: Cell): number {
  const [mantissa = ''] = (figureIn(cell)?.slice(0, LONGEST_FIGURE) ?? '').split(/[eE]/, 1);
  return mantissa.replace(/[-.]/g, '').replace(/^0+|0+$/g, '').length;
}
/** Of a longer one, the beginning is read. */
const LONGEST_FIGURE = 100;

function withoutEscapes(cell: string): string {
  const spelled = JSON.stringify(JSON.parse(cell) as string);
  return spelled.includes('\\') ? '""' : spelled;
}

const UNKNOWN = /^(?:n\/a|null|nan|--?)$/i;
/** The characters of the longest such text, with its quotation marks. */
export const LONGEST_UNKNOWN = 6;

/** True for a text that says that its number is not known: `"N/A"`, `"--"`. */
export function isUnknownNumber(cell: string): boolean {
  return cell.length <= LONGEST_UNKNOWN && isText(cell) && UNKNOWN.test(cell.slice(1, -1));
}

const SPACE = String.raw`[ \u00a0\u202f]`;
const CURRENCY = String.raw`(?:[A-Z]{0,3}\p{Sc}|[A-Z]{3})`;
const THOUSANDS = String.raw`\d{1,3}([,.'’ \u00a0\u202f])\d{3}(?:\1\d{3})*`;
const SPELLED = new RegExp(
  String.raw`^[-+−(]?${SPACE}?(?:${CURRENCY}${SPACE}?)?[-+−(]?(?!0\d)(?:${THOUSANDS}|\d+)(?:[.,]\d+)?${SPACE}?(?:%|${CURRENCY})?\)?-?$`,
  'u',
);
const LONGEST_SPELLED = 40;

/** True for a text that looks like a number that no sum can add: `"9,000.00"`, `"$2.50"`, `"(30.00)"`, `"12 %"`. */
export function isSpelledNumber(cell: string): boolean {
  if (cell.length > LONGEST_SPELLED || !isText(cell) || figureIn(cell) !== undefined) return false;
  return SPELLED.test(cellText(cell));
}

function parseText(cell: string): string {
  if (!cell.includes('\\')) return cell.slice(1, -1);
  // UTF-8 has no bytes for a lone surrogate (RFC 3629, section 3).
  return (JSON.parse(cell) as string).toWellFormed();
}

/** The cell between two indexes of a block, as `RowScanner` reports them. */
export function cellAt(block: Buffer, start: number, end: number): Cell {
  if (end === 0) return undefined;
  // A number is ASCII, and faster to read as latin1.
  const isAscii = block[start] !== QUOTATION_MARK && block[end - 1]! <= NINE;
  return block.toString(isAscii ? 'latin1' : 'utf8', start, end);
}
