/**
 * The columns that may hold a record's date, and how their dates fit the windows. The interface names no column, so the
 * candidates come from the records of all windows, and column names only guide the choice. `date-column.ts` chooses.
 */

import { type Column, columnKey, uniteColumns } from '../../core/columns.ts';
import { addDays, daysBetween, dayWithin } from '../../dates/date.ts';
import { countDays } from '../../dates/range.ts';
import { addCounts, addOutsides, type DateCounts, momentAfter, type OutsideDates } from '../../json/column-dates.ts';
import { type DateRole, dateRole } from '../../json/date-values.ts';
import type { WindowRecords } from '../../records/window-records.ts';

/** The facts about a window's records that the date check uses. */
export type SurveyedWindow = Pick<WindowRecords, 'window' | 'recordCount' | 'columns' | 'dates'>;

/** A column that holds dates. */
export interface Candidate {
  readonly column: Column;
  readonly role: DateRole;
  /** Records of all windows that hold a date. */
  readonly count: number;
  /** The dates of each window that holds any. */
  readonly counts: ReadonlyMap<SurveyedWindow, DateCounts>;
  readonly outside: OutsideDates | undefined;
}

/** Columns with dates in at least half of all records, and columns called `date` or `day` with any date; in order. */
export function findCandidates(filled: readonly SurveyedWindow[]): readonly Candidate[] {
  const recordCount = countRecords(filled);
  return uniteColumns(filled.map(({ dates }) => dates))
    .map(({ name, path }) => createCandidate({ name, path }, filled, false))
    .filter((each) => each.count > 0 && (each.count * 2 >= recordCount || hasPlainName(each)));
}

/**
 * Without `areIntegersTrusted`, whole numbers such as 20260131 count as dates only if the column's name says so, or if all of
 * them are days of their window.
 */
export function createCandidate(
  column: Column,
  filled: readonly SurveyedWindow[],
  areIntegersTrusted: boolean,
): Candidate {
  const key = columnKey(column.path);
  const role = dateRole(column.path);
  const found = filled.flatMap((window) => {
    const dates = window.dates.find(({ path }) => columnKey(path) === key);
    return dates === undefined ? [] : [{ window, dates }];
  });
  const areIntegersDates =
    areIntegersTrusted ||
    role === 'record' ||
    found.every(({ dates: { integers } }) => integers?.outside === undefined);
  const counts = new Map<SurveyedWindow, DateCounts>();
  for (const { window, dates } of found) {
    const counted = addCounts(dates.texts, areIntegersDates ? dates.integers : undefined);
    if (counted !== undefined) counts.set(window, counted);
  }
  const all = [...counts.values()];
  return {
    column,
    role,
    counts,
    count: sumOf(all, ({ count }) => count),
    outside: all.map(({ outside }) => outside).reduce(addOutsides, undefined),
  };
}

/** Names of columns with a date of its window in every record, also if they repeat the query: they distinguish windows. */
export function distinguishingColumns(filled: readonly SurveyedWindow[]): readonly string[] {
  return uniteColumns(filled.map(({ dates }) => dates))
    .map(({ name, path }) => createCandidate({ name, path }, filled, true))
    .filter((each) => each.outside === undefined && isInEveryRecord(each, filled))
    .map(({ column }) => column.name);
}

/** The columns named for the record's date with a value that cannot be read as a date. */
export function findUnreadColumns(filled: readonly SurveyedWindow[]): readonly Column[] {
  return uniteColumns(filled.map(({ dates }) => dates.filter(({ others }) => others > 0)));
}

/** True if every record of the windows has a date in the column. */
export function isInEveryRecord({ count }: Candidate, filled: readonly SurveyedWindow[]): boolean {
  return count === countRecords(filled);
}

/** The number of records of all windows. */
export function countRecords(windows: readonly SurveyedWindow[]): number {
  return sumOf(windows, ({ recordCount }) => recordCount);
}

