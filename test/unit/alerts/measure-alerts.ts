/**
 * Measures how often an alert on a change in percent is wrong, on made-up quarters of one group: a weekly rhythm, a trend, and
 * noise. The days and the noise seed the numbers, so each run finds the same rates.
 */

import { formatDecimal } from '../../../src/core/decimal.ts';
import { median } from '../../../src/core/exact-math.ts';
import { changeOf, percentOf } from '../../../src/frame/arithmetic.ts';
import { createValueTest } from '../../../src/transform/condition-test.ts';
import { parseCondition } from '../../../src/transform/where.ts';
import { createRandom, type Random } from '../../simulate/random.ts';

export const LIKE_DAYS = [8] as const;
export const NOISES = [5, 10, 15, 25] as const;
export const THRESHOLDS = [-20, -30] as const;
/** The fall of a planted night, in percent. */
const PLANTED = -50;
const NIGHTS = 91;

/** Shares of the nights, from 0 to 1, in the order of `THRESHOLDS`. */
export interface AlertRates {
  readonly noise: number;
  readonly days: number;
  readonly falseAlarms: readonly number[];
  readonly misses: readonly number[];
}

const RHYTHM = [1, 1.1, 1.05, 1, 0.95, 0.55, 0.5];
/** The trend of a quarter is between none and this growth. */
const MAX_TREND = 0.5;

/** The rates with so many like days and this noise, from so many quarters. */
export function measureAlerts(days: number, noise: number, quarters: number): AlertRates {
  const random = createRandom(days, noise);
  const falseAlarms = THRESHOLDS.map(() => 0);
  const misses = THRESHOLDS.map(() => 0);
  for (let quarter = 0; quarter < quarters; quarter++) {
    const cents = quietDays(7 * days + NIGHTS, noise / 100, random);
    for (let night = 7 * days; night < cents.length; night++) {
      const likeDays = Array.from({ length: days }, (_, index) => cents[night - 7 * (index + 1)]!);
      const fallen = Math.round((cents[night]! * (100 + PLANTED)) / 100);
      for (const [index, threshold] of THRESHOLDS.entries()) {
        if (isAlert(cents[night]!, likeDays, threshold)) falseAlarms[index]!++;
        if (!isAlert(fallen, likeDays, threshold)) misses[index]!++;
      }
    }
  }
  const shareOf = (count: number): number => count / (quarters * NIGHTS);
  return { noise, days, falseAlarms: falseAlarms.map(shareOf), misses: misses.map(shareOf) };
}

function isAlert(cents: number, likeDays: readonly number[], threshold: number): boolean {
  const decimalOf = (units: number) => ({ units, scale: 2 });
  const [now, before] = [decimalOf(cents), median(likeDays.map(decimalOf))].map(formatDecimal);
  const percent = percentOf(changeOf(now, before, { absent: undefined, isAverage: false }), before).rounded;
  return createValueTest(parseCondition(`revenue_percent<${threshold}`, 'alert')).matches(percent);
}

function quietDays(length: number, noise: number, random: Random): readonly number[] {
  const trend = MAX_TREND * random.next();
  return Array.from({ length }, (_, index) => {
    const level = RHYTHM[index % 7]! * (1 + (trend * index) / NIGHTS);
    return Math.max(0, Math.round(100_000 * level * (1 + noise * normal(random))));
  });
}

/** A number of the normal distribution (the method of Box and Muller). */
function normal(random: Random): number {
  return Math.sqrt(-2 * Math.log(1 - random.next())) * Math.cos(2 * Math.PI * random.next());
}

/** The table of docs/check.md. */
export function tableOf(rates: readonly AlertRates[]): string {
  const percent = (share: number): string => `${(100 * share).toFixed(2)} %`;
  const at = (name: string): readonly string[] => THRESHOLDS.map((each) => `${name} at −${-each} %`);
  const lines = [
    ['noise', 'days', ...at('false alarms'), ...at('missed')],
    ['---:', '---:', ...THRESHOLDS.flatMap(() => ['---:', '---:'])],
    ...rates.map(({ noise, days, falseAlarms, misses }) => [
      `${noise} %`,
      String(days),
      ...[...falseAlarms, ...misses].map(percent),
    ]),
  ];
  return lines.map((cells) => `| ${cells.join(' | ')} |\n`).join('');
}
