/**
 * Which column holds a record's date, and whether the dates in it are those that were asked for. The interface names no
 * column, so the decision is made from what the records of all windows hold, and names only guide it. A column that looks
 * like the record's date and holds other days is evidence of a wrong answer, never a reason to look for another column.
 */

import { addDays, type CalendarDate, dayWithin } from '../core/calendar-date.ts';
import { type Column, columnKey, uniteColumns } from '../core/column.ts';
import { unknownColumn } from '../core/column-selection.ts';
import { countOf } from '../core/count.ts';
import { countDays, type DateRange, formatRange } from '../core/date-range.ts';
import { ReportingError } from '../core/reporting-error.ts';
import { shellWord } from '../core/shell-word.ts';
import { toVisibleLine } from '../core/visible-text.ts';
import {
  addCounts,
  addOutsides,
  type DateCounts,
  momentAfter,
  type OutsideDates,
} from '../segments/column-dates.ts';
import { type DateRole, dateRole } from '../segments/date-names.ts';
import type { Segment } from '../segments/segment.ts';

/** What is known of a window's records. */
export type SurveyedWindow = Pick<Segment, 'window' | 'recordCount' | 'columns' | 'dates'>;

/** The column that holds a record's date, as the user chose it. */
export interface DateColumnChoice {
  /** Dotted where the column is nested; undefined means that no column holds the date. */
  readonly name: string | undefined;
  /** True if it comes from the profile: a name that no record has is then ignored. */
  readonly isStored: boolean;
  /** Where it comes from, in words to show: `--date-column`, `profile acme`. */
  readonly source: string;
}

/** Says that no column holds a record's date. */
const NO_DATE_COLUMN = 'none';

/** The choice that a setting makes: the name of a column, or `none`. */
export function dateColumnChoice({
  value,
  source,
  isStored,
}: {
  readonly value: string;
  readonly source: string;
  readonly isStored: boolean;
}): DateColumnChoice {
  return { name: value === NO_DATE_COLUMN ? undefined : value, isStored, source };
}

export interface DateColumnOptions {
  /** The report's name, for messages. */
  readonly report: string;
  /** Undefined to find the column. */
  readonly choice: DateColumnChoice | undefined;
  /** True if windows are asked for with the day after their last as their end. */
  readonly isEndExclusive: boolean;
}

/** The column that holds each record's date. */
export interface DateColumn {
  readonly column: Column;
  /** True if other columns hold dates of the requested days as well. */
  readonly isOneOfSeveral: boolean;
  /** The days that the column holds in a window, ascending; undefined if it holds none there. */
  daysIn(window: SurveyedWindow): readonly CalendarDate[] | undefined;
}

export interface DateDecision {
  /** Undefined for a report without a date, as far as can be told. */
  readonly dateColumn: DateColumn | undefined;
  /** What makes the decision doubtful, in words to show. */
  readonly warnings: readonly string[];
  /** All columns that hold dates: they are not to be added up. */
  readonly dates: readonly Column[];
  /** True if no column is the date column, but one may well be: `warnings` says so. */
  readonly isOpen: boolean;
}

/** A column whose dates count. */
interface Candidate {
  readonly column: Column;
  readonly role: DateRole;
  /** Records of all windows that hold a date. */
  readonly count: number;
  /** By window, for those that hold any. */
  readonly counts: ReadonlyMap<SurveyedWindow, DateCounts>;
  readonly outside: OutsideDates | undefined;
}

/**
 * Decides for one client. `windows` are those of the whole run, with those of the range that it is compared with. Throws a
 * malformed error for records of other days than requested, a configuration error where the service counts end dates
 * otherwise than it is asked, and a usage error for a chosen column that no record has.
 */
export function decideDateColumn(
  windows: readonly SurveyedWindow[],
  options: DateColumnOptions,
): DateDecision {
  const filled = windows.filter(({ recordCount }) => recordCount > 0);
  const { choice } = options;
  const found = findCandidates(filled);
  const dates = found.map(({ column }) => column);
  const undated = { dateColumn: undefined, warnings: [], dates, isOpen: false };
  if (filled.length === 0 || (choice !== undefined && choice.name === undefined)) return undated;
  const context = { ...options, windows, filled };
  const chosen = choice === undefined ? undefined : findChosen(choice, context);
  if (chosen !== undefined) {
    if (chosen.outside !== undefined) throw wrongDays(chosen, [], context);
    return { ...undated, ...take(chosen, found, context) };
  }
  return { ...undated, ...choose(withoutEchoes(found, context), context) };
}

