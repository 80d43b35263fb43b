/** The total of compared groups, and the groups that changed most. */

import { absolute, compareDecimals, type Decimal, formatDecimal, percentText, signOf } from '../core/decimal.ts';
import { numberIn } from '../frame/arithmetic.ts';
import { type Cell, isEmpty } from '../records/cells.ts';

/** A group of a report: JSON values. Without a comparison, `before` and `change` are undefined. */
export interface GroupRow {
  readonly key: readonly Cell[];
  readonly now: Cell;
  readonly before?: Cell;
  /** `null` if a sum is unknown in a range that has the group. */
  readonly change?: Cell;
}

/** A group that changed. Numbers are exact texts; percents have one decimal. */
export interface Mover {
  readonly key: readonly Cell[];
  readonly id: string;
  /** True if the compared range has no sum of the group, or the range has none. */
  readonly isNew: boolean;
  readonly isGone: boolean;
  readonly change: string;
  /** The change in percent of the change of the total: undefined if the group moved against it, or by more. */
  readonly shareOfChange: string | undefined;
}

/** The text that identifies a key: JSON values have no line breaks. */
export function idOf(key: readonly Cell[]): string {
  return key.map((cell) => cell ?? '').join('\n');
}

/** The key with this id. */
export function keyOf(id: string): readonly Cell[] {
  return id.split('\n').map((cell) => (cell === '' ? undefined : cell));
}

interface Move {
  readonly row: GroupRow;
  readonly id: string;
  readonly change: Decimal;
}

/** Lists the groups with a known change, the largest first, whatever its sign. `all` is the change of the total. */
export function findMovers(groups: readonly GroupRow[], all: Decimal) {
  let unknownCount = 0;
  const moves: Move[] = [];
  for (const row of groups) {
    const change = numberIn(row.change);
    if (change !== undefined) moves.push({ row, id: idOf(row.key), change });
    else if (row.change !== undefined && !(isEmpty(row.now) && isEmpty(row.before))) unknownCount++;
  }
  moves.sort(compareMoves);
  const list = moves.map(({ row, id, change }): Mover => {
    const goesAlong = signOf(change) === signOf(all) && compareDecimals(absolute(change), absolute(all)) <= 0;
    return {
      key: row.key,
      id,
      isNew: numberIn(row.before) === undefined,
      isGone: numberIn(row.now) === undefined,
      change: formatDecimal(change),
      shareOfChange: goesAlong ? percentText(absolute(change), absolute(all)) : undefined,
    };
  });
  return { list, unknownCount };
}

/** The order of moves: the largest first, whatever its sign. */
export function compareMoves(one: Pick<Move, 'id' | 'change'>, other: Pick<Move, 'id' | 'change'>): number {
  return compareDecimals(absolute(other.change), absolute(one.change)) || (one.id < other.id ? -1 : 1);
}
