/** The dates that one column holds in one window's records: counted as they come, in bounded memory. */

import { type CalendarDate, daysBetween, dayWithin } from '../core/calendar-date.ts';
import type { Column } from '../core/column.ts';
import { countDays } from '../core/date-range.ts';
import type { Window } from '../core/windows.ts';
import { dateRole } from './date-names.ts';
import { createFoundDate, dateNumber, type FoundDate, readDate, spellDate } from './date-spelling.ts';

/** A column that holds a date in at least one record, or is called as if it did. */
export interface ColumnDates extends Column {
  /** Dates in strings; undefined if there is none. */
  readonly texts: DateCounts | undefined;
  /**
   * Dates in whole numbers; undefined if there is none. Such numbers are often no dates at all, so in a column whose name
   * does not say that they are, the count stops at the first one outside the window.
   */
  readonly integers: DateCounts | undefined;
  /** Values that are neither dates nor empty; 0 unless the column's name says that it holds the record's date. */
  readonly others: number;
}

export interface DateCounts {
  /** Records that hold a date, in the window or outside it. */
  readonly count: number;
  /** The days of the window that they hold, ascending. */
  readonly days: readonly CalendarDate[];
  readonly outside: OutsideDates | undefined;
}

/** Dates that are not in the window. */
export interface OutsideDates {
  /** Records that hold one. */
  readonly count: number;
  readonly first: CalendarDate;
  readonly last: CalendarDate;
  /** The first and the last with their time: `2026-01-31T23:00`. */
  readonly earliest: string;
  readonly latest: string;
  /** True if a time follows each of them, and if all such times are midnight. */
  readonly areTimed: boolean;
  readonly areMidnights: boolean;
  /** True if all of them are the same day of the week, or the first of a month. */
  readonly areOneWeekday: boolean;
  readonly areMonthStarts: boolean;
}

/**
 * What is known so far of a column, for a reader that knows many records alike at once. `none`: no value looked like a
 * date. `inside`: every value was a date of the window, spelled in one way. `mixed`: each value has to be looked at.
 */
export type DateMode = 'none' | 'inside' | 'mixed';

export interface ColumnDatesCounter {
  readonly column: Column;
  /** Takes the next record's value, which begins at `start` in valid JSON. */
  look(bytes: Uint8Array, start: number): void;
  mode(): DateMode;
  /** False once integers are known to be no dates here. */
  countsIntegers(): boolean;
  /** In mode `inside`: takes further records whose values are dates of the window, spelled alike. */
  addInside(count: number): void;
  /** In mode `inside`: takes a day that such records hold, as a number: 20260131. */
  addDay(day: number): void;
  /** True if all days of the window have been seen. */
  hasAllDays(): boolean;
  /** Undefined if there is nothing to say of the column. */
  result(): ColumnDates | undefined;
}

/** `isChosen` for the column that the user named: its integers are dates, whatever it is called. */
export function createColumnDates(
  column: Column,
  window: Window,
  { isChosen, onMode }: { readonly isChosen: boolean; readonly onMode: () => void },
): ColumnDatesCounter {
  const isRecordDate = dateRole(column.path) === 'record';
  const areIntegersTrusted = isChosen || isRecordDate;
  const dayCount = countDays(window);
  const texts = createTally(window);
  const integers = createTally(window);
  let mode: DateMode = 'none';
  let hasIntegers = true;
  let isFirst = true;
  let others = 0;
  /** The way in which all dates so far are spelled. */
  let spelling: Pick<FoundDate, 'isText' | 'separator'> | undefined;
  const found = createFoundDate();

  function change(next: DateMode): void {
    if (mode === next) return;
    mode = next;
    onMode();
  }

  function giveUpIntegers(): void {
    hasIntegers = false;
    if (texts.count() === 0) change('none');
    onMode();
  }

  const tallyOf = ({ isText }: Pick<FoundDate, 'isText'>): Tally => (isText ? texts : integers);

  function look(bytes: Uint8Array, start: number): void {
    const wasFirst = isFirst;
    const what = readDate(bytes, start, found);
    isFirst = false;
    if (what !== 'date' || !(found.isText || hasIntegers)) {
      if (isRecordDate && !isEmpty(bytes, start)) others++;
      if (mode === 'inside' || what === 'like' || isRecordDate) change('mixed');
      return;
    }
    const isInside = tallyOf(found).add(found);
    if (spelling === undefined) spelling = { isText: found.isText, separator: found.separator };
    const isAlike = spelling.isText === found.isText && spelling.separator === found.separator;
    if (!(isInside && isAlike && mode === 'inside')) change(isInside && wasFirst ? 'inside' : 'mixed');
    if (!isInside && !found.isText && !areIntegersTrusted) giveUpIntegers();
  }

  return {
    column,
    look,
    mode: () => mode,
    countsIntegers: () => hasIntegers,
    addInside: (count) => tallyOf(spelling!).addInside(count),
    addDay: (day) => tallyOf(spelling!).addDay(day),
    hasAllDays: () => tallyOf(spelling!).dayCount() === dayCount,
    result() {
      if (texts.count() + integers.count() + others === 0) return undefined;
      return { ...column, texts: texts.result(), integers: integers.result(), others };
    },
  };
}

