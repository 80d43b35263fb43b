/** Texts in the XML of a workbook (ECMA-376, part 1). */

import { ReportingError } from '../core/errors.ts';

/** Maximum length of a text in a cell, in UTF-16 units (Excel's specifications: total number of characters in a cell). */
const MAX_UNITS = 32_767;

/**
 * Characters that XML 1.0 forbids, a carriage return, which XML readers change, and the beginning of an escape (22.9.2.19,
 * ST_Xstring).
 */
const ESCAPED = /[\u0000-\u0008\u000b-\u001f\ufffe\uffff]|_(?=x[0-9A-Fa-f]{4}_)/g;
const MARKUP = /[&<>"]/g;
const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** A text as the content of an element or an attribute. U+FFFD replaces half of a surrogate pair. */
export function xmlText(text: string): string {
  return text
    .toWellFormed()
    .replace(ESCAPED, (character) => `_x${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`)
    .replace(MARKUP, (character) => ENTITIES[character]!);
}

/** The content of a cell with a text. Throws an output error for a text that is too long; `where` names its place. */
export function inlineText(text: string, where: () => string): string {
  if (text.length > MAX_UNITS) throw tooLong(text.length, where());
  return `<is><t xml:space="preserve">${xmlText(text)}</t></is>`;
}

function tooLong(length: number, where: string): ReportingError {
  return new ReportingError(
    'E-sheet-limit',
    `${where} has a text of ${length} characters, and a cell of a spreadsheet holds at most ${MAX_UNITS}`,
    { hint: SHEET_HINT },
  );
}

/** The way out of the limits of a sheet. */
export const SHEET_HINT = 'csv has no limit: --format csv, or a file name that ends in .csv';
