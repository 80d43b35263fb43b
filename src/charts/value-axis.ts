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

/** An axis whose ticks are on whole rows of characters. */
export interface RowAxis extends ValueAxis {
  /** Rows, of which the first and the last have a tick. */
  readonly rows: number;
  /** The distance of a number from the bottom of the axis, in rows. */
  rowsUp(value: number): number;
}

/** The steps between two ticks, times a power of ten. */
const STEPS = [1, 2, 2.5, 5];
/** The fewest and the most rows from tick to tick, and those that are easy to read. */
const ROW_STEPS = { least: 2, most: 6, best: 3 };
/** The rows that a step of another size than the best one may cost. */
const WORTH = 0.7;

/** An axis for all `values` and zero of at most `maxRows` rows, at least two. Its numbers fill as many rows as possible. */
export function createRowAxis(
  values: readonly number[],
  maxRows: number,
  group: (number: string) => string = (number) => number,
): RowAxis {
  let low = values.reduce((least, value) => Math.min(least, value), 0);
  let high = values.reduce((most, value) => Math.max(most, value), 0);
  if (low === high) [low, high] = [0, 1];
  // Halves, because the difference may be too large for a double.
  const power = Math.floor(Math.log10(high / 2 - low / 2)) - 2;
  let best: { score: number; mantissa: number; exponent: number; every: number } | undefined;
  for (let exponent = power; exponent <= power + 4; exponent++) {
    for (const mantissa of STEPS) {
      const step = mantissa * 10 ** exponent;
      const intervals = ceil(high / step) - floor(low / step);
      const every = Math.min(ROW_STEPS.most, Math.floor((maxRows - 1) / intervals));
      if (every < Math.min(ROW_STEPS.least, maxRows - 1)) continue;
      const score = (high / step - low / step) * every - WORTH * Math.abs(every - ROW_STEPS.best);
      if (best === undefined || score > best.score) best = { score, mantissa, exponent, every };
    }
  }
  const { mantissa, exponent, every } = best!;
  const step = mantissa * 10 ** exponent;
  const [first, last] = [floor(low / step), ceil(high / step)];
  const decimals = Math.max(0, -exponent + (Number.isInteger(mantissa) ? 0 : 1));
  const ticks = Array.from({ length: last - first + 1 }, (_, index) => {
    const value = first + index === 0 ? 0 : (first + index) * step;
    return { value, label: group(spell(value, decimals)) };
  });
  return {
    least: first * step,
    most: last * step,
    ticks,
    rows: (last - first) * every + 1,
    rowsUp: (value) => (value / step - first) * every,
  };
}

/** Rounding errors of a quotient that is whole. */
const ERROR = 1e-9;

function ceil(quotient: number): number {
  return Math.ceil(quotient - ERROR);
}

function floor(quotient: number): number {
  return Math.floor(quotient + ERROR);
}

function spell(value: number, decimals: number): string {
  if (value === 0) return '0';
  if (Math.abs(value) < MAX_WHOLE && decimals <= MAX_DECIMALS) return value.toFixed(decimals);
  const [digits, exponent] = value.toExponential(3).split('e');
  return `${Number(digits)}e${Number(exponent)}`;
}
