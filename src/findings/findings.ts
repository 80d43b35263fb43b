/**
 * What changed in a report, where, and which days are odd: facts from exact sums, without words. `phrases.ts` words them. Tables,
 * charts, Markdown and pages show the same findings.
 */

import {
  addDecimals,
  type Decimal,
  formatDecimal,
  parseDecimal,
  subtractDecimals,
  ZERO,
} from '../core/decimal.ts';
import { percentText } from '../core/exact-math.ts';
import type { CalendarDate } from '../dates/date.ts';
import type { ReportRange } from '../dates/incomplete-units.ts';
import { type DateRange, daysOf } from '../dates/range.ts';
import { numberIn } from '../frame/arithmetic.ts';
import { type Cell, isEmpty } from '../records/cells.ts';
import { findOddDays, type OddDay } from './anomalies.ts';
import { type Average, averageOf, changeADay } from './average.ts';
import { finishedDays, type GroupDays, groupDaysOf } from './group-days.ts';
import { createMoverTally, type GroupRow, idOf, type Mover, type Movers } from './movers.ts';
import { createOddGroupTally, type OddGroups } from './odd-groups.ts';

/** The sum of a group on one day. Each pair of key and day occurs once. */
export interface DayRow {
  readonly key: readonly Cell[];
  /** Undefined for a row of the compared range only. */
  readonly day: CalendarDate | undefined;
  readonly now: Cell;
  /** The day of the compared range, and its sum; undefined for a row of the range only. */
  readonly comparisonDay?: CalendarDate | undefined;
  readonly before?: Cell;
}

