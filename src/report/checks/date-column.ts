/**
 * Decides which column holds a record's date, and whether its dates are the requested ones. A column that looks like the
 * record's date but holds other days is evidence of a wrong response, never a reason to try another column.
 */

import { type DateColumnSetting, NO_DATE_COLUMN } from '../../config/settings.ts';
import { type Column, columnKey, uniteColumns, unknownColumn } from '../../core/columns.ts';
import { ReportingError } from '../../core/errors.ts';
import { countOf, shellWord, toVisibleLine } from '../../core/text.ts';
import type { DataWarning } from '../../core/warnings.ts';
import { addDays, type CalendarDate } from '../../dates/date.ts';
import { formatRange } from '../../dates/range.ts';
import type { OutsideDates } from '../../json/column-dates.ts';
import type { DateRole } from '../../json/date-values.ts';
import {
  type Candidate,
  countRecords,
  createCandidate,
  findCandidates,
  findPeriod,
  findUnreadColumns,
  fitsSeveralLongWindows,
  hasHalfOfDays,
  hasPlainName,
  isDayAfterOnly,
  isElsewhereInSome,
  isInEveryRecord,
  isShifted,
  mostDays,
  type SurveyedWindow,
} from './date-candidates.ts';
import { findEchoes, findRepeatedDay, type WindowEnd, withoutEchoes } from './echoes.ts';

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
  /** True if other columns hold dates of the requested days as well. */
  readonly isOneOfSeveral: boolean;
  /** The days that the column holds in a window, ascending; undefined if it holds none there. */
  daysIn(window: SurveyedWindow): readonly CalendarDate[] | undefined;
}

/** The column whose missing days are days without records. */
export interface GapColumn extends DateColumn {
  /** The only day of each window that it holds; undefined if there is none, and for a column that the user chose. */
  readonly repeats?: WindowEnd | undefined;
}

/** The decision about a client's date column. */
export interface DateDecision {
  /** Undefined for a report without a known date column. */
  readonly dateColumn: DateColumn | undefined;
  /** The date column or, without one, a column named for the record's date that repeats one end of each window. */
  readonly gapColumn: GapColumn | undefined;
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
  const { choice } = options;
  const found = findCandidates(filled);
  const dates = found.map(({ column }) => column);
  const undated = { dateColumn: undefined, gapColumn: undefined, warnings: [], dates, isOpen: false };
  if (filled.length === 0 || choice?.value === NO_DATE_COLUMN) return undated;
  const context = { ...options, windows, filled };
  const chosen = choice && findChosen(choice, filled);
  if (chosen !== undefined) {
    if (chosen.outside !== undefined) throw wrongDays(chosen, [], context);
    const { dateColumn, warnings } = take(chosen, found, context);
    const repeats =
      choice?.isFound === true ? findEchoes([chosen], filled, options.isEndExclusive).get(chosen) : undefined;
    return { ...undated, dateColumn, gapColumn: dateColumn && { ...dateColumn, repeats }, warnings };
  }
  const echoes = findEchoes(found, filled, options.isEndExclusive);
  const decided = choose(withoutEchoes(found, echoes, filled), context);
  const repeated = findRepeatedDay(echoes);
  const counted = decided.dateColumn ?? (repeated && take(repeated, found, context).dateColumn);
  const isCounted = ({ column }: Candidate): boolean => column.name === counted?.column.name;
  const repeats = [...echoes].find(([candidate]) => isCounted(candidate))?.[1];
  return { ...undated, ...decided, gapColumn: counted && { ...counted, repeats } };
}

/** The name of the column that the setting chooses; undefined to find it, or to check none. */
export function chosenColumnName(choice: DateColumnSetting | undefined): string | undefined {
  return choice?.value === NO_DATE_COLUMN ? undefined : choice?.value;
}

/** The candidate that the user chose. Undefined if the choice comes from a profile, and no record has the column. */
function findChosen(
  { value: name, isStored, source }: DateColumnSetting,
  filled: readonly SurveyedWindow[],
): Candidate | undefined {
  const available = uniteColumns(filled.map(({ columns }) => columns));
  const columns = available.filter((each) => each.name === name);
  if (columns.length === 0) {
    if (isStored) return undefined;
    throw unknownColumn(name, available, source);
  }
  const candidates = columns.map((column) => createCandidate(column, filled, true));
  const candidate = candidates.find(({ count }) => count > 0) ?? candidates[0]!;
  if (candidate.count > 0 || isStored) return candidate;
  throw new ReportingError('E-date-column', `${source} ${name}: no record has a date in that column`, {
    hint: 'dates are 2026-01-31, 2026/01/31 or 20260131, alone or before a time; `none` turns the check off',
  });
}

