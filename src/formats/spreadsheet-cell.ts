/**
 * What Excel, LibreOffice Calc and Google Sheets would read as something else than the service sent, and how it is
 * written so that they do not. They guess at what a field is, quoted or not, each by the rules of its language; so
 * texts are held to what none of them can misread, not to a list of what some of them do.
 */

import { parseCalendarDate } from '../core/calendar-date.ts';

/** Digits that a spreadsheet keeps of a number (Excel's specifications: number precision). */
const MAX_DIGITS = 15;
/** Digits before the point that leave it two behind: the cents. */
const MAX_DIGITS_BEFORE_CENTS = MAX_DIGITS - 2;
/** Longest text in a formula (Excel's specifications: length of formula contents, text values). */
const MAX_FORMULA_TEXT = 255;

const LEAST_MAGNITUDE = 2.3e-308;
const MOST_MAGNITUDE = 9.9e307;

/** A JSON number: digits before the point, those behind it, exponent. */
const NUMBER = /^-?(0|[1-9][0-9]*)(?:\.([0-9]+))?([eE][+-]?[0-9]+)?$/;

/**
 * What begins a formula (OWASP, CSV Injection), behind whatever a program may pass over first. Full-width forms count in
 * Japanese Excel; a tab or a carriage return in front is suspicious by itself.
 */
const FORMULA = /^(?:[\t\r]|[\s\p{Cc}\p{Cf}]*[=+\-@＝＋－＠\u2212])/u;
const ANY_DIGIT = /\p{N}/u;
const ANY_LETTER = /\p{L}/u;
const LINE_BREAK = /[\r\n]/;
/** Read as a truth value, in the languages that Excel has words for it in, or as an error; without a digit in it. */
const CONSTANT =
  /^\s*(?:true|false|wahr|falsch|vrai|faux|verdadero|verdadeiro|vero|falso|waar|onwaar|sant|falskt|sand|falsk|tosi|epätosi|prawda|fałsz|истина|ложь|igaz|hamis|pravda|nepravda|doğru|yanlış|#[\p{L}/_]+[!?]?)\s*$/iu;

/** True for the text of a JSON number of which a spreadsheet loses nothing that counts: no digit of an id, and no cent. */
export function isSpreadsheetNumber(text: string): boolean {
  const match = NUMBER.exec(text);
  if (match === null) return false;
  const [, whole = '', fraction = '', exponent] = match;
  if (whole.length > MAX_DIGITS) return false;
  if (
    whole.length > MAX_DIGITS_BEFORE_CENTS &&
    `${whole}${fraction.replace(/0+$/, '')}`.length > MAX_DIGITS
  ) {
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
  // Lines, and sentences, are neither dates nor numbers.
  if (LINE_BREAK.test(text.trim())) return false;
  return text.length <= MAX_FORMULA_TEXT || !ANY_LETTER.test(text);
}

/**
 * The field that shows `text` as it is, whatever it looks like: a formula that is nothing but the text; for what no such
 * formula can hold, a long text or one with line breaks, a tab in front.
 */
export function protectText(text: string): string {
  if (text.length > MAX_FORMULA_TEXT || LINE_BREAK.test(text)) return `\t${text}`;
  return `="${text.replaceAll('"', '""')}"`;
}