/** The rows of a report, and the facts about them. Rows are in any order, and are read as often as necessary. */
export interface FindingsSource {
  /** The currencies of the main measure. Amounts of several are never added. */
  readonly currencies: readonly string[];
  readonly range: ReportRange;
  readonly comparedRange?: DateRange | undefined;
  /** The days of both ranges if their numbers differ. */
  readonly days?: readonly [now: number, before: number] | undefined;
  readonly groups: () => AsyncIterable<readonly GroupRow[]> | Iterable<readonly GroupRow[]>;
  /** Groups to list; 100 by default. */
  readonly maxMovers?: number;
  /** Undefined if no column is known to hold the days. */
  readonly dayRows?: (() => AsyncIterable<readonly DayRow[]>) | undefined;
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

/** A listed group that changed; `isNew` and `hasEnded` say whether one range lacks it, or whether it stopped within the range. */
export interface MoverFinding extends Mover {
  readonly isNew: boolean;
  readonly hasEnded: boolean;
  /** Undefined if the days are not known. */
  readonly days: Pick<GroupDays, 'first' | 'last'> | undefined;
}

/** A day far from the other days of its weekday. */
export interface DayFinding {
  readonly day: CalendarDate;
  /** How far the day is from the median of the other days in percent: `-91.0`. */
  readonly percent: string;
  /** Undefined without several groups. */
  readonly groups: OddGroups | undefined;
  /** The key of the group that moved most. */
  readonly largest: readonly Cell[] | undefined;
}

/** Days that make figures lower than they will be. */
export interface IncompleteFinding {
  readonly today: CalendarDate | undefined;
  /** Days of the range after today that have numbers, if the days are known. */
  readonly laterDays: readonly CalendarDate[];
  /** Days of the range without a number, if the days are known. */
  readonly emptyDays: readonly CalendarDate[];
}

export interface Findings {
  readonly currencies: readonly string[];
  /** Undefined for several currencies, and without numbers. */
  readonly total: TotalFinding | undefined;
  readonly groupCount: number;
  /** The largest change first. */
  readonly movers: readonly MoverFinding[];
  /** Groups with smaller changes, which are not listed. */
  readonly otherCount: number;
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

/** Several groups as one. */
export interface RestFinding {
  readonly count: number;
  readonly now: string;
  readonly before: string;
  readonly change: string;
}

/** Groups that are listed. */
const MAX_MOVERS = 100;
const MAX_ODD_DAYS = 2;

/** The groups that are not listed, and those with an unknown sum, as one: with the movers, they add up to the total. Undefined if there are none. */
export function restOf({ total, movers, groupCount }: Findings): RestFinding | undefined {
  const count = groupCount - movers.length;
  if (count === 0 || total?.change === undefined) return undefined;
  const left = (part: 'now' | 'before' | 'change'): string =>
    formatDecimal(
      movers.reduce(
        (rest, mover) => subtractDecimals(rest, parseDecimal(mover[part] ?? '0')!),
        parseDecimal(total[part] ?? '0')!,
      ),
    );
  return { count, now: left('now'), before: left('before'), change: left('change') };
}

/** Reads the rows, at most three times. */
export async function findFindings(source: FindingsSource): Promise<Findings> {
  const { currencies, range } = source;
  const isMixed = currencies.length > 1;
  const movers = isMixed ? undefined : await readMovers(source);
  const days = isMixed ? undefined : await readDays(source, movers!);
  const finished = finishedDays(range, range.today);
  const oddDays = oddDaysIn(days?.sums, finished);
  const told = oddDays.slice(0, MAX_ODD_DAYS);
  const comparedOddDays = oddDaysIn(days?.comparedSums, earlierRange(source));
  return {
    currencies,
    total: movers && totalOf(movers, source),
    groupCount: movers?.groupCount ?? 0,
    movers: movers?.list.map((each) => moverFinding(each, finished, days)) ?? [],
    otherCount: movers?.otherCount ?? 0,
    unknownCount: movers?.unknownCount ?? 0,
    oddDays: told.length === 0 ? [] : await addGroups(told, source),
    moreOddDays: oddDays.length - told.length,
    comparedOddDays: comparedOddDays.slice(0, MAX_ODD_DAYS).map(dayFinding),
    moreComparedOddDays: Math.max(0, comparedOddDays.length - MAX_ODD_DAYS),
    incomplete: {
      today: range.today,
      laterDays:
        days === undefined || range.today === undefined
          ? []
          : [...days.sums.keys()].filter((day) => day > range.today!).sort(),
      emptyDays:
        days === undefined || finished === undefined || days.sums.size === 0
          ? []
          : daysOf(finished).filter((day) => !days.sums.has(day)),
    },
  };
}

/** The compared range if it is before the range, so that its days are over. */
function earlierRange({ range, comparedRange }: FindingsSource): DateRange | undefined {
  return comparedRange !== undefined && comparedRange.to < range.from ? comparedRange : undefined;
}

function oddDaysIn(
  sums: ReadonlyMap<CalendarDate, Decimal> | undefined,
  range: DateRange | undefined,
): readonly OddDay[] {
  if (sums === undefined || range === undefined) return [];
  const days = Array.from(sums, ([day, value]) => ({ day, value }));
  return findOddDays(days.filter(({ day }) => day >= range.from && day <= range.to));
}

async function readMovers({ groups, maxMovers = MAX_MOVERS }: FindingsSource): Promise<Movers> {
  const tally = createMoverTally(maxMovers);
  for await (const rows of groups()) for (const row of rows) tally.add(row);
  return tally.result();
}

/** The sums of the days, and the days of the listed groups. */
interface Days {
  readonly sums: ReadonlyMap<CalendarDate, Decimal>;
  /** Those of the compared range. */
  readonly comparedSums: ReadonlyMap<CalendarDate, Decimal>;
  /** By the ids of groups: the days of the range, and those of the compared range. */
  readonly ofGroups: ReadonlyMap<string, readonly [Set<CalendarDate>, Set<CalendarDate>]>;
}

async function readDays({ dayRows }: FindingsSource, movers: Movers): Promise<Days | undefined> {
  if (dayRows === undefined) return undefined;
  const sums = new Map<CalendarDate, Decimal>();
  const comparedSums = new Map<CalendarDate, Decimal>();
  const ofGroups = new Map(
    movers.list.map(({ id }) => [id, [new Set<CalendarDate>(), new Set<CalendarDate>()] as const]),
  );
  for await (const rows of dayRows()) {
    for (const { key, day, now, comparisonDay, before } of rows) {
      const own = ofGroups.get(idOf(key));
      if (comparisonDay !== undefined && !isEmpty(before)) own?.[1].add(comparisonDay);
      addTo(comparedSums, comparisonDay, numberIn(before));
      if (addTo(sums, day, numberIn(now))) own?.[0].add(day!);
    }
  }
  return { sums, comparedSums, ofGroups };
}

/** False without a day or a number. */
function addTo(
  sums: Map<CalendarDate, Decimal>,
  day: CalendarDate | undefined,
  number: Decimal | undefined,
): boolean {
  if (day === undefined || number === undefined) return false;
  sums.set(day, addDecimals(sums.get(day) ?? ZERO, number));
  return true;
}

function totalOf(
  { now, before }: Movers,
  { range, comparedRange, days }: FindingsSource,
): TotalFinding | undefined {
  if (now === undefined) return undefined;
  const total = { now: formatDecimal(now), average: averageOf(now, range) };
  if (comparedRange === undefined || before === undefined) return total;
  const change = subtractDecimals(now, before);
  const compared = {
    ...total,
    before: formatDecimal(before),
    change: formatDecimal(change),
    percent: percentText(change, before),
  };
  if (days === undefined || days[0] === days[1] || days[0] === 0 || days[1] === 0) return compared;
  return { ...compared, percentADay: changeADay(now, before, days).percent };
}

function moverFinding(mover: Mover, finished: DateRange | undefined, days: Days | undefined): MoverFinding {
  const own = days?.ofGroups.get(mover.id);
  const dates = own && finished && groupDaysOf(...own, finished);
  return {
    ...mover,
    isNew: mover.before === undefined,
    hasEnded: mover.now === undefined || dates?.hasEnded === true,
    days: dates && { first: dates.first, last: dates.last },
  };
}

function dayFinding({ day, value, usual }: OddDay): DayFinding {
  const percent = percentText(subtractDecimals(value, usual), usual)!;
  return { day, percent, groups: undefined, largest: undefined };
}

/** The odd days with what the groups did on them. */
async function addGroups(
  oddDays: readonly OddDay[],
  { dayRows }: FindingsSource,
): Promise<readonly DayFinding[]> {
  const tallies = oddDays.map(createOddGroupTally);
  for await (const rows of dayRows!()) {
    for (const { key, day, now } of rows) {
      const number = day === undefined ? undefined : numberIn(now);
      if (number !== undefined) for (const tally of tallies) tally.add(idOf(key), day!, number);
    }
  }
  return oddDays.map((odd, index) => {
    const groups = tallies[index]!.result();
    return {
      ...dayFinding(odd),
      groups,
      largest: groups?.largest.split('\n').map((cell) => (cell === '' ? undefined : cell)),
    };
  });
}
