/**
 * Columns that only repeat the query: a window's first or last day in each of its records. Such a column does not say which days
 * a record is about, unless its name says so: then the service may have sent the records of one day for a whole window.
 */

import { addDays, type CalendarDate } from '../../dates/date.ts';
import { countDays } from '../../dates/range.ts';
import { hasRangeWord } from '../../json/range-names.ts';
import { type Candidate, hasPlainName, isInEveryRecord, type SurveyedWindow } from './date-candidates.ts';

/** The end of its window that a column repeats. */
export type WindowEnd = 'first' | 'last';

/** The candidates that hold the same end of each window of several days, in all records, and that end. */
export function findEchoes(
  candidates: readonly Candidate[],
  filled: readonly SurveyedWindow[],
  isEndExclusive: boolean,
): ReadonlyMap<Candidate, WindowEnd> {
  const long = filled.filter(({ window }) => countDays(window) > 1);
  const echoes = new Map<Candidate, WindowEnd>();
  if (long.length === 0) return echoes;
  for (const each of candidates) {
    if (!isInEveryRecord(each, filled)) continue;
    const isFirst = long.every((window) => isAlways(window.window.from, each, window));
    const isLast = long.every((window) => {
      const { to } = window.window;
      return isAlways(to, each, window) || (isEndExclusive && isAlways(addDays(to, 1), each, window));
    });
    if (isFirst || isLast) echoes.set(each, isFirst ? 'first' : 'last');
  }
  return echoes;
}

/**
 * Removes the columns that only repeat the query. One window of several days with the same day throughout may have records of
 * that day only: its column stays, unless another column has the window's other end, or the day is the one after an exclusive end.
 */
export function withoutEchoes(
  candidates: readonly Candidate[],
  echoes: ReadonlyMap<Candidate, WindowEnd>,
  filled: readonly SurveyedWindow[],
): readonly Candidate[] {
  const isOneWindow = filled.filter(({ window }) => countDays(window) > 1).length === 1;
  if (isOneWindow && !hasBothEnds(echoes)) {
    return candidates.filter((each) => !echoes.has(each) || each.outside === undefined);
  }
  return candidates.filter((each) => !echoes.has(each));
}

/**
 * The column named for the record's date that repeats one end of each window. Undefined if another column holds the other end:
 * the two are the range of the window.
 */
export function findRepeatedDay(echoes: ReadonlyMap<Candidate, WindowEnd>): Candidate | undefined {
  if (hasBothEnds(echoes)) return undefined;
  const named = [...echoes.keys()].filter(({ role, column }) => role === 'record' && !hasRangeWord(column.path));
  return named.find(hasPlainName) ?? named[0];
}

function hasBothEnds(echoes: ReadonlyMap<Candidate, WindowEnd>): boolean {
  return new Set(echoes.values()).size === 2;
}

function isAlways(day: CalendarDate, { counts }: Candidate, window: SurveyedWindow): boolean {
  const { days = [], outside } = counts.get(window) ?? {};
  if (outside !== undefined) return days.length === 0 && outside.first === day && outside.last === day;
  return days.length === 1 && days[0] === day;
}
