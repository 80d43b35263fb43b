/**
 * Decides which column holds a record's date, and whether its dates are the requested ones. The interface names no column, so the
 * candidates come from the records of all windows, and column names only guide the choice. A column that looks like the record's date but
 * holds other days is evidence of a wrong response, never a reason to try another column.
 */

import { type DateColumnSetting, NO_DATE_COLUMN } from '../../config/settings.ts';
import { type Column, isSameColumn, uniteColumns, unknownColumn } from '../../core/columns.ts';
import { ReportingError } from '../../core/errors.ts';
import { asInOthers, countOf, shellWord, toVisibleLine } from '../../core/text.ts';
import type { DataWarning } from '../../core/warnings.ts';
import { addDays, type CalendarDate } from '../../dates/date.ts';
import { countDays, type DateRange, formatRange } from '../../dates/range.ts';
import { type DateRole, dateRole } from '../../json/date-values.ts';
import { hasRangeWord } from '../../json/member-rules.ts';
import type { ColumnDates } from '../../json/record-survey.ts';
import type { WindowRecords } from '../../records/window-records.ts';

const EXAMPLE_LENGTH = 40;
/** `"31.01.2026"`, `"1/31/26"`, `"31 Jan 2026"`. */
const OTHER_SPELLING = /^"\d{1,4}([-./ ])(?:\d{1,2}|[a-z]{3,9})\1\d{2,4}/i;

export const NO_CHECK = `--date-column ${NO_DATE_COLUMN}`;

/** The facts about a window's records that the date check uses. */
export type SurveyedWindow = Pick<WindowRecords, 'window' | 'recordCount' | 'columns' | 'dates'>;

interface DateColumnOptions {
  readonly report: string;
  /** Undefined to find the column. */
  readonly choice: DateColumnSetting | undefined;
  /** True if requests name the day after a window's last as its end. */
  readonly isEndExclusive: boolean;
}

/** The column that holds each record's date. */
export interface DateColumn {
  readonly column: Column;
  /** The only day of each window that it holds; undefined if there is none, and for a column that the user chose. */
  readonly repeats: Candidate['repeats'];
  /** The days that the column holds in a window, ascending; undefined if it holds none there. */
  daysIn(window: SurveyedWindow): readonly CalendarDate[] | undefined;
}

/** The decision about a client's date column. */
export interface DateDecision {
  /** Undefined for a report without a known date column. */
  readonly dateColumn: DateColumn | undefined;
  /** The date column or, without one, a column named for the record's date that repeats one end of each window. */
  readonly gapColumn: DateColumn | undefined;
  /** Ambiguities of the decision. */
  readonly warnings: readonly DataWarning[];
  /** All columns that hold dates, which must not be summed. */
  readonly dates: readonly Column[];
  /** True if no date column was chosen although one is likely; `warnings` names it. */
  readonly isOpen: boolean;
}

/** A column that may hold dates, and how they fit the windows. */
interface Candidate {
  readonly column: Column;
  readonly role: DateRole;
  /** Records of all windows that hold a date. */
  readonly count: number;
  /** Records whose value cannot be read as a date, and the first such value. */
  readonly unread: number;
  readonly firstUnread: string | undefined;
  /** The days of the windows that it holds. */
  readonly dayCount: number;
  /** The dates of each window that holds any. */
  readonly dates: ReadonlyMap<SurveyedWindow, ColumnDates>;
  /** True if its numbers may only look like dates. */
  readonly areNumbers: boolean;
  /** True if no date lies outside its window. */
  readonly fits: boolean;
  readonly isComplete: boolean;
  /** The end of each window of several days that all records hold: the column may only repeat the query. */
  readonly repeats: 'first' | 'last' | undefined;
}

interface Context extends DateColumnOptions {
  readonly windows: readonly SurveyedWindow[];
  readonly filled: readonly SurveyedWindow[];
}

type Choice = Pick<DateDecision, 'dateColumn' | 'warnings'> & Partial<Pick<DateDecision, 'isOpen'>>;

/**
 * The decision for one client. `windows` are those of the range and of the compared range. Throws a malformed error for records
 * of other days than requested, a configuration error if the service treats end_date differently from the setting, and a usage
 * error for a chosen column that no record has.
 */
