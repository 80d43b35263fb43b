/**
 * Decides what kind of data each column of a report holds. This is the only place that does; tables, charts, totals and groups
 * follow it. The interface names no fields, so the cells decide first. The name decides the rest: only a name can distinguish
 * an id from a count.
 */

import type { Column } from '../core/columns.ts';
import { createFoundDate, readDateIn } from '../json/date-values.ts';
import { type Cell, figureIn } from './cells.ts';
import { kindOfName, type NameKind } from './name-kind.ts';

/**
 * - `money`: numbers whose name says that they are amounts of money: `revenue`
 * - `count`: numbers whose name says that they count things: `clicks`
 * - `quantity`: other numbers that count or measure
 * - `ratio`: quotients, averages, percentages. They can be compared; their sum means nothing.
 * - `ordinal`: whole numbers that give a position in an order: a year, an hour, a rank, a version
 * - `id`: numbers or texts that identify something: ids, codes, postal codes
 * - `date`: calendar dates, alone or before a time
 * - `nested`: arrays and objects
 * - `mixed`: numbers in some cells, something else in others
 * - `empty`: every cell is null, missing or an empty text
 * - `text`: all other columns, also texts among booleans
 */
export type ColumnKind = NameKind | 'quantity' | 'date' | 'text' | 'boolean' | 'nested' | 'mixed' | 'empty';

/** A summary of the cells of a column: how many hold which type, and the properties of all numbers. */
interface CellSummary {
  /** JSON numbers. */
  readonly numbers: number;
  /** Texts that spell a number as JSON does: `"12.50"`. */
  readonly figures: number;
  /** Texts of digits with a leading zero: `"01067"`. */
  readonly codes: number;
  /** Other texts. */
  readonly texts: number;
  readonly booleans: number;
  /** Arrays and objects. */
  readonly nested: number;
  /** Null, a missing member, the empty text. */
  readonly empty: number;
  /** True if every number and figure is whole; `12.0` counts as whole. */
  readonly areWhole: boolean;
  /** True if a number or figure is spelled with decimals or an exponent: `12.0`, `1e7`. */
  readonly hasDecimals: boolean;
  /** The largest number of digits before the decimals. */
  readonly digits: number;
  /** True if every cell that is not empty begins with an existing date, as a text or as a number: `20260131`. */
  readonly areDates: boolean;
  /** True if a time follows any of these dates. */
  readonly hasTimes: boolean;
}

export interface ColumnSchema {
  readonly column: Column;
  readonly kind: ColumnKind;
  /** True if every cell that is not empty is a JSON number, and at least one is. */
  readonly isNumeric: boolean;
  readonly cells: CellSummary;
}

/** Collects the schemas of columns, row by row. */
interface SchemaSurvey {
  /** Adds a row: the cells of the columns, in order. */
  add(row: readonly Cell[]): void;
  /** Adds one cell of the column at `index`. A missing cell need not be added. */
  addCell(index: number, cell: Cell): void;
  /** The schema of each column, in order, from the rows so far. */
  schemas(): readonly ColumnSchema[];
}

/** A whole number with more digits is an id: amounts are smaller, and neither doubles nor spreadsheets hold so many digits. */
const MAX_QUANTITY_DIGITS = 15;

export function createSchemaSurvey(columns: readonly Column[]): SchemaSurvey {
  const tallies = columns.map(() => new Tally());
  return {
    add(row) {
      for (let index = 0; index < tallies.length; index++) tallies[index]!.add(row[index]);
    },
    addCell: (index, cell) => tallies[index]!.add(cell),
    schemas: () => columns.map((column, index) => schemaOf(column, tallies[index]!)),
  };
}

function schemaOf(column: Column, cells: CellSummary): ColumnSchema {
  const isNumeric = cells.numbers > 0 && cells.numbers === filledCount(cells);
  return { column, kind: kindOf(column, cells), isNumeric, cells };
}

/** True for JSON numbers that count or measure, not for dates, ids and years. Tables group their digits; charts draw them. */
export function isQuantity({ kind, isNumeric }: ColumnSchema): boolean {
  return isNumeric && (SUMMABLE.has(kind) || kind === 'ratio');
}

/** True for numbers with a meaningful sum, also if sent as texts. */
export function isSummable({ kind }: ColumnSchema): boolean {
  return SUMMABLE.has(kind);
}

/** True if the column's name alone indicates that a sum of its numbers is meaningless. */
export function hasUnsummableName(column: Column): boolean {
  const { kind } = kindOfMeaning(column);
  return kind !== undefined && !SUMMABLE.has(kind);
}

const SUMMABLE: ReadonlySet<ColumnKind> = new Set(['money', 'count', 'quantity']);

/**
 * The main measure of a report: the money column whose word comes first in `MONEY_WORDS`; else the first quantity with
 * decimals; else the first quantity. Undefined if no column is a quantity.
 */
export function mainMeasure(columns: readonly ColumnSchema[]): ColumnSchema | undefined {
  const quantities = columns.filter(isQuantity);
  const money = quantities
    .filter(({ kind }) => kind === 'money')
    .map((schema) => ({ schema, rank: kindOfMeaning(schema.column).moneyRank! }));
  if (money.length > 0) return money.reduce((best, each) => (each.rank < best.rank ? each : best)).schema;
  const fractional = quantities.find(
    ({ kind, cells, column }) => kind !== 'ratio' && cells.hasDecimals && !isOfComparison(column),
  );
  return fractional ?? quantities[0];
}

