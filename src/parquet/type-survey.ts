/** Chooses the type that each column of a report has in a Parquet file: the first for its kind that holds every cell. */

import { BACKSLASH, LOWER_N, MINUS, NINE, POINT, QUOTATION_MARK, ZERO } from '../core/bytes.ts';
import type { Column } from '../core/columns.ts';
import { parseDecimal, trimDecimal, ZERO as ZERO_NUMBER } from '../core/decimal.ts';
import { cellAt, figureIn } from '../records/cells.ts';
import { kindOfName } from '../records/name-kind.ts';
import type { RecordSet } from '../records/record-set.ts';
import { scanRows } from '../records/scanned-rows.ts';
import { type ColumnKind, type ColumnSchema, createSchemaSurvey } from '../records/schema.ts';
import { type ColumnType, STORED_TYPES } from './column-types.ts';

/** A column of a report, with its schema and the type that holds every cell. */
export interface SurveyedColumn extends Column {
  /** Undefined if no cell has a value: such a column gets a type when a value appears. */
  readonly type: ColumnType | undefined;
  /** Set if numbers are stored as texts, because no type for numbers holds them exactly. */
  readonly warning?: string;
  /** Set for money that the service sends as text. */
  readonly note?: string;
  /** Its counts are lower than the numbers of cells, because most numbers are not counted. */
  readonly schema: ColumnSchema;
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
  for await (const rows of scanRows(recordSet, columns)) {
    const { block, starts, ends } = rows;
    while (rows.next()) {
      for (let index = 0; index < columns.length; index++) {
        const end = ends[index]!;
        if (end === 0 || facts[index]!.cover(block, starts[index]!, end)) continue;
        survey.addCellAt(index, block, starts[index]!, end);
        facts[index]!.add(block, starts[index]!, end);
      }
    }
  }
  return survey.schemas().map((schema, index) => {
    const { held, spelledDecimals } = facts[index]!;
    return { ...columns[index]!, ...chooseType(schema, held), schema, spelledDecimals };
  });
}

const WHOLE = ['INT64', 'DECIMAL(38,9)'] as const;

/** The types for numbers of a kind, the best one first. */
const NUMBER_TYPES: Readonly<Partial<Record<ColumnKind, readonly ColumnType[]>>> = {
  ...{ id: WHOLE, ordinal: WHOLE, date: WHOLE, count: [...WHOLE, 'DOUBLE'] },
  money: ['DECIMAL(38,9)', 'DECIMAL(38,18)'],
  ratio: ['DOUBLE'],
  quantity: ['DECIMAL(38,9)', 'DOUBLE'],
};

/** The type of a column, of those that hold every cell with a value. */
function chooseType(
  { kind, isNumeric, column, cells }: ColumnSchema,
  held: ReadonlySet<ColumnType>,
): Pick<SurveyedColumn, 'type' | 'warning' | 'note'> {
  if (kind === 'empty') return { type: undefined };
  if (kind === 'boolean') return { type: 'BOOLEAN' };
  // A few ids may look like dates: `"order_id": 20260131`.
  const isId = cells.numbers + cells.figures > 0 && kindOfName(column.path).kind === 'id';
  if (kind === 'date' && held.has('DATE') && !isId) return { type: 'DATE' };
  const name = JSON.stringify(column.name);
  if (isNumeric) {
    const types = NUMBER_TYPES[kind]!;
    const type = types.find((each) => held.has(each));
    if (type !== undefined) return { type };
    const reason = types.includes('DOUBLE') ? 'no DOUBLE is exactly' : 'no DECIMAL of 38 digits holds';
    const warning = `column ${name} has numbers that ${reason}: it is text in Parquet, with the exact digits`;
    return { type: 'UTF8', warning };
  }
  if (kind !== 'money') return { type: 'UTF8' };
  const note = `column ${name} has money as text: it stays text in Parquet; convert it before you add it up`;
  return { type: 'UTF8', note };
}

/** The type that a column of this name mostly has, for a file without rows: other files of a query have rows. */
export function typeByName(path: readonly string[]): ColumnType {
  const name = path.at(-1)!.replace(/_(?:before|change)$/, '');
  const { kind } = kindOfName([...path.slice(0, -1), name]);
  if (kind === 'money' || kind === 'count' || kind === 'ratio') return NUMBER_TYPES[kind]![0]!;
  return /(?:^|_)(?:date|day)$/.test(name) ? 'DATE' : 'UTF8';
}

/** A double holds every number of this many digits. */
const DIGITS_OF_DOUBLE = 15;
/** A whole number of this many digits fits INT64, unless the first one is 9. */
const DIGITS_OF_INT64 = 19;
/** The decimals that every DECIMAL has. */
const SCALE = 9;

/** The facts about the cells of a column that a schema lacks. Its code runs for every cell. */
class CellFacts {
  readonly held = new Set<ColumnType>(['INT64', 'DECIMAL(38,9)', 'DECIMAL(38,18)', 'DOUBLE', 'DATE']);
  spelledDecimals = 0;
  private hasFraction = false;
  /** A number of at most so many digits and decimals is like those before. */
  private coveredDigits = 0;
  private coveredDecimals = 0;

  /** True for a number that changes no fact. */
  cover(block: Uint8Array, start: number, end: number): boolean {
    const first = block[start] === MINUS ? start + 1 : start;
    let at = first;
    while (block[at]! >= ZERO && block[at]! <= NINE) at++;
    const whole = at - first;
    if (whole > this.coveredDigits || (whole >= DIGITS_OF_INT64 && block[first] === NINE)) return false;
    if (at === end) return true;
    const decimals = end - at - 1;
    if (block[at] !== POINT || decimals > this.coveredDecimals || whole + decimals > this.coveredDigits) return false;
    do at++;
    while (block[at]! >= ZERO && block[at]! <= NINE);
    return at === end;
  }

  /** Adds a cell that is not missing. */
  add(block: Buffer, start: number, end: number): void {
    const isText = block[start] === QUOTATION_MARK;
    if (block[start] === LOWER_N || (isText && end - start === 2)) return;
    for (const type of this.held) {
      if (STORED_TYPES[type].read(block, start, end) === undefined) this.held.delete(type);
    }
    const first = block[isText ? start + 1 : start]!;
    if (this.held.has('DATE') || (first > NINE && first !== BACKSLASH)) return;
    const figure = figureIn(cellAt(block, start, end));
    if (figure === undefined) return;
    const decimals = trimDecimal(parseDecimal(figure) ?? ZERO_NUMBER).scale;
    const point = /e/i.test(figure) ? -1 : figure.indexOf('.');
    this.spelledDecimals = Math.max(this.spelledDecimals, point === -1 ? decimals : figure.length - point - 1);
    if (decimals > 0) this.hasFraction = true;
    if (isText) return;
    this.coveredDigits = this.held.has('DOUBLE') ? DIGITS_OF_DOUBLE : DIGITS_OF_INT64;
    this.coveredDecimals = this.hasFraction ? Math.min(this.spelledDecimals, SCALE) : 0;
  }
}