/** Applies the rules in order; the first that matches decides. */
function choose(candidates: readonly Candidate[], context: Context): Choice {
  const { filled, windows, isEndExclusive } = context;
  const shifted = candidates.filter((each) => isShifted(each) && !(isEndExclusive && isDayAfterOnly(each)));
  const others = candidates.filter((each) => !shifted.includes(each));
  const fits = ({ outside }: Candidate): boolean => outside === undefined;
  const fitting = others.filter(fits);
  const ofRole = (role: DateRole): readonly Candidate[] => others.filter((each) => each.role === role);
  const chosen = (candidate: Candidate): Choice => take(candidate, others, context);

  const records = ofRole('record');
  const plainNamed = others.find((each) => hasPlainName(each) && !fits(each));
  if (plainNamed !== undefined) throw wrongDays(plainNamed, fitting, context);
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
    return chosen(fittingUnnamed.find((each) => isInEveryRecord(each, filled)) ?? fittingUnnamed[0]!);
  }
  const partly = unnamed.find(fitsSeveralLongWindows);
  if (partly !== undefined) throw wrongDays(partly, fitting, context);

  const daily = ofRole('event').filter((each) => isInEveryRecord(each, filled) && hasHalfOfDays(each, windows));
  const event = daily.find(fits);
  const zones = shifted.filter(({ role }) => role !== 'event');
  if (zones.length > 0) return open(zoneWarning(zones[0]!, context));
  if (unnamed.length > 0) return open(outsideWarning(unnamed, context));
  if (event !== undefined) return chosen(event);
  const dayAfter = isEndExclusive ? daily.find(isDayAfterOnly) : undefined;
  if (dayAfter !== undefined) throw wrongDays(dayAfter, fitting, context);
  const ambiguous = daily.filter((each) => !fits(each) && isElsewhereInSome(each));
  if (ambiguous.length > 0) return open(outsideWarning(ambiguous, context));
  const unread = findUnreadColumns(filled).find((column) => hasPlainName({ column }));
  return unread === undefined ? { dateColumn: undefined, warnings: [] } : open(describeUnread(unread));
}

function open(warning: DataWarning): Choice {
  return { dateColumn: undefined, warnings: [warning], isOpen: true };
}

/** Chooses `candidate`. `candidates` are all columns of dates. */
function take(candidate: Candidate, candidates: readonly Candidate[], context: Context): Choice {
  const { column, count, counts } = candidate;
  const recordCount = countRecords(context.filled);
  const unread = findUnread(column, context.filled);
  const without = recordCount - count - unread.count;
  const name = JSON.stringify(column.name);
  return {
    dateColumn: {
      column,
      isOneOfSeveral: candidates.filter(({ outside }) => outside === undefined).length > 1,
      daysIn: (window) => counts.get(window)?.days,
    },
    warnings: [
      without > 0
        ? ({
            name: 'undated',
            scope: [column.name],
            text: `${without} of ${countOf(recordCount, 'record')} ${have(without)} no date in ${name}`,
          } as const)
        : undefined,
      unread.count > 0
        ? ({
            name: 'bad-dates',
            scope: [column.name],
            text: `${unread.count} of ${countOf(recordCount, 'record')} ${have(unread.count)} a date in ${name} that cannot be read: ${toVisibleLine(unread.example!, EXAMPLE_LENGTH)}`,
          } as const)
        : undefined,
      dayAfterWarning(candidate, candidates, context),
    ].filter((warning) => warning !== undefined),
  };
}

/** The values of a column with dates that are none. */
function findUnread({ path }: Column, filled: readonly SurveyedWindow[]) {
  const own = filled.flatMap(({ dates }) => dates.filter((each) => columnKey(each.path) === columnKey(path)));
  return {
    count: own.reduce((sum, each) => sum + each.unread, 0),
    example: own.find(({ firstUnread }) => firstUnread !== undefined)?.firstUnread,
  };
}

/** The warning about a column whose values are likely dates, but cannot be read as such. */
export function describeUnread(column: Column): DataWarning {
  const name = JSON.stringify(column.name);
  const text = `the values of ${name} cannot be read as dates, so the days of the records are not checked (dates are 2026-01-31, 2026/01/31 or 20260131); ${NO_CHECK} turns the check off`;
  return { name: 'bad-dates', scope: [column.name], text };
}

