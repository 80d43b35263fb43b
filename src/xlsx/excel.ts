/**
 * Protects the values that Excel, LibreOffice Calc and Google Sheets would change or run. They guess the type of a field,
 * quoted or not, each by the rules of its language. So a text stays unprotected only if none of them can misread it; a list
 * of the known cases would not be enough.
 */

import { parseCalendarDate } from '../dates/date.ts';
import { type Cell, cellText, isNumber, isText } from '../records/cells.ts';

/**
 * A field with one of these characters is quoted. A spreadsheet may expect another delimiter than the file's, or accept
 * several, as Calc does: quotes keep such a field together.
 */
export const QUOTED_FOR_EXCEL = /[\r\n,;|\t]/;

/** A spreadsheet keeps this many digits of a number (Excel's specifications: number precision). */
export const MAX_DIGITS = 15;
/** With at most this many digits before the point, two digits after it are kept: the cents. */
const MAX_DIGITS_BEFORE_CENTS = MAX_DIGITS - 2;
/** Maximum length of a text in a formula (Excel's specifications: length of formula contents, text values). */
const MAX_FORMULA_TEXT = 255;

/** Bounds of a number other than zero. */
export const LEAST_MAGNITUDE = 2.3e-308;
export const MOST_MAGNITUDE = 9.9e307;

/** A JSON number: digits before the point, digits after it, exponent. */
const NUMBER = /^-?(0|[1-9][0-9]*)(?:\.([0-9]+))?([eE][+-]?[0-9]+)?$/;

/**
 * The beginning of a formula (OWASP, CSV Injection), after characters that a program may skip. Japanese Excel accepts
 * full-width forms. A tab or a carriage return at the start is dangerous by itself.
 */
export const FORMULA = /^(?:[\t\r]|[\s\p{Cc}\p{Cf}]*[=+\-@＝＋－＠\u2212])/u;
const ANY_DIGIT = /\p{N}/u;
const ANY_LETTER = /\p{L}/u;
const LINE_BREAK = /[\r\n]/;
/** A truth value in one of Excel's languages, or an error value, without a digit. */
const CONSTANT =
  /^\s*(?:true|false|wahr|falsch|vrai|faux|verdadero|verdadeiro|vero|falso|waar|onwaar|sant|falskt|sand|falsk|tosi|epätosi|prawda|fałsz|истина|ложь|igaz|hamis|pravda|nepravda|doğru|yanlış|#[\p{L}/_]+[!?]?)\s*$/iu;

/** The field of a cell, unquoted. */
export function excelField(cell: NonNullable<Cell>): string {
  const text = cellText(cell);
  if (isNumber(cell)) return isSpreadsheetNumber(cell) ? cell : protectText(cell);
  if (!isText(cell)) return text;
  // Some services send amounts as text. The user must be able to sum them.
  return isSpreadsheetNumber(text) && !/e/i.test(text) ? text : excelText(text);
}

/** The field of a text, such as the name of a column, unquoted. */
export function excelText(text: string): string {
  return isMisreadText(text) ? protectText(text) : text;
}

/** True for the text of a JSON number that a spreadsheet keeps: it loses no digit of an id and no cent. */
export function isSpreadsheetNumber(text: string): boolean {
  const match = NUMBER.exec(text);
  if (match === null) return false;
  const [, whole = '', fraction = '', exponent] = match;
  if (whole.length > MAX_DIGITS) return false;
  if (whole.length > MAX_DIGITS_BEFORE_CENTS && `${whole}${fraction.replace(/0+$/, '')}`.length > MAX_DIGITS) {
    return false;
  }
  if (exponent === undefined) return true;
  const magnitude = Math.abs(Number(text));
  if (magnitude >= LEAST_MAGNITUDE && magnitude <= MOST_MAGNITUDE) return true;
  return !/[1-9]/.test(whole + fraction);
}

/** True for a text that a spreadsheet could run, or turn into a date, a number or another value. */
export function isMisreadText(text: string): boolean {
  if (FORMULA.test(text) || CONSTANT.test(text)) return true;
  if (!ANY_DIGIT.test(text) || parseCalendarDate(text) !== undefined) return false;
  // Several lines, or a long sentence, are neither a date nor a number.
  if (LINE_BREAK.test(text.trim())) return false;
  return text.length <= MAX_FORMULA_TEXT || !ANY_LETTER.test(text);
}

/**
 * A field that a spreadsheet shows as `text`: a formula that consists of the text alone. A text that is too long for a formula,
 * or has line breaks, starts with a tab instead.
 */
export function protectText(text: string): string {
  if (text.length > MAX_FORMULA_TEXT || LINE_BREAK.test(text)) return `\t${text}`;
  return `="${text.replaceAll('"', '""')}"`;
}