/** True for `null` and `""`. */
function isEmpty(bytes: Uint8Array, start: number): boolean {
  return bytes[start] === 0x6e || (bytes[start] === 0x22 && bytes[start + 1] === 0x22);
}

interface Tally {
  /** Counts a date; true if it is in the window. */
  add(found: FoundDate): boolean;
  addInside(count: number): void;
  addDay(day: number): void;
  count(): number;
  dayCount(): number;
  result(): DateCounts | undefined;
}

/** Dates as numbers: 20260131. Moments as numbers of minutes that grow with them. */
function createTally(window: Window): Tally {
  const [from, to] = [dateNumber(window.from), dateNumber(window.to)];
  const days = new Set<number>();
  let count = 0;
  let outside = 0;
  let earliest = Number.POSITIVE_INFINITY;
  let latest = Number.NEGATIVE_INFINITY;
  let areTimed = true;
  let areMidnights = true;
  let areOneWeekday = true;
  let areMonthStarts = true;
  let weekday: CalendarDate | undefined;

  function addOutside({ date, minutes, hasTime }: FoundDate): void {
    outside++;
    const moment = date * MINUTES + minutes;
    if (moment < earliest) earliest = moment;
    if (moment > latest) latest = moment;
    if (!hasTime) areTimed = false;
    if (minutes !== 0) areMidnights = false;
    if (areMonthStarts) areMonthStarts = date % 100 === 1;
    if (!areOneWeekday) return;
    weekday ??= spellDate(date);
    areOneWeekday = daysBetween(weekday, spellDate(date)) % 7 === 0;
  }

  function outsideDates(): OutsideDates | undefined {
    if (outside === 0) return undefined;
    return {
      count: outside,
      first: spellDate(Math.floor(earliest / MINUTES)),
      last: spellDate(Math.floor(latest / MINUTES)),
      earliest: spellMoment(earliest),
      latest: spellMoment(latest),
      ...{ areTimed, areMidnights, areOneWeekday, areMonthStarts },
    };
  }

  return {
    add(found) {
      count++;
      const isInside = found.date >= from && found.date <= to;
      if (isInside) days.add(found.date);
      else addOutside(found);
      return isInside;
    },
    addInside(more) {
      count += more;
    },
    addDay: (day) => void days.add(day),
    count: () => count,
    dayCount: () => days.size,
    result() {
      if (count === 0) return undefined;
      const seen = [...days].sort((one, other) => one - other);
      return { count, days: seen.map(spellDate), outside: outsideDates() };
    },
  };
}

/** More than a time can spell: 99:99. */
const MINUTES = 10_000;

function spellMoment(moment: number): string {
  const minutes = moment % MINUTES;
  const time = `${twoDigits(Math.floor(minutes / 60))}:${twoDigits(minutes % 60)}`;
  return `${spellDate(Math.floor(moment / MINUTES))}T${time}`;
}

function twoDigits(number: number): string {
  return String(number).padStart(2, '0');
}

/** The counts of both tallies together; undefined if neither has any. */
export function addCounts(
  one: DateCounts | undefined,
  other: DateCounts | undefined,
): DateCounts | undefined {
  if (one === undefined || other === undefined) return one ?? other;
  return {
    count: one.count + other.count,
    days: [...new Set([...one.days, ...other.days])].sort(),
    outside: addOutsides(one.outside, other.outside),
  };
}

/** As `addCounts`, for dates outside their windows, of several windows too. */
export function addOutsides(
  one: OutsideDates | undefined,
  other: OutsideDates | undefined,
): OutsideDates | undefined {
  if (one === undefined || other === undefined) return one ?? other;
  const isOneWeekday = one.areOneWeekday && other.areOneWeekday;
  return {
    count: one.count + other.count,
    first: one.first < other.first ? one.first : other.first,
    last: one.last > other.last ? one.last : other.last,
    earliest: one.earliest < other.earliest ? one.earliest : other.earliest,
    latest: one.latest > other.latest ? one.latest : other.latest,
    areTimed: one.areTimed && other.areTimed,
    areMidnights: one.areMidnights && other.areMidnights,
    areOneWeekday: isOneWeekday && daysBetween(one.first, other.first) % 7 === 0,
    areMonthStarts: one.areMonthStarts && other.areMonthStarts,
  };
}

/** The moment `hours` after the beginning of a day, as `earliest` spells it. */
export function momentAfter(day: CalendarDate, hours: number): string {
  const days = Math.floor(hours / 24);
  return `${dayWithin(day, days)}T${twoDigits(hours - days * 24)}:00`;
}
