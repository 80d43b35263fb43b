/** Describes each column of a report in a row. Memory grows with the number of columns, and not with the records. */

import { type Column, createColumn, isSameColumn } from '../core/columns.ts';
import { compareNumbers } from '../core/decimal.ts';
import { ReportingError } from '../core/errors.ts';
import { dateSpelling } from '../json/date-values.ts';
import { type Cell, figureIn, isEmpty, isNumber, isText } from '../records/cells.ts';
import { type RecordSet, recordsOfRows } from '../records/record-set.ts';
import { scanRows } from '../records/scanned-rows.ts';
import { type ColumnSchema, createSchemaSurvey, mainMeasure } from '../records/schema.ts';
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
  const values = columns.map(({ name }) => new ColumnValues(name));
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
    const { min, max } = values[index]!.extremes(schema, filled);
    return [
      JSON.stringify(schema.column.name),
      JSON.stringify(schema.kind),
      JSON.stringify(formatCoverage(filled, recordCount)),
      shorten(min ?? 'null', MAX_TEXT_LENGTH),
      shorten(max ?? 'null', MAX_TEXT_LENGTH),
      `[${values[index]!.examples.join(',')}]`,
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
/** UTF-16 code units of an example, and of the smallest or largest text. More is cut, and ends in `…`. */
const MAX_EXAMPLE_LENGTH = 60;
const MAX_TEXT_LENGTH = 200;
/** A number is never cut. */
const MAX_NUMBER_LENGTH = 1000;
/** Many records in a row have the same value. */
const MAX_CACHED_LENGTH = 60;

/** Some values of the cells of one column: the first different ones, the smallest and the largest. */
class ColumnValues {
  /** The first different values, as JSON. */
  readonly examples: string[] = [];
  private readonly numbers = new Extremes(compareNumbers);
  private readonly texts = new Extremes(compareTexts);
  /** Undefined once a cell holds no date. */
  private dates: Extremes | undefined = new Extremes(compareTexts);
  private last: string | undefined;

  constructor(private readonly name: string) {}

  add(cell: string): void {
    if (isEmpty(cell) || cell === this.last) return;
    this.last = cell.length <= MAX_CACHED_LENGTH ? cell : undefined;
    if (this.examples.length < MAX_EXAMPLES) {
      const example = shorten(cell, MAX_EXAMPLE_LENGTH);
      if (!this.examples.includes(example)) this.examples.push(example);
    }
    const figure = figureIn(cell);
    if (figure !== undefined) {
      if (figure.length > MAX_NUMBER_LENGTH) throw tooLong(this.name, figure);
      this.numbers.add(figure, cell);
    }
    const text = isText(cell) ? textIn(cell) : undefined;
    if (text !== undefined) this.texts.add(text, cell);
    const date = this.dates && dateSpelling(cell)?.date;
    if (date === undefined) this.dates = undefined;
    else this.dates?.add(`${date} ${text ?? ''}`, cell);
  }

  /**
   * The extremes by value if all `filled` cells are numbers or dates. Otherwise numbers come before texts, and other values do not
   * count.
   */
  extremes({ kind, cells: { numbers, figures } }: ColumnSchema, filled: number): Pick<Extremes, 'min' | 'max'> {
    const areNumbers = numbers + figures === filled;
    const low = areNumbers || numbers > 0 ? this.numbers : this.texts;
    const high = areNumbers ? this.numbers : this.texts;
    if (kind === 'date' && this.dates !== undefined) return this.dates;
    return { min: low.min ?? high.min, max: high.max ?? low.max };
  }
}

/** The smallest and the largest of the cells so far; of equal ones, the first. */
class Extremes {
  min: Cell;
  max: Cell;
  private minKey = '';
  private maxKey = '';

  constructor(private readonly compare: (left: string, right: string) => number) {}

  /** Adds a cell that is compared by `key`. */
  add(key: string, cell: string): void {
    if (this.min === undefined || this.compare(key, this.minKey) < 0) [this.minKey, this.min] = [key, cell];
    if (this.max === undefined || this.compare(key, this.maxKey) > 0) [this.maxKey, this.max] = [key, cell];
  }
}

/** Compares texts by their UTF-16 code units. */
function compareTexts(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0;
}

function textIn(cell: string): string {
  return cell.includes('\\') ? (JSON.parse(cell) as string) : cell.slice(1, -1);
}

/** The cell as JSON of about `maxLength` characters. A long array becomes a text: its beginning alone is not JSON. */
function shorten(cell: string, maxLength: number): string {
  if (isNumber(cell) || cell.length <= maxLength) return cell;
  const text = isText(cell) ? textIn(cell) : cell;
  if (text.length <= maxLength) return cell;
  return JSON.stringify(`${text.slice(0, maxLength).replace(/[\ud800-\udbff]$/, '')}…`);
}

function tooLong(name: string, cell: string): ReportingError {
  const shown = `${cell.slice(0, 60)}…`;
  const message = `${name}: a record holds ${shown}, a number of more than ${MAX_NUMBER_LENGTH} digits`;
  return new ReportingError('E-not-a-number', message, { hint: 'leave such records out with --where' });
}
