/** Describes each column of a report in a row. Memory grows with the number of columns, and not with the records or their size. */

import { type Column, columnKey, createColumn } from '../core/columns.ts';
import { compareNumbers } from '../core/decimal.ts';
import { ReportingError } from '../core/errors.ts';
import { dateSpelling } from '../json/date-values.ts';
import { figureIn, isEmpty, isNumber, isText } from '../records/cells.ts';
import type { RecordSet } from '../records/record-set.ts';
import { storeRows } from '../records/rows.ts';
import { scanRows } from '../records/scanned-rows.ts';
import { type ColumnSchema, createSchemaSurvey, mainMeasure } from '../records/schema.ts';
import { tooManyColumns } from './resolve-column.ts';

const LISTING_COLUMNS = ['name', 'kind', 'coverage', 'min', 'max', 'examples', 'role'].map((name) =>
  createColumn([name]),
);

/**
 * A row for each column of `records`, in their order, written to `file`; no rows if there are no records. `dateColumn` is the one
 * that holds the record's date. Throws a usage error if the list of columns is not complete.
 */
export async function listColumns(
  records: RecordSet,
  dateColumn: Column | undefined,
  file: string,
): Promise<RecordSet> {
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
  const dateKey = dateColumn && columnKey(dateColumn.path);
  const roleOf = (schema: ColumnSchema): string | null => {
    if (columnKey(schema.column.path) === dateKey) return 'date';
    return schema === measure ? 'measure' : null;
  };
  return storeRows(file, { columns: LISTING_COLUMNS }, async (stored) => {
    if (recordCount === 0) return;
    for (const [index, schema] of schemas.entries()) {
      const { filled, examples } = values[index]!;
      const { min, max } = values[index]!.extremes(schema);
      const cells = [
        JSON.stringify(schema.column.name),
        JSON.stringify(schema.kind),
        JSON.stringify(formatCoverage(filled, recordCount)),
        min ?? 'null',
        max ?? 'null',
        `[${examples.join(',')}]`,
        JSON.stringify(roleOf(schema)),
      ];
      stored.addText(`{${cells.map((cell, at) => `"${LISTING_COLUMNS[at]!.name}":${cell}`).join(',')}}`);
      await stored.flush();
    }
  });
}

/** A share as text: `33.3 %`. `0 %` means no record at all, and `100 %` means every record. */
function formatCoverage(filled: number, all: number): string {
  if (filled === 0 || filled === all) return filled === 0 ? '0 %' : '100 %';
  if (filled * 1000 < all) return '<0.1 %';
  if (filled * 1000 > all * 999) return '>99.9 %';
  return `${Math.round((filled * 1000) / all) / 10} %`;
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
  filled = 0;
  /** The first different values, as JSON. */
  readonly examples: string[] = [];
  private readonly numbers = new Extremes(compareNumbers);
  private readonly texts = new Extremes(compareTexts);
  /** Undefined once a cell holds no date. */
  private dates: Extremes | undefined = new Extremes(compareTexts);
  private last: string | undefined;

  constructor(private readonly name: string) {}

  add(cell: string): void {
    if (isEmpty(cell)) return;
    this.filled++;
    if (cell === this.last) return;
    this.last = cell.length <= MAX_CACHED_LENGTH ? cell : undefined;
    if (this.examples.length < MAX_EXAMPLES) this.addExample(cell);
    const figure = figureIn(cell);
    if (figure !== undefined) {
      if (figure.length > MAX_NUMBER_LENGTH) throw tooLong(this.name, figure);
      this.numbers.add(figure, cell);
    }
    const text = isText(cell) ? textIn(cell) : undefined;
    if (text !== undefined) this.texts.add(keyOf(text), cell);
    if (this.dates !== undefined) this.addDate(this.dates, cell, text);
  }

  /**
   * The extremes by value if all cells are numbers or dates. Otherwise numbers come before texts, and other values do not
   * count.
   */
  extremes({ kind, cells: { numbers, figures } }: ColumnSchema): {
    readonly min?: string;
    readonly max?: string;
  } {
    const found =
      kind === 'date' && this.dates !== undefined
        ? [this.dates]
        : numbers + figures === this.filled
          ? [this.numbers]
          : numbers > 0
            ? [this.numbers, this.texts]
            : [this.texts];
    const held = found.filter(({ min }) => min !== undefined);
    return held.length === 0 ? {} : { min: held[0]!.min!, max: held.at(-1)!.max! };
  }

  private addExample(cell: string): void {
    const example = shorten(cell, MAX_EXAMPLE_LENGTH);
    if (!this.examples.includes(example)) this.examples.push(example);
  }

  private addDate(dates: Extremes, cell: string, text = ''): void {
    const date = dateSpelling(cell)?.date;
    if (date === undefined) this.dates = undefined;
    else dates.add(`${date} ${keyOf(text)}`, cell);
  }
}

/** The smallest and the largest of the values so far, as JSON; of equal ones, the first. */
class Extremes {
  min: string | undefined;
  max: string | undefined;
  private minKey = '';
  private maxKey = '';

  constructor(private readonly compare: (left: string, right: string) => number) {}

  /** Adds a cell that is compared by `key`. */
  add(key: string, cell: string): void {
    if (this.min === undefined || this.compare(key, this.minKey) < 0) {
      this.minKey = copyOf(key);
      this.min = shorten(cell, MAX_TEXT_LENGTH);
    }
    if (this.max === undefined || this.compare(key, this.maxKey) > 0) {
      this.maxKey = copyOf(key);
      this.max = shorten(cell, MAX_TEXT_LENGTH);
    }
  }
}

/** Compares texts by their UTF-16 code units. */
function compareTexts(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0;
}

function textIn(cell: string): string {
  return cell.includes('\\') ? (JSON.parse(cell) as string) : cell.slice(1, -1);
}

/** The key of a long text is its beginning and one more character, so that it sorts after the text that is only this beginning. */
function keyOf(text: string): string {
  return text.length > MAX_TEXT_LENGTH ? `${text.slice(0, MAX_TEXT_LENGTH)}\u0000` : text;
}

/** The cell as JSON of about `maxLength` characters. A long array becomes a text: its beginning alone is not JSON. */
function shorten(cell: string, maxLength: number): string {
  if (isNumber(cell) || cell.length <= maxLength) return cell;
  const text = isText(cell) ? textIn(cell) : cell;
  if (text.length <= maxLength) return cell;
  return copyOf(JSON.stringify(`${text.slice(0, maxLength).replace(/[\ud800-\udbff]$/, '')}…`));
}

/** A copy of the text in memory of its own: a slice would hold the whole original in memory. */
function copyOf(text: string): string {
  return JSON.parse(JSON.stringify(text)) as string;
}

function tooLong(name: string, cell: string): ReportingError {
  const shown = `${cell.slice(0, 60)}…`;
  return new ReportingError(
    'E-not-a-number',
    `${name}: a record holds ${shown}, a number of more than ${MAX_NUMBER_LENGTH} digits`,
    { hint: 'leave such records out with --where' },
  );
}
