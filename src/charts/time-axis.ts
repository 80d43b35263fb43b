/** Chooses the ticks of an axis of time whose labels fit. */

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
import { addDays, type CalendarDate, daysBetween } from '../dates/date.ts';

/** A tick of an axis of time, with its label. */
export interface TimeTick {
  readonly position: number;
  readonly label: string;
}

/** Columns between two labels, at least. */
const LABEL_GAP = 2;
/** The distances between ticks, in units of a kind. */
const STEPS = [
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
type TickKind = (typeof STEPS)[number][0];
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
  for (const [kind, count] of STEPS) {
    const stepDays = count * DAYS_IN[kind];
    if (stepDays < least || (days / stepDays - 1) * MIN_LABEL > room) continue;
    const ticks = kind === 'day' || kind === 'week' ? dayTicks(span, kind, count) : monthTicks(span, kind, count);
    if (ticks.length > 1 && fits(ticks)) return ticks;
  }
  const ends = [...new Set([0, span.count - 1])].map((position) => ({
    position,
    label: dayAt(position, span),
  }));
  return fits(ends) ? ends : ends.slice(0, 1);
}

/** `Mon 5`. */
function dayOfWeek(date: CalendarDate): string {
  return `${weekdayName(date).slice(0, 3)} ${Number(date.slice(8))}`;
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
    const ofMonth = date.slice(0, 7) === month ? '' : ` ${shortMonth(date)}`;
    const label = areWeekdays ? dayOfWeek(date) + ofMonth : isWithinYear ? shortDay(date) : date;
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
    if (position >= 0) ticks.push({ position, label: monthLabel(date, kind === 'year') });
  }
  return ticks;
}

/** `Jan 5`. */
function shortDay(date: CalendarDate): string {
  return `${shortMonth(date)} ${Number(date.slice(8))}`;
}

/** `Feb`; the year for each January. */
function monthLabel(date: CalendarDate, isYear: boolean): string {
  const month = shortMonth(date);
  return isYear || month === 'Jan' ? date.slice(0, 4) : month;
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
