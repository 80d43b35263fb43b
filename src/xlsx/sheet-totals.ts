/**
 * The row of totals of a sheet, after an empty row, so that filters, sorting and pivot tables leave it out. Sums are formulas, with
 * the exact total as their value. A formula that would give another value is none.
 */

import { columnKey } from '../core/columns.ts';
import { compareNumbers } from '../core/decimal.ts';
import type { EncoderInput } from '../formats/format.ts';
import { type Cell, cellText, figureIn, isEmpty, isText } from '../records/cells.ts';
import { columnLetters, type Sheet, type SheetColumn } from './sheet-columns.ts';
import { hundredth, isExactInSheet, type SheetRows, styleAttribute } from './sheet-rows.ts';
import { inlineText } from './sheet-text.ts';

/** The row of totals; empty without totals. */
export function totalsRow(sheet: Sheet, input: EncoderInput, rows: SheetRows): string {
  if (input.totals === undefined) return '';
  const { totals } = input;
  const { columns, styles, recordSet } = sheet;
  const rowNumber = totalsRowNumber(recordSet.recordCount);
  const formulas = formulasOf(sheet, totals, input.keys, rows);
  const cells = columns.map((column, index) => {
    const cell = totals[index];
    if (isEmpty(cell)) return '';
    const isNumber = isNumberInSheet(cell, column);
    const style = styleAttribute(styles.indexOf({ format: isNumber ? column.format : '@', isBold: true }));
    const place = `<c r="${columnLetters(index)}${rowNumber}"${style}`;
    const formula = formulas[index];
    if (!isNumber) return `${place} t="inlineStr">${inlineText(cellText(cell), () => 'the row of totals')}</c>`;
    const formulaTag = formula === undefined ? '' : `<f>${formula}</f>`;
    return `${place}>${formulaTag}<v>${column.isPercent ? hundredth(cell!) : cell}</v></c>`;
  });
  return `<row r="${rowNumber}">${cells.join('')}</row>`;
}

/** The number of the row of totals below so many records. */
export function totalsRowNumber(recordCount: number): number {
  return recordCount + 3;
}

/** The formula of each column; undefined for a total that no formula gives. */
function formulasOf(
  { columns, recordSet }: Sheet,
  totals: readonly Cell[],
  keys: EncoderInput['keys'],
  rows: SheetRows,
): readonly (string | undefined)[] {
  const last = recordSet.recordCount + 1;
  return columns.map(({ path, isPercent }, index) => {
    const derived = keys?.derived?.get(columnKey(path));
    // The changes of a sum can be added up, too.
    const added = derived?.part === 'change' ? derived.measure.path : path;
    if (keys?.addable?.has(columnKey(added)) === false || isPercent) return undefined;
    const [sum, total] = [rows.sumOf(index), figureIn(totals[index])];
    // The total also has rows that are not there, and cells that are texts.
    if (sum === undefined || total === undefined || compareNumbers(sum, total) !== 0) return undefined;
    if (rows.keptAsText[index]! > 0) return undefined;
    return `SUM(${columnLetters(index)}2:${columnLetters(index)}${last})`;
  });
}

function isNumberInSheet(cell: Cell, { cells }: SheetColumn): boolean {
  return cell !== undefined && cells !== 'text' && !isText(cell) && !isEmpty(cell) && isExactInSheet(cell);
}
