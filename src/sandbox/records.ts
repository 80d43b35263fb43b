/** The records of both endpoints. The names of their fields are the sandbox's own: the interface shows none (part 2). */

import { addFigures, type Figures, figuresOf } from './figures.ts';

/** Members in order, each with its JSON text, so that `12.30` keeps its last digit. */
export type SandboxRecord = readonly (readonly [name: string, json: string])[];

export interface RecordOptions {
  readonly seed: number;
  /** Gives domain records a date, and so one record a day. */
  readonly domainDates: boolean;
  /** Leaves out the last day of a range, which some take for its end. */
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

/** One record a day and campaign. `days` are `YYYY-MM-DD`. */
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

/** One record a domain and source, for all days together; with `domainDates`, one a day. */
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

/** The JSON answer, with the records in its member `data`. */
export function toJson(records: readonly SandboxRecord[]): string {
  const texts = records.map(
    (record) => `{${record.map(([name, json]) => `${JSON.stringify(name)}:${json}`).join(',')}}`,
  );
  return `{"data":[${texts.join(',')}]}`;
}

/** The CSV answer: a header, then a line a record. */
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
