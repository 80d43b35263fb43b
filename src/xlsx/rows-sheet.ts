/** A sheet with the rows of a report: a bold header that stays visible, a filter, and a row of totals below. */

import type { EncoderInput } from '../formats/format.ts';
import { scanRows } from '../records/scanned-rows.ts';
import type { Styles } from './cell-styles.ts';
import { findWidths } from './column-widths.ts';
import { FORMULA } from './excel.ts';
import { columnLetters, type Sheet, type SheetColumn } from './sheet-columns.ts';
import { SheetRows, styleAttribute } from './sheet-rows.ts';
import { inlineText } from './sheet-text.ts';
import { totalsRow, totalsRowNumber } from './sheet-totals.ts';

/** What the reader of a workbook should know of a written sheet. */
export interface SheetFacts {
  /** For each column, how many numbers are texts, because a spreadsheet would change them. */
  readonly keptAsText: ArrayLike<number>;
}

const HEAD = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetPr><pageSetUpPr fitToPage="1"/></sheetPr>`;
/** A page is as wide as the sheet. */
const PRINTED =
  '<pageMargins left="0.5" right="0.5" top="0.5" bottom="0.5" header="0.3" footer="0.3"/><pageSetup orientation="landscape" fitToHeight="0"/>';
const FROZEN =
  '<sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/><selection pane="bottomLeft"/></sheetView></sheetViews>';

/** The range with the header and the rows: `A1:H9`. Undefined without columns. */
export function filterRange({ recordSet, columns }: Pick<Sheet, 'recordSet' | 'columns'>): string | undefined {
  if (columns.length === 0) return undefined;
  return `A1:${columnLetters(columns.length - 1)}${recordSet.recordCount + 1}`;
}

/** The XML of a sheet. `finish` receives the facts that are known after the last row. */
export async function* encodeSheet(
  sheet: Sheet,
  input: EncoderInput,
  finish: (facts: SheetFacts) => void,
): AsyncGenerator<string | Uint8Array> {
  const { recordSet, columns, styles } = sheet;
  yield HEAD;
  const filter = filterRange(sheet);
  if (filter === undefined) {
    yield '<sheetData/></worksheet>';
    finish({ keptAsText: [] });
    return;
  }
  const widths = await findWidths(recordSet, columns, input);
  const lastRow = input.totals === undefined ? recordSet.recordCount + 1 : totalsRowNumber(recordSet.recordCount);
  yield `<dimension ref="A1:${columnLetters(columns.length - 1)}${lastRow}"/>${FROZEN}`;
  const columnTags = widths.map(
    (width, index) => `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1"/>`,
  );
  yield `<sheetFormatPr defaultRowHeight="15"/><cols>${columnTags.join('')}</cols><sheetData>`;
  yield headerRow(columns, styles);
  const rows = new SheetRows(columns, styles, { row: 2, addsUp: input.totals !== undefined });
  for await (const scanned of scanRows(recordSet, columns)) {
    while (scanned.next()) {
      rows.addRow(scanned);
      if (rows.isFull) yield rows.takePiece();
    }
  }
  yield rows.takePiece();
  yield `${totalsRow(sheet, input, rows)}</sheetData><autoFilter ref="${filter}"/>`;
  yield `${PRINTED}${ignoredErrors(sheet)}</worksheet>`;
  finish({ keptAsText: rows.keptAsText });
}

function headerRow(columns: readonly SheetColumn[], styles: Styles): string {
  const cells = columns.map(({ name, cells: kind }, index) => {
    const align = kind === 'number' ? 'right' : undefined;
    const style = styleAttribute(styles.indexOf({ isHeader: true, align, isQuoted: FORMULA.test(name) }));
    const content = inlineText(name, () => `the name of column ${index + 1}`);
    return `<c r="${columnLetters(index)}1"${style} t="inlineStr">${content}</c>`;
  });
  return `<row r="1">${cells.join('')}</row>`;
}

/** Without it, Excel marks each cell of a column of ids: a number stored as text. */
function ignoredErrors({ recordSet, columns }: Sheet): string {
  const range = filterRange({ recordSet, columns });
  return `<ignoredErrors><ignoredError sqref="${range}" numberStoredAsText="1"/></ignoredErrors>`;
}

/** A sheet of texts: names in bold, and values. */
export function encodeFacts(facts: readonly (readonly [name: string, value: string])[], styles: Styles): string {
  const bold = styleAttribute(styles.indexOf({ isBold: true, align: 'wrap' }));
  const wrapped = styleAttribute(styles.indexOf({ align: 'wrap' }));
  const quoted = styleAttribute(styles.indexOf({ align: 'wrap', isQuoted: true }));
  const rows = facts.map(([name, value], index) => {
    const cell = (letters: string, style: string, text: string): string =>
      `<c r="${letters}${index + 1}"${style} t="inlineStr">${inlineText(text, () => `the sheet About`)}</c>`;
    const style = FORMULA.test(value) ? quoted : wrapped;
    return `<row r="${index + 1}">${cell('A', bold, name)}${cell('B', style, value)}</row>`;
  });
  return `${HEAD}<cols><col min="1" max="1" width="16" customWidth="1"/><col min="2" max="2" width="90" customWidth="1"/></cols><sheetData>${rows.join('')}</sheetData>${PRINTED}</worksheet>`;
}
