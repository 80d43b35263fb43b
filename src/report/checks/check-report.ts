/**
 * What is held against a report whose windows are in, whole and well-formed, before any of it is written. In this order:
 * records of other days (exit 7), no records (3), unexpected columns (11), missing or ambiguous data (9).
 */

import type { CalendarDate } from '../../core/calendar-date.ts';
import { formatRange } from '../../core/date-range.ts';
import { refuseOtherColumns } from '../../core/expected-columns.ts';
import { ReportingError } from '../../core/reporting-error.ts';
import { type DateDecision, dateColumnChoice, decideDateColumn } from '../../pipeline/date-column.ts';
import { describeGaps } from '../../pipeline/gaps.ts';
import { serviceMessage } from '../../pipeline/partial-signs.ts';
import { columnsInFront, createDataset } from '../../segments/dataset.ts';
import type { Segment } from '../../segments/segment.ts';
import type { FetchedPart } from '../fetch.ts';
import { type ClientMessage, nameProfile } from '../profile-names.ts';
import type { ReportPlan } from '../report-plan.ts';

/** The day that it is in a time zone; undefined is the system's. */
export type Today = (timeZone: string | undefined) => CalendarDate;

/** One client's share of a report, with the decision about its date column. */
export interface CheckedPart extends FetchedPart {
  readonly dates: DateDecision;
}

/** Throws an error that names the client for records of other days than requested, and for a client without records. */
export function checkDates(plan: ReportPlan, fetched: readonly FetchedPart[]): readonly CheckedPart[] {
  const checked = ofEach(fetched, (each) => ({ ...each, dates: datesOf(plan, each) }));
  // With a comparison, a range without records leaves rows all the same.
  ofEach(checked, ({ now, before }) => {
    if (plan.checks.failEmpty && before.length === 0 && areEmpty(now)) throw noRecords(plan.report, now);
  });
  return checked;
}

function datesOf({ report }: ReportPlan, { client, now, before }: FetchedPart): DateDecision {
  const choice = client.dateColumn && dateColumnChoice(client.dateColumn);
  const options = { report, choice, isEndExclusive: client.endDate === 'exclusive' };
  return decideDateColumn([...now, ...before], options);
}

/** Throws an error that names the client unless the columns are those expected. */
export function checkColumns(plan: ReportPlan, fetched: readonly FetchedPart[]): void {
  ofEach(fetched, ({ now, before }) => {
    for (const segments of [now, before]) expectColumns(plan, segments);
  });
}

/** Warnings about missing days and doubtful dates. Throws for missing days where that was asked for. */
export async function findDateWarnings(
  plan: ReportPlan,
  checked: readonly CheckedPart[],
  today: Today,
): Promise<readonly ClientMessage[]> {
  const said: ClientMessage[] = [];
  for (const each of checked) {
    const { profile } = each;
    try {
      for (const text of await warningsOf(plan, each, today)) said.push({ profile, text });
    } catch (error) {
      throw nameProfile(error, profile);
    }
  }
  return said;
}

async function warningsOf(
  { report, checks: { failGaps } }: ReportPlan,
  { client, now, before, dates: { dateColumn, warnings } }: CheckedPart,
  today: Today,
): Promise<readonly string[]> {
  const options = {
    report,
    failGaps,
    today: async () => today(client.timeZone),
    isEndExclusive: client.endDate === 'exclusive',
  };
  const gaps = await describeGaps(now, dateColumn, options);
  const earlier = before.length > 0 ? await describeGaps(before, dateColumn, options) : undefined;
  const isEmptyBefore = before.length > 0 && areEmpty(before);
  return [
    gaps,
    earlier && `in the range that it is compared with, ${earlier}`,
    isEmptyBefore ? 'there are no records in the range that it is compared with' : undefined,
    ...warnings,
  ].filter((each) => each !== undefined);
}

/** An empty report has no columns to be others. Those put in front may be named among the expected ones, or left out. */
function expectColumns(plan: ReportPlan, segments: readonly Segment[]): void {
  const { expectedColumns } = plan.checks;
  if (expectedColumns === undefined || areEmpty(segments)) return;
  const { columns } = createDataset(segments, plan);
  const added = columnsInFront(plan);
  const isOwn = (name: string): boolean => !added.includes(name);
  const names = columns.map(({ name }) => name);
  refuseOtherColumns(expectedColumns.filter(isOwn), names.filter(isOwn), plan.report);
}

/** The error for a report without records, or of which no record meets the conditions. */
export function noRecords(report: string, segments: readonly Segment[]): ReportingError {
  const window = { from: segments[0]!.window.from, to: segments.at(-1)!.window.to };
  const what = `${report} ${formatRange(window)}`;
  const message = areEmpty(segments)
    ? `no records for ${what}${serviceMessage(segments)}`
    : `no record for ${what} meets --where`;
  return new ReportingError('empty', message, { report, window });
}

function areEmpty(segments: readonly Segment[]): boolean {
  return segments.every(({ recordCount }) => recordCount === 0);
}

/** The results for all clients; an error is said to be of its client. */
function ofEach<P extends FetchedPart, T>(parts: readonly P[], of: (part: P) => T): readonly T[] {
  return parts.map((each) => {
    try {
      return of(each);
    } catch (error) {
      throw nameProfile(error, each.profile);
    }
  });
}
