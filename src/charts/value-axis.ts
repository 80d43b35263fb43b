/** The axis of numbers: round ticks, as doubles. Exact numbers are shown beside a chart, never on its axis. */

/** An axis of rows, from the first to the last tick. A terminal has a line of text for each row. */
export interface ValueAxis {
  readonly rows: number;
  /** Ascending, each on a row. */
  readonly ticks: readonly ValueTick[];
  /** The distance of a number from the bottom of the axis, in rows. */
  rowsUp(value: number): number;
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

/** The steps between two ticks, times a power of ten. */
const STEPS = [1, 2, 2.5, 5];
/** The fewest and the most rows from tick to tick, and those that are easy to read. */
const ROW_STEPS = { least: 2, most: 6, best: 3 };
/** The rows that a step of another size than the best one may cost. */
const WORTH = 0.7;

/**
 * An axis for all `values` and zero of at most `maxRows` rows, at least two. Its numbers fill as many rows as possible. `group`
 * separates the thousands of a label.
 */
export function createValueAxis(
  values: readonly number[],
  maxRows: number,
  group: (number: string) => string = (number) => number,
): ValueAxis {
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
  return { ticks, rows: (last - first) * every + 1, rowsUp: (value) => (value / step - first) * every };
}

/** Rounding errors of a quotient that is whole. */
const ERROR = 1e-9;

function ceil(quotient: number): number {
  return Math.ceil(quotient - ERROR);
}

function floor(quotient: number): number {
  return Math.floor(quotient + ERROR);
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