function differingDays(best: Candidate, dated: readonly Candidate[], { filled }: Context): readonly DataWarning[] {
  const daysOf = ({ counts }: Candidate): string => JSON.stringify(filled.map((each) => counts.get(each)?.days));
  const other = dated.find((each) => daysOf(each) !== daysOf(best));
  if (other === undefined) return [];
  const [name, otherName] = [best, other].map(({ column }) => JSON.stringify(column.name));
  return [
    {
      name: 'bad-dates',
      scope: [best, other].map(({ column }) => column.name),
      text: `${name!} and ${otherName!} hold different days: ${name!} is used as the record's date; to choose, add ${optionFor(best)} or ${optionFor(other)}`,
    },
  ];
}

/** A warning if another column shows that an exclusive end may be wrong, and days are counted twice. */
function dayAfterWarning(
  { column }: Candidate,
  candidates: readonly Candidate[],
  { isEndExclusive }: Context,
): DataWarning | undefined {
  if (!isEndExclusive) return undefined;
  const other = candidates.find((each) => each.column !== column && isDayAfterOnly(each));
  if (other === undefined) return undefined;
  const name = JSON.stringify(other.column.name);
  const text = `${name} holds days after the end of windows: if it is the record's date, those days are counted twice, and the end date must be inclusive`;
  return { name: 'bad-dates', scope: [other.column.name], text };
}

function zoneWarning(candidate: Candidate, context: Context): DataWarning {
  const { window, outside } = firstOutside(candidate, context);
  const name = JSON.stringify(candidate.column.name);
  const times = `${outside.earliest!} to ${outside.latest!} in ${context.report} ${formatRange(window.window)}`;
  const text = `${name} has times outside the requested days (${times}), as if in another time zone: it is not used as the record's date (${NO_CHECK} turns the check off)`;
  return { name: 'bad-dates', scope: [candidate.column.name], text, namesReport: true };
}

function outsideWarning(candidates: readonly Candidate[], context: Context): DataWarning {
  const [first, ...more] = candidates as [Candidate, ...Candidate[]];
  const { window, outside } = firstOutside(first, context);
  const others = more.length === 0 ? '' : ` (so does ${countOf(more.length, 'other column')})`;
  const dates = `${daysOutside(outside)} in ${context.report} ${formatRange(window.window)}`;
  const text = `${JSON.stringify(first.column.name)} holds dates outside the requested days${others}, ${dates}: if it is the record's date, add ${optionFor(first)}; if not, ${NO_CHECK}`;
  return { name: 'bad-dates', scope: [first.column.name], text, namesReport: true };
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
      'E-end-date',
      `the service includes end_date: a request for ${what} with end_date ${day} returned records of ${day}`,
      {
        hint: 'set REPORTING_END_DATE=inclusive, or store it: reporting login --end-date inclusive',
        ...facts,
      },
    );
  }
  const name = JSON.stringify(candidate.column.name);
  const others = filled.filter((each) => each !== window && candidate.counts.get(each)?.outside !== undefined);
  const more =
    others.length === 0 ? '' : `; ${countOf(others.length, 'other window')} ${have(others.length)} such records`;
  return new ReportingError(
    'E-other-days',
    `${what}: ${outside.count} of ${countOf(window.recordCount, 'record')} ${have(outside.count)} ${name} ${daysOutside(outside)}, outside the requested days${more}`,
    { hint: wrongDaysHint(candidate, fitting, context), ...facts },
  );
}

function wrongDaysHint(candidate: Candidate, fitting: readonly Candidate[], { choice }: Context): string {
  const instead = fitting.find((each) => each !== candidate && each.role !== 'event') ?? fitting[0];
  const period = findPeriod(candidate);
  const cause = period === undefined ? '' : `the service seems to aggregate by ${period}; `;
  if (choice?.value === candidate.column.name) {
    return `${cause}if another column holds the record's date, name that one; ${NO_CHECK} turns the check off`;
  }
  if (instead === undefined) {
    return `${cause}if ${JSON.stringify(candidate.column.name)} is not the record's date, add ${NO_CHECK}`;
  }
  return `${cause}if ${JSON.stringify(instead.column.name)} is the record's date, add ${optionFor(instead)}; if no column is, ${NO_CHECK}`;
}

function firstOutside(
  { counts }: Candidate,
  { filled }: Context,
): { readonly window: SurveyedWindow; readonly outside: OutsideDates } {
  const window = filled.find((each) => counts.get(each)?.outside !== undefined)!;
  return { window, outside: counts.get(window)!.outside! };
}

/** The option that chooses the column. The name comes from the service, so it is quoted for the shell. */
function optionFor({ column }: Candidate): string {
  return `--date-column ${shellWord(toVisibleLine(column.name, 200))}`;
}

function have(count: number): string {
  return count === 1 ? 'has' : 'have';
}

function daysOutside({ first, last }: OutsideDates): string {
  return formatRange({ from: first, to: last });
}
