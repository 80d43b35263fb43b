/**
 * The checks of a report whose windows are complete and well-formed, before anything is written. In this order: records of
 * other days (exit 7), no records (3), unexpected columns (11), missing or ambiguous data (9).
 */

import { uniteColumns } from '../../core/columns.ts';
import { type ClientMessage, nameProfile, ReportingError } from '../../core/errors.ts';
import { type Message, option, phrase } from '../../core/message.ts';
import type { CalendarDate } from '../../dates/date.ts';
import { formatRange } from '../../dates/range.ts';
import { addedColumnNames } from '../../records/record-set.ts';
import type { WindowRecords } from '../../records/window-records.ts';
import type { TransformedRows } from '../../transform/transformed-rows.ts';
import type { FetchedPart } from '../fetch.ts';
import type { ReportPlan } from '../report-plan.ts';
import { assertExpectedColumns } from './column-checks.ts';
import { type DateDecision, decideDateColumn } from './date-column.ts';
import { describeGaps } from './gaps.ts';
import { serviceMessage } from './partial-signs.ts';

/** The current day in a time zone; undefined is the system's. */
export type Today = (timeZone: string | undefined) => CalendarDate;

/** One client's part of a report, with the decision about its date column. */
export interface CheckedPart extends FetchedPart {
  readonly dates: DateDecision;
}

/** Finds each client's date column. Throws an error that names the client for records of other days than requested. */
export function checkDates({ report }: ReportPlan, fetched: readonly FetchedPart[]): readonly CheckedPart[] {
  return ofEach(fetched, (part) => {
    const { client, now, before } = part;
    const options = { report, choice: client.dateColumn, isEndExclusive: client.endDate === 'exclusive' };
    return { ...part, dates: decideDateColumn([...now, ...before], options) };
  });
}

/**
 * With `failEmpty`, throws an error for a client without records, which it names, and for a report without rows. `rows` is
 * undefined if the transform failed.
 */
export function checkNotEmpty(
  { report, checks: { failEmpty } }: ReportPlan,
  fetched: readonly FetchedPart[],
  rows: Pick<TransformedRows, 'recordSet' | 'emptiedBy'> | undefined,
): void {
  if (!failEmpty) return;
  ofEach(fetched, ({ now, before }) => {
    // A comparison has rows even if the range has no records.
    if (before.length === 0 && areEmpty(now)) throw noRecords(report, now);
  });
  if (rows?.recordSet.recordCount === 0) {
    throw noRecords(
      report,
      fetched.flatMap(({ now }) => now),
      rows.emptiedBy,
    );
  }
}

/** Throws an error that names the client for unexpected or missing columns, in either range. */
export function checkColumns(plan: ReportPlan, fetched: readonly FetchedPart[]): void {
  ofEach(fetched, ({ now, before }) => {
    for (const recordsByWindow of [now, before]) assertColumns(plan, recordsByWindow);
  });
}

/** Warnings about gaps and ambiguous dates. Throws for gaps with `failGaps`. */
export async function findDateWarnings(
  plan: ReportPlan,
  checked: readonly CheckedPart[],
  today: Today,
): Promise<readonly ClientMessage[]> {
  const messages: ClientMessage[] = [];
  for (const each of checked) {
    const { profile } = each;
    try {
      for (const text of await dateWarnings(plan, each, today)) messages.push({ profile, text });
    } catch (error) {
      throw nameProfile(error, profile);
    }
  }
  return messages;
}

async function dateWarnings(
  { report, checks: { failGaps } }: ReportPlan,
  { client, now, before, dates: { dateColumn, warnings } }: CheckedPart,
  today: Today,
): Promise<readonly Message[]> {
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
    earlier && phrase`in the compared range, ${earlier}`,
    isEmptyBefore ? 'the compared range has no records' : undefined,
    ...warnings,
  ].filter((each) => each !== undefined);
}

/**
 * Throws for missing or unexpected columns. Skips a report without records. The columns that the tool adds may be among the
 * expected ones or not.
 */
function assertColumns(plan: ReportPlan, recordsByWindow: readonly WindowRecords[]): void {
  const { expectedColumns } = plan.checks;
  if (expectedColumns === undefined || areEmpty(recordsByWindow)) return;
  const columns = uniteColumns(recordsByWindow.map(({ columns }) => columns));
  const added = addedColumnNames(plan);
  const isOwn = (name: string): boolean => !added.includes(name);
  const names = columns.map(({ name }) => name);
  assertExpectedColumns(expectedColumns.filter(isOwn), names.filter(isOwn), plan.report);
}

/** The error for a report without records, or without rows. */
function noRecords(
  report: string,
  recordsByWindow: readonly WindowRecords[],
  emptiedBy: TransformedRows['emptiedBy'] = 'where',
): ReportingError {
  const window = { from: recordsByWindow[0]!.window.from, to: recordsByWindow.at(-1)!.window.to };
  const what = `${report} ${formatRange(window)}`;
  const message = areEmpty(recordsByWindow)
    ? `no records for ${what}${serviceMessage(recordsByWindow)}`
    : noMatch(what, emptiedBy);
  return new ReportingError('empty', message, { report, window });
}

/** The message for a report that conditions leave without rows. */
export function noMatch(what: string, emptiedBy: TransformedRows['emptiedBy']): Message {
  return emptiedBy === 'where'
    ? phrase`no record of ${what} matches ${option('where')}`
    : phrase`no group of ${what} matches ${option('having')}`;
}

function areEmpty(recordsByWindow: readonly WindowRecords[]): boolean {
  return recordsByWindow.every(({ recordCount }) => recordCount === 0);
}

/** Applies `of` to all clients. An error names its client. */
function ofEach<P extends FetchedPart, T>(parts: readonly P[], of: (part: P) => T): readonly T[] {
  return parts.map((each) => {
    try {
      return of(each);
    } catch (error) {
      throw nameProfile(error, each.profile);
    }
  });
}
