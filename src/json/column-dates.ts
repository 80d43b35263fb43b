/** Counts the dates in one column of one window's records, in bounded memory. */

import { LOWER_N, QUOTATION_MARK } from '../core/bytes.ts';
import type { Column } from '../core/columns.ts';
import { type CalendarDate, daysBetween, dayWithin } from '../dates/date.ts';
import type { DateRange } from '../dates/range.ts';
import { createFoundDate, dateNumber, dateRole, type FoundDate, readDate, spellDate } from './date-values.ts';
import { endOfValue } from './record-walker.ts';

/** The dates of a column that holds at least one, or whose name suggests them. */
export interface ColumnDates extends Column {
  /** Dates in strings; undefined if there are none. */
  readonly texts: DateCounts | undefined;
  /**
   * Dates in whole numbers; undefined if there are none. Such numbers often only look like dates, so unless the name says
   * that the column holds dates, the count stops at the first one outside the window.
   */
  readonly integers: DateCounts | undefined;
  /** Values that are neither dates nor empty; 0 unless the name says that the column holds the record's date. */
  readonly others: number;
  /** Those of them that have digits, and may be dates in another spelling: the number, and the first as JSON text. */
  readonly unread: number;
  readonly firstUnread: string | undefined;
}

/** The dates of one column in one window. */
export interface DateCounts {
  /** Records with a date, inside or outside the window. */
  readonly count: number;
  /** The days of the window that occur, ascending. */
  readonly days: readonly CalendarDate[];
  readonly outside: OutsideDates | undefined;
}

/** Dates outside the window. */
export interface OutsideDates {
  /** Records with such a date. */
  readonly count: number;
  readonly first: CalendarDate;
  readonly last: CalendarDate;
  /** The first and the last date with their times: `2026-01-31T23:00`. */
  readonly earliest: string;
  readonly latest: string;
  /** True if every date has a time, and if every such time is midnight. */
  readonly areTimed: boolean;
  readonly areMidnights: boolean;
  /** True if all dates fall on the same weekday, and if all are the first of a month. */
  readonly areOneWeekday: boolean;
  readonly areMonthStarts: boolean;
}

/**
 * The state of a column, for the fast path. `none`: no value looked like a date. `inside`: every value was a date of the
 * window, all spelled the same way. `mixed`: each value has to be read.
 */
type DateMode = 'none' | 'inside' | 'mixed';

/** Counts the dates of one column, record by record. */
export interface ColumnDatesCounter {
  readonly column: Column;
  /** Counts the value of the next record, which begins at `start` in valid JSON. */
  add(bytes: Uint8Array, start: number): void;
  mode(): DateMode;
  /** False once integers have turned out not to be dates in this column. */
  countsIntegers(): boolean;
  /** Counts further records whose values are dates of the window, spelled as the first date was. */
  addInside(count: number): void;
  /** Adds a day of such records, as a number: 20260131. */
  addDay(day: number): void;
  /** Undefined if there is nothing to report. */
  result(): ColumnDates | undefined;
}

/**
 * `isChosen` marks the column that the user named: its integers are dates under any name. `onMode` is called when `mode` or
 * `countsIntegers` changes.
 */
