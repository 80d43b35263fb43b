/** Asks for days again and again until all of them are complete, or until the wait ends. */

import { mapConcurrent } from '../core/async.ts';
import { type ClientMessage, ReportingError, SeveralFailures } from '../core/errors.ts';
import { countOf } from '../core/text.ts';
import type { CalendarDate } from '../dates/date.ts';
import { timeOfDayAt } from '../dates/time-of-day.ts';
import { longestInterval, type WaitEnd } from '../plan/plan-wait.ts';
import type { WaitPlan } from '../plan/report-plan.ts';
import {
  type Answer,
  type DayRecords,
  decideReady,
  describeUnready,
  nextAnswer,
  type Readiness,
} from './ready.ts';

/** The awaited day of one report of one client. Both requests throw errors that name the client. */
export interface AwaitedDay {
  /** Undefined in a run of one client. */
  readonly profile: string | undefined;
  readonly report: string;
  readonly day: CalendarDate;
  /** Requests the counts of the earlier days. */
  countPeers(signal: AbortSignal): Promise<readonly number[]>;
  /** Requests the records of the day. */
  request(signal: AbortSignal): Promise<DayRecords>;
}

/** The limits of a wait, and its view of the outside world. */
export interface WaitOptions {
  readonly wait: WaitPlan;
  readonly end: WaitEnd;
  /** The zone of times in messages; undefined is the system's. */
  readonly timeZone: string | undefined;
  /** Most days that are requested at once. */
  readonly concurrency: number;
  readonly now: () => Date;
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>;
  readonly random: () => number;
  readonly signal: AbortSignal;
  /** Shows a line to a user who wants to see it. */
  readonly say: (text: string) => void;
}

const HOLIDAY = '; if the day has fewer records for a reason, such as a holiday, leave out --wait-for';
/** Days that a line about the wait names. */
const MAX_NAMED = 5;

interface Progress {
  readonly awaited: AwaitedDay;
  peers?: readonly number[];
  answer?: Answer;
  readiness?: Readiness;
  /** The error of the last request, if another one may succeed. */
  failure?: ReportingError | undefined;
}

/**
 * Resolves when all days are complete. A day that was complete is not requested again. A service that cannot be reached is asked
 * again; other errors end the wait. At its end, throws the error of each day that is not complete. The warnings are about days of
 * which nothing tells whether they are complete.
 */
export async function awaitReady(
  days: readonly AwaitedDay[],
  options: WaitOptions,
): Promise<readonly ClientMessage[]> {
  const { wait, end, now, sleep, random, signal, concurrency } = options;
  const all: readonly Progress[] = days.map((awaited) => ({ awaited }));
  let pending = all;
  for (let isWhole = false, isLast = false; ; ) {
    await mapConcurrent(pending, (each, _index, own) => ask(each, isWhole, options, own), {
      concurrency,
      signal,
    });
    pending = pending.filter((each) => !isDone(each));
    if (pending.length === 0) return warningsOf(all);
    const leftMs = end.at.getTime() - now().getTime();
    if (isLast || leftMs <= 0) throw failureOf(pending, days.length, options);
    const extraMs = (longestInterval(wait.everyMs) - wait.everyMs) * random();
    const ms = Math.min(Math.ceil(wait.everyMs + extraMs), leftMs);
    isWhole = ms >= wait.everyMs;
    isLast = ms === leftMs;
    sayWait(pending, new Date(now().getTime() + ms), options);
    await sleep(ms, signal);
  }
}

async function ask(
  progress: Progress,
  isWhole: boolean,
  { wait, say }: WaitOptions,
  signal: AbortSignal,
): Promise<void> {
  const { awaited } = progress;
  try {
    progress.peers ??= await awaited.countPeers(signal);
    progress.answer = nextAnswer(progress.answer, await awaited.request(signal), isWhole);
    progress.readiness = decideReady(progress.peers, progress.answer, wait);
    progress.failure = undefined;
    if (!isDone(progress)) return;
    say(`${nameOf(awaited)} is ready: ${countOf(progress.answer.records, 'record')}`);
  } catch (error) {
    const mayPass = error instanceof ReportingError && error.retry !== undefined;
    if (!mayPass) throw error;
    progress.failure = error;
  }
}

function isDone({ readiness, failure }: Progress): boolean {
  return failure === undefined && (readiness?.kind === 'ready' || readiness?.kind === 'unknown');
}

function warningsOf(days: readonly Progress[]): readonly ClientMessage[] {
  const unknown = days.filter(({ readiness }) => readiness?.kind === 'unknown');
  return unknown.map(({ awaited: { profile, report, day } }) => ({
    profile,
    namesReport: true,
    text: `${report} ${day} was not awaited: it has no records, and neither have the four same weekdays before it, so it may be late or stay empty; if it should have records, run again later`,
  }));
}

function nameOf({ profile, report, day }: AwaitedDay): string {
  return `${profile === undefined ? '' : `${profile} `}${report} ${day}`;
}

function sayWait(pending: readonly Progress[], next: Date, { say, wait, end, timeZone }: WaitOptions): void {
  const reasons = pending.slice(0, MAX_NAMED).map(({ awaited, failure, readiness, answer }) => {
    const reason = failure?.message ?? describeUnready(readiness!, answer!, wait);
    return failure === undefined ? `${nameOf(awaited)} ${reason}` : reason;
  });
  const rest = pending.length - reasons.length;
  const all = `${reasons.join('; ')}${rest > 0 ? ` and ${countOf(rest, 'more day')}` : ''}`;
  const [at, until] = [next, end.at].map((time) => timeOfDayAt(time, timeZone));
  say(`waiting: ${all}; next request at ${at}, until ${until}`);
}

/** The error of each day, in the order of the days. The exit code is that of the first. */
function failureOf(pending: readonly Progress[], dayCount: number, { wait, end }: WaitOptions): Error {
  const errors = pending.map(({ awaited, failure, readiness, answer }) => {
    const { profile, report, day } = awaited;
    if (failure !== undefined) {
      const hint = `the wait has ended (${end.option})${failure.hint === undefined ? '' : `; ${failure.hint}`}`;
      return failure.with({}, { hint });
    }
    const whose = profile === undefined ? '' : ` of ${profile}`;
    const reason = describeUnready(readiness!, answer!, wait);
    return new ReportingError('E-not-ready', `not ready: ${report} ${day}${whose} ${reason}`, {
      ...{ report, window: { from: day, to: day } },
      ...(profile === undefined ? {} : { profile }),
      hint: `the wait has ended (${end.option}): run again later${readiness!.kind === 'few' ? HOLIDAY : ''}`,
    });
  });
  if (dayCount === 1) return errors[0]!;
  return new SeveralFailures(
    errors,
    `${errors.length} of ${countOf(dayCount, 'report')} not ready; nothing was written`,
  );
}
