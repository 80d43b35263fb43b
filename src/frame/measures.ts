/** The measures of groups: aggregations, and those of compared sides. */

import { type Column, columnKey, createColumn, isSameColumn } from '../core/columns.ts';
import {
  addDecimals,
  compareDecimals,
  type Decimal,
  formatDecimal,
  median,
  timesCount,
  ZERO,
} from '../core/decimal.ts';
import type { Cell } from '../records/cells.ts';
import type { DerivedColumn } from '../records/row-keys.ts';
import {
  type AggregateKind,
  averageOf,
  changeOf,
  notNumber,
  numberIn,
  percentOf,
  type Quotient,
} from './arithmetic.ts';
import { codesIn, type MixedAmount } from './currencies.ts';
import type { GroupTable, Source, Spot } from './group-table.ts';
import type { Extremes, State, Sums } from './states.ts';

/** A column of figures. It follows from the states of a group, so it is right for merged groups, too. */
export interface Measure {
  readonly column: Column;
  readonly role: Aggregation['kind'] | 'ratio' | DerivedColumn['part'];
  /** The columns that it is computed from; its own for an aggregation. */
  readonly of: readonly Column[];
  /** True for what is added up, and for the columns that compare it. */
  readonly isAdded?: boolean;
  /** The amount, if it has several currencies in the rows together. */
  readonly amount?: MixedAmount | undefined;
  /** Undefined for what is computed from other measures. */
  readonly aggregation?: TableAggregation | undefined;
  /** Its part in pivoted rows, and whether it is that of one pivoted value. */
  readonly part?: number;
  readonly isOfValue?: boolean;
  /** A quotient has enough digits to compare it, or is rounded for data. */
  readonly at: (spot: Spot, form?: keyof Quotient) => Cell;
}

/** An aggregation of one column, or the number of records, and its name in the result. */
export interface Aggregation {
  readonly kind: AggregateKind | 'count';
  readonly column: Column;
  readonly name: string;
}

/** An aggregation of a table, and the places of its states. */
export interface TableAggregation extends Aggregation {
  /** -1 for a count. */
  readonly source: number;
  /** Undefined for anything but an amount of several currencies. */
  readonly amount: MixedAmount | undefined;
}

const PARTS = ['before', 'change', 'percent'] as const;

/** The four columns of a compared measure: now, before, change, percent. */
export function comparedColumns({ name }: Column): readonly [Column, Column, Column, Column] {
  const [before, change, percent] = PARTS.map((part) => createColumn([`${name}_${part}`]));
  return [createColumn([name]), before!, change!, percent!];
}

/** The states of aggregations, each once: an average has that of a sum. */
export function statesOf(aggregations: readonly Aggregation[]): readonly Source[] {
  const states = aggregations.flatMap(({ kind, column }): readonly Source[] =>
    kind === 'count' ? [] : [{ kind: stateKindOf(kind), column }],
  );
  return [...new Map(states.map((each) => [`${each.kind} ${columnKey(each.column.path)}`, each])).values()];
}

function stateKindOf<T>(kind: T | 'avg'): T | 'sum' {
  return kind === 'avg' ? 'sum' : kind;
}

/** An aggregation by the states of a table. */
export function aggregationIn(
  { sources }: GroupTable,
  each: Aggregation,
  mixed: ReadonlyMap<string, MixedAmount>,
): TableAggregation {
  const kind = stateKindOf(each.kind);
  const source = sources.states.findIndex((state) => state.kind === kind && isSameColumn(state.column, each.column));
  return { ...each, source, amount: source === -1 ? undefined : mixed.get(columnKey(each.column.path)) };
}

/** The states of an aggregation on all sides with records; none for a count. */
export function statesIn({ parts }: GroupTable, { source }: TableAggregation): readonly State[] {
  return parts.flatMap((part) => part?.states[source] ?? []);
}

/** Throws a usage error for cells that are not numbers, and for extremes of some such texts. */
export function assertNumbers(table: GroupTable, each: TableAggregation): void {
  for (const { refused } of statesIn(table, each)) {
    if (refused !== undefined) throw notNumber(each.kind, each.column.name, refused);
  }
}

/** True for an amount that has several currencies at a spot, on all of its sides together. */
export function isMixedAt({ amount }: TableAggregation, { table, group, part }: Spot, sides: number): boolean {
  return (amount?.places ?? []).some((place) => codesIn(table, [group], place, part, part + sides).length > 1);
}

