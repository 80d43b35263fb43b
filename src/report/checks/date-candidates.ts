/**
 * The columns that may hold a record's date, and how their dates fit the windows. The interface names no column, so the
 * candidates come from the records of all windows, and column names only guide the choice. `date-column.ts` chooses.
 */

import { type Column, isSameColumn, uniteColumns } from '../../core/columns.ts';
import { addDays, type CalendarDate } from '../../dates/date.ts';
import { countDays } from '../../dates/range.ts';
import { type DateRole, dateRole } from '../../json/date-values.ts';
import { hasRangeWord } from '../../json/member-rules.ts';
import type { ColumnDates } from '../../json/record-survey.ts';
import type { WindowRecords } from '../../records/window-records.ts';

/** The facts about a window's records that the date check uses. */
export type SurveyedWindow = Pick<WindowRecords, 'window' | 'recordCount' | 'columns' | 'dates'>;

/** A column that may hold dates. */
export interface Candidate {
  readonly column: Column;
  readonly role: DateRole;
  /** Records of all windows that hold a date. */
  readonly count: number;
  /** The days of the windows that it holds. */
  readonly dayCount: number;
  /** The dates of each window that holds any. */
  readonly dates: ReadonlyMap<SurveyedWindow, ColumnDates>;
  /** True if no date lies outside its window. */
  readonly fits: boolean;
  /** True if every record has a date. */
  readonly isComplete: boolean;
  /** The end of each window of several days that all records hold: the column may only repeat the query. */
  readonly repeats: 'first' | 'last' | undefined;
}

/** All columns with dates, in order. */
function columnsOfDates(filled: readonly SurveyedWindow[], isEndExclusive: boolean): readonly Candidate[] {
  const areNumbers = (column: Column): boolean => {
    const own = filled.flatMap(({ dates }) => dates.filter((each) => isSameColumn(each, column)));
    return own.some((each) => each.areNumbers) && !own.some(({ hasTexts }) => hasTexts);
  };
  return uniteColumns(filled.map(({ dates }) => dates))
    .filter((column) => !areNumbers(column))
    .map(({ name, path }) => createCandidate({ name, path }, filled, isEndExclusive))
    .filter(({ count }) => count > 0);
}

/** Columns with dates in at least half of all records, and columns called `date` or `day` with any date; in order. */
export function findCandidates(filled: readonly SurveyedWindow[], isEndExclusive: boolean): readonly Candidate[] {
  const recordCount = countRecords(filled);
  return columnsOfDates(filled, isEndExclusive).filter(
    (each) => each.count * 2 >= recordCount || hasPlainName(each.column),
  );
}

/** What the windows say about the dates of a column. */
export function createCandidate(column: Column, filled: readonly SurveyedWindow[], isEndExclusive: boolean): Candidate {
  const dates = new Map<SurveyedWindow, ColumnDates>();
  for (const window of filled) {
    const found = window.dates.find((each) => isSameColumn(each, column));
    if (found !== undefined && found.count > 0) dates.set(window, found);
  }
  const all = [...dates.values()];
  const count = sumOf(all, (each) => each.count);
  const isComplete = count === countRecords(filled);
  const long = isComplete ? filled.filter(({ window }) => countDays(window) > 1) : [];
  const isAlways = (dayOf: (window: SurveyedWindow['window']) => CalendarDate): boolean =>
    long.length > 0 && long.every((each) => onlyDay(dates.get(each)) === dayOf(each.window));
  const isLast = isAlways(({ to }) => to) || (isEndExclusive && isAlways(({ to }) => addDays(to, 1)));
  return {
    column,
    role: dateRole(column.path),
    count,
    dayCount: sumOf(all, ({ days }) => days.length),
    dates,
    fits: all.every(({ outside }) => outside === undefined),
    isComplete,
    repeats: isAlways(({ from }) => from) ? 'first' : isLast ? 'last' : undefined,
  };
}

/** The day of all dates; undefined if they differ. */
function onlyDay({ days, outside }: Pick<ColumnDates, 'days' | 'outside'> = { days: [], outside: undefined }) {
  const [day, ...others] = outside === undefined ? days : [...days, outside.first, outside.last];
  return others.every((other) => other === day) ? day : undefined;
}

