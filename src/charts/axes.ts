/** The axes of a chart: of numbers, with round ticks as doubles, and of time, with labels that fit. Exact numbers stand beside a chart. */

import {
  dayAt,
  monthNumber,
  monthStart,
  positionOf,
  shortMonth,
  type TimeSpan,
  unitStart,
  weekdayName,
} from '../dates/calendar.ts';
import { addDays, daysBetween } from '../dates/date.ts';

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

/** A tick of an axis of time, with its label. */
interface TimeTick {
  readonly position: number;
  readonly label: string;
}

/** Columns between two labels, at least. */
const LABEL_GAP = 2;
/** The distances between ticks, in units of a kind. */
const TIME_STEPS = [
  ['day', 1],
  ['day', 2],
  ['week', 1],
  ['week', 2],
  ['month', 1],
  ['month', 2],
  ['month', 3],
  ['month', 6],
  ...[1, 2, 5, 10, 20, 50, 100, 200, 500, 1000].map((count) => ['year', count] as const),
] as const;
type TickKind = (typeof TIME_STEPS)[number][0];
const DAYS_IN = { day: 1, week: 7, month: 30.5, quarter: 91.5, year: 365 };
/** The length of the shortest label. */
const MIN_LABEL = 3;

/** Days with ticks at weeks, named by their weekdays. Fewer days have a tick for each. */
const WEEKS = { least: 14, most: 70 };

/**
 * The most ticks whose labels fit into `room` characters, at round dates, ascending. Where too few fit, the first and the last
 * unit. A month that begins within a week has its tick between two positions.
 */
export function dateTicks(span: TimeSpan, room: number): readonly TimeTick[] {
  const days = span.count * DAYS_IN[span.unit];
  const least = span.unit === 'day' && span.count >= WEEKS.least && span.count <= WEEKS.most ? 7 : DAYS_IN[span.unit];
  const fits = (ticks: readonly TimeTick[]): boolean =>
    ticks.reduce((sum, { label }) => sum + label.length + LABEL_GAP, -LABEL_GAP) <= room;
  for (const [kind, count] of TIME_STEPS) {
    const stepDays = count * DAYS_IN[kind];
    if (stepDays < least || (days / stepDays - 1) * MIN_LABEL > room) continue;
    const ticks = kind === 'day' || kind === 'week' ? dayTicks(span, kind, count) : monthTicks(span, kind, count);
    if (ticks.length > 1 && fits(ticks)) return ticks;
  }
  const ends = [...new Set([0, span.count - 1])].map((position) => ({ position, label: dayAt(position, span) }));
  return fits(ends) ? ends : ends.slice(0, 1);
}

function dayTicks(span: TimeSpan, kind: 'day' | 'week', count: number): readonly TimeTick[] {
  const days = span.unit === 'week' ? 7 : 1;
  const weekStart = unitStart(span.first, 'week', span.weekStart);
  const start = kind === 'day' || weekStart === span.first ? 0 : daysBetween(span.first, weekStart) + 7;
  const areWeekdays = kind === 'week' && span.unit === 'day' && span.count <= WEEKS.most;
  const isWithinYear = span.count * days < 366;
  const ticks: TimeTick[] = [];
  let month = span.first.slice(0, 7);
  for (let day = start; day < span.count * days; day += count * DAYS_IN[kind]) {
    const date = addDays(span.first, day);
    const [number, ofMonth] = [Number(date.slice(8)), date.slice(0, 7) === month ? '' : ` ${shortMonth(date)}`];
    // `Mon 5`, `Jan 5`.
    const short = areWeekdays
      ? `${weekdayName(date).slice(0, 3)} ${number}${ofMonth}`
      : `${shortMonth(date)} ${number}`;
    const label = areWeekdays || isWithinYear ? short : date;
    ticks.push({ position: day / days, label });
    month = date.slice(0, 7);
  }
  return ticks;
}

const LAST_MONTH = 9999 * 12 + 11;

function monthTicks(span: TimeSpan, kind: TickKind, count: number): readonly TimeTick[] {
  const step = kind === 'month' ? count : 12 * count;
  const start = Math.ceil(monthNumber(span.first) / step) * step;
  const ticks: TimeTick[] = [];
  for (let month = start; month <= LAST_MONTH; month += step) {
    const date = monthStart(month);
    const position = span.unit === 'week' ? daysBetween(span.first, date) / 7 : positionOf(date, span);
    if (position > span.count - 1) break;
    // The year for each January.
    const isYear = kind === 'year' || month % 12 === 0;
    if (position >= 0) ticks.push({ position, label: isYear ? date.slice(0, 4) : shortMonth(date) });
  }
  return ticks;
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
