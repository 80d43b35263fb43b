/** Rows of CSV in a dialect: each field is looked at, which plain CSV has no need of. */

import { type Cell, cellText, isNumber, isText } from '../segments/cell.ts';
import { createRowReader } from '../segments/row-reader.ts';
import { columnsToShow, refuseMergedNames } from './columns.ts';
import type { CsvDialect } from './csv-dialect.ts';
import type { EncoderInput } from './format.ts';
import { isMisreadText, isSpreadsheetNumber, protectText } from './spreadsheet-cell.ts';

/** Without it Excel takes UTF-8 for something else, and a first column called `ID` for a file of another format. */
const BYTE_ORDER_MARK = '\ufeff';
/** Lines of a sheet, in Excel, Calc and most others (Excel's specifications: worksheet size). */
const MAX_SHEET_LINES = 1_048_576;

/**
 * The same table as plain CSV: one header, a line a record, nothing at all for an empty report. For spreadsheets it
 * begins with a byte order mark and its lines end with CRLF, as RFC 4180 has it.
 */
export async function* encodeInDialect(input: EncoderInput, dialect: CsvDialect): AsyncGenerator<string> {
  const columns = columnsToShow(input);
  if (columns.length === 0) return;
  refuseMergedNames(columns);
  const { isForSpreadsheets } = dialect;
  if (isForSpreadsheets) tellWhatIsTooLong(input);

  const lineEnd = isForSpreadsheets ? '\r\n' : '\n';
  const special = specialCharacters(dialect);
  const quote = (field: string): string => (special.test(field) ? `"${field.replace(/"/g, '""')}"` : field);
  const toLine = (fields: readonly string[]): string => {
    const line = fields.map(quote).join(dialect.delimiter);
    // Readers skip a line that is empty.
    return (line === '' ? '""' : line) + lineEnd;
  };

  const names = columns.map(({ name }) => (isForSpreadsheets ? keepText(name) : name));
  yield (isForSpreadsheets ? BYTE_ORDER_MARK : '') + toLine(names);
  const readRows = createRowReader(columns);
  const toField = createFieldWriter(dialect);
  for await (const block of input.dataset.lines()) {
    let lines = '';
    for (const row of readRows(block)) lines += toLine(row.map(toField));
    yield lines;
  }
}

/**
 * A field with one of these is quoted. In a spreadsheet that expects another delimiter than the file's, or that takes
 * several, as Calc does, no more than must be may come apart there.
 */
function specialCharacters({ delimiter, isForSpreadsheets }: CsvDialect): RegExp {
  return isForSpreadsheets ? new RegExp(`["\r\n,;|\t\\${delimiter}]`) : new RegExp(`["\r\n\\${delimiter}]`);
}

/** What a cell is written as, unquoted. */
function createFieldWriter({ hasDecimalComma, isForSpreadsheets }: CsvDialect): (cell: Cell) => string {
  const toFigure = (number: string): string => (hasDecimalComma ? number.replace('.', ',') : number);
  if (!isForSpreadsheets) {
    return (cell) => (cell !== undefined && isNumber(cell) ? toFigure(cell) : cellText(cell));
  }
  return (cell) => {
    const text = cellText(cell);
    if (cell === undefined) return text;
    if (isNumber(cell)) return isSpreadsheetNumber(cell) ? toFigure(cell) : protectText(cell);
    if (!isText(cell)) return text;
    // Some services send amounts as text, and those are to add up too.
    return isPlainFigure(text) ? toFigure(text) : keepText(text);
  };
}

function isPlainFigure(text: string): boolean {
  return isSpreadsheetNumber(text) && !/e/i.test(text);
}

function keepText(text: string): string {
  return isMisreadText(text) ? protectText(text) : text;
}

function tellWhatIsTooLong({ dataset, onNote }: EncoderInput): void {
  const most = MAX_SHEET_LINES - 1;
  if (dataset.recordCount <= most) return;
  onNote(
    `the file holds ${dataset.recordCount} records, and a sheet shows ${most}: pull it in parts, with --from and --to`,
  );
}
