/**
 * Sandbox records for both endpoints. The interface shows no field names (part 2), so these are the sandbox's own. A figure depends
 * only on the settings, the day and the name, however a range is split into requests. `story.ts` says how figures move over time.
 */

import type { RecordOptions } from './record-options.ts';
import { type Campaign, type Figures, figuresOf, seasonalCampaign } from './story.ts';

/** Members in order, each with its JSON text, so that `12.30` keeps its last digit. */
type SandboxRecord = readonly (readonly [name: string, json: string])[];

const CAMPAIGNS: readonly Campaign[] = [
  { id: 4711002, name: 'Newsletter, weekly' },
  { id: 4711003, name: 'Búsqueda de marca' },
  { id: 4711004, name: '春のキャンペーン' },
];

const DOMAINS = ['news.example.com', 'shop.example.net', 'blog.example.org', 'munich-weather.example'];
const SOURCES = ['search', 'social', 'direct'];
/** The campaign and the domain with amounts in USD. */
const IN_USD: ReadonlySet<string> = new Set(['Búsqueda de marca', 'shop.example.net']);

/** One record per day and campaign. `days` are `YYYY-MM-DD`. */
export function revenueRecords(
  days: readonly string[],
  { seed, currencies }: Pick<RecordOptions, 'seed' | 'currencies'>,
): SandboxRecord[] {
  return days.flatMap((date) =>
    [seasonalCampaign(date), ...CAMPAIGNS].map(({ id, name }) => [
      ['date', JSON.stringify(date)],
      ['campaign_id', String(id)],
      ['campaign', JSON.stringify(name)],
      ...figureMembers(figuresOf(seed, date, name)),
      ...currencyMember(name, currencies),
    ]),
  );
}

/** One record per domain and source for all days together; with `domainDates`, one per day. */
export function domainRecords(
  days: readonly string[],
  { seed, domainDates, currencies }: Omit<RecordOptions, 'exclusiveEnd'>,
): SandboxRecord[] {
  const keys = DOMAINS.flatMap((domain) => SOURCES.map((source) => ({ domain, source })));
  const record = ({ domain, source }: (typeof keys)[number], dates: readonly string[]): SandboxRecord => [
    ['domain', JSON.stringify(domain)],
    ['source', JSON.stringify(source)],
    ...figureMembers(dates.map((date) => figuresOf(seed, date, `${domain}|${source}`)).reduce(addFigures)),
    ...currencyMember(domain, currencies),
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

function currencyMember(name: string, hasCurrency: boolean): SandboxRecord {
  return hasCurrency ? [['currency', JSON.stringify(IN_USD.has(name) ? 'USD' : 'EUR')]] : [];
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
