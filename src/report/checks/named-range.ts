/**
 * Finds responses that name another range than the requested one: `"meta": {"start_date": "2025-01-01", "end_date": "2025-01-31"}`,
 * or the same range in every record. Without dates in the records, nothing else shows that they are of other days.
 */

import type { Column } from '../../core/columns.ts';
import { ReportingError } from '../../core/errors.ts';
import { asInOthers, countOf, shellWord, toVisibleLine } from '../../core/text.ts';
import type { DataWarning } from '../../core/warnings.ts';
import { type CalendarDate, calendarDateOf, daysBetween } from '../../dates/date.ts';
import { type DateRange, wordWindow } from '../../dates/range.ts';
import { createFoundDate, readDateIn, spellDate } from '../../json/date-values.ts';
import { rangeName } from '../../json/range-names.ts';
import { cellText } from '../../records/cells.ts';
import { scanSpooled } from '../../records/scanned-rows.ts';
import type { WindowRecords } from '../../records/window-records.ts';
import { HOURS_AFTER, HOURS_BEFORE } from './date-candidates.ts';
import { NO_CHECK } from './date-column.ts';
import { createMemberTest, scopeOfMember } from './partial-signs.ts';

/** A value with the JSON text of a date or a month, at the path of a member or a column. */
interface NamedValue {
  readonly path: readonly string[];
  readonly text: string;
}

/** A range of days, and the values that name it: its two ends, or its month. */
interface NamedRange {
  readonly values: readonly NamedValue[];
  readonly first: Moment;
  readonly last: Moment;
}

interface Moment {
  readonly day: CalendarDate;
  readonly minutes: number;
  /** True if a time follows the date, other than midnight. */
  readonly isTimed: boolean;
}

interface Contradiction {
  readonly windowRecords: WindowRecords;
  readonly range: NamedRange;
  readonly isDisjoint: boolean;
}

const VALUE_LENGTH = 40;
const NAME_LENGTH = 100;
const MINUTES_OF_HOUR = 60;
const MINUTES_OF_DAY = 24 * MINUTES_OF_HOUR;
/** Two times that are closer are those of a job, and not of a range of days. A day can have 23 hours. */
const MIN_MINUTES = 22 * MINUTES_OF_HOUR;

/** Throws a malformed error for a range of full dates beside the records that has none of the requested days. */
export function assertNamedRanges(windows: readonly WindowRecords[], allowed: readonly string[]): void {
  const wrong = contradictingMembers(windows, allowed).filter(
    ({ isDisjoint, range }) => isDisjoint && range.values.length > 1,
  );
  const [first] = wrong;
  if (first === undefined) return;
  const { report, window } = first.windowRecords;
  const others = new Set(wrong.map(({ windowRecords }) => windowRecords)).size - 1;
  const more = others === 0 ? '' : `; ${countOf(others, 'other window')} ${others === 1 ? 'has' : 'have'} such a range`;
  throw new ReportingError(
    'E-other-days',
    `${wordWindow(first.windowRecords)}: the response names the range ${describe(first.range)}, outside the requested days${more}`,
    {
      hint: `if that is not the range of the records, add ${allowing(first.range)}`,
      report,
      window,
    },
  );
}

/** Warnings about ranges beside the records that have other days than the requested ones, or not all of them. */
export function memberRangeWarnings(
  windows: readonly WindowRecords[],
  allowed: readonly string[],
): readonly DataWarning[] {
  return eachRange(contradictingMembers(windows, allowed), ({ windowRecords, range }, others) => {
    return `the response for ${wordWindow(windowRecords)} names the range ${describe(range)}, which is not the requested one${others}: it may lack days, or have others; if that is normal: ${allowing(range)}`;
  });
}

/** Warnings about windows in which all records have the same range, without any requested day. */
export async function recordRangeWarnings(
  windows: readonly WindowRecords[],
  allowed: readonly string[],
): Promise<readonly DataWarning[]> {
  const isAllowed = createMemberTest(allowed, 'other-range');
  const found: Contradiction[] = [];
  for (const windowRecords of windows) found.push(...(await contradictingRecords(windowRecords, isAllowed)));
  return eachRange(found, ({ windowRecords, range }, others) => {
    return `all records of ${wordWindow(windowRecords)} have the range ${describe(range)}, outside the requested days${others}: they may be those of another range; if not, add ${NO_CHECK}`;
  });
}

/** A warning about the first of the contradictions of each name. */
function eachRange(
  contradictions: readonly Contradiction[],
  word: (first: Contradiction, others: string) => string,
): readonly DataWarning[] {
  const names = new Set(contradictions.map(({ range }) => namesOf(range)));
  return [...names].map((name): DataWarning => {
    const [first, ...others] = contradictions.filter(({ range }) => namesOf(range) === name);
    const text = word(first!, asInOthers(others.length + 1));
    const scope = first!.range.values.map(({ path }) => scopeOfMember(path));
    return { name: 'other-range', scope, text, namesReport: true };
  });
}

function contradictingMembers(windows: readonly WindowRecords[], allowed: readonly string[]): readonly Contradiction[] {
  const isIgnored = createMemberTest(allowed, 'other-range');
  return windows.flatMap((windowRecords) => {
    const members = windowRecords.rangeMembers.filter(({ path }) => !isIgnored(path));
    return rangesIn(members.map(({ path, value }) => ({ path, text: value.text }))).flatMap((range) => {
      const fit = fitOf(range, windowRecords.window);
      return fit === 'fits' ? [] : [{ windowRecords, range, isDisjoint: fit === 'disjoint' }];
    });
  });
}

