/** The axis of numbers: round ticks, as doubles. Exact numbers are shown beside a chart, never on its axis. */

import { nice, tickIncrement, ticks } from 'd3-array';

/** The range of an axis, and its ticks. */
export interface ValueAxis {
  /** The number at the bottom, at most 0. */
  readonly least: number;
  /** The number at the top, at least 0, and more than `least`. */
  readonly most: number;
  /** Ascending. */
  readonly ticks: readonly ValueTick[];
}

interface ValueTick {
  readonly value: number;
  readonly label: string;
}

/** Beyond these, steps between ticks would not be doubles. */
const LARGEST = 1e300;
const SMALLEST = 1e-290;

/** The double that stands for a JSON number in a drawing. */
export function toDrawnNumber(number: string): number {
  const value = Math.min(LARGEST, Math.max(-LARGEST, Number(number)));
  return Math.abs(value) < SMALLEST ? 0 : value;
}

/** An axis for all `values` and zero, with about `tickCount` ticks. `group` separates the thousands of a label. */
export function createValueAxis(
  values: readonly number[],
  tickCount: number,
  group: (number: string) => string = (number) => number,
): ValueAxis {
  const low = values.reduce((least, value) => Math.min(least, value), 0);
  const high = values.reduce((most, value) => Math.max(most, value), 0);
  if (low === high) return { least: 0, most: 1, ticks: [{ value: 0, label: '0' }] };
  const [least, most] = nice(low, high, tickCount);
  const decimals = decimalsOf(tickIncrement(least, most, tickCount));
  return {
    least,
    most,
    ticks: ticks(least, most, tickCount).map((value) => ({ value, label: group(spell(value, decimals)) })),
  };
}

/** d3 gives a step below 1 as the negative of its reciprocal: -20 for 0.05. */
function decimalsOf(increment: number): number {
  return increment < 0 ? Math.ceil(Math.log10(-increment) - 1e-9) : 0;
}

/** Most digits of a number without an exponent. */
const MAX_WHOLE = 1e15;
const MAX_DECIMALS = 9;

function spell(value: number, decimals: number): string {
  if (value === 0) return '0';
  if (Math.abs(value) < MAX_WHOLE && decimals <= MAX_DECIMALS) return value.toFixed(decimals);
  const [digits, exponent] = value.toExponential(3).split('e');
  return `${Number(digits)}e${Number(exponent)}`;
}
