/**
 * Checks of the service: test requests through the same client as reports, the clock, and the responses: their form, their columns, the
 * longest window, and whether `end_date` is part of the range. The interface names no column, so the checks expect none.
 */

import { type EndDate, MAX_WINDOW_DAYS, RECORDS_MEMBER, revenue, wireRequest } from '../api/wire.ts';
import { type DateColumnSetting, parseFound, type ValueWithSource } from '../config/settings.ts';
import { attemptsSuffix, ReportingError } from '../core/errors.ts';
import { countOf, formatDuration, toVisibleLine } from '../core/text.ts';
import { addDays } from '../dates/date.ts';
import { type DateRange, formatRange } from '../dates/range.ts';
import { type Body, DOCTOR_ADVICE } from '../json/unexpected-body.ts';
import { receiveWindow, type WindowRecords } from '../records/window-records.ts';
import { type DateDecision, decideDateColumn } from '../report/checks/date-column.ts';
import { allowingOption, findPartialSigns } from '../report/checks/partial-signs.ts';
import type { Service } from '../service/client.ts';
import { TWO_ATTEMPTS } from '../service/retry.ts';
import type { Uses } from '../services.ts';
import { ok, skipped, type Verdict, warning } from './check-runner.ts';

const MAX_NAMES_SHOWN = 20;
const MAX_NAME_LENGTH = 40;
const MAX_SKEW_S = 60;

/** Sends a test request, and a second one if the first fails. Throws only interruptions and internal errors. */
export type SendTest = (window: DateRange) => Promise<TestResult>;

/** The result of a test request. */
export interface TestResult {
  readonly window: DateRange;
  /** The `Date` header of the last response. */
  readonly date: string | undefined;
  /** The response, with a body to read, or the failure of the last attempt. */
  readonly response: Body | ReportingError;
  readonly elapsedMs: number;
  readonly endedAt: Date;
}

/** Sends test requests through a service. `latestDate` gives the `Date` header of its latest response. */
export function createTests(
  baseUrl: string,
  service: Service,
  latestDate: () => string | undefined,
  { signal, now, createRetryPolicy }: Uses<'signal' | 'now' | 'createRetryPolicy'>,
): SendTest {
  const retry = createRetryPolicy(TWO_ATTEMPTS);
  return async (window) => {
    let startedAt = now();
    const wire = { report: revenue.name, window, ...wireRequest(baseUrl, revenue, window, 'json') };
    const request = (): Promise<Body> => {
      startedAt = now();
      return service.fetchWindow(wire, signal);
    };
    const response = await retry.run(request, signal).catch((error: unknown) => {
      if (!(error instanceof ReportingError) || error.kind === 'interrupted') throw error;
      // A finding shows only the message, so the message includes the attempts.
      return error.with({}, { message: `${error.message}${attemptsSuffix(error)}` });
    });
    const endedAt = now();
    return { window, date: latestDate(), response, elapsedMs: endedAt.getTime() - startedAt.getTime(), endedAt };
  };
}

/** Compares this machine's clock with the `Date` header, which counts whole seconds (RFC 9110, section 6.6.1). */
export function checkClock({ date = '', endedAt }: TestResult): Verdict {
  const serviceMs = Date.parse(date);
  if (Number.isNaN(serviceMs)) return skipped('there is no response with a valid Date header');
  const skewS = Math.round((endedAt.getTime() - serviceMs) / 1000);
  if (Math.abs(skewS) <= 1) return ok("this machine's clock agrees with the service's");
  const message = `this machine's clock is ${formatDuration(Math.abs(skewS) * 1000)} ${skewS > 0 ? 'ahead of' : 'behind'} the service's`;
  if (Math.abs(skewS) <= MAX_SKEW_S) return ok(message);
  return warning(message, 'set the clock: a range without --to ends yesterday by this clock');
}

/** Throws the failure of the request. */
export function checkResponse({ response, window, elapsedMs }: TestResult, clientId: string): Verdict {
  if (response instanceof ReportingError) throw response;
  return ok(
    `the service accepts client ${clientId}: 200 for ${revenue.name} ${formatRange(window)} in ${elapsedMs} ms`,
  );
}

/** The facts that `receiveWindow` found in a body, without the file. */
export type WindowFacts = Omit<WindowRecords, 'file'>;

/** Receives and checks a response as a report does, then discards it. Throws as a report does, without hints to run doctor. */
export async function inspectBody(
  { response, window }: TestResult,
  { createSpool }: Uses<'createSpool'>,
): Promise<WindowFacts> {
  if (response instanceof ReportingError) throw response;
  // As a large report does: the directory for temporary files may be missing, or full.
  const spool = await createSpool();
  try {
    return await receiveWindow(response, window, { report: revenue.name, file: spool.filePath(0) });
  } catch (error) {
    if (!(error instanceof ReportingError)) throw error;
    const { hint } = error;
    throw error.with({}, { hint: hint?.replace(DOCTOR_ADVICE, '') });
  } finally {
    await spool.remove();
  }
}

