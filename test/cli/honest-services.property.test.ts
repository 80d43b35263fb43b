/** A year of nights of honest services: `--strict` stands in every cron line, so a warning about one of them is a defect. */

import type { ServerResponse } from 'node:http';
import { describe, expect, test } from 'vitest';
import { daysFrom } from '../harness/daily-service.ts';
import { runStep } from '../harness/property-runs.ts';
import { runCli } from '../harness/run-cli.ts';
import { startService } from '../harness/service.ts';

type Row = Readonly<Record<string, unknown>>;

interface Honest {
  readonly what: string;
  readonly zone: string;
  /** The records of a day, as the service knows them on the night after `last`, the last day that is over. */
  readonly rowsOf: (day: string, last: string) => readonly Row[];
  /** Members beside the records. */
  readonly members?: (rows: readonly Row[]) => Row;
  readonly headers?: (night: Date) => Readonly<Record<string, string>>;
  /** By default the last 30 days. */
  readonly options?: string;
}

const MS = 86_400_000;
const number = (day: string): number => Date.parse(day) / MS;
const weekday = (day: string): number => new Date(day).getUTCDay();
/** A number below `bound` that depends on the keys alone. */
function chance(bound: number, ...keys: readonly (string | number)[]): number {
  let hash = 7;
  for (const char of keys.join(' ')) hash = Math.imul(hash ^ char.charCodeAt(0), 0x01000193);
  return ((hash ^ (hash >>> 15)) >>> 0) % bound;
}
const cents = (bound: number, ...keys: readonly (string | number)[]): number => chance(bound * 100, ...keys) / 100;
const NAMES = ['Spring', 'Summer', 'Autumn', 'Black Friday', 'Brand'];
const row = (date: string, campaign: string, ...keys: readonly string[]) => ({
  date,
  campaign,
  clicks: chance(400, 'c', date, campaign, ...keys),
  revenue: cents(900, 'r', date, campaign, ...keys),
});
const all = (date: string): readonly Row[] => NAMES.map((name) => row(date, name));
const sumOf = (rows: readonly Row[], name: string): number =>
  rows.reduce((sum, each) => sum + Number(each[name] ?? 0), 0);

