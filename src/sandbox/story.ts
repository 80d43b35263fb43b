/**
 * How the sandbox's figures move over time: weekdays above weekends, slow waves and a trend, some noise, a campaign that ends and
 * one that starts in each quarter, and an outage of one day in each quarter. Only arithmetic that is the same on every machine.
 */

import { createRandom } from './chance.ts';

/** A campaign of the revenue report. */
export interface Campaign {
  readonly id: number;
  readonly name: string;
}

/** The figures of one day. */
export interface Figures {
  readonly impressions: number;
  readonly clicks: number;
  /** Whole cents, so that sums are exact. */
  readonly revenueCents: number;
}

const MS_PER_DAY = 86_400_000;
/** The trend is 1 on this day. */
const TREND_DAY = dayNumber('2026-01-01');
const GROWTH_A_DAY = 0.12 / 365;
const LEAST_TREND = 0.3;

/** From Sunday to Saturday. */
const WEEKDAYS = [0.62, 1.12, 1.06, 1, 1.04, 1.16, 0.7] as const;
/** The length of the slow wave of a name, in days, and its height. */
const WAVE = { days: 97, height: 0.15 };
const NOISE = 0.08;

/** A season is from the 20th of its first month to the 19th, three months later. The first month is that of the last year. */
const SEASONS: readonly (Campaign & { readonly start: string })[] = [
  { id: 4711008, name: 'Black Friday', start: '00-00' },
  { id: 4711001, name: 'Spring Sale', start: '01-20' },
  { id: 4711006, name: 'Summer Sale', start: '04-20' },
  { id: 4711007, name: 'Back to School', start: '07-20' },
  { id: 4711008, name: 'Black Friday', start: '10-20' },
];

/** The day without most of its traffic in the first month of each quarter. */
const OUTAGE = /-(?:01|04|07|10)-14$/;
const OUTAGE_SHARE = 0.08;

/** The campaign of the season of a day, `YYYY-MM-DD`: in each quarter, one ends and another starts. */
export function seasonalCampaign(date: string): Campaign {
  const monthAndDay = date.slice('YYYY-'.length);
  return SEASONS.findLast(({ start }) => start <= monthAndDay)!;
}

/** The figures of one day. `name` is a campaign, or a domain with its source. */
export function figuresOf(seed: number, date: string, name: string): Figures {
  const ofName = createRandom(`${seed}|${name}`);
  const size = 2500 + ofName() * 7000;
  const clickRate = 0.012 + ofName() * 0.03;
  const centsAClick = 25 + ofName() * 60;
  const phase = ofName() * WAVE.days;

  const random = createRandom(`${seed}|${date}|${name}`);
  const noisy = (): number => 1 + (random() * 2 - 1) * NOISE;
  const day = dayNumber(date);
  const weekday = WEEKDAYS[(((day + 4) % 7) + 7) % 7]!;
  const trend = Math.max(LEAST_TREND, 1 + (day - TREND_DAY) * GROWTH_A_DAY);
  const outage = OUTAGE.test(date) ? OUTAGE_SHARE : 1;

  const impressions = Math.floor(size * weekday * trend * wave(day + phase) * outage * noisy());
  const clicks = Math.floor(impressions * clickRate * noisy());
  const revenueCents = Math.floor(clicks * centsAClick * noisy());
  return { impressions, clicks, revenueCents };
}

/** Rises and falls in straight lines around 1. */
function wave(day: number): number {
  const place = (((day % WAVE.days) + WAVE.days) % WAVE.days) / WAVE.days;
  return 1 + WAVE.height * (4 * Math.abs(place - 0.5) - 1);
}

/** Days since 1970-01-01, which was a Thursday. */
function dayNumber(date: string): number {
  return Date.parse(`${date}T00:00:00Z`) / MS_PER_DAY;
}
