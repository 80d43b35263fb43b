/**
 * What changed in a report, where, and which days are odd: facts from exact sums, without words. `phrases.ts` words them. Tables,
 * charts, Markdown and pages show the same findings.
 */

import {
  addDecimals,
  type Decimal,
  formatDecimal,
  percentText,
  subtractDecimals,
  timesCount,
  ZERO,
} from '../core/decimal.ts';
import { finishedDays, type ReportRange } from '../dates/calendar.ts';
import { type CalendarDate, daysBetween } from '../dates/date.ts';
import { countDays, type DateRange, daysOf } from '../dates/range.ts';
import { divide, numberIn } from '../frame/arithmetic.ts';
import type { Cell } from '../records/cells.ts';
import { findMovers, type GroupRow, idOf, type Mover } from './movers.ts';
import { type DayFinding, oddDaysOfGroups } from './odd-days.ts';

/** The sum of a group on one day. Each pair of key and day occurs once. */
export interface DayRow {
  readonly key: readonly Cell[];
  /** Undefined for a row of the compared range only. */
  readonly day: CalendarDate | undefined;
  /** Undefined without records, null without a number. */
  readonly now: Cell;
  /** The day of the compared range, and its sum; undefined for a row of the range only. */
  readonly comparisonDay?: CalendarDate | undefined;
  readonly before?: Cell;
}

/** The rows of a report, and the facts about them. Rows are in any order. */
export interface FindingsSource {
  /** The currencies of the main measure. Amounts of several are never added. */
  readonly currencies: readonly string[];
  readonly range: ReportRange;
  readonly comparedRange?: DateRange | undefined;
  /** The days of both ranges if their numbers differ. */
  readonly days?: readonly [now: number, before: number] | undefined;
  /** The figures of all groups together, as JSON values. */
  readonly total: Readonly<Record<'now' | 'before', Cell>>;
  readonly groups: readonly GroupRow[];
  /** Undefined if no column is known to hold the days. */
  readonly dayRows?: readonly DayRow[] | undefined;
  /** False for days of all groups together, of which nobody knows which groups began or stopped: none is odd. */
  readonly judgesDays?: boolean;
}

/** Numbers are exact texts; percents have one decimal. */
export interface TotalFinding {
  readonly now: string;
  readonly before?: string | undefined;
  readonly change?: string | undefined;
  /** Undefined unless the earlier total is above zero. */
  readonly percent?: string | undefined;
  /** The change a day in percent for ranges of different lengths, if the earlier total is above zero. */
  readonly percentADay?: string | undefined;
  readonly average?: Average | undefined;
}

export interface MoverFinding extends Mover {
  /** True for a group that is gone, or that stopped within the range. */
  readonly hasEnded: boolean;
  /** The first day of the range with records; the last one of the range, or else of the compared range. Undefined if not known. */
  readonly days: Readonly<Record<'first' | 'last', CalendarDate | undefined>> | undefined;
}

/** Days that make figures lower than they will be. */
export interface IncompleteFinding {
  readonly today: CalendarDate | undefined;
  /** Days of the range after today that have numbers, if the days are known. */
  readonly laterDays: readonly CalendarDate[];
  /** Days of the range without a record, if the days are known. */
  readonly emptyDays: readonly CalendarDate[];
}

export interface Findings {
  readonly currencies: readonly string[];
  /** Undefined for several currencies, and without numbers. */
  readonly total: TotalFinding | undefined;
  /** The largest change first. */
  readonly movers: readonly MoverFinding[];
  /** Groups whose sum is unknown in one range. */
  readonly unknownCount: number;
  /** At most two odd days, the largest first. */
  readonly oddDays: readonly DayFinding[];
  readonly moreOddDays: number;
  /** The same for the days of an earlier compared range, without their groups. */
  readonly comparedOddDays: readonly DayFinding[];
  readonly moreComparedOddDays: number;
  readonly incomplete: IncompleteFinding;
}

const MAX_ODD_DAYS = 2;

