/**
 * Decides what kind of data each column of a report holds. This is the only place that does; tables, charts, totals and groups
 * follow it. The interface names no fields, so the cells decide first. The name decides the rest: only a name can distinguish
 * an id from a count.
 */

import {
  BACKSLASH,
  LOWER_CASE,
  LOWER_F,
  LOWER_N,
  LOWER_T,
  MINUS,
  NINE,
  POINT,
  QUOTATION_MARK,
  ZERO,
} from '../core/bytes.ts';
import type { Column } from '../core/columns.ts';
import { createFoundDate, readDate } from '../json/date-values.ts';
import { type Cell, cellAt, figureIn, isSpelledNumber, isUnknownNumber, LONGEST_UNKNOWN } from './cells.ts';
import { kindOfName, type NameKind } from './name-kind.ts';
import type { ScannedRows } from './scanned-rows.ts';

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
 *
 * Texts such as N/A, which say that a number is not known, do not change the kind of other cells.
 * - `text`: all other columns, also texts among booleans
 */
export type ColumnKind = NameKind | 'quantity' | 'date' | 'text' | 'boolean' | 'nested' | 'mixed' | 'empty';

/** The kind of a column, and the facts about its cells. */
export interface ColumnSchema {
  readonly column: Column;
  readonly kind: ColumnKind;
  /** True if every cell that is not empty is a JSON number, and at least one is. */
  readonly isNumeric: boolean;
  readonly cells: CellSummary;
}

/** A whole number with more digits is an id: amounts are smaller, and neither doubles nor spreadsheets hold that many digits. */
const MAX_QUANTITY_DIGITS = 15;

export type SchemaSurvey = ReturnType<typeof createSchemaSurvey>;

/** Collects the schemas of these columns, row by row. */
export function createSchemaSurvey(columns: readonly Column[]) {
  const tallies = columns.map(() => new CellTally());
  return {
    /** Adds a row: the cells of the columns, in order. */
    add(row: readonly Cell[]): void {
      for (let index = 0; index < tallies.length; index++) tallies[index]!.add(row[index]);
    },
    /** Adds a row by the bytes of its cells, which is faster. */
    addRow({ block, starts, ends }: Pick<ScannedRows, 'block' | 'starts' | 'ends'>): void {
      for (let index = 0; index < tallies.length; index++) {
        tallies[index]!.addAt(block, starts[index]!, ends[index]!);
      }
    },
    /** Adds the cell of the column at `index` in the bytes of `block` from `start` to `end`. */
    addCellAt(index: number, block: Buffer, start: number, end: number): void {
      tallies[index]!.addAt(block, start, end);
    },
    /** The schema of each column, in order, from the rows so far. */
    schemas: (): readonly ColumnSchema[] => columns.map((column, index) => schemaOf(column, tallies[index]!)),
  };
}

function schemaOf(column: Column, cells: CellSummary): ColumnSchema {
  const isNumeric = cells.numbers > 0 && cells.numbers === filledCount(cells) && cells.unknown === 0;
  return { column, kind: kindOf(column, cells), isNumeric, cells };
}

/** True for JSON numbers that count or measure, not for dates, ids and years. Tables group their digits. */
export function isQuantity(schema: ColumnSchema): boolean {
  return schema.isNumeric && isMeasure(schema);
}

