/**
 * The checks of records whose windows are complete and well-formed, before anything is made of them. In this order: records of
 * other days (exit 7), without the awaited day (13), missing or ambiguous data (9).
 */

import { NO_DATE_COLUMN } from '../../config/settings.ts';
import { ofProfile, ReportingError } from '../../core/errors.ts';
import { flagOf } from '../../core/text.ts';
import { type DataWarning, isOfData } from '../../core/warnings.ts';
import type { CalendarDate } from '../../dates/date.ts';
import { daysOf, formatRange } from '../../dates/range.ts';
import { type FetchPlan, labelOf } from '../../plan/report-plan.ts';
import { receiveWindow, type WindowRecords } from '../../records/window-records.ts';
import { allWindows, type BodyReader, type CheckedPart, type FetchedPart, type PullServices } from '../pull.ts';
import { findAmbiguousRecords } from './ambiguity.ts';
import { decideDateColumn } from './date-column.ts';
import { createDayTest, daysWithRecords, describeGaps, describeWeekGaps, findGaps } from './gaps.ts';
import { findIdenticalWindows } from './identical-windows.ts';
import { memberRangeWarnings, recordRangeWarnings } from './named-range.ts';
import { describeStale, findPartialSigns, serviceMessage } from './partial-signs.ts';
import { findRepeatedRecords } from './repeated-records.ts';
import { findStatedSums } from './stated-sums.ts';
import { findSubtotals } from './subtotals.ts';

/** The records of JSON bodies. */
export const RECORDS: BodyReader<WindowRecords, CheckedPart> = {
  receive: (body, job) => receiveWindow(body, job.window, job),
  check: checkRecords,
};

/**
 * Checks the records of all clients, and finds their date columns. Its warnings include those that the user allows. Throws an error
 * that names the client for failed checks, in the order above.
 */
async function checkRecords(
  plan: FetchPlan,
  fetched: readonly FetchedPart[],
  { today, findSameResponse }: Pick<PullServices, 'today' | 'findSameResponse'>,
) {
  const parts = await ofEach(fetched, (part) => checkDates(plan, part, today(part.client.timeZone)));
  if (plan.waitMs !== undefined) await ofEach(parts, (part) => assertLastDay(plan, part));
  const ofParts = await ofEach(parts, async (part) => {
    const day = today(part.client.timeZone);
    const warnings = [...(await dateWarnings(plan, part, day)), ...(await signsOfResponses(part, day))];
    return warnings.map((warning) => ({ ...warning, profile: part.profile }));
  });
  const warnings = [
    ...planWarnings(plan),
    ...ofParts.flat(),
    ...(await findIdenticalWindows(parts, findSameResponse)),
    ...(await findRepeatedRecords(parts)),
    ...(await findSubtotals(parts)),
    ...findAmbiguousRecords(allWindows(fetched)),
  ];
  return { parts, warnings };
}

/** The warnings about the data that the plan knows. */
export function planWarnings(plan: FetchPlan): readonly DataWarning[] {
  return plan.clients.flatMap((client) =>
    client.warnings.filter(isOfData).map((warning) => ({ ...warning, profile: labelOf(plan, client) })),
  );
}

/** Warnings about clients without any record in the range. */
export function findEmptyClients({ report }: FetchPlan, fetched: readonly FetchedPart[]): readonly DataWarning[] {
  return fetched.flatMap(({ profile, now }): readonly DataWarning[] => {
    if (!areEmpty(now)) return [];
    const scope = profile === undefined ? {} : { scope: [profile] };
    return [{ name: 'empty', ...scope, profile, text: describeEmptyRange(report, now), namesReport: true }];
  });
}

/** Finds the client's date column. Throws an error for records of other days than requested, or for an answer that names others. */
function checkDates({ report }: FetchPlan, part: FetchedPart, today: CalendarDate): CheckedPart {
  const { client, now, comparison } = part;
  const options = { report, choice: client.dateColumn, isEndExclusive: client.endDate === 'exclusive' };
  const windows = [...now, ...comparison];
  const dates = decideDateColumn(windows, options);
  const warnings = [...dates.warnings, ...memberRangeWarnings(windows, client.allowed)];
  const gaps = findGaps(now, dates.gapColumn, { allowed: client.allowed, today });
  return { ...part, dates: { ...dates, warnings }, gaps };
}