/** What the figures of a report say. */
export function findFindings(source: FindingsSource): Findings {
  const { currencies, range, comparedRange, judgesDays = true } = source;
  const isMixed = currencies.length > 1;
  const [now, before] = isMixed ? [] : [source.total.now, source.total.before].map(numberIn);
  const groups = isMixed ? [] : source.groups;
  const movers = findMovers(groups, subtractDecimals(now ?? ZERO, before ?? ZERO));
  const days = isMixed || source.dayRows === undefined ? undefined : readDays(source.dayRows);
  const judged = judgesDays ? days : undefined;
  const finished = finishedDays(range);
  // The days of an earlier range are over.
  const earlier = comparedRange !== undefined && comparedRange.to < range.from ? comparedRange : undefined;
  const oddDays = judged && finished ? oddDaysOfGroups(judged.now, finished) : [];
  const comparedOddDays = judged && earlier ? oddDaysOfGroups(judged.before, earlier) : [];
  const withRecords = new Set(
    days && source.dayRows!.flatMap(({ day, now }) => (now === undefined ? [] : (day ?? []))),
  );
  return {
    currencies,
    total: now && totalOf(now, before, source),
    movers: movers.list.map((each) => moverFinding(each, finished, days)),
    unknownCount: movers.unknownCount,
    oddDays: oddDays.slice(0, MAX_ODD_DAYS),
    moreOddDays: Math.max(0, oddDays.length - MAX_ODD_DAYS),
    comparedOddDays: comparedOddDays.slice(0, MAX_ODD_DAYS).map((odd) => ({ ...odd, groups: undefined })),
    moreComparedOddDays: Math.max(0, comparedOddDays.length - MAX_ODD_DAYS),
    incomplete: {
      today: range.today,
      laterDays: [...withRecords].filter((day) => range.today !== undefined && day > range.today).sort(),
      emptyDays: finished && withRecords.size > 0 ? daysOf(finished).filter((day) => !withRecords.has(day)) : [],
    },
  };
}

type Groups = Map<string, Map<CalendarDate, Decimal>>;
type Days = ReturnType<typeof readDays>;

/** The numbers of each group by day, by the ids of the groups: those of the range, and of the compared range. */
function readDays(dayRows: readonly DayRow[]) {
  const [now, before]: [Groups, Groups] = [new Map(), new Map()];
  const add = (groups: Groups, id: string, day: CalendarDate | undefined, cell: Cell): void => {
    const number = numberIn(cell);
    if (day === undefined || number === undefined) return;
    const numbers = groups.get(id) ?? new Map<CalendarDate, Decimal>();
    groups.set(id, numbers);
    numbers.set(day, addDecimals(numbers.get(day) ?? ZERO, number));
  };
  for (const row of dayRows) {
    const id = idOf(row.key);
    add(now, id, row.day, row.now);
    add(before, id, row.comparisonDay, row.before);
  }
  return { now, before };
}

function totalOf(
  now: Decimal,
  before: Decimal | undefined,
  { range, comparedRange, days }: FindingsSource,
): TotalFinding {
  const total = { now: formatDecimal(now), average: averageOf(now, range) };
  if (comparedRange === undefined || before === undefined) return total;
  const change = subtractDecimals(now, before);
  // Both totals times the days of the other range compare as the averages do, and are exact.
  const [part, whole] = [now, before].map((number, side) => timesCount(number, days?.[1 - side] ?? 1)) as [
    Decimal,
    Decimal,
  ];
  return {
    ...total,
    before: formatDecimal(before),
    change: formatDecimal(change),
    percent: percentText(change, before),
    percentADay: days && percentText(subtractDecimals(part, whole), whole),
  };
}

/** A group that pauses for fewer days at the end has not ended. */
const MIN_QUIET_DAYS = 7;

function moverFinding(mover: Mover, finished: DateRange | undefined, days: Days | undefined): MoverFinding {
  if (days === undefined || finished === undefined) return { ...mover, hasEnded: mover.isGone, days: undefined };
  const [now, before] = [days.now, days.before].map((each) => [...(each.get(mover.id)?.keys() ?? [])].sort());
  const [first, last] = [now![0], now!.at(-1) ?? before!.at(-1)];
  // It has no more records at the end of the range, for much longer than it ever paused.
  const pauses = now!.slice(1).map((day, index) => daysBetween(now![index]!, day) - 1);
  const quiet = last === undefined ? 0 : daysBetween(last, finished.to);
  const isQuiet =
    first === undefined ? last !== undefined : quiet >= MIN_QUIET_DAYS && pauses.every((pause) => quiet > 2 * pause);
  return { ...mover, hasEnded: mover.isGone || isQuiet, days: { first, last } };
}

/** An exact text, rounded, and the number of days that it divides by. */
export interface Average {
  readonly number: string;
  readonly days: number;
}

/**
 * The total divided by all days of the range, with or without records. Undefined for one day, and if today is one of the days: it
 * is not over.
 */
function averageOf(total: Decimal, range: ReportRange): Average | undefined {
  const days = countDays(range);
  if (days === 1 || range.today !== undefined) return undefined;
  return { number: meanText(total, days), days };
}

/** Decimals at least: of numbers with decimals, and of whole ones. */
const DECIMALS = { amount: 2, whole: 1 };

/**
 * `total` divided by `count`, rounded to the decimals of the total. A mean that is not zero does not become zero.
 */
function meanText(total: Decimal, count: number): string {
  const isWhole = total.scale === 0;
  for (let scale = Math.max(total.scale, isWhole ? DECIMALS.whole : DECIMALS.amount); ; scale++) {
    const mean = divide(total, { units: count, scale: 0 }, scale, isWhole ? 0 : scale);
    if (total.units === 0 || /[1-9]/.test(mean.rounded)) return mean.rounded;
  }
}
