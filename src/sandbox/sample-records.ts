/**
 * Made-up records for both endpoints. The interface shows no field names (part 2), so these are the sandbox's own. A figure depends
 * only on the seed, the day and the name, however a range is split into requests.
 */

import { createRandom } from './chance.ts';

/** Members in order, each with its JSON text, so that `12.30` keeps its last digit. */
type SandboxRecord = readonly (readonly [name: string, json: string])[];

/** The settings that determine the records. */
export interface RecordOptions {
  readonly seed: number;
  /** True for domain records with a date: one per day. */
  readonly domainDates: boolean;
  /** True to leave out the day of `end_date`. */
  readonly exclusiveEnd: boolean;
}

const CAMPAIGNS = [
  { id: 4711001, name: 'Spring Sale' },
  { id: 4711002, name: 'Newsletter, weekly' },
  { id: 4711003, name: 'Búsqueda de marca' },
  { id: 4711004, name: '春のキャンペーン' },
];

const DOMAINS = ['news.example.com', 'shop.example.net', 'blog.example.org', 'munich-weather.example'];
const SOURCES = ['search', 'social', 'direct'];

/** One record per day and campaign. `days` are `YYYY-MM-DD`. */
export function revenueRecords(
  days: readonly string[],
  { seed }: Pick<RecordOptions, 'seed'>,
): SandboxRecord[] {
  return days.flatMap((date) =>
    CAMPAIGNS.map(({ id, name }) => [
      ['date', JSON.stringify(date)],
      ['campaign_id', String(id)],
      ['campaign', JSON.stringify(name)],
      ...figureMembers(figuresOf(seed, date, name)),
    ]),
  );
}

/** One record per domain and source for all days together; with `domainDates`, one per day. */
export function domainRecords(
  days: readonly string[],
  { seed, domainDates }: Pick<RecordOptions, 'seed' | 'domainDates'>,
): SandboxRecord[] {
  const keys = DOMAINS.flatMap((domain) => SOURCES.map((source) => ({ domain, source })));
  const record = ({ domain, source }: (typeof keys)[number], dates: readonly string[]): SandboxRecord => [
    ['domain', JSON.stringify(domain)],
    ['source', JSON.stringify(source)],
    ...figureMembers(dates.map((date) => figuresOf(seed, date, `${domain}|${source}`)).reduce(addFigures)),
  ];
  if (!domainDates) return keys.map((key) => record(key, days));
  return days.flatMap((date) =>
    keys.map((key) => [['date', JSON.stringify(date)] as const, ...record(key, [date])]),
  );
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

interface Figures {
  readonly impressions: number;
  readonly clicks: number;
  /** Whole cents, so that sums are exact. */
  readonly revenueCents: number;
}

/** The figures of one day. `name` is a campaign, or a domain with its source. */
function figuresOf(seed: number, date: string, name: string): Figures {
  const random = createRandom(`${seed}|${date}|${name}`);
  const impressions = Math.floor(500 + random() * 9500);
  const clicks = Math.floor(impressions * (0.005 + random() * 0.045));
  const revenueCents = Math.floor(clicks * (10 + random() * 90));
  return { impressions, clicks, revenueCents };
}

function addFigures(a: Figures, b: Figures): Figures {
  return {
    impressions: a.impressions + b.impressions,
    clicks: a.clicks + b.clicks,
    revenueCents: a.revenueCents + b.revenueCents,
  };
}