/** Finds signs that a response is partial. Members that `allowed` names do not count. */
export function checkInterface(body: WindowFacts, allowed: readonly string[]): Verdict {
  const message = `\`${RECORDS_MEMBER}\` has ${countOf(body.recordCount, 'record')}`;
  const signs = findPartialSigns([body], allowed);
  if (signs.length === 0) return ok(message);
  const hint = `if such responses are complete: ${allowingOption(signs)}`;
  return warning([message, ...signs.map(({ text }) => text)].join('; '), hint);
}

/** Lists the columns and names the date column that a report would use. Throws as a report does for records of other days. */
export function checkColumns(body: WindowFacts, choice: DateColumnSetting | undefined): Verdict {
  const { recordCount, columns, window } = body;
  if (recordCount === 0) return ok(`no records on ${window.from}, so no columns`);
  const { dateColumn, warnings } = decideDate(body, choice);
  const dateName = dateColumn === undefined ? 'not found' : listNames([dateColumn.column.name]);
  const message = `${listNames(columns.map(({ name }) => name))}; date column: ${dateName}`;
  if (warnings.length === 0) return ok(message);
  return warning(
    `${message}; ${warnings.map(({ text }) => text).join('; ')}`,
    'set the date column, or none: reporting login --date-column revenue=<name>',
  );
}

/** The date column that a report would use. The requests of these checks include the last day. */
function decideDate(body: WindowFacts, choice: DateColumnSetting | undefined): DateDecision {
  return decideDateColumn([body], { report: revenue.name, choice, isEndExclusive: false });
}

/** Requests the longest window of a report, and checks the days of its records. A 400 is a warning. Throws for other failures. */
export async function checkLongWindow(
  yesterday: DateRange['to'],
  choice: DateColumnSetting | undefined,
  sendTest: SendTest,
  services: Uses<'createSpool'>,
): Promise<{ readonly verdict: Verdict; readonly month?: WindowFacts }> {
  const test = await sendTest({ from: addDays(yesterday, 1 - MAX_WINDOW_DAYS), to: yesterday });
  const { response, window, elapsedMs } = test;
  if (response instanceof ReportingError && response.facts.status === 400) {
    const hint = 'if the service counts days differently, request less at once: --windows 30';
    return { verdict: warning(response.message, hint) };
  }
  const month = await inspectBody(test, services);
  decideDate(month, choice);
  const message = `${formatRange(window)}, ${MAX_WINDOW_DAYS} days including both ends: 200 in ${elapsedMs} ms`;
  return { verdict: ok(message), month };
}

/** Names from the service as visible text, cut to a readable number. */
function listNames(names: readonly string[]): string {
  const shown = names.slice(0, MAX_NAMES_SHOWN).map((name) => toVisibleLine(name, MAX_NAME_LENGTH) || '""');
  const hiddenCount = names.length - shown.length;
  return `${shown.join(', ')}${hiddenCount > 0 ? ` and ${hiddenCount} more` : ''}`;
}

/**
 * Checks whether the service counts `end_date` as inside the range, from the responses for one day and for the longest window.
 * Records in a range of one day show that it does. Without any, the day may simply have no records: then this requests one more
 * day, which has records in the longest window. Throws if that request fails.
 */
export async function checkEndDate(
  [day, month]: readonly [WindowFacts, WindowFacts | undefined],
  inUse: ValueWithSource & { readonly login: string },
  choice: DateColumnSetting | undefined,
  sendTest: SendTest,
  services: Uses<'createSpool'>,
): Promise<Verdict> {
  const used = parseFound('endDate', inUse);
  const conclude = (actual: EndDate, evidence: string): Verdict => {
    const position = actual === 'inclusive' ? 'inside' : 'outside';
    const message = `the service counts end_date as ${position} the range: ${evidence}`;
    if (actual === used) return ok(message);
    const effect = used === 'inclusive' ? 'miss the last day of each window' : 'contain days twice';
    return warning(
      `${message}; reports use ${used} (${inUse.source}) and ${effect}`,
      `store it: ${inUse.login} --end-date ${actual}; or set REPORTING_END_DATE=${actual}`,
    );
  };
  if (day.recordCount > 0) return conclude('inclusive', `${day.window.from} alone has records`);
  if (month === undefined) return inconclusive(`there are no records on ${day.window.from}`);
  const { to } = month.window;
  const latest = decideDate(month, choice).dateColumn?.daysIn(month)?.at(-1);
  if (latest === undefined) return inconclusive(`${formatRange(month.window)} has no records with dates`);
  if (latest === to) return conclude('inclusive', `${formatRange(month.window)} has records of ${to}`);

  const window = { from: latest, to: latest };
  const { recordCount } = await inspectBody(await sendTest(window), services);
  return recordCount > 0
    ? conclude('inclusive', `${latest} alone has records`)
    : conclude('exclusive', `there are records of ${latest}, but none in a request for that day alone`);
}

function inconclusive(reason: string): Verdict {
  return skipped(`cannot tell whether the service counts end_date: ${reason}`);
}
