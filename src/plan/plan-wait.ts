/** Plans the wait for a day that must be complete before the run: the days to request, the limits, and the end. */

import { ReportingError } from '../core/errors.ts';
import {
  DEFAULT_WAIT_EVERY_MS,
  DEFAULT_WAIT_MAX_MS,
  DEFAULT_WAIT_SHARE,
  DEFAULT_WAIT_STABLE,
} from '../core/limits.ts';
import { flagOf } from '../core/option-names.ts';
import { formatDuration } from '../core/text.ts';
import { addDays, type CalendarDate } from '../dates/date.ts';
import { outsideCalendar } from '../dates/date-errors.ts';
import { parseDateExpression, resolveAgo } from '../dates/parse-date.ts';
import { type DateRange, formatRange } from '../dates/range.ts';
import { nextTimeOfDay } from '../dates/time-of-day.ts';
import { WAIT } from '../options/report-table.ts';
import { readRequestValues } from '../options/request-values.ts';
import type { FetchPlan, WaitPlan } from './report-plan.ts';
import type { FetchRequest } from './request.ts';

type WaitRequest = FetchRequest['wait'];

/** The values of a run that waits for nothing. */
export const NO_WAIT: WaitRequest = readRequestValues({}).fetch.wait;

/** The limits of the wait; undefined without one. Throws a usage error for options that need another, or exclude each other. */
export function planWait({ day, ...wait }: WaitRequest): WaitPlan | undefined {
  if (day === undefined) {
    const member = Object.keys(wait).find((each) => wait[each as keyof typeof wait] !== undefined);
    const alone = Object.entries(WAIT.flags).find(([, { sets }]) => sets === `fetch.wait.${member}`);
    if (alone === undefined) return undefined;
    throw new ReportingError('E-option-conflict', `${flagOf(alone[0])} needs --wait-for`, {
      hint: 'name the day to wait for: --wait-for yesterday',
    });
  }
  const {
    sharePercent = DEFAULT_WAIT_SHARE,
    stable = DEFAULT_WAIT_STABLE,
    everyMs = DEFAULT_WAIT_EVERY_MS,
    maxMs = DEFAULT_WAIT_MAX_MS,
    until,
  } = wait;
  if (maxMs < stable * longestInterval(everyMs)) {
    const [most, needed] = [maxMs, stable * everyMs].map(formatDuration);
    throw new ReportingError(
      'E-option-conflict',
      `--wait-max of ${most} can end before the records were the same for ${needed}`,
      { hint: 'wait longer, request more often with --wait-every, or add --wait-stable 0' },
    );
  }
  return { sharePercent, stable, everyMs, maxMs, until };
}

/** The part of an interval that a random wait can add, so that many machines do not ask at once. */
const JITTER = 0.1;

/** The longest time between two requests. */
export function longestInterval(everyMs: number): number {
  return Math.ceil(everyMs * (1 + JITTER));
}

/** The number of earlier days with the same weekday that a day is compared with. */
const PEERS = 4;

/**
 * The awaited day, and the last days with the same weekday, newest first. Throws a usage error for a day that is not over, or
 * that is not in `range`.
 */
export function resolveAwaited(
  typed: string,
  range: DateRange,
  { today, zoneName }: { readonly today: () => CalendarDate; readonly zoneName: () => string },
): readonly CalendarDate[] {
  const now = today();
  const days = withPeers(typed, now);
  const [day] = days as [CalendarDate];
  const shown = typed === day ? day : `${typed} (${day})`;
  if (day >= now) {
    throw new ReportingError(
      'E-date',
      `--wait-for ${shown} is not over, so it cannot be complete: today is ${now} in ${zoneName()}`,
      { hint: 'wait for a day that is over: --wait-for yesterday' },
    );
  }
  if (day < range.from || day > range.to) {
    throw new ReportingError(
      'E-date',
      `--wait-for ${shown} is not a day of the range ${formatRange(range)}, so the run would wait for other data`,
      { hint: 'choose a day of the range, or another range' },
    );
  }
  return days;
}

function withPeers(typed: string, today: CalendarDate): readonly CalendarDate[] {
  const read = parseDateExpression(typed)!;
  try {
    const day = read.kind === 'span' ? read.span.from : resolveAgo(read.count, read.unit, today);
    return Array.from({ length: PEERS + 1 }, (_, weeks) => addDays(day, -7 * weeks));
  } catch (error) {
    if (error instanceof RangeError) throw outsideCalendar('waitFor', typed);
    throw error;
  }
}

/** The end of a wait, and the option that it comes from. */
export interface WaitEnd {
  readonly at: Date;
  readonly option: string;
}

/**
 * The end of a wait that begins now: the first of its limits. Throws a usage error if the time of day is another instant for some
 * of the plans.
 */
export function endOfWait(
  { maxMs, until }: WaitPlan,
  plans: readonly Pick<FetchPlan, 'clients'>[],
  { now, systemTimeZone }: { readonly now: Date; readonly systemTimeZone: string | undefined },
): WaitEnd {
  const byDuration = {
    at: new Date(now.getTime() + maxMs),
    option: maxMs === 0 ? '--wait-max 0' : `--wait-max of ${formatDuration(maxMs)}`,
  };
  if (until === undefined) return byDuration;
  const clients = plans.flatMap((plan) => plan.clients);
  const ends = clients.map(({ timeZone }) => nextTimeOfDay(now, until, timeZone ?? systemTimeZone));
  const other = ends.findIndex((at) => at.getTime() !== ends[0]!.getTime());
  if (other !== -1) {
    const [one, two] = [clients[0]!, clients[other]!].map(({ profile }) => profile);
    throw new ReportingError(
      'E-date',
      `--wait-until ${until} is not the same time for ${one} and ${two}: their time zones differ`,
      { hint: 'set --timezone, or use --wait-max' },
    );
  }
  return ends[0]! < byDuration.at ? { at: ends[0]!, option: `--wait-until ${until}` } : byDuration;
}
