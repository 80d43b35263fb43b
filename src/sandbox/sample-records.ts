/**
 * Sandbox records for both endpoints. The interface shows no field names (part 2), so these are the sandbox's own. A figure depends
 * only on the seed, the day and the name, however a range is split into requests. Both reports have the same sums a day.
 *
 * How figures move over time: weekdays above weekends, slow waves and a trend, some noise, a campaign that ends and one that starts
 * in each quarter, and an outage of one day in each quarter. Only arithmetic that is the same on every machine.
 */

import { createRandom } from './sandbox-settings.ts';

/** Members in order, each with its JSON text, so that `12.30` keeps its last digit. */
type SandboxRecord = readonly (readonly [name: string, json: string])[];

const CAMPAIGNS: readonly Campaign[] = [
  { id: 4711002, name: 'Newsletter, weekly' },
  { id: 4711003, name: 'Búsqueda de marca' },
  { id: 4711004, name: '春のキャンペーン' },
];

const DOMAINS = [
  ...['news.example.com', 'shop.example.net', 'blog.example.org', 'munich-weather.example'],
  ...['recipes.example.com', 'travel.example.net', 'forum.example.org'],
];
const SOURCES = ['search', 'social', 'direct'];
const KEYS = DOMAINS.flatMap((domain) => SOURCES.map((source) => ({ domain, source, name: `${domain}|${source}` })));
type Key = (typeof KEYS)[number];
/** The only campaign of the shop, and the shop. */
const OF_SHOP: ReadonlySet<string> = new Set(['Búsqueda de marca', 'shop.example.net']);

/** One record per day and campaign. `days` are `YYYY-MM-DD`. */
export function revenueRecords(days: readonly string[], seed: number): SandboxRecord[] {
  return days.flatMap((date) =>
    campaignsOf(date).map(({ id, name }) => [
      ['date', JSON.stringify(date)],
      ['campaign_id', String(id)],
      ['campaign', JSON.stringify(name)],
      ...figureMembers(figuresOf(seed, date, name)),
    ]),
  );
}

function campaignsOf(date: string): readonly Campaign[] {
  return [seasonalCampaign(date), ...CAMPAIGNS];
}

/** One record per domain and source for all days together. */
export function domainRecords(days: readonly string[], seed: number): SandboxRecord[] {
  const byDay = days.map((date) => domainFigures(seed, date));
  return KEYS.map((key) => [
    ['domain', JSON.stringify(key.domain)],
    ['source', JSON.stringify(key.source)],
    ...figureMembers(byDay.map((figures) => figures.get(key)!).reduce(addFigures)),
  ]);
}

/**
 * The figures of each domain and source on a day: those of its campaigns, divided among them. So both
 * reports have equal sums.
 */
function domainFigures(seed: number, date: string): ReadonlyMap<Key, Figures> {
  const figures = new Map<Key, Figures>();
  for (const isOfShop of [false, true]) {
    const total = campaignsOf(date)
      .filter(({ name }) => OF_SHOP.has(name) === isOfShop)
      .map(({ name }) => figuresOf(seed, date, name))
      .reduce(addFigures);
    const keys = KEYS.filter(({ domain }) => OF_SHOP.has(domain) === isOfShop);
    const shares = keys.map(({ name }) => figuresOf(seed, date, name));
    const weights = (member: keyof Figures): readonly number[] => shares.map((share) => share[member]);
    const impressions = divide(total.impressions, weights('impressions'));
    const clicks = divide(total.clicks, weights('clicks'));
    // Nothing earns without a click.
    const earnings = weights('revenueCents').map((cents, index) => (clicks[index] === 0 ? 0 : cents + 1));
    const revenue = divide(total.revenueCents, earnings);
    for (const [index, key] of keys.entries()) {
      figures.set(key, {
        impressions: impressions[index]!,
        clicks: clicks[index]!,
        revenueCents: revenue[index]!,
      });
    }
  }
  return figures;
}

/** Divides a whole number in the proportion of whole weights. The parts are whole, and add up to it. */
function divide(total: number, weights: readonly number[]): readonly number[] {
  const sum = weights.reduce((all, weight) => all + weight);
  // Without any weight, the parts are equal.
  const each = sum === 0 ? weights.map(() => 1) : weights;
  const whole = sum || each.length;
  let weightSoFar = 0;
  let given = 0;
  return each.map((weight) => {
    weightSoFar += weight;
    const part = Math.round((total * weightSoFar) / whole) - given;
    given += part;
    return part;
  });
}

/** The body of a JSON response, with the records in its member `data`. */
export function toJson(records: readonly SandboxRecord[]): string {
  const texts = records.map(
    (record) => `{${record.map(([name, json]) => `${JSON.stringify(name)}:${json}`).join(',')}}`,
  );
  return `{"data":[${texts.join(',')}]}`;
}

/** The body of a CSV response: a header, then a line per record. */
export function toCsv(records: readonly SandboxRecord[]): string {
  const rows = records.map((record) =>
    record.map(([, json]) => (json.startsWith('"') ? (JSON.parse(json) as string) : json)),
  );
  const header = records[0]?.map(([name]) => name) ?? [];
  return [header, ...rows].map((row) => `${row.map(quote).join(',')}\n`).join('');
}

function figureMembers({ impressions, clicks, revenueCents }: Figures): SandboxRecord {
  return [
    ['impressions', String(impressions)],
    ['clicks', String(clicks)],
    ['revenue', `${Math.floor(revenueCents / 100)}.${String(revenueCents % 100).padStart(2, '0')}`],
  ];
}

function quote(field: string): string {
  return /[",\r\n]/.test(field) ? `"${field.replaceAll('"', '""')}"` : field;
}

function addFigures(a: Figures, b: Figures): Figures {
  return {
    impressions: a.impressions + b.impressions,
    clicks: a.clicks + b.clicks,
    revenueCents: a.revenueCents + b.revenueCents,
  };
}

/** A campaign of the revenue report. */
interface Campaign {
  readonly id: number;
  readonly name: string;
}

/** The figures of one day. */
interface Figures {
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
function seasonalCampaign(date: string): Campaign {
  const monthAndDay = date.slice('YYYY-'.length);
  return SEASONS.findLast(({ start }) => start <= monthAndDay)!;
}

/** The figures of one day. `name` is a campaign, or a domain with its source. */
function figuresOf(seed: number, date: string, name: string): Figures {
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
