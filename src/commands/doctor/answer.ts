/** One request for one day, through the same client as reports: what its answer says of the clock and the credentials. */

import { countOf } from '../../core/count.ts';
import { type DateRange, formatRange } from '../../core/date-range.ts';
import { ReportingError } from '../../core/reporting-error.ts';
import { revenue } from '../../reports/revenue.ts';
import type { AnswerHead } from '../../service/answer-head.ts';
import type { Service, WindowResponse } from '../../service/client.ts';
import type { Ports } from '../ports.ts';
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
  readonly elapsedMs: number;
  /** When the head was here. */
  readonly at: Date;
}

const MAX_SKEW_S = 60;

/** Asks once: a retry would hide what a doctor is to find. Throws only what stops the run. */
export async function ask(window: DateRange, { service, latestHead, ports }: Questions): Promise<Exchange> {
  const started = ports.now();
  const answer = await attempt(() => service.fetchWindow(revenue, window, ports.signal));
  const at = ports.now();
  return { window, head: latestHead(), answer, elapsedMs: at.getTime() - started.getTime(), at };
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
export function checkAnswer(
  { answer, window, elapsedMs }: Exchange,
  { clientId }: Identity,
): Outcome<WindowResponse> {
  if (answer instanceof ReportingError) throw answer;
  return ok(
    `client ${clientId} may ask: 200 for ${revenue.name} ${formatRange(window)} in ${elapsedMs} ms`,
    answer,
  );
}

function duration(seconds: number): string {
  if (seconds < 120) return countOf(seconds, 'second');
  if (seconds < 7200) return countOf(Math.round(seconds / 60), 'minute');
  return seconds < 172_800
    ? countOf(Math.round(seconds / 3600), 'hour')
    : countOf(Math.round(seconds / 86_400), 'day');
}
