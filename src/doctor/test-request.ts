/** Test requests through the same client as reports, and the checks of their responses' date and status. */

import { revenue } from '../api/reports.ts';
import { RECORDS_MEMBER, wireRequest } from '../api/wire.ts';
import { TWO_ATTEMPTS } from '../config/verify-credentials.ts';
import { attemptsSuffix, ReportingError } from '../core/errors.ts';
import { countOf } from '../core/text.ts';
import { type DateRange, formatRange } from '../dates/range.ts';
import { type Body, DOCTOR_ADVICE } from '../json/unexpected-body.ts';
import { receiveWindow, type WindowRecords } from '../records/window-records.ts';
import type { Service, WindowResponse } from '../service/client.ts';
import type { ResponseHead } from '../service/request-context.ts';
import type { Uses } from '../services.ts';
import { attempt, notNeeded, type Outcome, ok, warning } from './check-runner.ts';
import type { Identity } from './local-checks.ts';

const MAX_SKEW_S = 60;

/** The client of the test requests. */
export interface TestClient {
  readonly baseUrl: string;
  readonly service: Service;
  /** The head of the service's latest response; undefined before the first. */
  readonly latestHead: () => ResponseHead | undefined;
  readonly services: Uses<'signal' | 'now' | 'createRetryPolicy' | 'createSpool'>;
}

/** The result of a test request. */
export interface TestResult {
  readonly window: DateRange;
  readonly head: ResponseHead | undefined;
  /** The response, with a body to read, or the failure of the last attempt. */
  readonly response: WindowResponse | ReportingError;
  /** The failure of the first attempt, if there was a second. */
  readonly firstFailure: ReportingError | undefined;
  /** Duration of the last attempt. */
  readonly elapsedMs: number;
  /** When the last attempt ended. */
  readonly endedAt: Date;
}

/** Sends a request, and a second one if the first fails. Throws only interruptions and internal errors. */
export async function sendTestRequest(
  window: DateRange,
  { baseUrl, service, latestHead, services }: TestClient,
): Promise<TestResult> {
  const { signal } = services;
  let startedAt = services.now();
  let firstFailure: ReportingError | undefined;
  const retry = services.createRetryPolicy({
    ...TWO_ATTEMPTS,
    onWait({ error }) {
      firstFailure = error;
    },
  });
  const request = (): Promise<WindowResponse> => {
    startedAt = services.now();
    return service.fetchWindow(
      { report: revenue.name, window, ...wireRequest(baseUrl, revenue, window, 'json') },
      signal,
    );
  };
  let response = await attempt(() => retry.run(request, signal));
  const endedAt = services.now();
  const elapsedMs = endedAt.getTime() - startedAt.getTime();
  // A finding shows only the message, so the message includes the attempts.
  if (response instanceof ReportingError)
    response = response.with({}, { message: `${response.message}${attemptsSuffix(response)}` });
  return { window, head: latestHead(), response, firstFailure, elapsedMs, endedAt };
}

/** Ok, or a warning if the first attempt failed: a report retries too, and does not show it. */
export function okUnlessRetried<T>(message: string, { firstFailure }: TestResult, value: T): Outcome<T> {
  if (firstFailure === undefined) return ok(message, value);
  return warning(
    `${message}, on the second attempt; the first failed: ${firstFailure.message}`,
    'reports retry this automatically (--retry-for); if it happens often, contact the operator of the service',
    value,
  );
}

/** Compares this machine's clock with the `Date` header, which counts whole seconds (RFC 9110, section 6.6.1). */
export function checkClock<T>({ head, endedAt }: TestResult, value: T): Outcome<T> {
  if (head === undefined) return notNeeded('no response to compare with', value);
  const serviceMs = Date.parse(head.date ?? '');
  if (Number.isNaN(serviceMs)) return notNeeded('the response has no valid Date header', value);
  const skewS = Math.round((endedAt.getTime() - serviceMs) / 1000);
  if (Math.abs(skewS) <= 1) return ok("this machine's clock agrees with the service's", value);
  const message = `this machine's clock is ${duration(Math.abs(skewS))} ${skewS > 0 ? 'ahead of' : 'behind'} the service's`;
  if (Math.abs(skewS) <= MAX_SKEW_S) return ok(message, value);
  return warning(message, 'set the clock: a range without --to ends yesterday by this clock', value);
}

/** Throws the failure of the request. */
export function checkResponse(result: TestResult, { clientId }: Identity): Outcome<WindowResponse> {
  const { response, window, elapsedMs } = result;
  if (response instanceof ReportingError) throw response;
  const message = `the service accepts client ${clientId}: 200 for ${revenue.name} ${formatRange(window)} in ${elapsedMs} ms`;
  return okUnlessRetried(message, result, response);
}

function duration(seconds: number): string {
  if (seconds < 120) return countOf(seconds, 'second');
  if (seconds < 7200) return countOf(Math.round(seconds / 60), 'minute');
  return seconds < 172_800 ? countOf(Math.round(seconds / 3600), 'hour') : countOf(Math.round(seconds / 86_400), 'day');
}

/** The facts that `receiveWindow` found in a body, without the file. */
export type WindowFacts = Omit<WindowRecords, 'file'>;

/** Receives and checks a body as a report does, then discards it. Throws as `receiveWindow` does, without hints to run doctor. */
export async function inspectBody(
  body: Body,
  window: DateRange,
  { createSpool }: Uses<'createSpool'>,
): Promise<WindowFacts> {
  const spool = await createSpool();
  try {
    return await receiveWindow(body, window, { file: spool.filePath(0), recordsMember: RECORDS_MEMBER });
  } catch (error) {
    if (!(error instanceof ReportingError)) throw error;
    const { hint } = error;
    throw error.with({}, { hint: hint?.replace(DOCTOR_ADVICE, '') });
  } finally {
    await spool.remove();
  }
}