/** Throws for records that lack the day for which the run waited: one store of the service may be behind another. */
function assertLastDay(plan: FetchPlan, { now, dates: { dateColumn } }: CheckedPart): void {
  const last = now.at(-1)!;
  const hasDay = last.recordCount > 0 && (dateColumn?.daysIn(last)?.includes(plan.range.to) ?? true);
  if (!hasDay) throw notReady(plan, 'the report has no records of this day');
}

/** The error for a last day that is not in yet. */
export function notReady({ report, range: { to } }: FetchPlan, reason: string): ReportingError {
  const window = { from: to, to };
  return new ReportingError('E-not-ready', `${report} ${to} is not in yet: ${reason}`, { report, window });
}

/** Warnings about gaps, ambiguous dates and other ranges. */
async function dateWarnings(
  { compared }: FetchPlan,
  { client, now, comparison, dates: { gapColumn, warnings, isOpen }, gaps }: CheckedPart,
  today: CalendarDate,
): Promise<readonly DataWarning[]> {
  const { allowed } = client;
  const isEndExclusive = client.endDate === 'exclusive';
  const windows = [...now, ...comparison];
  function comparisonGaps(range: NonNullable<FetchPlan['compared']>): readonly DataWarning[] {
    if (areEmpty(comparison)) {
      if (daysOf(range).every(createDayTest(allowed))) return [];
      return [{ name: 'gaps', scope: [formatRange(range)], text: 'the compared range has no records' }];
    }
    const found =
      range.weeks === undefined
        ? describeGaps(findGaps(comparison, gapColumn, { allowed, today }), comparison, gapColumn, isEndExclusive)
        : describeWeekGaps(range.weeks, daysWithRecords(comparison, gapColumn), allowed);
    return found.map((each) => ({ ...each, text: `in the compared range, ${each.text}` }));
  }

  // The dates of the records say more than their ranges.
  const isUndated = gapColumn === undefined && !isOpen && client.dateColumn?.value !== NO_DATE_COLUMN;
  return [
    ...describeGaps(gaps, now, gapColumn, isEndExclusive),
    ...(compared === undefined ? [] : comparisonGaps(compared)),
    ...warnings,
    ...(isUndated ? await recordRangeWarnings(windows, allowed) : []),
  ];
}

/** The message about windows without records, with that of the service. */
export function describeEmptyRange(report: string, recordsByWindow: readonly WindowRecords[]): string {
  const range = { from: recordsByWindow[0]!.window.from, to: recordsByWindow.at(-1)!.window.to };
  return `no records for ${report} ${formatRange(range)}${serviceMessage(recordsByWindow)}`;
}

/** The message for a report of which the conditions keep no group. */
export function noGroup(what: string, option: 'having' | 'alert'): string {
  return `no group of ${what} matches ${flagOf(option)}`;
}

function areEmpty(recordsByWindow: readonly WindowRecords[]): boolean {
  return recordsByWindow.every(({ recordCount }) => recordCount === 0);
}

/** Warnings about signs of partial, preliminary and stale responses, in both ranges. */
async function signsOfResponses(
  { client: { allowed, timeZone }, now, comparison }: CheckedPart,
  today: CalendarDate,
): Promise<readonly DataWarning[]> {
  const windows = [...now, ...comparison];
  return [
    ...findPartialSigns(windows, allowed),
    ...(await findStatedSums(windows, allowed)),
    ...describeStale(windows, { timeZone, today }),
  ];
}

/** Applies `of` to one client after the other. An error names its client. */
async function ofEach<P extends FetchedPart, T>(
  parts: readonly P[],
  of: (part: P) => T | Promise<T>,
): Promise<readonly T[]> {
  const results: T[] = [];
  for (const part of parts) results.push(await ofProfile(part.profile, () => of(part)));
  return results;
}
