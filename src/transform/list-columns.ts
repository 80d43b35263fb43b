/** Describes each column of a report in a row. Memory grows with the number of columns, and not with the records. */

import { type Column, createColumn, isSameColumn } from '../core/columns.ts';
import { compareCells } from '../frame/arithmetic.ts';
import { type Cell, cellText, isEmpty, isNumber, isText } from '../records/cells.ts';
import { type RecordSet, recordsOfRows } from '../records/record-set.ts';
import { scanRows } from '../records/scanned-rows.ts';
import { createSchemaSurvey, mainMeasure } from '../records/schema.ts';
import { tooManyColumns } from './resolve-column.ts';

const LISTING_COLUMNS = ['name', 'kind', 'coverage', 'min', 'max', 'examples', 'role'].map((name) =>
  createColumn([name]),
);

/**
 * A row for each column of `records`, in their order; no rows if there are no records. `dateColumn` is the one
 * that holds the record's date. Throws a usage error if the list of columns is not complete.
 */
export async function listColumns(records: RecordSet, dateColumn: Column | undefined): Promise<RecordSet> {
  const { columns, recordCount, hasMoreColumns } = records;
  if (hasMoreColumns) throw tooManyColumns('a list of columns');
  const survey = createSchemaSurvey(columns);
  const values = columns.map(() => new ColumnValues());
  for await (const rows of scanRows(records, columns)) {
    while (rows.next()) {
      survey.addRow(rows);
      for (let column = 0; column < columns.length; column++) {
        const cell = rows.cell(column);
        if (cell !== undefined) values[column]!.add(cell);
      }
    }
  }
  const schemas = survey.schemas();
  const measure = mainMeasure(schemas);
  const rows = (recordCount === 0 ? [] : schemas).map((schema, index) => {
    const filled = recordCount - schema.cells.empty;
    const isDate = isSameColumn(schema.column, dateColumn);
    const { min, max, examples } = values[index]!;
    return [
      JSON.stringify(schema.column.name),
      JSON.stringify(schema.kind),
      JSON.stringify(formatCoverage(filled, recordCount)),
      shorten(min ?? 'null', MAX_TEXT_LENGTH),
      shorten(max ?? 'null', MAX_TEXT_LENGTH),
      `[${examples.join(',')}]`,
      JSON.stringify(isDate ? 'date' : schema === measure ? 'measure' : null),
    ];
  });
  return recordsOfRows(LISTING_COLUMNS, rows);
}

/** A share as text: `33.3%`. `0%` means no record at all, and `100%` means every record. */
function formatCoverage(filled: number, all: number): string {
  if (filled === 0 || filled === all) return filled === 0 ? '0%' : '100%';
  if (filled * 1000 < all) return '<0.1%';
  if (filled * 1000 > all * 999) return '>99.9%';
  return `${Math.round((filled * 1000) / all) / 10}%`;
}

const MAX_EXAMPLES = 5;
/** UTF-16 code units of an example, and of the smallest or largest text. More is cut, and ends in `…`. A number is never cut. */
const MAX_EXAMPLE_LENGTH = 60;
const MAX_TEXT_LENGTH = 200;

/** Some values of the cells of one column. */
class ColumnValues {
  /** The first different values, as JSON. */
  readonly examples: string[] = [];
  /** The smallest and the largest number or text; of equal ones, the first. */
  min: Cell;
  max: Cell;

  add(cell: string): void {
    if (isEmpty(cell)) return;
    if (this.examples.length < MAX_EXAMPLES) {
      const example = shorten(cell, MAX_EXAMPLE_LENGTH);
      if (!this.examples.includes(example)) this.examples.push(example);
    }
    if (!isText(cell) && !isNumber(cell)) return;
    if (this.min === undefined || compareCells(cell, this.min) < 0) this.min = cell;
    if (this.max === undefined || compareCells(cell, this.max) > 0) this.max = cell;
  }
}

/** The cell as JSON of about `maxLength` characters. A long array becomes a text: its beginning alone is not JSON. */
function shorten(cell: string, maxLength: number): string {
  if (isNumber(cell) || cell.length <= maxLength) return cell;
  const text = isText(cell) ? cellText(cell) : cell;
  if (text.length <= maxLength) return cell;
  return JSON.stringify(`${text.slice(0, maxLength).replace(/[\ud800-\udbff]$/, '')}…`);
}
