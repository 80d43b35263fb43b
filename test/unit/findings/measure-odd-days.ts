/**
 * Measures the rule for odd days on made-up ranges: a weekly rhythm, a trend, and noise. The length and the noise of a range seed
 * its numbers, so each run finds the same rates.
 */

import { addDays, type CalendarDate, parseCalendarDate } from '../../../src/dates/date.ts';
import { oddDaysOfGroups } from '../../../src/findings/odd-days.ts';
import { createRandom, type Random } from '../../simulate/random.ts';

export const LENGTHS = [31, 92] as const;
export const NOISES = [5, 10, 15, 25] as const;
/** The change of the planted day, in percent. */
export const PLANTED = [-50, -80, -100, 100] as const;

/** Shares of the ranges, from 0 to 1. */
export interface Rates {
  readonly length: number;
  readonly noise: number;
  /** Quiet ranges in which a day was told. */
  readonly falseAlarms: number;
  /** Ranges in which the planted day was not among the two that are told, in the order of `PLANTED`. */
  readonly misses: readonly number[];
}

const RHYTHM = [1, 1.1, 1.05, 1, 0.95, 0.55, 0.5];
/** The trend of a range is between none and this growth. */
const MAX_TREND = 0.5;
const FIRST_DAY = parseCalendarDate('2026-01-01')!;

/** The rates of one length and one noise, from `runs` ranges. With `isChanging`, a second group as large begins or stops in each. */
export function measureOddDays(length: number, noise: number, isChanging: boolean, runs: number): Rates {
  const random = createRandom(length, noise);
  let falseAlarms = 0;
  const misses = PLANTED.map(() => 0);
  for (let run = 0; run < runs; run++) {
    const start = addDays(FIRST_DAY, random.below(7));
    const groups = [quietRange(length, noise / 100, random)];
    if (isChanging) groups.push(changingRange(length, noise / 100, random));
    if (toldDays(start, groups).length > 0) falseAlarms++;
    const at = random.below(length);
    for (const [index, percent] of PLANTED.entries()) {
      const planted = groups.map((cents) => cents.with(at, Math.round((cents[at]! * (100 + percent)) / 100)));
      if (!toldDays(start, planted).includes(addDays(start, at))) misses[index]!++;
    }
  }
  const rates = { falseAlarms: falseAlarms / runs, misses: misses.map((count) => count / runs) };
  return { length, noise, ...rates };
}

/** The cents of each day of a group that begins or stops on some day: 0 on the others. */
function changingRange(length: number, noise: number, random: Random): readonly number[] {
  const begins = random.below(2) === 0;
  const day = 1 + random.below(length - 1);
  return quietRange(length, noise, random).map((cents, index) => (index >= day === begins ? cents : 0));
}

/** The cents of each day. */
function quietRange(length: number, noise: number, random: Random): readonly number[] {
  const trend = MAX_TREND * random.next();
  return Array.from({ length }, (_, index) => {
    const level = RHYTHM[index % 7]! * (1 + (trend * index) / length);
    return Math.max(0, Math.round(100_000 * level * (1 + noise * normal(random))));
  });
}

/** A number of the normal distribution (the method of Box and Muller). */
function normal(random: Random): number {
  return Math.sqrt(-2 * Math.log(1 - random.next())) * Math.cos(2 * Math.PI * random.next());
}

function toldDays(start: CalendarDate, groups: readonly (readonly number[])[]): readonly CalendarDate[] {
  const range = { from: start, to: addDays(start, groups[0]!.length - 1) };
  const numbers = groups.map((cents, group) => {
    const days = cents.map((units, index) => [addDays(start, index), { units, scale: 2 }] as const);
    return [String(group), new Map(days)] as const;
  });
  return oddDaysOfGroups(new Map(numbers), range)
    .slice(0, 2)
    .map(({ day }) => day);
}

/** The table of docs/data-checks.md. */
export function tableOf(rates: readonly Rates[]): string {
  const percent = (share: number): string => `${(100 * share).toFixed(1)}%`;
  const names = PLANTED.map((each) => `missed at ${each > 0 ? '+' : '−'}${Math.abs(each)}%`);
  const lines = [
    ['days', 'noise', 'false alarms', ...names],
    ['---:', '---:', '---:', ...PLANTED.map(() => '---:')],
    ...rates.map(({ length, noise, falseAlarms, misses }) => [
      String(length),
      `${noise}%`,
      percent(falseAlarms),
      ...misses.map(percent),
    ]),
  ];
  return lines.map((cells) => `| ${cells.join(' | ')} |\n`).join('');
}
