/** One request for one day, through the same client as reports: what its answer says of the clock and the credentials. */

import { attemptsSuffix } from '../../core/attempts.ts';
import { countOf } from '../../core/count.ts';
import { type DateRange, formatRange } from '../../core/date-range.ts';
import { ReportingError } from '../../core/reporting-error.ts';
import { revenue } from '../../reports/revenue.ts';
import type { AnswerHead } from '../../service/answer-head.ts';
import type { Service, WindowResponse } from '../../service/client.ts';
import type { Ports } from '../ports.ts';
import { TWO_ATTEMPTS } from '../verify-credentials.ts';
import { attempt, notNeeded, type Outcome, ok, warning } from './checkup.ts';
import type { Identity } from './credentials.ts';

export interface Questions {
  /** The service, and the head of its latest answer; undefined before one came. */
  readonly service: Service;
  readonly latestHead: () => AnswerHead | undefined;
  readonly ports: Ports;
}

/** What came of a request: an answer with a body to read, or a failure. */
export interface Exchange {
  readonly window: DateRange;
  readonly head: AnswerHead | undefined;
  readonly answer: WindowResponse | ReportingError;
  /** Why a first attempt failed, if there was a second. */
  readonly failedBefore: ReportingError | undefined;
  /** Of the attempt that the answer is from. */
  readonly elapsedMs: number;
  /** When the head was here. */
  readonly at: Date;
}

const MAX_SKEW_S = 60;

/** Asks, and if that fails a second time. Throws only what stops the run. */
export async function ask(window: DateRange, { service, latestHead, ports }: Questions): Promise<Exchange> {
  const { signal } = ports;
  let started = ports.now();
  let failedBefore: ReportingError | undefined;
  const retry = ports.createRetryPolicy({
    ...TWO_ATTEMPTS,
    onWait({ error }) {
      failedBefore = error;
    },
  });
  const request = (): Promise<WindowResponse> => {
    started = ports.now();
    return service.fetchWindow(revenue, window, signal);
  };
  const answer = await attempt(() => retry.run(request, signal));
  const at = ports.now();
  const elapsedMs = at.getTime() - started.getTime();
  return {
    window,
    head: latestHead(),
    answer: answer instanceof ReportingError ? countAttempts(answer) : answer,
    failedBefore,
    elapsedMs,
    at,
  };
}

/** A finding has room for a message alone. */
function countAttempts(error: ReportingError): ReportingError {
  return error.with({}, { message: error.message + attemptsSuffix(error) });
}

/** A good answer, with the failure before it: a report would retry as well, and hide it. */
export function answered<T>(told: string, { failedBefore }: Exchange, value: T): Outcome<T> {
  if (failedBefore === undefined) return ok(told, value);
  return warning(
    `${told}, at the second attempt; the first: ${failedBefore.message}`,
    'reports retry this by themselves (--retry-for); if it happens often, tell those who run the service',
    value,
  );
}

/** Compares this machine's clock with the `Date` header, which counts whole seconds (RFC 9110, section 6.6.1). */
export function checkClock<T>({ head, at }: Exchange, value: T): Outcome<T> {
  if (head === undefined) return notNeeded('no answer came to compare with', value);
  const theirs = Date.parse(head.date ?? '');
  if (Number.isNaN(theirs)) return notNeeded('the answer has no date to compare with', value);
  const skewS = Math.round((at.getTime() - theirs) / 1000);
  if (Math.abs(skewS) <= 1) return ok("this machine's clock agrees with the service's", value);
  const told = `this machine's clock is ${duration(Math.abs(skewS))} ${skewS > 0 ? 'ahead of' : 'behind'} the service's`;
  if (Math.abs(skewS) <= MAX_SKEW_S) return ok(told, value);
  return warning(told, 'set the clock: ranges without --to end yesterday by it', value);
}

/** Throws the failure that stands for the answer, or for its absence. */
export function checkAnswer(exchange: Exchange, { clientId }: Identity): Outcome<WindowResponse> {
  const { answer, window, elapsedMs } = exchange;
  if (answer instanceof ReportingError) throw answer;
  const told = `client ${clientId} may ask: 200 for ${revenue.name} ${formatRange(window)} in ${elapsedMs} ms`;
  return answered(told, exchange, answer);
}

function duration(seconds: number): string {
  if (seconds < 120) return countOf(seconds, 'second');
  if (seconds < 7200) return countOf(Math.round(seconds / 60), 'minute');
  return seconds < 172_800
    ? countOf(Math.round(seconds / 3600), 'hour')
    : countOf(Math.round(seconds / 86_400), 'day');
}
