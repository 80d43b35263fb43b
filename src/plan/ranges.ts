/** Resolves the range of a report and its compared range to days, and words the notes about them. */

import type { StoredConfig } from '../config/load-config.ts';
import type { ValueWithSource } from '../config/settings.ts';
import { countOf } from '../core/text.ts';
import type { DataWarning } from '../core/warnings.ts';
import { incompleteUnits, type ReportRange } from '../dates/calendar.ts';
import { type ComparedRange, resolveComparison, wordUsual } from '../dates/compared-range.ts';
import { addDays, type CalendarDate, daysBetween, UTC, type Weekday } from '../dates/date.ts';
import { countDays, type DateRange, formatRange } from '../dates/range.ts';
import { type PeriodSettings, resolveRange } from '../dates/resolve-range.ts';
import type { Transform } from '../transform/transform-request.ts';
import type { FetchRequest } from './report-plan.ts';

/**
 * The days of the range and of the compared range, which is undefined without a comparison; notes about relative dates, since a cron
 * job's log shows which days were pulled; and the range as typed, if it depends on today. Calls `findToday`, and `zoneName` for the
 * note, only for such a range.
 */
export function resolveRanges(
  { range: requested, compare, by }: Pick<FetchRequest, 'range' | 'compare' | 'by'>,
  {
    weekStart,
    findToday,
    zoneName,
  }: { readonly weekStart: Weekday; readonly findToday: () => CalendarDate; readonly zoneName: () => string },
) {
  let day: CalendarDate | undefined;
  // Both ranges use the same day, even around midnight.
  const settings = (): PeriodSettings => {
    day ??= findToday();
    return { today: day, weekStart };
  };
  const { range, relative } = resolveRange(requested, settings);
  const notes: string[] = [];
  if (relative !== undefined) {
    notes.push(`${relative} is ${formatRange(range)} (today is ${day!} in ${zoneName()})`);
  }
  if (compare === undefined) return { range, compared: undefined, notes, relative };
  const compared = resolveComparison(range, compare, { period: requested.first?.days, by }, settings);
  notes.push(noteCompared(range, compared));
  return { range, compared, notes, relative };
}

/** Names the length of both ranges if they differ, that of the range first, and the weeks between them if they are weeks apart. */
function noteCompared(range: DateRange, compared: ComparedRange): string {
  if (compared.weeks !== undefined) return `compared with ${wordUsual(compared.weeks)}`;
  const days = countDays(range);
  const comparedDays = countDays(compared);
  const against = days === comparedDays ? '' : ` against ${comparedDays}`;
  const { weeksEarlier } = compared;
  const apart = weeksEarlier === undefined ? '' : `, ${countOf(weeksEarlier, 'week')} earlier`;
  return `compared with ${formatRange(compared)} (${countOf(days, 'day')}${against}${apart})`;
}

/** Today, if a range is not over; undefined for others. */
export function todayUnlessOver(
  { to }: DateRange,
  findToday: (timeZone?: string) => CalendarDate,
): CalendarDate | undefined {
  // A day before yesterday in UTC is over in every zone. Most ranges need no other zone, which takes time to load.
  if (to < addDays(findToday(UTC), -1)) return undefined;
  const today = findToday();
  return to < today ? undefined : today;
}

/** A warning about a range that is not over, or in the future: a mistyped year. */
export function unfinishedRange(range: DateRange, today: CalendarDate, zoneName: string): DataWarning {
  const day = `${today} in ${zoneName}`;
  const later = daysBetween(today, range.to);
  const text =
    range.from > today
      ? `the range ${formatRange(range)} is in the future: today is ${day}`
      : `the range includes today, ${day}${later === 0 ? '' : `, and ${countOf(later, 'later day')}`}`;
  return { name: 'unfinished', text };
}

/** The names of UTC that a system may have. */
const UTC_NAMES: ReadonlySet<string | undefined> = new Set<string>([UTC, 'Etc/UTC']);

/**
 * A warning about days of a `subject` in the zone UTC that nobody chose: most machines that run jobs have it, and few reports. None
 * for a `zone` that the user chose, and none on a terminal, where a note says which days these are.
 */
export function unsetZone(
  days: string | undefined,
  subject: 'report' | 'dataset',
  zone: ValueWithSource | undefined,
  stored: Pick<StoredConfig, 'env' | 'isWatched' | 'systemTimeZone'>,
): DataWarning | undefined {
  if (days === undefined || zone !== undefined || stored.env.TZ !== undefined || stored.isWatched) return undefined;
  if (!UTC_NAMES.has(stored.systemTimeZone)) return undefined;
  const text = `${days} in UTC, the zone of this machine: name the zone of the ${subject} with --timezone, even if it is UTC`;
  return { name: 'zone', text };
}

/** Notes about units of time that a range does not hold whole: they look like a drop. */
export function unitNotes(
  { range, compared }: { readonly range: ReportRange; readonly compared: DateRange | undefined },
  transform: Transform,
): readonly string[] {
  const ofCompared = compared === undefined ? [] : noteUnits(compared, transform, 'in the compared range, ');
  return [...noteUnits(range, transform), ...ofCompared];
}

/** `where` begins the note. */
function noteUnits(range: ReportRange, { by, weekStart }: Transform, where = ''): readonly string[] {
  if (by === undefined || by === 'day') return [];
  const names = incompleteUnits(range, { unit: by, weekStart });
  return names.length === 0 ? [] : [`${where}incomplete ${by}s: ${names.join(', ')}`];
}
