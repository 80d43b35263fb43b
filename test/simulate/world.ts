/** The service of a simulated world: the figures of its clients, which come late and are restated, and its faults. */

import type { IncomingMessage, ServerResponse } from 'node:http';
import { daysFrom } from '../harness/daily-service.ts';
import { clientIdOf, tokenOf } from '../harness/profiles.ts';
import type { Random } from './random.ts';
import type { SimulatedProcess } from './simulated-process.ts';

/** A record: the JSON texts of its members. */
export type Row = Readonly<Record<string, string>>;
/** The records of some days; without dates, all are under the key ''. */
export type Figures = ReadonlyMap<string, readonly Row[]>;

/** A whole response with status 200. */
export interface Served {
  readonly process: SimulatedProcess;
  /** `report/client/month` */
  readonly key: string;
  readonly from: string;
  readonly to: string;
  readonly figures: Figures;
}

const DAY_MS = 86_400_000;
export const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

/** Columns that the service adds in the course of the years, with the JSON text of a value. */
const LATE_COLUMNS: readonly (readonly [name: string, value: (random: Random) => string])[] = [
  ['device', ({ pick }) => pick(['"phone"', '"desktop"', '"tv, \\"smart\\""'])],
  ['bonus', (random) => money(random)],
  ['views', ({ below }) => String(below(100_000))],
  ['ctr', ({ below }) => String(below(8) / 8)],
];

function money({ below, chance }: Random): string {
  const text = `${chance(0.05) ? '-' : ''}${below(500)}.${String(below(100)).padStart(2, '0')}`;
  return text === '-0.00' ? '0.00' : text;
}

export class World {
  /** Days of each client with records, and the day until which it has any. */
  private readonly days = new Map<string, Map<string, readonly Row[]>>();
  private lateColumns = 0;
  served: Served[] = [];
  /** Chance that a request fails once more. */
  faultShare = 0;
  /** The client whose token is refused tonight. */
  refusedClient: string | undefined;
  /** The month in which the service has lost most days tonight. */
  lostMonth: string | undefined;
  /** Called before each response, so that figures change between two runs at once. */
  onRequest: () => void = () => undefined;
  private readonly clients: readonly string[];
  private readonly random: Random;
  /** Chance that a day has no records at first, of this world. */
  private readonly emptyShare: number;
  private lastDay: string;

  constructor(clients: readonly string[], firstDay: string, random: Random) {
    this.clients = clients;
    this.random = random;
    this.emptyShare = random.pick([0, 0.05, 0.3]);
    this.lastDay = firstDay;
    for (const client of clients) this.days.set(client, new Map());
  }

  /** Adds the days that are over, restates others, and adds columns. */
  advanceTo(day: string): void {
    const { random } = this;
    if (random.chance(1 / 200)) this.lateColumns = Math.min(this.lateColumns + 1, LATE_COLUMNS.length);
    for (const client of this.clients) {
      const days = this.days.get(client)!;
      const isQuiet = Number(this.lastDay.slice(5, 7)) === 4 && random.chance(0.5);
      for (const each of daysFrom(this.lastDay, day).slice(1)) {
        days.set(each, isQuiet || random.chance(this.emptyShare) ? [] : this.rowsOf(each));
      }
    }
    this.lastDay = day;
    if (random.chance(0.5)) this.restate();
  }

  /** Changes a day of a client, more often a recent one. `kind` is that of `restated`. */
  restate(ageDays?: number, kind?: number): void {
    const { random } = this;
    const days = this.days.get(random.pick(this.clients))!;
    const age = ageDays ?? (random.chance(0.8) ? random.below(50) : random.below(400));
    const day = dayOf(Date.parse(this.lastDay) - age * DAY_MS);
    const rows = days.get(day);
    if (rows !== undefined) days.set(day, this.restated(day, rows, kind));
  }

  private restated(day: string, rows: readonly Row[], kind = this.random.below(12)): readonly Row[] {
    const { random } = this;
    if (kind === 0) return [];
    if (kind <= 3 || rows.length === 0) return this.rowsOf(day);
    // The same figures in another order and another spelling.
    if (kind === 4) return [...rows].reverse().map((row) => ({ ...row, revenue: `${row.revenue}0` }));
    if (kind === 5) return rows.map((row) => ({ ...row, note: 'null' }));
    if (kind === 6) return rows.slice(1);
    if (kind === 7 && random.chance(0.2)) return rows.map((row) => ({ ...row, clicks: '1.5' }));
    if (kind === SAME_SIZE) return rows.map((row) => ({ ...row, revenue: withOtherDigit(row.revenue!) }));
    const changed = random.below(rows.length);
    const change = random.pick([
      { revenue: money(random) },
      { clicks: String(random.below(50)) },
      { note: '"checked"' },
    ]);
    return rows.map((row, index) => (index === changed ? ({ ...row, ...change } as Row) : row));
  }

