/**
 * Sorts rows by the cells of some columns: numbers by value, then texts by characters, then empty cells in either direction. Dates
 * sort by day, however they are spelled: as the number 20260131.
 */

import type { Column } from '../core/columns.ts';
import { compareDecimals, type Decimal, parseDecimal, readShortDecimal, type ShortDecimal } from '../core/decimal.ts';
import { createFoundDate, readDateIn } from '../json/date-values.ts';
import { type Cell, cellAt, cellText, figureIn, isEmpty, isSpelledNumber } from '../records/cells.ts';
import type { ScannedRows } from '../records/scanned-rows.ts';
import { notNumber, numberIn } from './arithmetic.ts';
import { assertFits } from './memory-limits.ts';
import { UnknownCells } from './states.ts';

/** A column to sort by, and the direction. */
export interface SortKey {
  readonly column: Column;
  readonly isDescending: boolean;
  /** True for a column of numbers by its name: texts such as N/A are empty, and numbers in another spelling are refused. */
  readonly isNumbers?: boolean | undefined;
}

/** Integers below it, divided by a power of ten up to 10^22, are different doubles if they are different numbers. */
const [EXACT_UNITS, EXACT_SCALE] = [1e15, 22];
const POWERS = Float64Array.from({ length: 16 }, (_, power) => 10 ** power);
const FIRST_ROWS = 1024;
const short: ShortDecimal = { units: 0, scale: 0 };
const found = createFoundDate();

/** The keys of one column: as doubles, with infinity for texts and NaN for empty cells, and the cells that doubles do not tell apart. */
class SortColumn {
  private doubles = new Float64Array(FIRST_ROWS);
  private readonly exact: (string | Decimal | undefined)[] = [];
  private readonly sign: 1 | -1;
  /** Equal texts once: they are compared faster. */
  private readonly texts = new Map<string, string>();

  readonly unknown = new UnknownCells();

  constructor(private readonly key: SortKey) {
    this.sign = key.isDescending ? -1 : 1;
  }

  set(index: number, cell: Cell): void {
    this.store(index, this.doubleOf(cell));
  }

  /** Like `set`, for the bytes of a block from `start` to `end`; there is no cell if the end is 0. */
  setAt(index: number, block: Buffer, start: number, end: number): void {
    if (end !== 0 && readShortDecimal(block, start, end, short)) {
      current = undefined;
      // Both are exact, so the quotient is rounded once.
      this.store(index, short.units / POWERS[short.scale]!);
    } else this.set(index, cellAt(block, start, end));
  }

  compare(left: number, right: number): number {
    const [one, other] = [this.doubles[left]!, this.doubles[right]!];
    if (one < other) return -this.sign;
    if (one > other) return this.sign;
    if (one !== other) return Number(Number.isNaN(one)) - Number(Number.isNaN(other));
    if (this.exact.length === 0) return 0;
    const [exact, otherExact] = [this.exact[left], this.exact[right]];
    if (exact === otherExact) return 0;
    if (typeof exact === 'string' || typeof otherExact === 'string') {
      const [text, otherText] = [String(exact ?? ''), String(otherExact ?? '')];
      return text === otherText ? 0 : text < otherText ? -this.sign : this.sign;
    }
    return this.sign * compareDecimals(exact ?? plain(one), (otherExact as Decimal) ?? plain(other));
  }

  copy(from: number, to: number): void {
    current = this.exact[from];
    this.store(to, this.doubles[from]!);
  }

  private doubleOf(cell: Cell): number {
    current = undefined;
    if (isEmpty(cell)) return Number.NaN;
    const number = numberIn(cell);
    if (number === undefined) {
      if (this.key.isNumbers === true) {
        if (this.unknown.add(cell!)) return Number.NaN;
        if (isSpelledNumber(cell!)) throw notNumber('sort', this.key.column.name, cell!);
      }
      const isDay = readDateIn(cell!, found);
      current = isDay && !found.hasTime ? '' : this.shared(cellText(cell));
      return isDay ? found.date : Number.POSITIVE_INFINITY;
    }
    const { units, scale } = number;
    const isExact = units < EXACT_UNITS && units > -EXACT_UNITS && scale <= EXACT_SCALE;
    if (!isExact) current = number;
    const double = Number(figureIn(cell)!);
    return Math.max(-Number.MAX_VALUE, Math.min(Number.MAX_VALUE, double));
  }

  private shared(text: string): string {
    const known = this.texts.get(text);
    if (known === undefined && this.texts.size < MAX_SHARED_TEXTS) this.texts.set(text, text);
    return known ?? text;
  }

  /** Stores a double with what else is `current`. */
  private store(index: number, double: number): void {
    if (index >= this.doubles.length) {
      const { doubles } = this;
      this.doubles = new Float64Array(2 * index);
      this.doubles.set(doubles);
    }
    this.doubles[index] = double;
    const { exact } = this;
    if (current === undefined && exact.length === 0) return;
    while (exact.length < index) exact.push(undefined);
    exact[index] = current;
  }
}

const MAX_SHARED_TEXTS = 10_000;
/** The text or the number of the current cell that its double does not tell. */
let current: string | Decimal | undefined;

/** The number of 15 digits that a double stands for. */
function plain(double: number): Decimal {
  return parseDecimal(String(double))!;
}

/** The sort keys of rows, by the indexes of the rows. */
export class SortRows {
  size = 0;
  private readonly columns: readonly SortColumn[];

  constructor(keys: readonly SortKey[]) {
    this.columns = keys.map((key) => new SortColumn(key));
  }

  /** The cells of each key that say that their number is not known. */
  unknown(): readonly UnknownCells[] {
    return this.columns.map(({ unknown }) => unknown);
  }

  add(cells: readonly Cell[]): void {
    const { columns, size } = this;
    for (let column = 0; column < columns.length; column++) columns[column]!.set(size, cells[column]);
    assertFits(++this.size * columns.length, 'sort keys');
  }

  /** Adds a row by the bytes of its cells. */
  addRow({ block, starts, ends }: Pick<ScannedRows, 'block' | 'starts' | 'ends'>): void {
    const { columns, size } = this;
    for (let column = 0; column < columns.length; column++) {
      columns[column]!.setAt(size, block, starts[column]!, ends[column]!);
    }
    assertFits(++this.size * columns.length, 'sort keys');
  }

  /** Negative, 0 or positive: the row at `left` sorts before, like or after the one at `right`. */
  compare(left: number, right: number): number {
    const { columns } = this;
    for (let column = 0; column < columns.length; column++) {
      const result = columns[column]!.compare(left, right);
      if (result !== 0) return result;
    }
    return 0;
  }

  copy(from: number, to: number): void {
    for (const column of this.columns) column.copy(from, to);
  }

  /** The indexes of all rows, in order. */
  order(): Uint32Array {
    const rows = Uint32Array.from({ length: this.size }, (_, index) => index);
    return rows.sort((left, right) => this.compare(left, right) || left - right);
  }
}
