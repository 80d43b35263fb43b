import type { Column } from '../core/columns.ts';
import { cellAt, isEmpty, isNumber } from '../records/cells.ts';
import type { RecordSet } from '../records/record-set.ts';
import { createRowScanner } from '../records/row-scanner.ts';
import { type ColumnSchema, createSchemaSurvey } from '../records/schema.ts';
import { type ChosenType, chooseType, type ValueFacts } from './column-types.ts';
import { readPlainDate } from './date-cells.ts';
import { parseDouble, parseInt64, sizeOfNumber } from './number-values.ts';
import { RecentCells } from './recent-cells.ts';

/** A column of a report, with its schema and the type that holds every cell. */
export interface SurveyedColumn extends Column, ChosenType {
  /** Its counts are lower than those of the cells: repeated cells may count once. */
  readonly schema: ColumnSchema;
}

/** Reads all records once, and chooses the type of each column. */
export async function surveyTypes(
  recordSet: RecordSet,
  columns: readonly Column[],
): Promise<readonly SurveyedColumn[]> {
  const survey = createSchemaSurvey(columns);
  const facts = columns.map(() => new CellFacts());
  const seen = columns.map(() => new RecentCells<true>(columns.length));
  const { scan, starts, ends } = createRowScanner(columns);
  for await (const block of recordSet.lines()) {
    for (let start = 0; start < block.length; ) {
      start = scan(block, start);
      for (let index = 0; index < columns.length; index++) {
        const end = ends[index]!;
        if (end === 0 || seen[index]!.find(block, starts[index]!, end) === true) continue;
        seen[index]!.set(true);
        const cell = cellAt(block, starts[index]!, end)!;
        survey.addCell(index, cell);
        if (!isEmpty(cell)) facts[index]!.add(cell);
      }
    }
  }
  return survey.schemas().map((schema, index) => ({
    ...columns[index]!,
    ...chooseType(schema, facts[index]!),
    schema,
  }));
}

/** Its code runs for every cell of a report that does not repeat. */
class CellFacts implements ValueFacts {
  wholeDigits = 0;
  decimals = 0;
  fitInt64 = true;
  fitDouble = true;
  arePlainDates = true;
  haveDigitDates = false;

  add(cell: string): void {
    if (this.arePlainDates) this.checkDate(cell);
    if (isNumber(cell)) this.measure(cell);
  }

  private checkDate(cell: string): void {
    const found = readPlainDate(cell);
    if (found === undefined) this.arePlainDates = false;
    else if (found.separator === '') this.haveDigitDates = true;
  }

  private measure(token: string): void {
    const { whole, decimals } = sizeOfNumber(token);
    if (whole > this.wholeDigits) this.wholeDigits = whole;
    if (decimals > this.decimals) this.decimals = decimals;
    if (this.fitInt64)
      this.fitInt64 = decimals === 0 && (whole < DIGITS_OF_INT64 || parseInt64(token) !== undefined);
    if (this.fitDouble) this.fitDouble = parseDouble(token) !== undefined;
  }
}

const DIGITS_OF_INT64 = 19;