  private rowsOf(day: string): readonly Row[] {
    const { random } = this;
    return Array.from({ length: 1 + random.below(4) }, () => {
      const row: Record<string, string> = { date: `"${day}"`, campaign: `"c${random.below(5)}"` };
      row.clicks = String(random.below(50));
      row.revenue = money(random);
      if (random.chance(0.2)) row.note = random.pick(['null', '"late"', '"grün"']);
      for (const [name, value] of LATE_COLUMNS.slice(0, this.lateColumns)) {
        if (random.chance(0.7)) row[name] = value(random);
      }
      return row;
    });
  }

  /** Takes back values that the types of a dataset cannot hold. */
  repair(): void {
    for (const days of this.days.values()) {
      for (const [day, rows] of days) {
        days.set(
          day,
          rows.map((row) => (row.clicks === '1.5' ? { ...row, clicks: '2' } : row)),
        );
      }
    }
  }

  figuresOf(client: string, report: string, from: string, to: string): Figures {
    const own = this.days.get(client)!;
    const isLost = (day: string): boolean => day.slice(0, 7) === this.lostMonth && !/[05]$/.test(day);
    const days = daysFrom(from, to).map((day) => [day, isLost(day) ? [] : (own.get(day) ?? [])] as const);
    if (report === 'revenue') return new Map(days.filter(([, rows]) => rows.length > 0));
    const cents = new Map<string, number>();
    for (const { campaign, revenue } of days.flatMap(([, rows]) => rows)) {
      cents.set(campaign!, (cents.get(campaign!) ?? 0) + Math.round(Number(revenue) * 100));
    }
    const rows = [...cents].sort().map(([campaign, sum]): Row => {
      const text = String(Math.abs(sum)).padStart(3, '0');
      const revenue = `${sum < 0 ? '-' : ''}${text.slice(0, -2)}.${text.slice(-2)}`;
      return { domain: campaign.replace('c', 'www.'), source: '"search"', revenue };
    });
    return new Map(rows.length === 0 ? [] : [['', rows]]);
  }

  answer(request: IncomingMessage, response: ServerResponse, process: SimulatedProcess): unknown {
    this.onRequest();
    const { random } = this;
    const url = new URL(request.url!, 'http://service');
    const client = this.clients.find((each) => request.headers['client-id'] === clientIdOf(each));
    if (client === undefined || request.headers['reporting-api-token'] !== tokenOf(client))
      return send(response, 403, '{}');
    if (client === this.refusedClient) return send(response, 401, '{"error":"expired"}');
    const report = url.pathname.endsWith('/domains') ? 'domains' : 'revenue';
    const [from, to] = [url.searchParams.get('start_date')!, url.searchParams.get('end_date')!];
    const figures = this.figuresOf(client, report, from, to);
    const rows = [...figures.values()].flat();
    const body = bodyOf(rows);
    if (random.chance(this.faultShare)) {
      const fault = random.pick(['429', '429', '503', '503', '500', 'cut', 'cut', 'cut', 'html', 'short', 'days']);
      if (fault === '429') return send(response, 429, '', { 'retry-after': String(1 + random.below(20)) });
      if (fault === '503' || fault === '500') return send(response, Number(fault), 'busy');
      if (fault === 'html') return send(response, 200, '<html>maintenance</html>');
      if (fault === 'short') return send(response, 200, body.slice(0, random.below(body.length)));
      if (fault === 'days' && report === 'revenue' && rows.length > 0)
        return send(response, 200, bodyOf([{ ...rows[0]!, date: '"1999-01-01"' }, ...rows.slice(1)]));
      response.writeHead(200, { 'content-length': Buffer.byteLength(body) + 1 });
      response.write(body.slice(0, random.below(body.length)));
      return setImmediate(() => response.destroy());
    }
    this.served.push({ process, key: `${report}/${client}/${from.slice(0, 7)}`, from, to, figures });
    return send(response, 200, body, { 'content-type': 'application/json' });
  }
}

/** A restatement with as many bytes in a file. */
export const SAME_SIZE = 8;

function withOtherDigit(number: string): string {
  // The second decimal: the third one would be less than a cent.
  return number.replace(/(?<=\.\d)\d/, (digit) => String((Number(digit) % 9) + 1));
}

function bodyOf(rows: readonly Row[]): string {
  const texts = rows.map((row) => {
    const members = Object.entries(row).map(([name, value]) => `${JSON.stringify(name)}:${value}`);
    return `{${members.join(',')}}`;
  });
  return `{"data":[${texts.join(',')}]}`;
}

function send(response: ServerResponse, status: number, body: string, headers = {}): void {
  const bytes = Buffer.from(body);
  response.writeHead(status, { ...headers, 'content-length': bytes.length });
  response.end(bytes);
}
