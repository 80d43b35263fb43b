import { MINUS, NINE, POINT, ZERO } from '../core/bytes.ts';
import type { Column } from '../core/columns.ts';
import { readPlainDate } from '../json/date-values.ts';
import { cellAt, figureIn, isEmpty, isNumber, isText } from '../records/cells.ts';
import type { RecordSet } from '../records/record-set.ts';
import { scanRows } from '../records/scanned-rows.ts';
import { type ColumnSchema, createSchemaSurvey } from '../records/schema.ts';
import { CellDictionary } from './cell-dictionary.ts';
import { type ChosenType, chooseType, type ValueFacts } from './column-types.ts';
import { dictionaryFor } from './column-values.ts';
import { fitsInt64, parseDouble, sizeOfNumber } from './number-values.ts';

/** A column of a report, with its schema and the type that holds every cell. */
export interface SurveyedColumn extends Column, ChosenType {
  /** Its counts are lower than the numbers of cells, because repeated cells may count once. */
  readonly schema: ColumnSchema;
  /** True if a cell is the empty text, which is not null. */
  readonly hasEmptyText: boolean;
  /** The largest number of decimals of a number, also of one sent as text: `1.50` has two. */
  readonly spelledDecimals: number;
}

/** Reads all records once, and chooses the type of each column. */
export async function surveyTypes(
  recordSet: RecordSet,
  columns: readonly Column[],
): Promise<readonly SurveyedColumn[]> {
  const survey = createSchemaSurvey(columns);
  const facts = columns.map(() => new CellFacts());
  const seen = columns.map(() => new CellDictionary(dictionaryFor(columns.length)));
  for await (const rows of scanRows(recordSet, columns)) {
    const { block, starts, ends } = rows;
    while (rows.next()) {
      for (let index = 0; index < columns.length; index++) {
        const end = ends[index]!;
        const first = starts[index]!;
        if (end === 0 || facts[index]!.cover(block, first, end)) continue;
        if (seen[index]!.find(block, first, end) !== -1) continue;
        seen[index]!.remember(block, first, end, 0);
        survey.addCellAt(index, block, first, end);
        const cell = cellAt(block, first, end)!;
        if (!isEmpty(cell)) facts[index]!.add(cell);
        else if (isText(cell)) facts[index]!.hasEmptyText = true;
      }
    }
  }
  return survey.schemas().map((schema, index) => ({
    ...columns[index]!,
    ...chooseType(schema, facts[index]!),
    schema,
    hasEmptyText: facts[index]!.hasEmptyText,
    spelledDecimals: facts[index]!.spelledDecimals,
  }));
}

/** The facts about the cells of a column. Its code runs for every cell that does not repeat. */
class CellFacts implements ValueFacts {
  wholeDigits = 0;
  decimals = 0;
  fitInt64 = true;
  fitDouble = true;
  arePlainDates = true;
  haveDigitDates = false;
  hasEmptyText = false;
  spelledDecimals = 0;
  private hasNumber = false;

  /** True for a number that changes no fact: it is short, and has no more decimals than a number before. */
  cover(block: Uint8Array, start: number, end: number): boolean {
    if (!this.hasNumber || end - start > MAX_SHORT) return false;
    let at = block[start] === MINUS ? start + 1 : start;
    while (block[at]! >= ZERO && block[at]! <= NINE) at++;
    if (at === end) return true;
    if (block[at] !== POINT || end - at - 1 > this.decimals) return false;
    do at++;
    while (block[at]! >= ZERO && block[at]! <= NINE);
    return at === end;
  }

  add(cell: string): void {
    const isNumeric = isNumber(cell);
    if (this.arePlainDates || (isNumeric && !this.hasNumber)) this.checkDate(cell, isNumeric);
    if (isNumeric) this.measure(cell);
    const figure = isNumeric ? cell : figureIn(cell);
    if (figure !== undefined) this.spelledDecimals = Math.max(this.spelledDecimals, decimalsOf(figure));
  }

  private checkDate(cell: string, isNumeric: boolean): void {
    const found = readPlainDate(cell);
    if (found !== undefined) {
      if (found.separator === '') this.haveDigitDates = true;
      return;
    }
    this.arePlainDates = false;
    if (isNumeric) this.hasNumber = true;
  }

  private measure(token: string): void {
    const size = sizeOfNumber(token);
    const { whole, decimals } = size;
    if (whole > this.wholeDigits) this.wholeDigits = whole;
    if (decimals > this.decimals) this.decimals = decimals;
    if (this.fitInt64) this.fitInt64 = fitsInt64(size);
    if (this.fitDouble) this.fitDouble = parseDouble(token) !== undefined;
  }
}

/** The decimals of a number as it is spelled. */
function decimalsOf(figure: string): number {
  if (/e/i.test(figure)) return sizeOfNumber(figure).decimals;
  const point = figure.indexOf('.');
  return point === -1 ? 0 : figure.length - point - 1;
}

/** A number of at most this length fits every type that has enough decimals. */
const MAX_SHORT = 15;
