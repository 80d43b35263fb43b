/**
 * What groups know of the cells of one column: enough to merge groups exactly. Totals, the row of all other groups, the totals of
 * pivoted rows and averages follow from merged states; the records are read once.
 */

import { MINUS, POINT, QUOTATION_MARK, ZERO as ZERO_CODE } from '../core/bytes.ts';
import {
  addDecimals,
  type Decimal,
  formatDecimal,
  parseDecimal,
  readShortDecimal,
  type ShortDecimal,
} from '../core/decimal.ts';
import { type Cell, cellAt, figureIn, isEmpty, isSpelledNumber, isText, isUnknownNumber } from '../records/cells.ts';
import { compareCells } from './arithmetic.ts';

/** The states of one column, by the numbers of the groups. */
export interface State {
  addAt(group: number, block: Buffer, start: number, end: number): void;
  /** True if any cell of the group counts. */
  has(group: number): boolean;
  /** Adds the state of a group of `other`, a state of the same kind. */
  merge(group: number, other: State, from: number): void;
  /** The first cell of all groups that rules the aggregation out. */
  readonly refused: string | undefined;
  readonly unknown: UnknownCells;
}

const short: ShortDecimal = { units: 0, scale: 0 };

/** Cells that say that their number is not known. */
export class UnknownCells {
  count = 0;
  example: string | undefined;

  /** False for another cell. */
  add(cell: string): boolean {
    if (!isUnknownNumber(cell)) return false;
    this.count++;
    this.example ??= cell;
    return true;
  }
}

/** Exact sums, and the number of cells that are not empty: a sum of none is empty, and an average divides by it. */
export class Sums implements State {
  private readonly counts: number[] = [];
  private readonly units: Decimal['units'][] = [];
  private readonly scales: number[] = [];
  /** The first cell that is not a number, in the order of the records. Such a column has no sums. */
  refused: string | undefined;
  readonly unknown = new UnknownCells();

  addAt(group: number, block: Buffer, start: number, end: number): void {
    if (end === 0 || this.refused !== undefined) return;
    if (readShortDecimal(block, start, end, short)) this.add(group, short, 1);
    else this.addCell(group, cellAt(block, start, end));
  }

  merge(group: number, other: Sums, from: number): void {
    const count = other.countOf(from);
    if (count > 0) this.add(group, other.sumOf(from), count);
  }

  has(group: number): boolean {
    return this.countOf(group) > 0;
  }

  countOf(group: number): number {
    return this.counts[group] ?? 0;
  }

  sumOf(group: number): Decimal {
    return { units: this.units[group] ?? 0, scale: this.scales[group] ?? 0 };
  }

  /** A JSON value; `null` if no cell was a number. */
  textOf(group: number): string {
    return this.countOf(group) === 0 ? 'null' : formatDecimal(this.sumOf(group));
  }

  addCell(group: number, cell: Cell): void {
    if (isEmpty(cell)) return;
    const figure = figureIn(cell);
    const number = figure === undefined ? undefined : parseDecimal(figure);
    if (number !== undefined) this.add(group, number, 1);
    else if (!this.unknown.add(cell!)) this.refused = cell;
  }

  private add(group: number, number: Decimal, count: number): void {
    const { counts, units, scales } = this;
    for (let next = counts.length; next <= group; next++) counts[next] = units[next] = scales[next] = 0;
    const sum = addDecimals(this.sumOf(group), number);
    counts[group]! += count;
    units[group] = sum.units;
    scales[group] = sum.scale;
  }
}

/** The smallest or largest cells, as first spelled. */
export class Extremes implements State {
  private readonly best: Cell[] = [];
  /** The first cell that looks like a number in another spelling, which would compare as a text. */
  refused: string | undefined;
  readonly unknown = new UnknownCells();

  constructor(private readonly sign: 1 | -1) {}

  addAt(group: number, block: Buffer, start: number, end: number): void {
    const cell = cellAt(block, start, end);
    if (cell !== undefined && isText(cell)) {
      if (this.unknown.add(cell)) return;
      if (this.refused === undefined && isSpelledNumber(cell)) this.refused = cell;
    }
    this.add(group, cell);
  }

  merge(group: number, other: Extremes, from: number): void {
    this.add(group, other.best[from]);
  }

  has(group: number): boolean {
    return this.best[group] !== undefined;
  }

  textOf(group: number): string {
    return this.best[group] ?? 'null';
  }

  private add(group: number, cell: Cell): void {
    const best = this.best[group];
    if (isEmpty(cell) || cell === best) return;
    if (best === undefined || this.sign * compareCells(cell, best) > 0) this.best[group] = cell;
  }
}

/** The numbers of records. */
export class Counts {
  private readonly counts: number[] = [];

  add(group: number, count = 1): void {
    while (group >= this.counts.length) this.counts.push(0);
    this.counts[group]! += count;
  }

  countOf(group: number): number {
    return this.counts[group] ?? 0;
  }
}

/** Codes of currencies, sorted, one a line. */
export type CodeSet = string;

/** The codes of both sets. Most records have the codes of their group. */
export function uniteCodes(one: CodeSet, other: CodeSet): CodeSet {
  if (one === other || one.includes(other)) return one;
  return one === '' ? other : [...new Set(`${one}\n${other}`.split('\n'))].sort().join('\n');
}

export function codesOf(set: CodeSet): readonly string[] {
  return set === '' ? [] : set.split('\n');
}

/** The codes of the amounts of each group in one column. */
export class Codes {
  private readonly own: CodeSet[] = [];

  add(group: number, set: CodeSet): void {
    while (group >= this.own.length) this.own.push('');
    this.own[group] = uniteCodes(this.own[group]!, set);
  }

  setOf(group: number): CodeSet {
    return this.own[group] ?? '';
  }
}

/** A function that gives the code in a cell; empty without one. It knows those before: most records have the same. */
export function createCodeReader(): (block: Buffer, start: number, end: number) => CodeSet {
  const known = new Map<number, CodeSet>();
  return (block, start, end) => {
    if (end - start !== 5 || block[start] !== QUOTATION_MARK) return '';
    const packed = (block[start + 1]! << 16) | (block[start + 2]! << 8) | block[start + 3]!;
    let set = known.get(packed);
    if (set === undefined) {
      const code = block.toString('latin1', start + 1, end - 1).toUpperCase();
      set = /^[A-Z]{3}$/.test(code) ? code : '';
      known.set(packed, set);
    }
    return set;
  };
}

/** True for a number other than zero, also if it is sent as text: only such an amount has a currency. */
export function isAmountAt(block: Buffer, start: number, end: number): boolean {
  let isZero = true;
  const isQuoted = block[start] === QUOTATION_MARK;
  for (let at = isQuoted ? start + 1 : start; at < (isQuoted ? end - 1 : end); at++) {
    const byte = block[at]!;
    if (byte > ZERO_CODE && byte <= ZERO_CODE + 9) isZero = false;
    else if (byte === ZERO_CODE || byte === POINT || byte === MINUS) continue;
    else return !isQuoted && !isZero && (byte === 0x65 || byte === 0x45);
  }
  return !isZero;
}
