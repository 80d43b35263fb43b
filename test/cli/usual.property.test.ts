/** `--compare usual` on random reports, beside a plain evaluator; and how often alerts are wrong. */

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { daysFrom } from '../harness/daily-service.ts';
import { runStep, runs } from '../harness/property-runs.ts';
import { runCli } from '../harness/run-cli.ts';
import { sendJson, startService } from '../harness/service.ts';
import { createRandom, type Random } from '../simulate/random.ts';

interface Sale {
  readonly date: string;
  readonly campaign: string;
  readonly cents: number;
}

function dayOf(day: string, offset: number): string {
  return new Date(Date.parse(day) + offset * 86_400_000).toISOString().slice(0, 10);
}

async function startSales(sales: readonly Sale[]) {
  return startService(({ query }, response) => {
    const { start_date: from, end_date: to } = query;
    const records = sales
      .filter(({ date }) => from! <= date && date <= to!)
      .map(({ date, campaign, cents }) => `{"date":"${date}","campaign":"${campaign}","revenue":${cents / 100}}`);
    sendJson(response, `{"data":[${records}]}`);
  });
}

/** A fraction in millionths, rounded half away from zero; undefined for an unknown figure. */
type Fraction = readonly [top: bigint, bottom: bigint];
const millionths = ([top, bottom]: Fraction): bigint => {
  const doubled = 2_000_000n * top;
  return (doubled < 0n ? doubled - bottom : doubled + bottom) / (2n * bottom);
};
const compare = ([a, b]: Fraction, [c, d]: Fraction): number => Number(a * d - c * b);
function median(figures: readonly Fraction[]): Fraction {
  const sorted = [...figures].sort(compare);
  const [[a, b], [c, d]] = [sorted[(sorted.length - 1) >> 1]!, sorted[sorted.length >> 1]!];
  return [a * d + c * b, 2n * b * d];
}

const KINDS = ['sum', 'count', 'avg', 'max'] as const;
/** A figure of some records; undefined if they have none. */
function figureOf(kind: (typeof KINDS)[number], sales: readonly Sale[]): Fraction | undefined {
  const cents = sales.map((each) => BigInt(Math.round(each.cents)));
  const sum: Fraction = [cents.reduce((all, each) => all + each, 0n), 100n];
  const count = BigInt(cents.length);
  if (kind === 'sum') return sum;
  if (kind === 'count') return [count, 1n];
  if (count === 0n) return undefined;
  return kind === 'avg' ? [sum[0], 100n * count] : [cents.reduce((most, each) => (each > most ? each : most)), 100n];
}

interface Question {
  readonly sales: readonly Sale[];
  readonly from: string;
  readonly to: string;
  /** Keeps the sales of more cents. */
  readonly above: number;
}

/** What a group, or all, usually have; undefined for new ones. `own` are the sales of the group. */
function usually({ sales, from, to, above }: Question, own: readonly Sale[]) {
  const first = own
    .map(({ date }) => date)
    .filter((date) => date < from && date >= dayOf(from, -56))
    .sort()[0];
  const weeks = Array.from(
    { length: 8 },
    (_, index) => [dayOf(from, -7 * (8 - index)), dayOf(to, -7 * (8 - index))] as const,
  );
  const within = (list: readonly Sale[], [start, end]: readonly [string, string]) =>
    list.filter(({ date }) => start <= date && date <= end);
  const counted = weeks.filter((week) => first !== undefined && week[1] >= first && within(sales, week).length > 0);
  const kept = own.filter(({ cents }) => cents > above);
  return KINDS.map((kind) => {
    const figures = counted
      .map((week) => within(kept, week))
      .filter((each) => each.length > 0 || kind === 'sum' || kind === 'count');
    return figures.length < 2 ? undefined : millionths(median(figures.map((each) => figureOf(kind, each)!)));
  });
}

