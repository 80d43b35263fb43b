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

/** Beyond it, steps between ticks would not be doubles. */
const LARGEST = 1e300;

/** The double that stands for a JSON number in a drawing. */
export function toDrawnNumber(number: string): number {
  return Math.min(LARGEST, Math.max(-LARGEST, Number(number)));
}

/** The steps between two ticks, times a power of ten. */
const STEPS = [1, 2, 2.5, 5];
/** The fewest and the most rows from tick to tick. */
const ROW_STEPS = { least: 3, most: 6 };

/**
 * An axis for all `values` and zero of at most `maxRows` rows, at least five, with the smallest step that leaves enough rows between
 * ticks. `group` separates the thousands of a label.
 */
export function createValueAxis(
  values: readonly number[],
  maxRows: number,
  group: (number: string) => string,
): ValueAxis {
  const low = values.reduce((least, value) => Math.min(least, value), 0);
  const top = values.reduce((most, value) => Math.max(most, value), 0);
  const high = low === top ? 1 : top;
  // Zero may be between two ticks.
  const most = Math.max(2, Math.floor((maxRows - 1) / ROW_STEPS.least));
  const power = Math.floor(Math.log10(high - low)) - 1;
  const steps = [0, 1, 2, 3].flatMap((more) => STEPS.map((mantissa) => ({ mantissa, exponent: power + more })));
  const { mantissa, exponent } = steps.find((each) => {
    const step = each.mantissa * 10 ** each.exponent;
    return ceil(high / step) - floor(low / step) <= most;
  })!;
  const step = mantissa * 10 ** exponent;
  const [first, last] = [floor(low / step), ceil(high / step)];
  const every = Math.min(ROW_STEPS.most, Math.floor((maxRows - 1) / (last - first)));
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
