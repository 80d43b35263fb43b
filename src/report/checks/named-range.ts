/**
 * Finds responses that name another range than the requested one: `"meta": {"start_date": "2025-01-01", "end_date": "2025-01-31"}`,
 * or the same range in every record. Without dates in the records, nothing else shows that they are of other days.
 */

import { ReportingError } from '../../core/errors.ts';
import { asInOthers, shellWord, toVisibleLine } from '../../core/text.ts';
import type { DataWarning } from '../../core/warnings.ts';
import { type CalendarDate, calendarDateOf, MS_PER_MINUTE } from '../../dates/date.ts';
import { type DateRange, wordWindow } from '../../dates/range.ts';
import { createFoundDate, readDateIn, spellDate } from '../../json/date-values.ts';
import { rangeName } from '../../json/member-rules.ts';
import { cellText } from '../../records/cells.ts';
import { scanSpooled } from '../../records/scanned-rows.ts';
import type { WindowRecords } from '../../records/window-records.ts';
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
  /** Minutes since 1970 in the zone of the text: the beginning of its first and last day, or the times that it names. */
  readonly first: number;
  readonly last: number;
  /** True if one of them has a time other than midnight. */
  readonly isTimed: boolean;
}

interface Contradiction {
  readonly windowRecords: WindowRecords;
  readonly range: NamedRange;
}

const VALUE_LENGTH = 40;
const NAME_LENGTH = 100;
const MINUTES_OF_DAY = 24 * 60;
/** Two times that are closer are those of a job, and not of a range of days. A day can have 23 hours. */
const MIN_MINUTES = 22 * 60;
/** The times of another zone may differ by as much. */
const ZONE_MINUTES = 14 * 60;

/**
 * Warnings about ranges beside the records that have other days than the requested ones, or not all of them. Throws a malformed
 * error for a range of full dates that has none of them.
 */
export function memberRangeWarnings(
  windows: readonly WindowRecords[],
  allowed: readonly string[],
): readonly DataWarning[] {
  const isAllowed = createMemberTest(allowed, 'other-range');
  const found = windows.flatMap((windowRecords): readonly Contradiction[] => {
    const members = windowRecords.rangeMembers.filter(({ path }) => !isAllowed(path));
    return rangesIn(members.map(({ path, value }) => ({ path, text: value.text })))
      .filter((range) => fitOf(range, windowRecords.window) !== 'fits')
      .map((range) => ({ windowRecords, range }));
  });
  const wrong = found.filter(
    ({ range, windowRecords }) => range.values.length > 1 && fitOf(range, windowRecords.window) === 'disjoint',
  );
  const [first] = wrong;
  if (first !== undefined) {
    const { report, window } = first.windowRecords;
    const others = asInOthers(new Set(wrong.map(({ windowRecords }) => windowRecords)).size);
    throw new ReportingError(
      'E-other-days',
      `${wordWindow(first.windowRecords)}: the response names the range ${describe(first.range)}, outside the requested days${others}`,
      { hint: `if that is not the range of the records, add ${allowing(first.range)}`, report, window },
    );
  }
  return eachRange(found, ({ windowRecords, range }, others) => {
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
  for (const windowRecords of windows) {
    for (const range of await disjointRanges(windowRecords, isAllowed)) found.push({ windowRecords, range });
  }
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

/** The ranges without any requested day that all records have. Stops reading at the first record that rules them out. */
async function disjointRanges(
  windowRecords: WindowRecords,
  isAllowed: (path: readonly string[]) => boolean,
): Promise<readonly NamedRange[]> {
  const columns = windowRecords.columns.filter(({ path }) => rangeName(path) !== undefined && !isAllowed(path));
  let ranges: readonly NamedRange[] | undefined;
  if (columns.length === 0) return [];
  for await (const rows of scanSpooled(windowRecords, columns)) {
    while (rows.next()) {
      const texts = new Map(columns.map(({ path }, index) => [path, rows.cell(index) ?? '']));
      ranges ??= rangesIn([...texts].map(([path, text]) => ({ path, text }))).filter(
        (range) => fitOf(range, windowRecords.window) === 'disjoint',
      );
      ranges = ranges.filter(({ values }) => values.every(({ path, text }) => texts.get(path) === text));
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

/** Matches the time after a date, other than midnight. */
const TIME = /^"[^T ]*[T ][0:.]*[1-9]/i;

function readPair(start: NamedValue, end: NamedValue): NamedRange | undefined {
  const values = [start, end];
  const [first, last] = values.map(({ text }) => readMinutes(text));
  if (first === undefined || last === undefined) return undefined;
  const isTimed = values.some(({ text }) => TIME.test(text));
  return last - first < (isTimed ? MIN_MINUTES : 0) ? undefined : { values, first, last, isTimed };
}

/** `"2026-01"`, `"2026/01"`, `"202601"` and 202601. */
const MONTH = /^"?(\d{4})[-/]?(0[1-9]|1[0-2])"?$/;

function readMonth(value: NamedValue): NamedRange | undefined {
  const [, year, month] = MONTH.exec(value.text)?.map(Number) ?? [];
  if (year === undefined || month === undefined || year === 0) return undefined;
  const [first, last] = [calendarDateOf(year, month, 1), calendarDateOf(year, month + 1, 0)];
  return { values: [value], first: minutesOf(first), last: minutesOf(last), isTimed: false };
}

function readMinutes(text: string): number | undefined {
  const found = createFoundDate();
  return readDateIn(text, found) ? minutesOf(spellDate(found.date)) + found.minutes : undefined;
}

function minutesOf(day: CalendarDate): number {
  return Date.parse(day) / MS_PER_MINUTE;
}

/**
 * Compares a range with the window. The end may be a day later, for services that exclude it. Times may be those of any zone.
 * A month fits every window that it shares a day with.
 */
function fitOf({ values, first, last, isTimed }: NamedRange, window: DateRange): 'fits' | 'overlaps' | 'disjoint' {
  const [from, to] = [minutesOf(window.from), minutesOf(window.to)];
  if (last < from || first >= to + MINUTES_OF_DAY) return 'disjoint';
  const slack = isTimed ? ZONE_MINUTES : 0;
  const isSame = Math.abs(first - from) <= slack && last >= to - slack && last <= to + MINUTES_OF_DAY + slack;
  return values.length === 1 || isSame ? 'fits' : 'overlaps';
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
