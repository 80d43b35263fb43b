/** A sheet with the rows of a report: a bold header that stays visible, a filter, and a row of totals below. */

import { columnKey } from '../core/columns.ts';
import { compareNumbers } from '../core/decimal.ts';
import type { EncoderInput } from '../formats/format.ts';
import { cellText, figureIn, isEmpty, isText } from '../records/cells.ts';
import { scanRows } from '../records/scanned-rows.ts';
import type { Styles } from './cell-styles.ts';
import { columnLetters, PAGE, SHEET_HEAD, sheetNumber, textCell, xmlText } from './sheet-cells.ts';
import { findWidths, type SheetColumn, styleOf } from './sheet-columns.ts';
import { SheetRows } from './sheet-rows.ts';

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
  yield `<dimension ref="A1:${columnLetters(columns.length - 1)}${lastRow}"/>${FROZEN}${widths.tags()}<sheetData>`;
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
  // Without the last element, Excel marks each cell of a column of ids: a number stored as text.
  yield `</sheetData><autoFilter ref="${filter}"/>${PAGE}<ignoredErrors><ignoredError sqref="${filter}" numberStoredAsText="1"/></ignoredErrors></worksheet>`;
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
