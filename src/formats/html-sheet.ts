/**
 * The part of a page's script that gives rows to spreadsheets: as a CSV file, as text and as markup for the clipboard. It follows
 * the rules of `excel.ts`, whose patterns and limits it holds; a test compares the two. The page knows the text of each cell, and
 * which columns hold only numbers.
 */

import {
  CONSTANT,
  FORMULA,
  LEAST_MAGNITUDE,
  MAX_DIGITS,
  MAX_DIGITS_BEFORE_CENTS,
  MAX_FORMULA_TEXT,
  MOST_MAGNITUDE,
  NUMBER,
  QUOTED_FOR_EXCEL,
} from './excel.ts';

export const SHEET_SCRIPT = String.raw`
  function isSheetNumber(text) {
    const match = ${NUMBER}.exec(text);
    if (!match) return false;
    const [, whole, fraction = '', exponent] = match;
    if (whole.length > ${MAX_DIGITS}) return false;
    const digits = whole + fraction.replace(/0+$/, '');
    if (whole.length > ${MAX_DIGITS_BEFORE_CENTS} && digits.length > ${MAX_DIGITS}) return false;
    if (exponent === undefined) return true;
    const magnitude = Math.abs(Number(text));
    return (magnitude >= ${LEAST_MAGNITUDE} && magnitude <= ${MOST_MAGNITUDE}) || !/[1-9]/.test(whole + fraction);
  }

  function isDate(text) {
    if (!/^\d{4}-\d\d-\d\d$/.test(text) || text.startsWith('0000')) return false;
    const day = new Date(text + 'T00:00:00Z');
    return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text);
  }

  function isMisread(text) {
    if (${FORMULA}.test(text) || ${CONSTANT}.test(text)) return true;
    if (!/\p{N}/u.test(text) || isDate(text) || /[\r\n]/.test(text.trim())) return false;
    return text.length <= ${MAX_FORMULA_TEXT} || !/\p{L}/u.test(text);
  }

  // The name of a column is never a number. An exponent in a column of texts is more likely a code than a number.
  const isFigure = (text, kind) => kind !== 'name' && isSheetNumber(text) && (kind === 'number' || !/e/i.test(text));

  // A number that a spreadsheet would round, and a text that it would run or change, become a formula of the text alone.
  function sheetField(text, kind) {
    if (text === '' || isFigure(text, kind) || (kind !== 'number' && !isMisread(text))) return text;
    if (text.length > ${MAX_FORMULA_TEXT} || /[\r\n]/.test(text)) return '\t' + text;
    return '="' + text.replaceAll('"', '""') + '"';
  }

  function csvOf(rows, areNumeric) {
    const quote = (text) => (/"/.test(text) || ${QUOTED_FOR_EXCEL}.test(text) ? '"' + text.replaceAll('"', '""') + '"' : text);
    const line = (cells) => (cells.length === 1 && cells[0] === '' ? '""' : cells.map(quote).join(',')) + '\r\n';
    return '\ufeff' + mapCells(rows, areNumeric, sheetField).map(line).join('');
  }

  function tsvOf(rows, areNumeric) {
    const quote = (text) => (/[\t\r\n]/.test(text) ? '"' + text.replaceAll('"', '""') + '"' : text);
    return mapCells(rows, areNumeric, sheetField).map((cells) => cells.map(quote).join('\t') + '\n').join('');
  }

  // The first row has the names of the columns.
  const mapCells = (rows, areNumeric, map) =>
    rows.map((cells, at) => cells.map((text, column) => map(text, at === 0 ? 'name' : areNumeric[column] ? 'number' : 'text')));

  // Excel takes a cell of the number format @, and Calc one of sdnum, as text. x:num is a number in every language.
  function markupOf(rows, areNumeric) {
    const escaped = (text) => text.replace(/[&<>"]/g, (sign) => '&#' + sign.charCodeAt(0) + ';');
    const cell = (text, kind) => {
      if (isFigure(text, kind)) return '<td x:num="' + text + '" sdval="' + text + '">' + text + '<\/td>';
      if (text === '' || isDate(text)) return '<td>' + text + '<\/td>';
      return '<td x:str style="mso-number-format:\'\\@\'" sdnum="1033;0;@">' + escaped(text).replace(/\r\n?|\n/g, '<br>') + '<\/td>';
    };
    const lines = mapCells(rows, areNumeric, cell).map((cells) => '<tr>' + cells.join('') + '<\/tr>');
    return '<html xmlns:x="urn:schemas-microsoft-com:office:excel"><meta charset="utf-8"><table>' + lines.join('\n') + '<\/table><\/html>';
  }
`;