/** The cell of an aggregation in one part; undefined without records. An average is rounded, or has digits to compare it. */
function cellIn(
  { kind, source }: TableAggregation,
  { table, group }: Spot,
  part: number,
  form: keyof Quotient = 'exact',
): string | undefined {
  if (!table.hasRecords(group, part)) return undefined;
  const { states, records } = table.parts[part]!;
  if (kind === 'count') return String(records.countOf(group));
  if (kind === 'min' || kind === 'max') return (states[source] as Extremes).textOf(group);
  const sums = states[source] as Sums;
  return kind === 'sum' ? sums.textOf(group) : averageOf(sums.sumOf(group), sums.countOf(group))[form];
}

/** The sides of the usual figures of a row; undefined for a row whose weeks are not known. */
type SidesAt = (spot: Spot) => readonly number[] | undefined;

/**
 * The measure of an aggregation; of several sides, beside it that of the compared one, the change, and the change in percent. With
 * `sidesAt`, several sides count with their median. A side without records of the group has no cell.
 */
export function measuresOf(each: TableAggregation, sides = 1, sidesAt?: SidesAt): readonly Measure[] {
  const isCompared = sides > 1;
  // A key that one range lacks has a sum of zero there, but no average and no extreme.
  const absent = isAdded(each) ? ZERO : undefined;
  const now: Measure['at'] = (spot, form) => cellIn(each, spot, spot.part, form);
  const before: Measure['at'] = (spot, form = 'exact') =>
    sidesAt === undefined ? cellIn(each, spot, spot.part + 1, form) : medianIn(each, spot, sidesAt(spot), form);
  /** Of averages as data has them, or exact. */
  const change = (spot: Spot, form: keyof Quotient = 'exact'): string => {
    const [left, right] = [now(spot, form), before(spot, form)];
    // If both ranges have the key, an empty sum is unknown, not zero.
    const isMissing = left === undefined || right === undefined;
    return changeOf(left, right, isMissing ? absent : undefined, each.kind === 'avg');
  };
  const percent: Measure['at'] = (spot, form) => percentOf(change(spot), before(spot))[form ?? 'exact'];
  const ats: readonly Measure['at'][] = [now, before, change, percent];
  const roles = [each.kind, sidesAt === undefined ? 'before' : 'usual', 'change', 'percent'] as const;
  const columns = comparedColumns(createColumn([each.name])).slice(0, isCompared ? 4 : 1);
  return columns.map((column, index, [own]) => ({
    ...{ column, role: roles[index]!, of: [own!], isAdded: isAdded(each) },
    ...{ amount: each.amount, aggregation: index === 0 ? each : undefined },
    at(spot, form) {
      // Several rows together leave an amount empty that would combine currencies.
      const isEmptied = spot.isMerged && isMixedAt(each, spot, sides);
      return isEmptied ? 'null' : ats[index]!(spot, form);
    },
  }));
}

function isAdded({ kind }: TableAggregation): boolean {
  return kind === 'sum' || kind === 'count';
}

/** The exact median of sides; undefined for fewer than two. A side without records of the group is zero for what is added up, else none. */
function medianIn(each: TableAggregation, spot: Spot, sides: ReturnType<SidesAt>, form: keyof Quotient): Cell {
  if (sides === undefined) return 'null';
  const { table, group } = spot;
  const own = isAdded(each) ? sides : sides.filter((side) => table.hasRecords(group, side));
  if (own.length < 2) return undefined;
  const figures = own.flatMap((side) => figureAt(each, spot, side) ?? []);
  if (figures.length < 2) return 'null';
  const sorted = figures.sort(compareFigures);
  const [low, high] = [sorted[(sorted.length - 1) >> 1]!, sorted[sorted.length >> 1]!];
  if (each.kind !== 'avg') return formatDecimal(median([low.top, high.top]));
  if (low === high) return averageOf(low.top, low.count)[form];
  const sum = addDecimals(timesCount(low.top, high.count), timesCount(high.top, low.count));
  return averageOf(sum, 2 * low.count * high.count)[form];
}

/** A figure as an exact quotient: an average is no decimal. */
interface Figure {
  readonly top: Decimal;
  readonly count: number;
}

/** Undefined for an unknown figure, and for a text. */
function figureAt(each: TableAggregation, spot: Spot, side: number): Figure | undefined {
  if (each.kind === 'avg') {
    const sums = spot.table.parts[side]!.states[each.source] as Sums;
    const count = sums.countOf(spot.group);
    return count === 0 ? undefined : { top: sums.sumOf(spot.group), count };
  }
  const cell = cellIn(each, spot, side);
  const top = cell === undefined ? ZERO : numberIn(cell);
  return top && { top, count: 1 };
}

function compareFigures(one: Figure, other: Figure): number {
  return compareDecimals(timesCount(one.top, other.count), timesCount(other.top, one.count));
}