/** True for `date` and `day`, which are unambiguous unless an event holds them: `created.date`. */
export function hasPlainName({ column: { path } }: { readonly column: Column }): boolean {
  return /^(?:date|day)$/i.test(path.at(-1) ?? '') && dateRole(path) === 'record';
}

/** The candidate that holds the most days; the first if several do. */
export function mostDays(candidates: readonly Candidate[]): Candidate {
  return candidates.reduce((best, each) => (dayCountOf(each) > dayCountOf(best) ? each : best));
}

/** True if the column holds at least half of the days of the windows. */
export function hasHalfOfDays(candidate: Candidate, windows: readonly SurveyedWindow[]): boolean {
  return dayCountOf(candidate) * 2 >= sumOf(windows, ({ window }) => countDays(window));
}

function dayCountOf({ counts }: Candidate): number {
  return sumOf([...counts.values()], ({ days }) => days.length);
}

/** True if the column holds only requested days in two windows that are longer than a day, which is unlikely to be chance. */
export function fitsSeveralLongWindows({ counts }: Candidate): boolean {
  const fitting = [...counts].filter(
    ([{ window, recordCount }, { count, outside }]) =>
      countDays(window) > 1 && outside === undefined && count * 2 >= recordCount,
  );
  return fitting.length > 1;
}

/** True if the column is likely the record's date, although some windows hold only days outside them. */
export function isElsewhereInSome(candidate: Candidate): boolean {
  const wrong = [...candidate.counts.values()].filter(({ outside }) => outside !== undefined);
  return fitsSeveralLongWindows(candidate) && wrong.every(({ days }) => days.length === 0);
}

/** Hours by which a day of another time zone may begin before a local day, and end after it. */
export const HOURS_BEFORE = 14;
export const HOURS_AFTER = 12;

/** True if the dates outside are times that another time zone explains. */
export function isShifted({ counts, outside: all }: Candidate): boolean {
  if (all === undefined || !all.areTimed || all.areMidnights) return false;
  const named = [...counts.values()];
  // Another zone shifts all windows alike: it cannot shift one window completely and another not at all.
  const isMoved = named.some(({ days, outside }) => outside !== undefined && days.length === 0);
  if (isMoved && named.some(({ outside }) => outside === undefined)) return false;
  return [...counts].every(([{ window }, { outside }]) => {
    if (outside === undefined) return true;
    const earliest = momentAfter(window.from, -HOURS_BEFORE);
    return outside.earliest >= earliest && outside.latest <= momentAfter(window.to, 24 + HOURS_AFTER);
  });
}

/** True if all dates outside are the day after their window. */
export function isDayAfterOnly({ counts, outside }: Candidate): boolean {
  if (outside === undefined) return false;
  return [...counts].every(([{ window }, counted]) => {
    if (counted.outside === undefined) return true;
    const after = addDays(window.to, 1);
    return counted.outside.first === after && counted.outside.last === after;
  });
}

/** The period on whose first days all records are dated; undefined if there is none. */
export function findPeriod({ counts, outside }: Candidate): 'week' | 'month' | undefined {
  const days = [...counts.values()].flatMap((each) => each.days);
  const starts = [...counts].filter(([, each]) => each.outside !== undefined);
  // A single day always falls on one weekday. It starts a week only if the window begins within that week.
  const isWeekBefore = (): boolean =>
    starts.every(
      ([{ window }, each]) => each.outside!.first >= dayWithin(window.from, -6) && each.outside!.last < window.from,
    );
  if (outside!.areMonthStarts && days.every((day) => day.endsWith('-01'))) return 'month';
  const areOneWeekday = outside!.areOneWeekday && days.every((day) => daysBetween(day, outside!.first) % 7 === 0);
  return areOneWeekday && (outside!.first !== outside!.last || isWeekBefore()) ? 'week' : undefined;
}

function sumOf<T>(all: readonly T[], of: (each: T) => number): number {
  return all.reduce((sum, each) => sum + of(each), 0);
}