/** True for numbers that count or measure, also if sent as texts, or if some are not known. Charts draw them. */
export function isMeasure({ kind }: ColumnSchema): boolean {
  return SUMMABLE.has(kind) || kind === 'ratio';
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
 * decimals; else the first quantity. Undefined if no column is a quantity. `ofSums` says that all columns are sums: one without
 * an amount in any row is money by its name.
 */
export function mainMeasure(columns: readonly ColumnSchema[], ofSums = false): ColumnSchema | undefined {
  const measures = columns.filter(isMeasure);
  const isEmptyMoney = ({ kind, column }: ColumnSchema): boolean =>
    ofSums && kind === 'empty' && kindOfMeaning(column).kind === 'money';
  const money = columns
    .filter((each) => each.kind === 'money' || isEmptyMoney(each))
    .map((schema) => ({ schema, rank: kindOfMeaning(schema.column).moneyRank }));
  if (money.length > 0) return money.reduce((best, each) => (each.rank < best.rank ? each : best)).schema;
  // Texts of digits without such a name are often ids.
  const isText = ({ cells }: ColumnSchema): boolean => cells.numbers === 0;
  const quantities = [...measures.filter((each) => !isText(each)), ...measures.filter(isText)];
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
  if (filled === 0) return cells.unknown > 0 ? 'text' : 'empty';
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

function kindOfNumbers(named: NameKind | undefined, { areWhole, hasDecimals, digits }: CellSummary): ColumnKind {
  // Ids and ordinals have no fractions: these are measures that cannot be summed, such as a mean position.
  if (named === 'id' || named === 'ordinal') return areWhole ? named : 'ratio';
  if (named !== undefined) return named;
  return digits > MAX_QUANTITY_DIGITS && !hasDecimals ? 'id' : 'quantity';
}

function filledCount({ numbers, figures, codes, texts, booleans, nested }: CellSummary): number {
  return numbers + figures + codes + texts + booleans + nested;
}

/** The facts about the cells of a column. */
export type CellSummary = Readonly<Omit<CellTally, 'add' | 'addAt'>>;

/** Texts of digits with a leading zero. */
const CODE = /^"0\d+"$/;
const found = createFoundDate();

/** Summarizes the cells of a column. Its code runs for every cell of a report, so it reads most cells as bytes. */
export class CellTally {
  /** JSON numbers. */
  numbers = 0;
  /** Texts that spell a number as JSON does: `"12.50"`. */
  figures = 0;
  /** Texts of digits with a leading zero: `"01067"`. */
  codes = 0;
  /** Other texts. */
  texts = 0;
  /** Texts that say that a number is not known: `"N/A"`. They are among no other texts. */
  unknown = 0;
  /** The first of the texts that looks like a number in another spelling: `"9,000.00"`. */
  spelledNumber: string | undefined;
  booleans = 0;
  /** Arrays and objects. */
  nested = 0;
  /** Null, a missing member, the empty text. */
  empty = 0;
  /** True if every number and figure is whole; `12.0` counts as whole. */
  areWhole = true;
  /** True if a number or figure is spelled with decimals or an exponent: `12.0`, `1e7`. */
  hasDecimals = false;
  /** The largest number of digits before the decimals. */
  digits = 0;
  /** True if every cell that is not empty begins with an existing date, as a text or as a number: `20260131`. */
  areDates = true;

  add(cell: Cell): void {
    if (cell === undefined) this.empty++;
    else {
      const bytes = withEnd(cell);
      this.addAt(bytes, 0, bytes.length - 1);
    }
  }

  /** Adds the cell of the bytes from `start` to `end`; nothing if the end is 0. The byte after a number must not be a digit. */
  addAt(bytes: Buffer, start: number, end: number): void {
    // The first character determines the type of a JSON value.
    const first = bytes[start]!;
    if (end === 0 || first === LOWER_N) this.empty++;
    else if (first === QUOTATION_MARK) this.addText(bytes, start, end);
    else if (first <= NINE) {
      this.checkDate(bytes, start);
      this.numbers++;
      this.measure(bytes, start, end);
    } else {
      this.areDates = false;
      if (first === LOWER_T || first === LOWER_F) this.booleans++;
      else this.nested++;
    }
  }

  private addText(bytes: Buffer, start: number, end: number): void {
    const isLong = end - start > LONGEST_UNKNOWN;
    // No number, in whatever spelling, has a small letter at its second place.
    const isText = isLong && isSmallLetter(bytes[start + 2]!) && bytes[start + 1] !== BACKSLASH;
    if (isText || isWord(bytes, start + 1, end - 1)) {
      this.checkDate(bytes, start);
      this.texts++;
      return;
    }
    const cell = cellAt(bytes, start, end)!;
    if (cell === '""') this.empty++;
    else if (isUnknownNumber(cell)) this.unknown++;
    else {
      this.checkDate(bytes, start);
      const figure = figureIn(cell);
      if (figure !== undefined) {
        this.figures++;
        this.measure(withEnd(figure), 0, figure.length);
      } else if (CODE.test(cell)) this.codes++;
      else {
        this.texts++;
        if (this.spelledNumber === undefined && !this.areDates && isSpelledNumber(cell)) this.spelledNumber = cell;
      }
    }
  }

  private checkDate(bytes: Buffer, start: number): void {
    if (this.areDates && !readDate(bytes, start, found)) this.areDates = false;
  }

  private measure(bytes: Buffer, start: number, end: number): void {
    // The column has longer numbers and fractions already.
    if (!this.areWhole && end - start <= this.digits) return;
    const first = bytes[start] === MINUS ? start + 1 : start;
    let point = first;
    while (bytes[point]! >= ZERO && bytes[point]! <= NINE) point++;
    if (point - first > this.digits) this.digits = point - first;
    if (point === end) return;
    this.hasDecimals = true;
    if (!this.areWhole) return;
    let at = point + 1;
    while (bytes[at] === ZERO) at++;
    this.areWhole = bytes[point] === POINT && at === end;
  }
}

/** The bytes of a text, followed by a byte that ends a number. */
function withEnd(text: string): Buffer {
  return Buffer.from(`${text},`);
}

/** True for letters alone that are no word for an unknown number: these begin with an n. */
function isWord(bytes: Buffer, start: number, end: number): boolean {
  if (start === end || (bytes[start]! | LOWER_CASE) === LOWER_N) return false;
  for (let at = start; at < end; at++) if (!isSmallLetter(bytes[at]! | LOWER_CASE)) return false;
  return true;
}

function isSmallLetter(byte: number): boolean {
  return byte >= 0x61 && byte <= 0x7a;
}