export function decideDateColumn(windows: readonly SurveyedWindow[], options: DateColumnOptions): DateDecision {
  const filled = windows.filter(({ recordCount }) => recordCount > 0);
  const { choice, isEndExclusive } = options;
  const recordCount = countRecords(filled);
  // With dates in at least half of all records, or called `date` or `day`.
  const found = columnsOfDates(filled, isEndExclusive).filter(
    (each) => each.count * 2 >= recordCount || hasPlainName(each.column),
  );
  const dates = found.map(({ column }) => column);
  const undated = { dateColumn: undefined, gapColumn: undefined, warnings: [], dates, isOpen: false };
  if (filled.length === 0 || choice?.value === NO_DATE_COLUMN) return undated;
  const context = { ...options, windows, filled };
  const chosen = choice && findChosen(choice, context);
  if (chosen !== undefined) {
    if (!chosen.fits) throw wrongDays(chosen, [], context);
    const repeats = choice?.isFound === true ? chosen.repeats : undefined;
    const taken = take({ ...chosen, repeats }, recordCount);
    return { ...undated, ...taken, gapColumn: taken.dateColumn };
  }
  // Columns that only repeat the query do not say which days a record is about. But one window of several days may have records of one
  // of its ends only, unless another column has its other end; and a service may have sent the records of one day for a whole window.
  const isOneWindow = filled.filter(isLong).length === 1;
  const areRanges = ['first', 'last'].every((end) => found.some(({ repeats }) => repeats === end));
  const decided = choose(
    found.filter(({ repeats, fits }) => repeats === undefined || (isOneWindow && !areRanges && fits)),
    context,
  );
  const echoes = found.filter(
    ({ repeats, role, column }) => repeats !== undefined && role === 'record' && !hasRangeWord(column.path),
  );
  const repeated = areRanges ? undefined : (echoes.find(({ column }) => hasPlainName(column)) ?? echoes[0]);
  const gapColumn = decided.dateColumn ?? (repeated && take(repeated, recordCount).dateColumn);
  return { ...undated, ...decided, gapColumn };
}

/** The name of the column that the setting chooses; undefined to find it, or to check none. */
export function chosenColumnName(choice: DateColumnSetting | undefined): string | undefined {
  return choice?.value === NO_DATE_COLUMN ? undefined : choice?.value;
}

/** The chosen candidate. Undefined if an earlier pull chose it, and no record has the column. */
function findChosen(
  { value: name, isFound = false, source }: DateColumnSetting,
  { filled, isEndExclusive }: Context,
): Candidate | undefined {
  const available = uniteColumns(filled.map(({ columns }) => columns));
  const columns = available.filter((each) => each.name === name);
  if (columns.length === 0) {
    if (isFound) return undefined;
    throw unknownColumn(name, available, source);
  }
  const candidates = columns.map((column) => createCandidate(column, filled, isEndExclusive));
  const candidate = candidates.find(({ count }) => count > 0) ?? candidates[0]!;
  if (candidate.count > 0 || isFound) return candidate;
  throw new ReportingError('E-date-column', `no record has a date in the column ${JSON.stringify(name)} (${source})`, {
    hint: 'dates are 2026-01-31, 2026/01/31 or 20260131, alone or before a time; `none` turns the check off',
  });
}

/** All columns with dates, in order. */
function columnsOfDates(filled: readonly SurveyedWindow[], isEndExclusive: boolean): readonly Candidate[] {
  return uniteColumns(filled.map(({ dates }) => dates))
    .map(({ name, path }) => createCandidate({ name, path }, filled, isEndExclusive))
    .filter(({ count, areNumbers }) => count > 0 && !areNumbers);
}

/** What the windows say about the dates of a column. */
function createCandidate(column: Column, filled: readonly SurveyedWindow[], isEndExclusive: boolean): Candidate {
  const found = filled.flatMap((window) =>
    window.dates.flatMap((each) => (isSameColumn(each, column) ? [[window, each] as const] : [])),
  );
  const dates = new Map(found.filter(([, each]) => each.count > 0));
  const all = [...dates.values()];
  const count = sumOf(all, (each) => each.count);
  const isComplete = count === countRecords(filled);
  const long = isComplete ? filled.filter(isLong) : [];
  const isAlways = (dayOf: (window: DateRange) => CalendarDate): boolean =>
    long.length > 0 && long.every((each) => onlyDay(dates.get(each)!) === dayOf(each.window));
  const isLast = isAlways(({ to }) => to) || (isEndExclusive && isAlways(({ to }) => addDays(to, 1)));
  return {
    column,
    role: dateRole(column.path),
    count,
    unread: sumOf(found, ([, { unread }]) => unread),
    firstUnread: found.find(([, { firstUnread }]) => firstUnread !== undefined)?.[1].firstUnread,
    dayCount: sumOf(all, ({ days }) => days.length),
    dates,
    areNumbers: all.some(({ areNumbers }) => areNumbers) && !all.some(({ hasTexts }) => hasTexts),
    fits: all.every(({ outside }) => outside === undefined),
    isComplete,
    repeats: isAlways(({ from }) => from) ? 'first' : isLast ? 'last' : undefined,
  };
}

/** The day of all dates; undefined if they differ. */
function onlyDay({ days, outside }: ColumnDates): CalendarDate | undefined {
  const [day, ...others] = outside === undefined ? days : [...days, outside.first, outside.last];
  return others.every((other) => other === day) ? day : undefined;
}