const SERVICES: readonly Honest[] = [
  {
    what: 'weekends without revenue, and a campaign that never has any',
    zone: 'Europe/Berlin',
    rowsOf: (day) =>
      [...all(day), row(day, 'Test')].map((each) =>
        weekday(day) % 6 === 0 || each.campaign === 'Test' ? { ...each, clicks: 0, revenue: 0 } : each,
      ),
  },
  {
    what: 'sales from Monday to Friday',
    zone: 'America/New_York',
    rowsOf: (day) => (weekday(day) % 6 === 0 ? [] : all(day)),
  },
  {
    what: 'sales from Monday to Friday, asked for yesterday',
    zone: 'America/New_York',
    rowsOf: (day) => (weekday(day) % 6 === 0 ? [] : all(day)),
    options: '-p yesterday --allow empty,gaps',
  },
  {
    what: 'a client that began last week, and later pauses',
    zone: 'Asia/Tokyo',
    rowsOf: (day) => (day < '2026-01-08' || (day >= '2026-05-01' && day < '2026-05-20') ? [] : all(day)),
    options: '-p last-30-days --allow gaps',
  },
  {
    what: 'flights: campaigns that begin and end',
    zone: 'Pacific/Auckland',
    rowsOf: (day) => all(day).filter((_, at) => at === 0 || Math.floor(number(day) / 9) % NAMES.length === at),
  },
  {
    what: 'corrections of earlier days, as records of their own',
    zone: 'UTC',
    rowsOf: (day, last) =>
      all(day).flatMap((each) =>
        number(last) - number(day) > 5 && chance(9, 'x', day, String(each.campaign)) === 0
          ? [each, { ...each, clicks: 0, revenue: -cents(20, 'x', day) }]
          : [each],
      ),
  },
  {
    what: 'devices and accounts that the records do not name, and few clicks',
    zone: 'Europe/Berlin',
    rowsOf: (day) =>
      ['Spring', 'Brand'].flatMap((name) =>
        ['phone', 'desk', 'tablet'].map((device) => {
          const clicks = chance(3, day, name, device);
          return { date: day, campaign: name, clicks, revenue: clicks * 1234.56 };
        }),
      ),
  },
  {
    what: 'totals of another filter, of floats, and of unrounded amounts',
    zone: 'America/Los_Angeles',
    rowsOf: (day) => all(day).map((each) => ({ ...each, cost: Number(each.revenue) * 0.123 })),
    members: (rows) => ({
      recordsTotal: 5000,
      recordsFiltered: rows.length,
      totals: { clicks: sumOf(rows, 'clicks'), cost: sumOf(rows, 'cost'), revenue: sumOf(rows, 'revenue') + 0.013 },
      account: { totals: { revenue: 1e6 } },
      cursor: 'end',
      total: rows.length,
      success: true,
      code: 200,
      error: null,
      errors: [],
      skipped: 0,
      data_status: 'final',
    }),
  },
  {
    what: 'a CDN in front of it',
    zone: 'Europe/London',
    rowsOf: all,
    headers: (night) => ({
      ...{
        'x-cache': 'HIT',
        'cf-cache-status': 'HIT',
        'x-cache-hits': '3',
        via: '1.1 varnish',
        vary: 'accept',
      },
      ...{ age: String(60 + ((night.getTime() / MS) % 3600)), date: night.toUTCString(), 'x-served-by': 'cache-fra-1' },
      ...{
        link: '</fonts.css>; rel=preload',
        'x-total-count': '',
        'x-next-page': '',
        'content-range': 'items 0-9/*',
      },
    }),
  },
  {
    what: 'fees equal every month, and prices equal every day',
    zone: 'Europe/Paris',
    rowsOf: (day) => [
      ...all(day).map((each) => ({ ...each, price: 1499.95, exchange_rate: 1.084512 })),
      ...(day.endsWith('-01') ? [{ date: day, campaign: 'Fee', clicks: 0, revenue: -1499.95 }] : []),
      { date: day, campaign: 'Flat deal', clicks: 1, revenue: 250 },
    ],
  },
  {
    what: 'null for what is not yet billed',
    zone: 'Asia/Kolkata',
    rowsOf: (day, last) =>
      all(day).map((each, at) => {
        const isOpen = number(last) - number(day) < 3;
        return { ...each, cost: isOpen ? null : 1.5, fee: isOpen && at > 1 ? null : 0.25 };
      }),
  },
  {
    what: 'one campaign, the same figures for days, and ids',
    zone: 'Australia/Lord_Howe',
    rowsOf: (day) => [{ day, campaign_id: 10012345, impressions: 100000, ctr: 0.012345, revenue: '10.00' }],
  },
];

const REPORTS = ['-f csv', '-f csv --by week', '-f json -g campaign --sum revenue', '-f markdown --compare previous'];

/** Nights from one report to the next. */
const STEP = runStep() === 1 ? 1 : 46;

describe.each(SERVICES)('$what', ({ zone, rowsOf, members, headers, options = '-p last-30-days', what }) => {
  test('is silent each night', async () => {
    let night = new Date(0);
    const service = await startService(({ query }, response: ServerResponse) => {
      const last = new Date(night.getTime() - MS).toISOString().slice(0, 10);
      const days = daysFrom(query.start_date!, query.end_date!);
      const rows = days.flatMap((day) => rowsOf(day, last));
      response.writeHead(200, { 'content-type': 'application/json', ...headers?.(night) });
      response.end(JSON.stringify({ ...members?.(rows), data: rows }));
    });
    const isSimple = what.includes('pauses') || what.includes('ids') || what.includes('yesterday');
    const reports = isSimple ? REPORTS.slice(0, 2) : REPORTS;
    for (let at = 0; at < 365; at += STEP) {
      // Five in the morning in the zone, about: never the day before.
      night = new Date(Date.parse('2026-01-15T05:00:00Z') + at * MS);
      night = new Date(night.getTime() - offsetMs(zone, night));
      const report = reports[Math.floor(at / STEP) % reports.length]!;
      const line = `revenue ${options} --timezone ${zone} --strict ${report}`;
      const { exitCode, stderr } = await runCli(line, { env: service.env, now: night.toISOString() });
      expect({ at, line, exitCode, stderr }).toEqual({ at, line, exitCode: 0, stderr: '' });
    }
  });
});

/** How far the zone's clock is ahead of UTC. */
function offsetMs(timeZone: string, instant: Date): number {
  const shown = instant.toLocaleString('sv-SE', { timeZone });
  return Date.parse(`${shown.replace(' ', 'T')}Z`) - Math.floor(instant.getTime() / 1000) * 1000;
}
