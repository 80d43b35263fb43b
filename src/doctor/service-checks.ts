/**
 * Checks of the service's responses: their form, their columns, the longest window, and whether `end_date` is part of the range.
 * The interface names no column, so the checks expect none.
 */

import { revenue } from '../api/reports.ts';
import { type EndDate, MAX_WINDOW_DAYS, RECORDS_MEMBER } from '../api/wire.ts';
import type { ValueWithSource } from '../config/settings.ts';
import { type DateColumnSetting, parseEndDate } from '../config/settings.ts';
import { ReportingError } from '../core/errors.ts';
import { countOf, toVisibleLine } from '../core/text.ts';
import { addDays } from '../dates/date.ts';
import { type DateRange, formatRange } from '../dates/range.ts';
import { describeEmpty } from '../report/checks/ambiguity.ts';
import { type DateDecision, decideDateColumn } from '../report/checks/date-column.ts';
import { allowingOption, findPartialSigns } from '../report/checks/partial-signs.ts';
import type { WindowResponse } from '../service/client.ts';
import type { Uses } from '../services.ts';
import { notNeeded, type Outcome, ok, warning } from './check-runner.ts';
import {
  inspectBody,
  okUnlessRetried,
  sendTestRequest,
  type TestClient,
  type TestResult,
  type WindowFacts,
} from './test-request.ts';

const MAX_NAMES_SHOWN = 20;
const MAX_NAME_LENGTH = 40;

/**
 * Checks the form of a response. Throws a malformed error for a body that the interface does not allow. Members that `allowed`
 * names do not count as signs of a partial response.
 */
export async function checkInterface(
  { head, window }: TestResult,
  response: WindowResponse,
  allowed: readonly string[],
  services: Uses<'createSpool'>,
): Promise<Outcome<WindowFacts>> {
  const body = await inspectBody(response, window, services);
  const otherMembers = body.otherMembers.map(({ name }) => name);
  const visible = (text: string): string => toVisibleLine(text, MAX_NAME_LENGTH);
  const message = [
    `\`${RECORDS_MEMBER}\` has ${countOf(body.recordCount, 'record')}`,
    otherMembers.length === 0
      ? 'no other members'
      : `other members: ${listNames(otherMembers, body.hiddenMemberCount)}`,
    visible(head?.contentType ?? 'no content-type'),
    visible(head?.contentEncoding ?? 'not compressed'),
  ].join(', ');
  const problems: string[] = [];
  const hints: string[] = [];
  const { repeated } = body;
  if (repeated !== undefined) {
    problems.push(`record ${repeated.record} has ${listNames([repeated.column.name])} twice`);
    hints.push('table, csv and tsv show the last value, json and ndjson show both');
  }
  const [surrogate] = body.loneSurrogates;
  if (surrogate !== undefined) {
    problems.push(`record ${surrogate.record} has half of a surrogate pair in ${listNames([surrogate.column.name])}`);
    hints.push('csv and tsv show U+FFFD in its place, json and ndjson keep it');
  }
  const signs = findPartialSigns(revenue.name, [body], allowed);
  problems.push(...signs.map(({ text }) => text));
  if (signs.length > 0) hints.push(`if such responses are complete: ${allowingOption(signs)}`);
  if (problems.length === 0) return ok(message, body);
  return warning([message, ...problems].join('; '), hints.join('; '), body);
}

