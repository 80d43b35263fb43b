/** Describes each column of a report in a row. Memory grows with the number of columns, and not with the records. */

import { type Column, createColumn, isSameColumn } from '../core/columns.ts';
import { type Cell, cellText, isEmpty, isNumber, isText } from '../records/cells.ts';
import { type RecordSet, recordsOfRows } from '../records/record-set.ts';
import { scanRows } from '../records/scanned-rows.ts';
import { createSchemaSurvey, mainMeasure } from '../records/schema.ts';
import { tooManyColumns } from './resolve-column.ts';

const LISTING_COLUMNS = ['name', 'kind', 'coverage', 'examples', 'role'].map((name) => createColumn([name]));

/**
 * A row for each column of `records`, in their order; no rows if there are no records. `dateColumn` is the one
 * that holds the record's date. Throws a usage error if the list of columns is not complete.
 */
export async function listColumns(records: RecordSet, dateColumn: Column | undefined): Promise<RecordSet> {
  const { columns, recordCount, hasMoreColumns } = records;
  if (hasMoreColumns) throw tooManyColumns('a list of columns');
  const survey = createSchemaSurvey(columns);
  const examples = columns.map((): string[] => []);
  for await (const rows of scanRows(records, columns)) {
    while (rows.next()) {
      survey.addRow(rows);
      for (let column = 0; column < columns.length; column++) {
        const cell = rows.cell(column);
        if (examples[column]!.length < MAX_EXAMPLES) addExample(examples[column]!, cell);
      }
    }
  }
  const schemas = survey.schemas();
  const measure = mainMeasure(schemas);
  const rows = (recordCount === 0 ? [] : schemas).map((schema, index) => {
    const filled = recordCount - schema.cells.empty;
    const isDate = isSameColumn(schema.column, dateColumn);
    return [
      JSON.stringify(schema.column.name),
      JSON.stringify(schema.kind),
      JSON.stringify(formatCoverage(filled, recordCount)),
      `[${examples[index]!.join(',')}]`,
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
/** UTF-16 code units of an example. More is cut, and ends in `…`. A number is never cut. */
const MAX_EXAMPLE_LENGTH = 60;

/** Adds a cell to the first different values of its column, as JSON. A long array becomes a text: its beginning alone is not JSON. */
function addExample(examples: string[], cell: Cell): void {
  if (cell === undefined || isEmpty(cell)) return;
  const text = isText(cell) ? cellText(cell) : cell;
  const isWhole = isNumber(cell) || text.length <= MAX_EXAMPLE_LENGTH;
  const cut = (): string => `${text.slice(0, MAX_EXAMPLE_LENGTH).replace(/[\ud800-\udbff]$/, '')}…`;
  const example = isWhole ? cell : JSON.stringify(cut());
  if (!examples.includes(example)) examples.push(example);
}