interface Context extends DateColumnOptions {
  readonly windows: readonly SurveyedWindow[];
  /** Those that have records. */
  readonly filled: readonly SurveyedWindow[];
}

type Choice = Pick<DateDecision, 'dateColumn' | 'warnings'> & Partial<Pick<DateDecision, 'isOpen'>>;

/** The rules, the first that applies. */
function choose(candidates: readonly Candidate[], context: Context): Choice {
  const shifted = candidates.filter(
    (each) => isShifted(each) && !(context.isEndExclusive && isDayAfterOnly(each)),
  );
  const others = candidates.filter((each) => !shifted.includes(each));
  const fitting = others.filter(({ outside }) => outside === undefined);
  const ofRole = (role: DateRole): readonly Candidate[] => others.filter((each) => each.role === role);
  const fits = (candidate: Candidate): boolean => candidate.outside === undefined;
  const chosen = (candidate: Candidate): Choice => take(candidate, others, context);

  const records = ofRole('record');
  const plainest = others.find((each) => hasPlainName(each) && !fits(each));
  if (plainest !== undefined) throw wrongDays(plainest, fitting, context);
  const dated = records.filter(fits);
  if (dated.length > 0) {
    const best = dated.find(hasPlainName) ?? mostDays(dated);
    const { dateColumn, warnings } = chosen(best);
    return { dateColumn, warnings: [...differingDays(best, dated, context), ...warnings] };
  }
  if (records.length > 0) throw wrongDays(records[0]!, fitting, context);

  const unnamed = ofRole('other');
  const fittingUnnamed = unnamed.filter(fits);
  if (fittingUnnamed.length > 0) {
    return chosen(fittingUnnamed.find((each) => isInEveryRecord(each, context)) ?? fittingUnnamed[0]!);
  }
  const partly = unnamed.find((each) => fitsSeveralLongWindows(each));
  if (partly !== undefined) throw wrongDays(partly, fitting, context);

  const daily = ofRole('event').filter(
    (each) => isInEveryRecord(each, context) && hasHalfOfDays(each, context),
  );
  const event = daily.find(fits);
  const zones = shifted.filter(({ role }) => role !== 'event');
  if (zones.length > 0) return open(zoneWarning(zones[0]!, context));
  if (unnamed.length > 0) return open(outsideWarning(unnamed, context));
  if (event !== undefined) return chosen(event);
  const dayAfter = context.isEndExclusive ? daily.find(isDayAfterOnly) : undefined;
  if (dayAfter !== undefined) throw wrongDays(dayAfter, fitting, context);
  const doubtful = daily.filter((each) => !fits(each) && isElsewhereInSome(each));
  if (doubtful.length > 0) return open(outsideWarning(doubtful, context));
  const unread = findUnread(context);
  return unread === undefined ? { dateColumn: undefined, warnings: [] } : open(unread);
}

/** True if the column is likely the record's date, though some windows have other days: some have no day of theirs at all. */
function isElsewhereInSome(candidate: Candidate): boolean {
  const wrong = [...candidate.counts.values()].filter(({ outside }) => outside !== undefined);
  return fitsSeveralLongWindows(candidate) && wrong.every(({ days }) => days.length === 0);
}

/** A warning about a column called `date` or `day` whose values are not read as dates. */
function findUnread({ filled }: Context): string | undefined {
  const unread = uniteColumns(filled.map(({ dates }) => dates.filter(({ others }) => others > 0)))
    .map((column) => ({ column }))
    .find(hasPlainName);
  if (unread === undefined) return undefined;
  return (
    `the values of ${JSON.stringify(unread.column.name)} are not read as dates, so the days of the records are not checked ` +
    '(dates are 2026-01-31, 2026/01/31 or 20260131); --date-column none turns the check off'
  );
}

function open(warning: string): Choice {
  return { dateColumn: undefined, warnings: [warning], isOpen: true };
}