/** Applies the rules in order; the first that matches decides. */
function choose(candidates: readonly Candidate[], context: Context): Choice {
  const { filled, windows, isEndExclusive } = context;
  const recordCount = countRecords(filled);
  const fitting = candidates.filter(({ fits }) => fits);
  const ofRole = (role: DateRole): readonly Candidate[] => candidates.filter((each) => each.role === role);

  const records = ofRole('record');
  const plainNamed = records.find(({ column, fits }) => hasPlainName(column) && !fits);
  if (plainNamed !== undefined) throw wrongDays(plainNamed, fitting, context);
  const dated = records.filter(({ fits }) => fits);
  if (dated.length > 0) {
    const most = Math.max(...dated.map(({ dayCount }) => dayCount));
    const best = dated.find(({ column }) => hasPlainName(column)) ?? dated.find(({ dayCount }) => dayCount === most)!;
    const { dateColumn, warnings } = take(best, recordCount);
    return { dateColumn, warnings: [...differingDays(best, dated, filled), ...warnings] };
  }
  if (records.length > 0) throw wrongDays(records[0]!, fitting, context);

  const unnamed = ofRole('other');
  const best = unnamed.find(({ fits, isComplete }) => fits && isComplete) ?? unnamed.find(({ fits }) => fits);
  if (best !== undefined) return take(best, recordCount);
  const partly = unnamed.find(fitsSeveralLongWindows);
  if (partly !== undefined) throw wrongDays(partly, fitting, context);
  if (unnamed.length > 0) return open(outsideWarning(unnamed, context));

  const days = sumOf(windows, ({ window }) => countDays(window));
  const daily = ofRole('event').filter(({ isComplete, dayCount }) => isComplete && dayCount * 2 >= days);
  const event = daily.find(({ fits }) => fits);
  if (event !== undefined) return take(event, recordCount);
  const dayAfter = isEndExclusive ? daily.find(isDayAfterOnly) : undefined;
  if (dayAfter !== undefined) throw wrongDays(dayAfter, fitting, context);
  // Each window that holds days outside it holds no others.
  const isElsewhere = ({ dates }: Candidate): boolean =>
    [...dates.values()].every((each) => each.outside === undefined || each.days.length === 0);
  const ambiguous = daily.filter((each) => fitsSeveralLongWindows(each) && isElsewhere(each));
  if (ambiguous.length > 0) return open(outsideWarning(ambiguous, context));
  const [unread] = findUnreadColumns(filled);
  if (unread === undefined) return { dateColumn: undefined, warnings: [] };
  const text = `the values of ${JSON.stringify(unread.name)} cannot be read as dates, so the days of the records are not checked (dates are 2026-01-31, 2026/01/31 or 20260131); ${NO_CHECK} turns the check off`;
  return open({ name: 'bad-dates', scope: [unread.name], text });
}

function open(warning: DataWarning): Choice {
  return { dateColumn: undefined, warnings: [warning], isOpen: true };
}

/** Chooses a candidate. */
function take({ column, count, unread, firstUnread = '', dates, repeats }: Candidate, recordCount: number): Choice {
  const warn = (name: 'undated' | 'bad-dates', records: number, what: string, end = ''): readonly DataWarning[] => {
    if (records === 0) return [];
    const text = `${records} of ${countOf(recordCount, 'record')} ${have(records)} ${what} ${JSON.stringify(column.name)}${end}`;
    return [{ name, scope: [column.name], text }];
  };
  return {
    dateColumn: { column, repeats, daysIn: (window) => dates.get(window)?.days },
    warnings: [
      ...warn('undated', recordCount - count - unread, 'no date in'),
      ...warn('bad-dates', unread, 'a date in', ` that cannot be read: ${toVisibleLine(firstUnread, EXAMPLE_LENGTH)}`),
    ],
  };
}

function differingDays(
  best: Candidate,
  dated: readonly Candidate[],
  filled: readonly SurveyedWindow[],
): readonly DataWarning[] {
  const daysOf = ({ dates }: Candidate): string => JSON.stringify(filled.map((each) => dates.get(each)?.days));
  const other = dated.find((each) => daysOf(each) !== daysOf(best));
  if (other === undefined) return [];
  const scope = [best.column.name, other.column.name];
  const [name, otherName] = scope.map((each) => JSON.stringify(each));
  const text = `${name!} and ${otherName!} hold different days: ${name!} is used as the record's date; to choose, add ${optionFor(best)} or ${optionFor(other)}`;
  return [{ name: 'bad-dates', scope, text }];
}