export function createColumnDates(
  column: Column,
  window: DateRange,
  { isChosen, onMode }: { readonly isChosen: boolean; readonly onMode: () => void },
): ColumnDatesCounter {
  const isRecordDate = dateRole(column.path) === 'record';
  const areIntegersTrusted = isChosen || isRecordDate;
  const texts = createTally(window);
  const integers = createTally(window);
  let mode: DateMode = 'none';
  let hasIntegers = true;
  let isFirst = true;
  let others = 0;
  let unread = 0;
  let firstUnread: string | undefined;
  /** The spelling of the first date. */
  let spelling: Pick<FoundDate, 'isText' | 'separator'> | undefined;
  const found = createFoundDate();

  function setMode(next: DateMode): void {
    if (mode === next) return;
    mode = next;
    onMode();
  }

  function stopCountingIntegers(): void {
    hasIntegers = false;
    if (texts.count() === 0) setMode('none');
    onMode();
  }

  const tallyOf = ({ isText }: Pick<FoundDate, 'isText'>): Tally => (isText ? texts : integers);

  function add(bytes: Uint8Array, start: number): void {
    const wasFirst = isFirst;
    const kind = readDate(bytes, start, found);
    isFirst = false;
    if (kind !== 'date' || !(found.isText || hasIntegers)) {
      if (isRecordDate && !isEmptyValue(bytes, start)) {
        others++;
        const value = Buffer.from(bytes.subarray(start, endOfValue(bytes, start))).toString();
        if (/\d/.test(value)) {
          unread++;
          firstUnread ??= value;
        }
      }
      if (mode === 'inside' || kind === 'like' || isRecordDate) setMode('mixed');
      return;
    }
    const isInside = tallyOf(found).add(found);
    if (spelling === undefined) spelling = { isText: found.isText, separator: found.separator };
    const isAlike = spelling.isText === found.isText && spelling.separator === found.separator;
    if (!(isInside && isAlike && mode === 'inside')) setMode(isInside && wasFirst ? 'inside' : 'mixed');
    if (!isInside && !found.isText && !areIntegersTrusted) stopCountingIntegers();
  }

  return {
    column,
    add,
    mode: () => mode,
    countsIntegers: () => hasIntegers,
    addInside: (count) => tallyOf(spelling!).addInside(count),
    addDay: (day) => tallyOf(spelling!).addDay(day),
    result() {
      if (texts.count() + integers.count() + others === 0) return undefined;
      return { ...column, texts: texts.result(), integers: integers.result(), others, unread, firstUnread };
    },
  };
}

/** True for `null` and `""`. */
export function isEmptyValue(bytes: Uint8Array, start: number): boolean {
  return bytes[start] === LOWER_N || (bytes[start] === QUOTATION_MARK && bytes[start + 1] === QUOTATION_MARK);
}

/** More minutes than a time can spell: 99:99. */
const MINUTES = 10_000;

interface Tally {
  /** Counts a date. Returns true if it lies in the window. */
  add(found: FoundDate): boolean;
  addInside(count: number): void;
  addDay(day: number): void;
  count(): number;
  result(): DateCounts | undefined;
}

/** Dates are numbers such as 20260131; a moment is a date times `MINUTES`, plus the minutes after midnight. */
function createTally(window: DateRange): Tally {
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
    result() {
      if (count === 0) return undefined;
      const seen = [...days].sort((one, other) => one - other);
      return { count, days: seen.map(spellDate), outside: outsideDates() };
    },
  };
}

function spellMoment(moment: number): string {
  const minutes = moment % MINUTES;
  const time = `${twoDigits(Math.floor(minutes / 60))}:${twoDigits(minutes % 60)}`;
  return `${spellDate(Math.floor(moment / MINUTES))}T${time}`;
}

function twoDigits(number: number): string {
  return String(number).padStart(2, '0');
}

/** The sum of two counts of one window; undefined if both are. */
export function addCounts(one: DateCounts | undefined, other: DateCounts | undefined): DateCounts | undefined {
  if (one === undefined || other === undefined) return one ?? other;
  return {
    count: one.count + other.count,
    days: [...new Set([...one.days, ...other.days])].sort(),
    outside: addOutsides(one.outside, other.outside),
  };
}

/** Like `addCounts`, for dates outside their windows. The windows may differ. */
export function addOutsides(one: OutsideDates | undefined, other: OutsideDates | undefined): OutsideDates | undefined {
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

/** The moment `hours` after the beginning of a day, spelled as `earliest` is. */
export function momentAfter(day: CalendarDate, hours: number): string {
  const days = Math.floor(hours / 24);
  return `${dayWithin(day, days)}T${twoDigits(hours - days * 24)}:00`;
}