/** `candidates` are all columns of dates. */
function take(candidate: Candidate, candidates: readonly Candidate[], context: Context): Choice {
  const { column, count, counts } = candidate;
  const recordCount = sumOf(context.filled, (each) => each.recordCount);
  const without = recordCount - count;
  const name = JSON.stringify(column.name);
  return {
    dateColumn: {
      column,
      isOneOfSeveral: candidates.filter(({ outside }) => outside === undefined).length > 1,
      daysIn: (window) => counts.get(window)?.days,
    },
    warnings: [
      without > 0
        ? `${without} of ${countOf(recordCount, 'record')} ${have(without)} no date in ${name}`
        : undefined,
      dayAfterElsewhere(candidate, candidates, context),
    ].filter((warning) => warning !== undefined),
  };
}

/** The columns that hold dates in at least half of all records, and those called `date` or `day` that hold any, in order. */
function findCandidates(filled: readonly SurveyedWindow[]): readonly Candidate[] {
  const recordCount = sumOf(filled, (each) => each.recordCount);
  return uniteColumns(filled.map(({ dates }) => dates))
    .map(({ name, path }) => candidateOf({ name, path }, filled, false))
    .filter((each) => each.count > 0 && (each.count * 2 >= recordCount || hasPlainName(each)));
}