function outsideWarning(candidates: readonly Candidate[], context: Context): DataWarning {
  const [first, ...more] = candidates as [Candidate, ...Candidate[]];
  const { window, days } = firstOutside(first);
  const others = more.length === 0 ? '' : ` (so does ${countOf(more.length, 'other column')})`;
  const dates = `${days} in ${context.report} ${formatRange(window)}`;
  const text = `${JSON.stringify(first.column.name)} holds dates outside the requested days${others}, ${dates}: if it is the record's date, add ${optionFor(first)}; if not, ${NO_CHECK}`;
  return { name: 'bad-dates', scope: [first.column.name], text, namesReport: true };
}

/** `fitting` are the columns that may be the right ones instead. */
function wrongDays(candidate: Candidate, fitting: readonly Candidate[], context: Context): ReportingError {
  const { report, isEndExclusive } = context;
  const { window, recordCount, count, days, windowCount } = firstOutside(candidate);
  const what = `${report} ${formatRange(window)}`;
  if (isEndExclusive && isDayAfterOnly(candidate)) {
    const day = addDays(window.to, 1);
    const message = `the service includes end_date: a request for ${what} with end_date ${day} returned records of ${day}`;
    const hint = 'set REPORTING_END_DATE=inclusive, or store it: reporting login --end-date inclusive';
    return new ReportingError('E-end-date', message, { hint, report, window });
  }
  const name = JSON.stringify(candidate.column.name);
  const [instead] = fitting.filter(({ role }) => role !== 'event').concat(fitting);
  const hint =
    instead === undefined
      ? `if ${name} is not the record's date, add ${NO_CHECK}`
      : `if ${JSON.stringify(instead.column.name)} is the record's date, add ${optionFor(instead)}; if no column is, ${NO_CHECK}`;
  const found = `${count} of ${countOf(recordCount, 'record')} ${have(count)} ${name} ${days}`;
  const message = `${what}: ${found}, outside the requested days${asInOthers(windowCount)}`;
  return new ReportingError('E-other-days', message, { hint, report, window });
}

/** The first window with dates outside it, their number and days, and the number of such windows. */
function firstOutside({ dates }: Candidate) {
  const found = [...dates].flatMap(([each, { outside }]) => (outside === undefined ? [] : [{ ...each, outside }]));
  const { window, recordCount, outside } = found[0]!;
  const days = formatRange({ from: outside.first, to: outside.last });
  return { window, recordCount, count: outside.count, days, windowCount: found.length };
}

/** The option that chooses the column. The name comes from the service, so it is quoted for the shell. */
function optionFor({ column }: Candidate): string {
  return `--date-column ${shellWord(toVisibleLine(column.name, 200))}`;
}

/** Names of columns with a date of its window in every record, also if they repeat the query: they distinguish windows. */
export function distinguishingColumns(filled: readonly SurveyedWindow[]): readonly string[] {
  return columnsOfDates(filled, false).flatMap(({ fits, isComplete, column }) =>
    fits && isComplete ? [column.name] : [],
  );
}

/** The columns named for the record's date that likely hold it in a spelling of its own. */
export function findUnreadColumns(filled: readonly SurveyedWindow[]): readonly Column[] {
  const isLikely = (each: ColumnDates, recordCount: number): boolean =>
    hasPlainName(each) || (each.unread === recordCount && OTHER_SPELLING.test(each.firstUnread!));
  return uniteColumns(
    filled.map(({ dates, recordCount }) => dates.filter((each) => each.unread > 0 && isLikely(each, recordCount))),
  );
}

/** The number of records of all windows. */
export function countRecords(windows: readonly SurveyedWindow[]): number {
  return sumOf(windows, ({ recordCount }) => recordCount);
}

/** True for `date` and `day`, which are unambiguous unless an event holds them: `created.date`. */
function hasPlainName({ path }: Column): boolean {
  return /^(?:date|day)$/i.test(path.at(-1) ?? '') && dateRole(path) === 'record';
}

/** True if the column holds only requested days in two windows that are longer than a day, which is unlikely to be chance. */
function fitsSeveralLongWindows({ dates }: Candidate): boolean {
  const fitting = [...dates].filter(
    ([each, { count, outside }]) => isLong(each) && outside === undefined && count * 2 >= each.recordCount,
  );
  return fitting.length > 1;
}

/** True if all dates outside are the day after their window, and there are any. */
function isDayAfterOnly({ dates, fits }: Candidate): boolean {
  const isAfter = ([{ window }, { outside }]: readonly [SurveyedWindow, ColumnDates]): boolean =>
    outside === undefined || (outside.first > window.to && outside.last === addDays(window.to, 1));
  return !fits && [...dates].every(isAfter);
}

function isLong({ window }: SurveyedWindow): boolean {
  return countDays(window) > 1;
}

function sumOf<T>(all: readonly T[], of: (each: T) => number): number {
  return all.reduce((sum, each) => sum + of(each), 0);
}

function have(count: number): string {
  return count === 1 ? 'has' : 'have';
}
