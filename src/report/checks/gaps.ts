/** Finds days of the range without records. A report with such gaps looks complete. */

import { countOf, formatCount } from '../../core/text.ts';
import { allowedScopes, type DataWarning } from '../../core/warnings.ts';
import { weekdayOf } from '../../dates/calendar.ts';
import { weeksWithRecords } from '../../dates/compared-range.ts';
import { type CalendarDate, WEEKDAY_NAMES, type Weekday } from '../../dates/date.ts';
import { type DateRange, daysOf, formatDays, formatRange, parseDays, rangesOf } from '../../dates/range.ts';
import type { WindowRecords } from '../../records/window-records.ts';
import { type DateColumn, NO_CHECK } from './date-column.ts';
import { serviceMessage } from './partial-signs.ts';

const WEEKDAYS: readonly Weekday[] = [1, 2, 3, 4, 5, 6, 7];
/** As often must a weekday occur. */
const MIN_WEEKS = 4;

/** The days of a range without records, as far as the days of its records are known. */
export interface Gaps {
  /** Ascending, and before today: later days may still get records. Without those of `weekdays`. */
  readonly days: readonly CalendarDate[];
  /** The weekdays that never have records, and occur four times or more. */
  readonly weekdays: readonly Weekday[];
  /** Days of the range before today. */
  readonly dayCount: number;
  /** True if they are the last day of each window that is over: the service may exclude `end_date`. */
  readonly lacksEnds: boolean;
  /** False if the days of a window with records and more than one day are unknown. */
  readonly areKnown: boolean;
}

/** True for days that may have no records. */
export function createDayTest(allowed: readonly string[]): (day: CalendarDate) => boolean {
  const scopes = allowedScopes(allowed, 'gaps');
  if (scopes === 'all') return () => true;
  const ranges = scopes.flatMap((scope) => parseDays(scope) ?? []);
  return (day) => ranges.some(({ from, to }) => from <= day && day <= to);
}

/** A warning about days without records; none without gaps, and for an empty report. */
export function describeGaps(
  gaps: Gaps,
  recordsByWindow: readonly WindowRecords[],
  column: DateColumn | undefined,
  isEndExclusive: boolean,
): readonly DataWarning[] {
  const empty = recordsByWindow.filter(({ recordCount }) => recordCount === 0);
  if (empty.length === recordsByWindow.length || gaps.days.length === 0) return [];
  const days = `${formatCount(gaps.days.length)} of ${countOf(gaps.dayCount, 'day')}: ${formatDays(gaps.days)}`;
  const advice = adviceOn(gaps, column, isEndExclusive);
  const text = [`no records for ${days}${serviceMessage(empty)}`, ...advice].join('; ');
  return [{ name: 'gaps', scope: rangesOf(gaps.days).map(formatRange), text }];
}

/** The days with records, ascending, as far as they are known. */
export function daysWithRecords(
  recordsByWindow: readonly WindowRecords[],
  column: DateColumn | undefined,
): readonly CalendarDate[] {
  return recordsByWindow
    .filter(({ recordCount }) => recordCount > 0)
    .flatMap((each) => {
      const { from, to } = each.window;
      return column?.daysIn(each) ?? (from === to ? [from] : []);
    });
}

/** A warning about compared weeks without records after the first of these days, if there are such weeks. */
export function describeWeekGaps(
  weeks: readonly DateRange[],
  days: readonly CalendarDate[],
  allowed: readonly string[],
): readonly DataWarning[] {
  const areThere = weeksWithRecords(weeks, days);
  const isAllowed = createDayTest(allowed);
  const empty = weeks.filter(
    (week, index) =>
      areThere[index] === false && days[0] !== undefined && week.from > days[0] && !daysOf(week).every(isAllowed),
  );
  if (empty.length === 0) return [];
  const scope = empty.map(formatRange);
  return [
    { name: 'gaps', scope, text: `no records for ${empty.length} of ${weeks.length} weeks: ${scope.join(', ')}` },
  ];
}

/** The gaps of windows. `allowed` are the warnings that are silent: days that `gaps` names may have no records. */
export function findGaps(
  recordsByWindow: readonly WindowRecords[],
  column: DateColumn | undefined,
  { today, allowed }: { readonly today: CalendarDate; readonly allowed: readonly string[] },
): Gaps {
  const isOver = (day: CalendarDate): boolean => day < today;
  const missing = recordsByWindow.map((each) => missingDays(each, column));
  const days = missing.flatMap((each) => each ?? []).filter(isOver);
  const isAllowed = createDayTest(allowed);
  const missed = new Set(days);
  const past = recordsByWindow.flatMap(({ window }) => daysOf(window)).filter(isOver);
  const isChecked = (day: CalendarDate): boolean => !isAllowed(day);
  const weekdays = emptyWeekdays(past.filter(isChecked), missed);
  const gaps = days.filter((day) => isChecked(day) && !weekdays.includes(weekdayOf(day)));
  const ends = recordsByWindow.map(({ window }) => window.to).filter(isOver);
  const areKnown = !missing.includes(undefined);
  return { days: gaps, weekdays, dayCount: past.length, lacksEnds: gaps.join() === ends.join(), areKnown };
}

/** The weekdays on which a client never has records: it may sell from Monday to Friday. */
function emptyWeekdays(days: readonly CalendarDate[], missing: ReadonlySet<CalendarDate>): readonly Weekday[] {
  const weekdays = WEEKDAYS.filter((weekday) => {
    const own = days.filter((day) => weekdayOf(day) === weekday);
    return own.length >= MIN_WEEKS && own.every((day) => missing.has(day));
  });
  // In sparse data, any weekday may have no records.
  const others = days.filter((day) => !weekdays.includes(weekdayOf(day)));
  return others.filter((day) => missing.has(day)).length * 2 >= others.length ? [] : weekdays;
}

/** A note about weekdays without any records; undefined without one. */
export function describeWeekdays({ weekdays }: Gaps): string | undefined {
  const names = weekdays.map((weekday) => WEEKDAY_NAMES[weekday - 1]!.replace(/^./, (first) => first.toUpperCase()));
  return names.length === 0 ? undefined : `no records on any ${names.join(' or ')}`;
}

/** The days of a window without records. Undefined if the days are unknown. */
function missingDays(
  windowRecords: WindowRecords,
  column: DateColumn | undefined,
): readonly CalendarDate[] | undefined {
  const days = daysOf(windowRecords.window);
  if (windowRecords.recordCount === 0) return days;
  const seen = column?.daysIn(windowRecords);
  if (seen !== undefined) return days.filter((day) => !seen.includes(day));
  return days.length === 1 ? [] : undefined;
}

function adviceOn({ lacksEnds }: Gaps, column: DateColumn | undefined, isEndExclusive: boolean): readonly string[] {
  const advice: string[] = [];
  if (column !== undefined && lacksEnds && !isEndExclusive) {
    advice.push(
      'the last day of each window is missing: its records may be late, or the service excludes end_date (`reporting doctor` checks this): then set REPORTING_END_DATE=exclusive',
    );
  }
  if (column?.repeats !== undefined) {
    const name = JSON.stringify(column.column.name);
    advice.push(
      `${name} has only the ${column.repeats} day of each window: if it is not the record's date, add ${NO_CHECK}`,
    );
  }
  return advice;
}