/** True for the columns that a comparison adds beside a measure. */
function isOfComparison({ path }: Column): boolean {
  return /(?:^|_)(?:before|change)$/.test(path.at(-1) ?? '');
}

function kindOfMeaning({ meaning, path }: Column): ReturnType<typeof kindOfName> {
  return kindOfName(meaning ?? path);
}

function kindOf(column: Column, cells: CellSummary): ColumnKind {
  const filled = filledCount(cells);
  if (filled === 0) return 'empty';
  const { kind: named } = kindOfMeaning(column);
  const numeric = cells.numbers + cells.figures;
  if (cells.areDates && !(numeric === filled && (named === 'money' || named === 'count'))) return 'date';
  if (numeric === filled) return kindOfNumbers(named, cells);
  if (cells.figures + cells.codes === filled && cells.areWhole) return named === 'ordinal' ? 'ordinal' : 'id';
  if (cells.nested === filled) return 'nested';
  if (cells.booleans === filled) return 'boolean';
  if (named === 'id') return 'id';
  // A minority of texts made of digits does not make a column mixed.
  return cells.numbers > 0 || (numeric > 0 && numeric * 2 >= filled) ? 'mixed' : 'text';
}

function kindOfNumbers(
  named: NameKind | undefined,
  { areWhole, hasDecimals, digits }: CellSummary,
): ColumnKind {
  // Ids and ordinals have no fractions: these are measures that cannot be summed, such as a mean position.
  if (named === 'id' || named === 'ordinal') return areWhole ? named : 'ratio';
  if (named !== undefined) return named;
  return digits > MAX_QUANTITY_DIGITS && !hasDecimals ? 'id' : 'quantity';
}

function filledCount({ numbers, figures, codes, texts, booleans, nested }: CellSummary): number {
  return numbers + figures + codes + texts + booleans + nested;
}

const CODE = /^"0\d+"$/;
const ZERO_DECIMALS = /^-?\d+\.0+$/;

/** Summarizes the cells of a column. Its code runs for every cell of a report. */
class Tally implements CellSummary {
  numbers = 0;
  figures = 0;
  codes = 0;
  texts = 0;
  booleans = 0;
  nested = 0;
  empty = 0;
  areWhole = true;
  hasDecimals = false;
  digits = 0;
  areDates = true;
  hasTimes = false;
  /** The last cell with a date: many records in a row share one. */
  private lastDate: string | undefined;

  /** The first character determines the type of a JSON value. */
  add(cell: Cell): void {
    if (cell === undefined) {
      this.empty++;
      return;
    }
    const first = cell.charCodeAt(0);
    if (first <= NINE && first !== QUOTATION_MARK) this.addNumber(cell);
    else if (first === QUOTATION_MARK) this.addText(cell);
    else if (first === LETTER_N) this.empty++;
    else this.addOther(first);
  }

  private addNumber(cell: string): void {
    if (this.areDates) this.checkDate(cell);
    this.numbers++;
    this.measure(cell);
  }

  private addText(cell: string): void {
    if (cell.length === 2) {
      this.empty++;
      return;
    }
    if (this.areDates) this.checkDate(cell);
    const first = cell.charCodeAt(1);
    // An escape may stand for a digit.
    const mayBeFigure = isDigit(first) || first === MINUS || first === BACKSLASH;
    const figure = mayBeFigure ? figureIn(cell) : undefined;
    if (figure !== undefined) {
      this.figures++;
      this.measure(figure);
    } else if (first === ZERO && CODE.test(cell)) this.codes++;
    else this.texts++;
  }

  private addOther(first: number): void {
    this.areDates = false;
    if (first === LETTER_T || first === LETTER_F) this.booleans++;
    else this.nested++;
  }

  private checkDate(cell: string): void {
    if (cell === this.lastDate) return;
    if (readDateIn(cell, 0, scratch) === 'date') {
      this.lastDate = cell;
      if (scratch.hasTime) this.hasTimes = true;
    } else this.areDates = false;
  }

  private measure(number: string): void {
    // The column has longer numbers and fractions already.
    if (!this.areWhole && number.length <= this.digits) return;
    const start = number.charCodeAt(0) === MINUS ? 1 : 0;
    let end = start;
    while (isDigit(number.charCodeAt(end))) end++;
    if (end - start > this.digits) this.digits = end - start;
    if (end === number.length) return;
    this.hasDecimals = true;
    if (this.areWhole) this.areWhole = ZERO_DECIMALS.test(number);
  }
}

const scratch = createFoundDate();

function isDigit(code: number): boolean {
  return code >= ZERO && code <= NINE;
}

const QUOTATION_MARK = 0x22;
const MINUS = 0x2d;
const ZERO = 0x30;
const NINE = 0x39;
const BACKSLASH = 0x5c;
const LETTER_F = 0x66;
const LETTER_N = 0x6e;
const LETTER_T = 0x74;
