/**
 * Decides which column holds a record's date, and whether its dates are the requested ones. A column that looks like the
 * record's date but holds other days is evidence of a wrong response, never a reason to try another column.
 */

import { type DateColumnSetting, NO_DATE_COLUMN } from '../../config/settings.ts';
import { type Column, isSameColumn, uniteColumns, unknownColumn } from '../../core/columns.ts';
import { ReportingError } from '../../core/errors.ts';
import { asInOthers, countOf, shellWord, toVisibleLine } from '../../core/text.ts';
import type { DataWarning } from '../../core/warnings.ts';
import { addDays, type CalendarDate } from '../../dates/date.ts';
import { countDays, formatRange } from '../../dates/range.ts';
import type { DateRole } from '../../json/date-values.ts';
import {
  type Candidate,
  countRecords,
  createCandidate,
  findCandidates,
  findRepeatedDay,
  findUnreadColumns,
  fitsSeveralLongWindows,
  hasPlainName,
  isDayAfterOnly,
  isElsewhereInSome,
  type SurveyedWindow,
  withoutEchoes,
} from './date-candidates.ts';

const EXAMPLE_LENGTH = 40;

export const NO_CHECK = `--date-column ${NO_DATE_COLUMN}`;

interface DateColumnOptions {
  /** The report's name, for messages. */
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

interface Context extends DateColumnOptions {
  readonly windows: readonly SurveyedWindow[];
  /** The windows that have records. */
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
  const found = findCandidates(filled, isEndExclusive);
  const dates = found.map(({ column }) => column);
  const undated = { dateColumn: undefined, gapColumn: undefined, warnings: [], dates, isOpen: false };
  if (filled.length === 0 || choice?.value === NO_DATE_COLUMN) return undated;
  const context = { ...options, windows, filled };
  const chosen = choice && findChosen(choice, context);
  if (chosen !== undefined) {
    if (!chosen.fits) throw wrongDays(chosen, [], context);
    const repeats = choice?.isFound === true ? chosen.repeats : undefined;
    const taken = take({ ...chosen, repeats }, context);
    return { ...undated, ...taken, gapColumn: taken.dateColumn };
  }
  const decided = choose(withoutEchoes(found, filled), context);
  const repeated = findRepeatedDay(found);
  return {
    ...undated,
    ...decided,
    gapColumn: decided.dateColumn ?? (repeated && take(repeated, context).dateColumn),
  };
}

/** The name of the column that the setting chooses; undefined to find it, or to check none. */
export function chosenColumnName(choice: DateColumnSetting | undefined): string | undefined {
  return choice?.value === NO_DATE_COLUMN ? undefined : choice?.value;
}

/** The candidate that the user chose. Undefined if the choice comes from a profile, and no record has the column. */
function findChosen(
  { value: name, isStored, source }: DateColumnSetting,
  { filled, isEndExclusive }: Context,
): Candidate | undefined {
  const available = uniteColumns(filled.map(({ columns }) => columns));
  const columns = available.filter((each) => each.name === name);
  if (columns.length === 0) {
    if (isStored) return undefined;
    throw unknownColumn(name, available, source);
  }
  const candidates = columns.map((column) => createCandidate(column, filled, isEndExclusive));
  const candidate = candidates.find(({ count }) => count > 0) ?? candidates[0]!;
  if (candidate.count > 0 || isStored) return candidate;
  throw new ReportingError('E-date-column', `${source} ${name}: no record has a date in that column`, {
    hint: 'dates are 2026-01-31, 2026/01/31 or 20260131, alone or before a time; `none` turns the check off',
  });
}

/** Applies the rules in order; the first that matches decides. */
function choose(candidates: readonly Candidate[], context: Context): Choice {
  const { filled, windows, isEndExclusive } = context;
  const fitting = candidates.filter(({ fits }) => fits);
  const ofRole = (role: DateRole): readonly Candidate[] => candidates.filter((each) => each.role === role);

  const records = ofRole('record');
  const plainNamed = records.find(({ column, fits }) => hasPlainName(column) && !fits);
  if (plainNamed !== undefined) throw wrongDays(plainNamed, fitting, context);
  const dated = records.filter(({ fits }) => fits);
  if (dated.length > 0) {
    const most = Math.max(...dated.map(({ dayCount }) => dayCount));
    const best = dated.find(({ column }) => hasPlainName(column)) ?? dated.find(({ dayCount }) => dayCount === most)!;
    const { dateColumn, warnings } = take(best, context);
    return { dateColumn, warnings: [...differingDays(best, dated, context), ...warnings] };
  }
  if (records.length > 0) throw wrongDays(records[0]!, fitting, context);

  const unnamed = ofRole('other');
  const best = unnamed.find(({ fits, isComplete }) => fits && isComplete) ?? unnamed.find(({ fits }) => fits);
  if (best !== undefined) return take(best, context);
  const partly = unnamed.find(fitsSeveralLongWindows);
  if (partly !== undefined) throw wrongDays(partly, fitting, context);
  if (unnamed.length > 0) return open(outsideWarning(unnamed, context));

  const days = windows.reduce((sum, { window }) => sum + countDays(window), 0);
  const daily = ofRole('event').filter(({ isComplete, dayCount }) => isComplete && dayCount * 2 >= days);
  const event = daily.find(({ fits }) => fits);
  if (event !== undefined) return take(event, context);
  const dayAfter = isEndExclusive ? daily.find(isDayAfterOnly) : undefined;
  if (dayAfter !== undefined) throw wrongDays(dayAfter, fitting, context);
  const ambiguous = daily.filter((each) => fitsSeveralLongWindows(each) && isElsewhereInSome(each));
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
function take({ column, count, dates, repeats }: Candidate, { filled }: Context): Choice {
  const recordCount = countRecords(filled);
  const own = filled.flatMap((each) => each.dates.filter((found) => isSameColumn(found, column)));
  const unread = own.reduce((sum, each) => sum + each.unread, 0);
  const example = own.find(({ firstUnread }) => firstUnread !== undefined)?.firstUnread ?? '';
  const without = recordCount - count - unread;
  const warn = (name: 'undated' | 'bad-dates', records: number, what: string, end = ''): readonly DataWarning[] => {
    if (records === 0) return [];
    const text = `${records} of ${countOf(recordCount, 'record')} ${have(records)} ${what} ${JSON.stringify(column.name)}${end}`;
    return [{ name, scope: [column.name], text }];
  };
  return {
    dateColumn: { column, repeats, daysIn: (window) => dates.get(window)?.days },
    warnings: [
      ...warn('undated', without, 'no date in'),
      ...warn('bad-dates', unread, 'a date in', ` that cannot be read: ${toVisibleLine(example, EXAMPLE_LENGTH)}`),
    ],
  };
}

function differingDays(best: Candidate, dated: readonly Candidate[], { filled }: Context): readonly DataWarning[] {
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
  const { window, days } = firstOutside(first, context);
  const others = more.length === 0 ? '' : ` (so does ${countOf(more.length, 'other column')})`;
  const dates = `${days} in ${context.report} ${formatRange(window)}`;
  const text = `${JSON.stringify(first.column.name)} holds dates outside the requested days${others}, ${dates}: if it is the record's date, add ${optionFor(first)}; if not, ${NO_CHECK}`;
  return { name: 'bad-dates', scope: [first.column.name], text, namesReport: true };
}

/** `fitting` are the columns that may be the right ones instead. */
function wrongDays(candidate: Candidate, fitting: readonly Candidate[], context: Context): ReportingError {
  const { report, isEndExclusive } = context;
  const { window, recordCount, count, days, windowCount } = firstOutside(candidate, context);
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
function firstOutside({ dates }: Candidate, { filled }: Context) {
  const found = filled.flatMap((each) => {
    const outside = dates.get(each)?.outside;
    return outside === undefined ? [] : [{ ...each, outside }];
  });
  const { window, recordCount, outside } = found[0]!;
  const days = formatRange({ from: outside.first, to: outside.last });
  return { window, recordCount, count: outside.count, days, windowCount: found.length };
}

/** The option that chooses the column. The name comes from the service, so it is quoted for the shell. */
function optionFor({ column }: Candidate): string {
  return `--date-column ${shellWord(toVisibleLine(column.name, 200))}`;
}

function have(count: number): string {
  return count === 1 ? 'has' : 'have';
}