/** The number of a cell in millionths; undefined for an empty one. */
function read(cell: string): bigint | undefined {
  const [, sign, whole, part = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(cell) ?? [];
  return whole === undefined ? undefined : BigInt(`${sign}${whole}${part.padEnd(6, '0')}`);
}

const question = fc
  .record({
    seed: fc.nat(),
    length: fc.integer({ min: 1, max: 7 }),
    density: fc.constantFrom(0.03, 0.15, 0.5),
    holes: fc.constantFrom(0, 0.1, 0.4),
    above: fc.constantFrom(-1000, 0, 250),
    since: fc.constantFrom(-56, -40, -20, -10),
  })
  .map(({ seed, length, density, holes, above, since }): Question => {
    const random = createRandom(seed, 1);
    const from = '2026-06-03';
    const to = dayOf(from, length - 1);
    const starts = ['A', 'B', 'C'].map((campaign) => [campaign, dayOf(from, -random.below(70))] as const);
    const sales = daysFrom(dayOf(from, since), to).flatMap((date) =>
      random.chance(holes)
        ? []
        : starts.flatMap(([campaign, start]) =>
            Array.from({ length: 3 }, () => ({ date, campaign, cents: random.below(1000) - 200 })).filter(
              () => date >= start && random.chance(density),
            ),
          ),
    );
    return { sales, from, to, above };
  });

test('random reports', async () => {
  await fc.assert(
    fc.asyncProperty(question, async (asked) => {
      const { sales, from, to, above } = asked;
      const { env } = await startSales(sales);
      const line = `revenue -p ${from}..${to} -g campaign --sum revenue --count --avg revenue --max revenue --compare usual -f csv --error-format json`;
      const { stdout, stderr } = await runCli(`${line} --where 'revenue>${above / 100}'`, { env });
      const [header = '', ...lines] = stdout.trimEnd().split('\n');
      const places = ['revenue_before', 'count_before', 'revenue_avg_before', 'revenue_max_before'].map((name) =>
        header.split(',').indexOf(name),
      );
      const found = new Map(
        lines.map((each) => {
          const cells = each.split(',');
          return [cells[0], places.map((place) => read(cells[place]!))];
        }),
      );
      const days = daysFrom(from, to);
      const expected = new Map(
        ['A', 'B', 'C'].flatMap((campaign) => {
          const own = sales.filter((each) => each.campaign === campaign);
          const isIn = ({ date, cents }: Sale): boolean =>
            cents > above && [0, 7, 14, 21, 28, 35, 42, 49, 56].some((back) => days.includes(dayOf(date, back)));
          return own.some(isIn) ? [[campaign, usually(asked, own)] as const] : [];
        }),
      );
      expect(Object.fromEntries(found)).toEqual(Object.fromEntries(expected));
      // A group without records in the range counts if it had some on the client's last day.
      const last = sales
        .map(({ date }) => date)
        .filter((date) => date < from)
        .sort()
        .at(-1);
      const isEmpty = sales.every(({ date, cents }) => date < from || cents <= above);
      const falls = [...expected].flatMap(([campaign, [before]]) => {
        const own = sales.filter((each) => each.campaign === campaign);
        const now = own.filter(({ date, cents }) => date >= from && cents > above);
        const change = now.reduce((sum, { cents }) => sum + BigInt(cents) * 10_000n, -(before ?? 0n));
        const isGone = (before ?? 0n) > 0n && own.some(({ date }) => date === last);
        return change < -3_000_000n && (now.length > 0 || isGone) ? [campaign] : [];
      });
      const alert = await runCli(`${line} --where 'revenue>${above / 100}' --alert 'revenue_change<-3'`, { env });
      expect(
        alert.stdout
          .split('\n')
          .slice(1)
          .map((each) => each.split(',')[0])
          .filter(Boolean)
          .sort(),
      ).toEqual(isEmpty ? [] : falls);
      const { sums } = JSON.parse(stderr.trimEnd().split('\n').at(-1)!).result ?? {};
      if (expected.size > 0) expect(read(sums.revenue_before ?? '')).toEqual(usually(asked, sales)[0]);
    }),
    { numRuns: runs(500) },
  );
});

const GROUPS = Array.from({ length: 40 }, (_, index) => `group ${index}`);
const RHYTHM = [1, 1.1, 1.05, 1, 0.95, 0.55, 0.5];
const [FIRST_DAY, FIRST_NIGHT] = ['2026-01-01', '2026-03-01'];

/** A number of the normal distribution (the method of Box and Muller). */
function normal(random: Random): number {
  return Math.sqrt(-2 * Math.log(1 - random.next())) * Math.cos(2 * Math.PI * random.next());
}

/** The sales of all groups, with a weekly rhythm and 5% noise. `share` is the part of its level that a group sells on a day. */
function simulate(share: (group: number, day: string) => number): readonly Sale[] {
  const random = createRandom(7, 1);
  return daysFrom(FIRST_DAY, dayOf(FIRST_NIGHT, 100)).flatMap((date, index) =>
    GROUPS.flatMap((campaign, group) => {
      const level = (5000 + 1000 * group) * RHYTHM[index % 7]! * (1 + 0.05 * normal(random));
      return share(group, date) === 0 ? [] : [{ date, campaign, cents: Math.round(level * share(group, date)) }];
    }),
  );
}

/** The alerts of some of the nights: all of them in full runs. */
async function alertsOf(
  nights: number,
  sales: readonly Sale[],
): Promise<readonly (readonly [night: string, alerts: readonly string[]])[]> {
  const { env } = await startSales(sales);
  const found: [string, readonly string[]][] = [];
  for (let night = 0; night < nights; night += runStep()) {
    const day = dayOf(FIRST_NIGHT, night);
    const line = `revenue -p ${day} -g campaign --compare usual --alert 'revenue_percent<-30' -f csv`;
    const { stdout, exitCode } = await runCli(line, { env, now: `${dayOf(day, 1)}T06:00:00Z` });
    const alerts = stdout.split('\n').slice(1, -1);
    expect(exitCode).toBe(alerts.length === 0 ? 0 : 14);
    found.push([day, alerts]);
  }
  return found;
}

test('of 40 groups of 5% noise, a quiet quarter is quiet', async () => {
  const nights = await alertsOf(
    91,
    simulate(() => 1),
  );
  expect(nights.filter(([, alerts]) => alerts.length > 0)).toEqual([]);
});

test('and a fall of 45% is found in 99 of 100 nights, alone', async () => {
  const fallen = (day: string): number => (11 * (Date.parse(day) / 86_400_000)) % GROUPS.length;
  const nights = await alertsOf(
    100,
    simulate((group, day) => (day >= FIRST_NIGHT && group === fallen(day) ? 0.55 : 1)),
  );
  const found = nights.filter(([day, alerts]) => alerts.length === 1 && alerts[0]!.startsWith(`group ${fallen(day)},`));
  expect(found.length).toBeGreaterThanOrEqual(0.99 * nights.length);
});

test('flights of 4 to 12 weeks are gone once', async () => {
  const random = createRandom(7, 2);
  const flights = GROUPS.map(() => {
    const first = dayOf(FIRST_DAY, random.below(150) - 28);
    return [first, dayOf(first, 7 * (4 + random.below(9)))] as const;
  });
  const nights = await alertsOf(
    90,
    simulate((group, day) => (flights[group]![0] <= day && day <= flights[group]![1] ? 1 : 0)),
  );
  const gone = nights.flatMap(([day, alerts]) =>
    alerts.filter((row) => row.endsWith(',-100.00')).map((row) => [day, row.split(',')[0]] as const),
  );
  for (const [day, name] of gone) expect(flights[GROUPS.indexOf(name!)]![1]).toBe(dayOf(day, -1));
  const ended = flights.filter(([, last]) => nights.some(([day]) => dayOf(day, -1) === last)).length;
  expect(gone.length).toBe(ended);
  expect(gone.length).toBeLessThanOrEqual(30);
});