/** `areIntegersTrusted` if all whole numbers that spell a date are one; otherwise their column's name or days have to say so. */
function candidateOf(
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

/** Undefined if the choice is a stored one, and no record has the column. */
function findChosen({ name, isStored, source }: DateColumnChoice, context: Context): Candidate | undefined {
  const available = uniteColumns(context.filled.map(({ columns }) => columns));
  const columns = available.filter((each) => each.name === name);
  if (columns.length === 0) {
    if (isStored) return undefined;
    throw unknownColumn(name!, available, source);
  }
  const candidates = columns.map((column) => candidateOf(column, context.filled, true));
  const candidate = candidates.find(({ count }) => count > 0) ?? candidates[0]!;
  if (candidate.count > 0 || isStored) return candidate;
  throw new ReportingError('usage', `${source} ${name}: no record has a date in that column`, {
    hint: 'dates are 2026-01-31, 2026/01/31 or 20260131, alone or before a time; `none` turns the check off',
  });
}

/**
 * Without the columns that only repeat what was asked for: a window's first or last day in each of its records. A window of
 * several days that has the same day throughout may have records of that day alone. Two such windows may not, if it is the
 * same end of each; nor may one, if another column has its other end.
 */
function withoutEchoes(candidates: readonly Candidate[], context: Context): readonly Candidate[] {
  const long = context.filled.filter(({ window }) => countDays(window) > 1);
  if (long.length === 0) return candidates;
  const whole = candidates.filter((each) => isInEveryRecord(each, context));
  const starts = whole.filter((each) => long.every((window) => isAlways(window.window.from, each, window)));
  const ends = whole.filter((each) =>
    long.every((window) => {
      const { to } = window.window;
      return isAlways(to, each, window) || (context.isEndExclusive && isAlways(addDays(to, 1), each, window));
    }),
  );
  if (long.length === 1 && (starts.length === 0 || ends.length === 0)) return candidates;
  return candidates.filter((each) => !starts.includes(each) && !ends.includes(each));
}

function isAlways(day: CalendarDate, { counts }: Candidate, window: SurveyedWindow): boolean {
  const { days = [], outside } = counts.get(window) ?? {};
  if (outside !== undefined) return days.length === 0 && outside.first === day && outside.last === day;
  return days.length === 1 && days[0] === day;
}

function isInEveryRecord({ count }: Candidate, { filled }: Context): boolean {
  return count === sumOf(filled, ({ recordCount }) => recordCount);
}

/** `date` or `day`: names that leave no doubt. */
function hasPlainName({ column }: { readonly column: Column }): boolean {
  return /^(?:date|day)$/i.test(column.path.at(-1) ?? '');
}

function dayCountOf({ counts }: Candidate): number {
  return sumOf([...counts.values()], ({ days }) => days.length);
}

/** The first of those with the most days. */
function mostDays(candidates: readonly Candidate[]): Candidate {
  return candidates.reduce((best, each) => (dayCountOf(each) > dayCountOf(best) ? each : best));
}

function hasHalfOfDays(candidate: Candidate, { windows }: Context): boolean {
  return dayCountOf(candidate) * 2 >= sumOf(windows, ({ window }) => countDays(window));
}

/** True if it holds requested days only in two windows that are longer than a day: that is hardly by chance. */
function fitsSeveralLongWindows({ counts }: Candidate): boolean {
  const fitting = [...counts].filter(
    ([{ window, recordCount }, { count, outside }]) =>
      countDays(window) > 1 && outside === undefined && count * 2 >= recordCount,
  );
  return fitting.length > 1;
}

/** Hours by which a day of another time zone may begin before a day of ours, and end after it. */
const HOURS_BEFORE = 14;
const HOURS_AFTER = 12;

/** True if the dates outside are times that another time zone explains. */
function isShifted({ counts, outside: all }: Candidate): boolean {
  if (all === undefined || !all.areTimed || all.areMidnights) return false;
  const answers = [...counts.values()];
  // Another zone moves all windows alike: none of them away altogether, and another not at all.
  const isMoved = answers.some(({ days, outside }) => outside !== undefined && days.length === 0);
  if (isMoved && answers.some(({ outside }) => outside === undefined)) return false;
  return [...counts].every(([{ window }, { outside }]) => {
    if (outside === undefined) return true;
    const earliest = momentAfter(window.from, -HOURS_BEFORE);
    return outside.earliest >= earliest && outside.latest <= momentAfter(window.to, 24 + HOURS_AFTER);
  });
}

function differingDays(best: Candidate, dated: readonly Candidate[], { filled }: Context): readonly string[] {
  const daysOf = ({ counts }: Candidate): string =>
    JSON.stringify(filled.map((each) => counts.get(each)?.days));
  const other = dated.find((each) => daysOf(each) !== daysOf(best));
  if (other === undefined) return [];
  const [name, otherName] = [best, other].map(({ column }) => JSON.stringify(column.name));
  return [
    `${name} and ${otherName} hold different days: ${name} is taken as the record's date; to choose, add ${optionFor(best)} or ${optionFor(other)}`,
  ];
}

/** Where the end date is exclusive, which of several columns is the date matters most: one of them may show that it is not. */
function dayAfterElsewhere(
  { column }: Candidate,
  candidates: readonly Candidate[],
  context: Context,
): string | undefined {
  if (!context.isEndExclusive) return undefined;
  const other = candidates.find((each) => each.column !== column && isDayAfterOnly(each));
  if (other === undefined) return undefined;
  const name = JSON.stringify(other.column.name);
  return `${name} holds days after the end of windows: if it is the record's date, such days come twice, and --end-date exclusive is wrong`;
}

/** True if all dates outside are the day after their window. */
function isDayAfterOnly({ counts, outside }: Candidate): boolean {
  if (outside === undefined) return false;
  return [...counts].every(([{ window }, counted]) => {
    if (counted.outside === undefined) return true;
    const after = addDays(window.to, 1);
    return counted.outside.first === after && counted.outside.last === after;
  });
}

function zoneWarning(candidate: Candidate, context: Context): string {
  const { window, outside } = firstOutside(candidate, context);
  const name = JSON.stringify(candidate.column.name);
  return (
    `${name} has times outside the requested days (${outside.earliest} to ${outside.latest} in ${context.report} ` +
    `${formatRange(window.window)}), as if in another time zone: it is not used as the record's date (--date-column none turns the check off)`
  );
}

function outsideWarning(candidates: readonly Candidate[], context: Context): string {
  const [first, ...more] = candidates as [Candidate, ...Candidate[]];
  const { window, outside } = firstOutside(first, context);
  const others = more.length === 0 ? '' : ` (so does ${countOf(more.length, 'other column')})`;
  return (
    `${JSON.stringify(first.column.name)} holds dates outside the requested days${others}, ${daysIn(outside)} in ${context.report} ` +
    `${formatRange(window.window)}: if it is the record's date, add ${optionFor(first)}; if not, --date-column none`
  );
}

function firstOutside(
  { counts }: Candidate,
  { filled }: Context,
): { readonly window: SurveyedWindow; readonly outside: OutsideDates } {
  const window = filled.find((each) => counts.get(each)?.outside !== undefined)!;
  return { window, outside: counts.get(window)!.outside! };
}

/** `fitting` are the columns that may be the right ones instead. */
function wrongDays(candidate: Candidate, fitting: readonly Candidate[], context: Context): ReportingError {
  const { window, outside } = firstOutside(candidate, context);
  const { report, filled } = context;
  const what = `${report} ${formatRange(window.window)}`;
  const facts = { report, window: window.window };
  if (context.isEndExclusive && isDayAfterOnly(candidate)) {
    const day = addDays(window.window.to, 1);
    return new ReportingError(
      'config',
      `the service counts end_date as inside the range: asked for ${what} with end_date ${day}, it gave records of ${day}`,
      {
        hint: 'leave out --end-date exclusive, or add --end-date inclusive if it comes from the profile',
        ...facts,
      },
    );
  }
  const name = JSON.stringify(candidate.column.name);
  const others = filled.filter(
    (each) => each !== window && candidate.counts.get(each)?.outside !== undefined,
  );
  const more =
    others.length === 0
      ? ''
      : `; ${countOf(others.length, 'other window')} ${have(others.length)} such records`;
  return new ReportingError(
    'malformed',
    `${what}: ${outside.count} of ${countOf(window.recordCount, 'record')} ${have(outside.count)} ${name} ${daysIn(outside)}, outside the requested days${more}`,
    { hint: wrongDaysHint(candidate, fitting, context), ...facts },
  );
}

function wrongDaysHint(candidate: Candidate, fitting: readonly Candidate[], context: Context): string {
  const instead = fitting.find((each) => each !== candidate && each.role !== 'event') ?? fitting[0];
  const period = aggregation(candidate);
  const cause = period === undefined ? '' : `the service seems to aggregate by ${period}; `;
  if (context.choice?.name === candidate.column.name) {
    return `${cause}if another column holds the record's date, name that one; --date-column none turns the check off`;
  }
  if (instead === undefined) {
    return `${cause}if ${JSON.stringify(candidate.column.name)} is not the record's date, add --date-column none`;
  }
  return `${cause}if ${JSON.stringify(instead.column.name)} is the record's date, add ${optionFor(instead)}; if no column is, --date-column none`;
}

/** The unit of time by whose first days the service seems to date its records. */
function aggregation({ counts, outside }: Candidate): 'week' | 'month' | undefined {
  const days = [...counts.values()].flatMap((each) => each.days);
  const starts = [...counts].filter(([, each]) => each.outside !== undefined);
  // One day alone is always one weekday: it begins a week only if the window begins within that week.
  const isWeekBefore = (): boolean =>
    starts.every(
      ([{ window }, each]) =>
        each.outside!.first >= dayWithin(window.from, -6) && each.outside!.last < window.from,
    );
  if (outside!.areMonthStarts && days.every((day) => day.endsWith('-01'))) return 'month';
  const areOneWeekday = outside!.areOneWeekday && days.every((day) => isSameWeekday(day, outside!.first));
  return areOneWeekday && (outside!.first !== outside!.last || isWeekBefore()) ? 'week' : undefined;
}

function isSameWeekday(one: CalendarDate, other: CalendarDate): boolean {
  return countDays({ from: one < other ? one : other, to: one < other ? other : one }) % 7 === 1;
}

/** What to type to name the column. The name comes from the service: it is quoted for the shell. */
function optionFor({ column }: Candidate): string {
  return `--date-column ${shellWord(toVisibleLine(column.name, 200))}`;
}

function have(count: number): string {
  return count === 1 ? 'has' : 'have';
}

function daysIn({ first, last }: Pick<OutsideDates, 'first' | 'last'>): string {
  return first === last ? first : formatRange({ from: first, to: last } satisfies DateRange);
}

/**
 * Names of the columns that hold dates of its window in all of each window's records, the ones that repeat what was asked
 * for included: they tell the records of windows apart.
 */
export function windowTellingColumns(windows: readonly SurveyedWindow[]): readonly string[] {
  const filled = windows.filter(({ recordCount }) => recordCount > 0);
  return uniteColumns(filled.map(({ dates }) => dates))
    .map(({ name, path }) => candidateOf({ name, path }, filled, true))
    .filter(
      ({ count, outside }) => outside === undefined && count === sumOf(filled, (each) => each.recordCount),
    )
    .map(({ column }) => column.name);
}

function sumOf<T>(all: readonly T[], of: (each: T) => number): number {
  return all.reduce((sum, each) => sum + of(each), 0);
}
