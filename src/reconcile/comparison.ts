/** Compares the amounts of two sides by key, exactly. */

import {
  addDecimals,
  compareDecimals,
  type Decimal,
  HUNDRED,
  multiplyDecimals,
  subtractDecimals,
  ZERO,
} from '../core/decimal.ts';
import { absolute } from '../core/exact-math.ts';
import type { Cell } from '../records/cells.ts';
import { compareCells } from '../transform/aggregate.ts';
import { keyIdentity } from '../transform/group-key.ts';

/** The amount of one key. */
export interface KeyedAmount {
  /** The cell of each key, in order. */
  readonly keys: readonly Cell[];
  readonly amount: Decimal;
}

/** Amounts by `identityOfKeys`. */
export type Amounts = ReadonlyMap<string, KeyedAmount>;

/** The largest difference of two amounts that agree: an amount, or a percentage of the larger one without its sign. */
export interface Tolerance {
  readonly value: Decimal;
  readonly isPercent: boolean;
}

/** A key that only one side has differs, whatever its amount: nothing says that the other amount is 0. */
type KeyState = 'agrees' | 'differs' | 'only-first' | 'only-second';

export interface ComparedKey {
  readonly keys: readonly Cell[];
  /** Undefined if that side lacks the key. */
  readonly first: Decimal | undefined;
  readonly second: Decimal | undefined;
  /** The first amount less the second one; a missing one counts as 0. */
  readonly difference: Decimal;
  readonly state: KeyState;
}

/** The same text for the same keys. Texts are equal if their characters are, numbers if their values are. */
export function identityOfKeys(keys: readonly Cell[]): string {
  return keys.map(keyIdentity).join('');
}

/** All keys of both sides, in their order. */
export function compareAmounts(
  first: Amounts,
  second: Amounts,
  tolerance: Tolerance,
): readonly ComparedKey[] {
  const identities = new Set([...first.keys(), ...second.keys()]);
  return Array.from(identities, (identity) => {
    const [one, other] = [first.get(identity), second.get(identity)];
    const difference = subtractDecimals(one?.amount ?? ZERO, other?.amount ?? ZERO);
    return {
      keys: (one ?? other)!.keys,
      first: one?.amount,
      second: other?.amount,
      difference,
      state: stateOf(one?.amount, other?.amount, tolerance),
    };
  }).sort((one, other) => compareKeys(one.keys, other.keys));
}

function stateOf(first: Decimal | undefined, second: Decimal | undefined, tolerance: Tolerance): KeyState {
  if (second === undefined) return 'only-first';
  if (first === undefined) return 'only-second';
  return isWithin(first, second, tolerance) ? 'agrees' : 'differs';
}

/** True if the amounts agree. To swap them changes nothing, and a difference of exactly the tolerance agrees. */
export function isWithin(first: Decimal, second: Decimal, { value, isPercent }: Tolerance): boolean {
  const difference = absolute(subtractDecimals(first, second));
  if (!isPercent) return compareDecimals(difference, value) <= 0;
  const [one, other] = [absolute(first), absolute(second)];
  const larger = compareDecimals(one, other) < 0 ? other : one;
  return compareDecimals(multiplyDecimals(HUNDRED, difference), multiplyDecimals(value, larger)) <= 0;
}

function compareKeys(one: readonly Cell[], other: readonly Cell[]): number {
  for (const [index, cell] of one.entries()) {
    const order = compareCells(cell, other[index]);
    if (order !== 0) return order;
  }
  return 0;
}

/**
 * True if an amount such as 1.234 would be nearer to the other one as 1234: its writer may have meant a separator of thousands.
 */
export function maySeparateThousands(amount: Decimal, other: Decimal): boolean {
  if (amount.scale !== 3) return false;
  const distance = (from: Decimal): Decimal => absolute(subtractDecimals(from, other));
  return compareDecimals(distance({ units: amount.units, scale: 0 }), distance(amount)) < 0;
}

/** The exact sum; 0 of none. Undefined amounts count as 0. */
export function sumOf(amounts: readonly (Decimal | undefined)[]): Decimal {
  return amounts.reduce<Decimal>((sum, amount) => addDecimals(sum, amount ?? ZERO), ZERO);
}