/**
 * Removes the columns that only repeat the query: they do not say which days a record is about. One window of several days with the
 * same day throughout may have records of that day only: its column stays, unless another column has the window's other end.
 */
export function withoutEchoes(
  candidates: readonly Candidate[],
  filled: readonly SurveyedWindow[],
): readonly Candidate[] {
  const isOneWindow = filled.filter(({ window }) => countDays(window) > 1).length === 1;
  const mayStay = isOneWindow && !hasBothEnds(candidates);
  return candidates.filter(({ repeats, fits }) => repeats === undefined || (mayStay && fits));
}

/**
 * The column named for the record's date that repeats one end of each window: the service may have sent the records of one day for a
 * whole window. Undefined if another column holds the other end: the two are the range of the window.
 */
export function findRepeatedDay(candidates: readonly Candidate[]): Candidate | undefined {
  if (hasBothEnds(candidates)) return undefined;
  const named = candidates.filter(
    ({ repeats, role, column }) => repeats !== undefined && role === 'record' && !hasRangeWord(column.path),
  );
  return named.find(({ column }) => hasPlainName(column)) ?? named[0];
}

function hasBothEnds(candidates: readonly Candidate[]): boolean {
  return ['first', 'last'].every((end) => candidates.some(({ repeats }) => repeats === end));
}

/** Names of columns with a date of its window in every record, also if they repeat the query: they distinguish windows. */
export function distinguishingColumns(filled: readonly SurveyedWindow[]): readonly string[] {
  return columnsOfDates(filled, false).flatMap(({ fits, isComplete, column }) =>
    fits && isComplete ? [column.name] : [],
  );
}

/** `"31.01.2026"`, `"1/31/26"`, `"31 Jan 2026"`. */
const OTHER_SPELLING = /^"\d{1,4}([-./ ])(?:\d{1,2}|[a-z]{3,9})\1\d{2,4}/i;

/** The columns named for the record's date that likely hold it in a spelling of its own. */
export function findUnreadColumns(filled: readonly SurveyedWindow[]): readonly Column[] {
  return uniteColumns(
    filled.map(({ dates, recordCount }) =>
      dates.filter(
        (each) =>
          each.unread > 0 &&
          (hasPlainName(each) || (each.unread === recordCount && OTHER_SPELLING.test(each.firstUnread!))),
      ),
    ),
  );
}

/** The number of records of all windows. */
export function countRecords(windows: readonly SurveyedWindow[]): number {
  return sumOf(windows, ({ recordCount }) => recordCount);
}

/** True for `date` and `day`, which are unambiguous unless an event holds them: `created.date`. */
export function hasPlainName({ path }: Column): boolean {
  return /^(?:date|day)$/i.test(path.at(-1) ?? '') && dateRole(path) === 'record';
}

/** True if the column holds only requested days in two windows that are longer than a day, which is unlikely to be chance. */
export function fitsSeveralLongWindows({ dates }: Candidate): boolean {
  const fitting = [...dates].filter(
    ([{ window, recordCount }, { count, outside }]) =>
      countDays(window) > 1 && outside === undefined && count * 2 >= recordCount,
  );
  return fitting.length > 1;
}

/** True if each window that holds days outside it holds no others. */
export function isElsewhereInSome({ dates }: Candidate): boolean {
  return [...dates.values()].every(({ days, outside }) => outside === undefined || days.length === 0);
}

/** True if all dates outside are the day after their window, and there are any. */
export function isDayAfterOnly({ dates, fits }: Candidate): boolean {
  const isAfter = ([{ window }, { outside }]: readonly [SurveyedWindow, ColumnDates]): boolean =>
    outside === undefined || (outside.first > window.to && outside.last === addDays(window.to, 1));
  return !fits && [...dates].every(isAfter);
}

function sumOf<T>(all: readonly T[], of: (each: T) => number): number {
  return all.reduce((sum, each) => sum + of(each), 0);
}