/** Lists the columns and names the date column that a report would use. Throws as a report does for records of other days. */
export function checkColumns(body: WindowFacts, choice: DateColumnSetting | undefined): Outcome<undefined> {
  const { recordCount, emptyRecords, columns, window } = body;
  if (recordCount === 0) return ok(`no records on ${window.from}, so no columns`);
  if (emptyRecords > 0) {
    return warning(describeEmpty(body), 'ask the service whether its response is complete');
  }
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

/**
 * Requests the longest window of a report. With `readsBody`, checks the days of its records as a report does; otherwise does not
 * read the body. A 400 is a warning. Throws for other failures.
 */
export async function checkLongWindow(
  yesterday: DateRange['to'],
  readsBody: boolean,
  choice: DateColumnSetting | undefined,
  client: TestClient,
): Promise<Outcome<WindowFacts | undefined>> {
  const window = { from: addDays(yesterday, 1 - MAX_WINDOW_DAYS), to: yesterday };
  const result = await sendTestRequest(window, client);
  const { response, elapsedMs } = result;
  if (!(response instanceof ReportingError)) {
    const message = `${formatRange(window)}, ${MAX_WINDOW_DAYS} days including both ends: 200 in ${elapsedMs} ms`;
    if (!readsBody) {
      for await (const _chunk of response.chunks) break;
      return okUnlessRetried(message, result, undefined);
    }
    const body = await inspectBody(response, window, client.services);
    decideDate(body, choice);
    return okUnlessRetried(message, result, body);
  }
  if (response.facts.status !== 400) throw response;
  return warning(response.message, 'if the service counts days differently, request less at once: --windows 30');
}

/** Names from the service as visible text, cut to a readable number. `moreCount` further names are only counted. */
function listNames(names: readonly string[], moreCount = 0): string {
  const shown = names.slice(0, MAX_NAMES_SHOWN).map((name) => toVisibleLine(name, MAX_NAME_LENGTH) || '""');
  const hiddenCount = names.length - shown.length + moreCount;
  return `${shown.join(', ')}${hiddenCount > 0 ? ` and ${hiddenCount} more` : ''}`;
}

interface EndDateEvidence {
  /** The response for one day. */
  readonly day: WindowFacts;
  /** The response for the longest window; undefined if the service refused it. */
  readonly month: WindowFacts | undefined;
  /** The end date that a report would use. */
  readonly inUse: ValueWithSource;
  readonly dateColumn: DateColumnSetting | undefined;
}

/**
 * Checks whether the service counts `end_date` as inside the range. Records in a range of one day show that it does. Without any,
 * the day may simply have no records: then this requests one more day, which has records in the longest window. Throws if
 * that request fails.
 */
export async function checkEndDate(
  { day, month, inUse, dateColumn }: EndDateEvidence,
  client: TestClient,
): Promise<Outcome<undefined>> {
  const used = parseEndDate(inUse);
  const conclude = (actual: EndDate, evidence: string): Outcome<undefined> => {
    const position = actual === 'inclusive' ? 'inside' : 'outside';
    const message = `the service counts end_date as ${position} the range: ${evidence}`;
    if (actual === used) return ok(message);
    const effect = used === 'inclusive' ? 'miss the last day of each window' : 'contain days twice';
    return warning(
      `${message}; reports use ${used} (${inUse.source}) and ${effect}`,
      `store it: reporting login --end-date ${actual}; or set REPORTING_END_DATE=${actual}`,
    );
  };
  if (day.recordCount > 0) return conclude('inclusive', `${day.window.from} alone has records`);
  if (month === undefined) return inconclusive(`there are no records on ${day.window.from}`);
  const { to } = month.window;
  const latest = decideDate(month, dateColumn).dateColumn?.daysIn(month)?.at(-1);
  if (latest === undefined) return inconclusive(`${formatRange(month.window)} has no records with dates`);
  if (latest === to) return conclude('inclusive', `${formatRange(month.window)} has records of ${to}`);

  const window = { from: latest, to: latest };
  const { response } = await sendTestRequest(window, client);
  if (response instanceof ReportingError) throw response;
  const { recordCount } = await inspectBody(response, window, client.services);
  return recordCount > 0
    ? conclude('inclusive', `${latest} alone has records`)
    : conclude('exclusive', `there are records of ${latest}, but none in a request for that day alone`);
}

function inconclusive(reason: string): Outcome<undefined> {
  return notNeeded(`cannot tell whether the service counts end_date: ${reason}`);
}
