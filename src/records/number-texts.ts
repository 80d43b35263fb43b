/** Texts that stand for numbers: words for an unknown one, and numbers in another spelling than that of JSON. */

import { cellText, figureIn, isText } from './cells.ts';

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
