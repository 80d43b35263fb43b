/** The axes of a chart: of numbers, with round ticks as doubles, and of time, with labels that fit. Exact numbers stand beside a chart. */

import { dayAt, shortMonth, type TimeSpan, unitName } from '../dates/calendar.ts';

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
  return value.toExponential(3).replace(/\.?0*e\+?/, 'e');
}

/** A tick of an axis of time, with its label. */
interface TimeTick {
  readonly position: number;
  readonly label: string;
}

/** Columns between two labels, at least. */
const LABEL_GAP = 2;
/** The units between two ticks. */
const TIME_STEPS = { day: [1, 2, 7, 14, 28, 56], week: [1, 2, 4, 13, 26], month: [1, 2, 3, 6, 12], quarter: [1, 2, 4] };

/** Ticks from the first unit on, ascending, as many as have room for their labels in `room` characters. */
export function dateTicks(span: TimeSpan, room: number): readonly TimeTick[] {
  const { unit, count, weekStart } = span;
  const labelAt = (position: number): string => {
    const day = dayAt(position, span);
    return unit === 'day' && count <= 366
      ? `${Number(day.slice(8))} ${shortMonth(day)}`
      : unitName(day, unit, weekStart);
  };
  const least = (count * (labelAt(count - 1).length + LABEL_GAP)) / room;
  const steps: readonly number[] = unit === 'year' ? [] : TIME_STEPS[unit];
  const every = steps.find((step) => step >= least) ?? Math.ceil(least);
  return Array.from({ length: Math.ceil(count / every) }, (_, index) => {
    return { position: index * every, label: labelAt(index * every) };
  });
}

/** Labels below their ticks, centred, within `width` columns. */
export function placeLabels(ticks: readonly (TimeTick & { readonly column: number })[], width: number): string {
  let text = '';
  for (const [index, { label, column }] of ticks.entries()) {
    const centred = Math.min(column - Math.floor(label.length / 2), width - label.length);
    const start = Math.max(centred, index === 0 ? 0 : text.length + 1);
    if (start + label.length > width) break;
    text = text.padEnd(start) + label;
  }
  return text;
}
