/**
 * Groups in memory: their keys, and for each part the states of their columns. A part is a side of a comparison; in pivoted rows,
 * there is one for each pivoted value, and then that of the totals.
 */

import type { Column } from '../core/columns.ts';
import { CellNumbers } from '../records/cell-numbers.ts';
import type { Cell } from '../records/cells.ts';
import type { ScannedRows } from '../records/scanned-rows.ts';
import type { KeyColumn } from './key-column.ts';
import { assertFits } from './memory-limits.ts';
import { type CodeSet, Codes, Counts, Extremes, isAmountAt, type State, Sums } from './states.ts';

type CurrentRow = Pick<ScannedRows, 'block' | 'starts' | 'ends'>;

/** A column of the records whose cells are aggregated. Sums serve averages, too. */
export interface Source {
  readonly kind: 'sum' | 'min' | 'max';
  readonly column: Column;
}

/** What a table aggregates. */
export interface Sources {
  readonly states: readonly Source[];
  /** Columns of amounts, each with each column that may hold their currencies. */
  readonly codes: readonly { readonly amount: Column; readonly by: Column }[];
}

/** The states of all groups in one part. */
export interface Part {
  readonly states: readonly State[];
  readonly codes: readonly Codes[];
  readonly records: Counts;
}

/** Where a measure is evaluated: a group of a table. In pivoted rows, each value has its `part`. */
export interface Spot {
  readonly table: GroupTable;
  readonly group: number;
  readonly part: number;
  /** True for a group that stands for several rows: it leaves amounts of several currencies empty. */
  readonly isMerged: boolean;
  /** The pivoted key, and the number of its value. */
  readonly pivoted?: { readonly key: KeyColumn; readonly number: number } | undefined;
}

export class GroupTable {
  size = 0;
  readonly parts: (Part | undefined)[] = [];
  /** Groups that stand for several ones, and have no keys of their own. */
  readonly merged = new Set<number>();
  /** The number of each key's value, group by group. */
  private readonly numbers: number[][];
  /** The groups by the numbers of their keys: for each key after the first, by the combination before it and its own. */
  private readonly combinations: readonly CellNumbers[];
  private readonly groups: number[] = [];

  constructor(
    readonly keys: readonly KeyColumn[],
    readonly sources: Sources,
  ) {
    this.numbers = keys.map(() => []);
    this.combinations = keys.slice(1).map(() => new CellNumbers(Number.POSITIVE_INFINITY));
  }

  /** Adds the current row, whose cells are those of the keys, the states and the amounts. `ofRow` are its codes, by their columns. */
  add(row: CurrentRow, side: number, ofRow: readonly CodeSet[]): void {
    const { block, starts, ends } = row;
    const { keys, sources } = this;
    const { length } = keys;
    const group = this.groupAt(row, side);
    const { states, codes, records } = this.partAt(side);
    records.add(group);
    for (let index = 0; index < states.length; index++) {
      const at = length + index;
      states[index]!.addAt(group, block, starts[at]!, ends[at]!);
    }
    const first = length + sources.states.length;
    for (let index = 0; index < codes.length; index++) {
      const at = first + index;
      if (isAmountAt(block, starts[at]!, ends[at]!)) codes[index]!.add(group, ofRow[index % ofRow.length]!);
    }
  }

  /** Counts the current row in each of these parts. Its cells are those of the keys. */
  count(row: CurrentRow, parts: readonly number[]): void {
    const group = this.groupAt(row, 1);
    for (const part of parts) this.partAt(part).records.add(group);
  }

  /** The group of the current row, which may be new. */
  private groupAt({ block, starts, ends }: CurrentRow, side: number): number {
    const { keys } = this;
    // All compared sides have the same units of time.
    const unitSide = side === 0 ? 0 : 1;
    for (let index = 0; index < keys.length; index++) {
      current[index] = keys[index]!.numberAt(block, starts[index]!, ends[index]!, unitSide);
    }
    return this.groupOf(current);
  }

  numberAt(key: number, group: number): number {
    return this.numbers[key]![group]!;
  }

  keyAt(key: number, group: number): Cell {
    return this.keys[key]!.cells[this.numberAt(key, group)];
  }

  /** The numbers of all groups, in order of first appearance. */
  allGroups(): readonly number[] {
    return Array.from({ length: this.size }, (_, group) => group);
  }

  hasRecords(group: number, part: number): boolean {
    return (this.parts[part]?.records.countOf(group) ?? 0) > 0;
  }

  spotOf(group: number): Spot {
    return { table: this, group, part: 0, isMerged: this.merged.has(group) };
  }

  /** The group with these values of the keys, which may be new. */
  groupOf(numbers: readonly number[]): number {
    let combination = this.keys.length === 0 ? 0 : numbers[0]!;
    for (let index = 1; index < this.keys.length; index++) {
      pair[0] = combination;
      pair[1] = numbers[index]!;
      combination = this.combinations[index - 1]!.numberOf(pairBytes);
    }
    return this.groups[combination] ?? this.addGroup(combination, numbers);
  }

  /** A group apart from those of `groupOf`: it stands for several groups. */
  addMerged(numbers: readonly number[]): number {
    const group = this.size++;
    for (let index = 0; index < this.keys.length; index++) this.numbers[index]!.push(numbers[index]!);
    this.merged.add(group);
    return group;
  }

  /** Adds the states of a group of `other`, which has the same sources: its part `from` to the part `to` of this group. */
  merge(group: number, to: number, other: GroupTable, from: number, fromPart: number): void {
    const part = other.parts[fromPart];
    const count = part?.records.countOf(from) ?? 0;
    if (part === undefined || count === 0) return;
    const { states, codes, records } = this.partAt(to);
    records.add(group, count);
    for (let index = 0; index < states.length; index++) states[index]!.merge(group, part.states[index]!, from);
    for (let index = 0; index < codes.length; index++) codes[index]!.add(group, part.codes[index]!.setOf(from));
  }

  /** Adds all parts of a group of `other`, which may stand for several groups. */
  mergeAll(group: number, other: GroupTable, from: number): void {
    if (other.merged.has(from)) this.merged.add(group);
    for (let part = 0; part < other.parts.length; part++) this.merge(group, part, other, from, part);
  }

  private addGroup(combination: number, numbers: readonly number[]): number {
    const group = this.size++;
    assertFits(this.size, 'groups');
    for (let index = 0; index < this.keys.length; index++) this.numbers[index]!.push(numbers[index]!);
    this.groups[combination] = group;
    return group;
  }

  private partAt(index: number): Part {
    const { parts } = this;
    parts[index] ??= {
      states: this.sources.states.map(({ kind }) => STATES[kind]()),
      codes: this.sources.codes.map(() => new Codes()),
      records: new Counts(),
    };
    return parts[index];
  }
}

const STATES: Readonly<Record<Source['kind'], () => State>> = {
  sum: () => new Sums(),
  min: () => new Extremes(-1),
  max: () => new Extremes(1),
};

/** The numbers of the current row's keys. */
const current: number[] = [];
/** A combination and the number of the next key. A `Map` of doubles takes three times the time of their bytes for a million groups. */
const pair = new Int32Array(2);
const pairBytes = new Uint8Array(pair.buffer);