async function contradictingRecords(
  windowRecords: WindowRecords,
  isAllowed: (path: readonly string[]) => boolean,
): Promise<readonly Contradiction[]> {
  const columns = windowRecords.columns.filter(({ path }) => rangeName(path) !== undefined && !isAllowed(path));
  if (columns.length === 0) return [];
  const ranges = await disjointRanges(windowRecords, columns);
  return ranges.map((range) => ({ windowRecords, range, isDisjoint: true }));
}

/** The ranges without any requested day that all records have. Stops reading at the first record that rules them out. */
async function disjointRanges(
  windowRecords: WindowRecords,
  columns: readonly Column[],
): Promise<readonly NamedRange[]> {
  let ranges: readonly NamedRange[] | undefined;
  for await (const rows of scanSpooled(windowRecords, columns)) {
    while (rows.next()) {
      const cells = rows.cells();
      const values = columns.flatMap(({ path }, index) => {
        const text = cells[index];
        return text === undefined ? [] : [{ path, text }];
      });
      const textOf = new Map(values.map(({ path, text }) => [path, text]));
      ranges = (ranges ?? rangesIn(values).filter((range) => fitOf(range, windowRecords.window) === 'disjoint')).filter(
        (range) => range.values.every(({ path, text }) => textOf.get(path) === text),
      );
      if (ranges.length === 0) return [];
    }
  }
  return ranges ?? [];
}

/** The ranges that values name, by their names. Ignores a name without its counterpart. */
function rangesIn(values: readonly NamedValue[]): readonly NamedRange[] {
  const named = values.flatMap((value) => {
    const name = rangeName(value.path);
    return name === undefined ? [] : [{ value, ...name }];
  });
  return named.flatMap(({ value, part, key }) => {
    if (part === 'month') return readMonth(value) ?? [];
    const end = named.find((other) => part === 'start' && other.part === 'end' && other.key === key);
    return end === undefined ? [] : (readPair(value, end.value) ?? []);
  });
}

function readPair(start: NamedValue, end: NamedValue): NamedRange | undefined {
  const [first, last] = [readMoment(start.text), readMoment(end.text)];
  if (first === undefined || last === undefined || last.day < first.day) return undefined;
  const minutes = daysBetween(first.day, last.day) * MINUTES_OF_DAY + last.minutes - first.minutes;
  if ((first.isTimed || last.isTimed) && minutes < MIN_MINUTES) return undefined;
  return { values: [start, end], first, last };
}

/** `"2026-01"`, `"2026/01"`, `"202601"` and 202601. */
const MONTH = /^"?(\d{4})[-/]?(0[1-9]|1[0-2])"?$/;

function readMonth(value: NamedValue): NamedRange | undefined {
  const [, year, month] = MONTH.exec(value.text)?.map(Number) ?? [];
  if (year === undefined || month === undefined || year === 0) return undefined;
  const at = (day: CalendarDate): Moment => ({ day, minutes: 0, isTimed: false });
  const [first, last] = [calendarDateOf(year, month, 1), calendarDateOf(year, month + 1, 0)];
  return { values: [value], first: at(first), last: at(last) };
}

const MIDNIGHT = /[T ]00:?00(?::?00(?:\.0+)?)?(?:Z|[+-]\d{2}:?\d{2})?"$/i;

function readMoment(text: string): Moment | undefined {
  const found = createFoundDate();
  if (readDateIn(text, found) !== 'date') return undefined;
  const isTimed = found.hasTime && !MIDNIGHT.test(text);
  return { day: spellDate(found.date), minutes: found.minutes, isTimed };
}

/**
 * Compares a range with the window. The end may be a day later, for services that exclude it. Times may be those of any zone.
 * A month fits every window that it shares a day with.
 */
function fitOf({ values, first, last }: NamedRange, window: DateRange): 'fits' | 'overlaps' | 'disjoint' {
  const minutesAfter = (day: CalendarDate, moment: Moment): number =>
    daysBetween(day, moment.day) * MINUTES_OF_DAY + moment.minutes;
  const isOutside = minutesAfter(window.from, last) < 0 || minutesAfter(window.to, first) >= MINUTES_OF_DAY;
  if (isOutside) return 'disjoint';
  if (values.length === 1) return 'fits';
  const start = minutesAfter(window.from, first);
  const end = minutesAfter(window.to, last);
  const fits =
    first.isTimed || last.isTimed
      ? isWithin(start, 0, 0) && isWithin(end, 0, MINUTES_OF_DAY)
      : start === 0 && (end === 0 || end === MINUTES_OF_DAY);
  return fits ? 'fits' : 'overlaps';
}

/** True if a time, in any zone, may be between the two: all are minutes after one midnight. */
function isWithin(minutes: number, earliest: number, latest: number): boolean {
  return minutes >= earliest - HOURS_BEFORE * MINUTES_OF_HOUR && minutes <= latest + HOURS_AFTER * MINUTES_OF_HOUR;
}

/** `2026-01-01..2026-01-31 ("start_date", "end_date")` */
function describe(range: NamedRange): string {
  const texts = range.values.map(({ text }) => toVisibleLine(cellText(text), VALUE_LENGTH));
  return `${texts.join('..')} (${namesOf(range)})`;
}

function namesOf({ values }: NamedRange): string {
  return values.map(({ path }) => toVisibleLine(JSON.stringify(path.join('.')), NAME_LENGTH)).join(', ');
}

/** The option that allows the range. One of its two members is enough. */
function allowing({ values }: NamedRange): string {
  return `--allow ${shellWord(`other-range:${scopeOfMember(values[0]!.path)}`)}`;
}
