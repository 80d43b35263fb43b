/**
 * Measures `--wait-for` on made-up mornings. Each runs the loop of a wait from 06:00 with a clock of its own, against a service whose
 * day becomes complete at a known time. The kind of a morning and its number seed its figures: all settings see the same mornings.
 */

import { ReportingError } from '../../../src/core/errors.ts';
import { parseCalendarDate } from '../../../src/dates/date.ts';
import { awaitReady } from '../../../src/report/await-ready.ts';
import type { DayRecords } from '../../../src/report/ready.ts';
import { createRandom, type Random } from '../../simulate/random.ts';

const MINUTE = 60_000;
const START = Date.parse('2026-06-15T06:00:00Z');
const EVERY = 10;
const MAX = 240;
const DAY = parseCalendarDate('2026-06-14')!;

/** A morning. Times are minutes since 06:00. */
interface Morning {
  /** Records on the four earlier days. */
  readonly peers: readonly number[];
  /** The records, and a number that changes with their figures. */
  readonly at: (minute: number) => { readonly records: number; readonly version: number } | 'down';
  /** The day is complete from this minute on. */
  readonly completeAt: number;
}

/** A number of the normal distribution (the method of Box and Muller). */
function normal(random: Random): number {
  return Math.sqrt(-2 * Math.log(1 - random.next())) * Math.cos(2 * Math.PI * random.next());
}

const between = (random: Random, low: number, high: number): number => low + (high - low) * random.next();

/** The records of a day of a client of usual size `usual`: a noise of 10 %, and one day in twenty is a holiday. */
function countOf(usual: number, random: Random): number {
  const holiday = random.chance(0.05) ? 0.4 : 1;
  return Math.max(1, Math.round(usual * holiday * (1 + 0.1 * normal(random))));
}

function clientOf(random: Random) {
  const usual = random.pick([5, 20, 50, 200]);
  const peers = Array.from({ length: 4 }, () => countOf(usual, random));
  // The awaited day itself is usual.
  return { usual, peers, final: Math.max(1, Math.round(usual * (1 + 0.1 * normal(random)))) };
}

/** A day that the service loads in steps from `from` to `to`, every `step` minutes. Its records grow from the share `least`. */
function loaded(final: number, steps: { from: number; to: number; step: number; least: number }) {
  const { from, to, step, least } = steps;
  return (minute: number) => {
    if (minute >= to) return { records: final, version: -1 };
    const done = Math.floor(Math.max(0, minute - from) / step);
    const share = least + (1 - least) * Math.min(1, (done * step) / (to - from));
    return { records: Math.floor(final * share), version: done };
  };
}

/** The kinds of mornings, with the words of the table. */
export const KINDS: Readonly<Record<string, (random: Random) => Morning>> = {
  'complete at 06:00'(random) {
    const { peers, final } = clientOf(random);
    return { peers, completeAt: -60, at: () => ({ records: final, version: 0 }) };
  },
  'nothing, then all, by 09:00'(random) {
    const { peers, final } = clientOf(random);
    const completeAt = between(random, 1, 180);
    return { peers, completeAt, at: (minute) => ({ records: minute < completeAt ? 0 : final, version: 0 }) };
  },
  'grows every few minutes until 06:15 to 09:30'(random) {
    const { peers, final } = clientOf(random);
    const completeAt = between(random, 15, 210);
    const step = between(random, 1, 9);
    return { peers, completeAt, at: loaded(final, { from: -120, to: completeAt, step, least: 0 }) };
  },
  'loads of an hour, until 07:00 to 09:00'(random) {
    const { peers, final } = clientOf(random);
    const completeAt = between(random, 60, 180);
    return {
      peers,
      completeAt,
      at: loaded(final, { from: completeAt - 240, to: completeAt, step: 60, least: 0 }),
    };
  },
  'a part (30 to 85 %), and the rest by 09:00'(random) {
    const { peers, final } = clientOf(random);
    const completeAt = between(random, 20, 180);
    const part = Math.floor(final * between(random, 0.3, 0.85));
    const at = (minute: number) => ({ records: minute < completeAt ? part : final, version: 0 });
    return { peers, completeAt, at };
  },
  'all records, figures grow every few minutes'(random) {
    const { peers, final } = clientOf(random);
    const completeAt = between(random, 15, 210);
    const step = between(random, 1, 9);
    return { peers, completeAt, at: loaded(final, { from: -120, to: completeAt, step, least: 1 }) };
  },
  'all records, figures grow once an hour'(random) {
    const { peers, final } = clientOf(random);
    const completeAt = between(random, 60, 180);
    return {
      peers,
      completeAt,
      at: loaded(final, { from: completeAt - 240, to: completeAt, step: 60, least: 1 }),
    };
  },
  'complete, restated once by 07:00'(random) {
    const { peers, final } = clientOf(random);
    const restatedAt = between(random, 0, 60);
    return {
      peers,
      completeAt: -60,
      at: (minute) => ({ records: final, version: Number(minute > restatedAt) }),
    };
  },
  'service down until 07:00'(random) {
    const { peers, final } = clientOf(random);
    return {
      peers,
      completeAt: -60,
      at: (minute) => (minute < 60 ? 'down' : { records: final, version: 0 }),
    };
  },
  'holiday (30 to 75 %), complete at 06:00'(random) {
    const { peers, usual } = clientOf(random);
    const records = Math.max(1, Math.round(usual * between(random, 0.3, 0.75)));
    return { peers, completeAt: -60, at: () => ({ records, version: 0 }) };
  },
  'client that stopped yesterday'(random) {
    const { peers } = clientOf(random);
    return { peers, completeAt: -60, at: () => ({ records: 0, version: 0 }) };
  },
  'client that stopped a month ago'() {
    return { peers: [0, 0, 0, 0], completeAt: -60, at: () => ({ records: 0, version: 0 }) };
  },
  'client of one week, grows until 06:15 to 09:30'(random) {
    const { peers, final } = clientOf(random);
    const completeAt = between(random, 15, 210);
    const at = loaded(final, { from: -120, to: completeAt, step: between(random, 1, 9), least: 0 });
    return { peers: [peers[0]!, 0, 0, 0], completeAt, at };
  },
};

/** Shares of the median, with and without two equal responses; and the default share with records that rest for more than an hour. */
export const SETTINGS = [
  ...[50, 80, 90].flatMap((share) => [0, 1].map((stable) => ({ share, stable }))),
  { share: 80, stable: 7 },
];
export type Setting = (typeof SETTINGS)[number];

/** Shares of the mornings, from 0 to 1. */
export interface Rates {
  /** Ready before the day was complete. */
  readonly falseReady: number;
  /** Not ready at the end, although the day was complete. */
  readonly needless13: number;
  /** The mean minutes from 06:00, or from the end of the load, until it was ready; undefined if it never was. */
  readonly minutes: number | undefined;
}

/** The rates of one kind of mornings with one setting. */
export async function measureWaits(
  kind: string,
  { share, stable }: Setting,
  mornings: number,
): Promise<Rates> {
  let [falseReady, needless13, minutes, ready] = [0, 0, 0, 0];
  for (let index = 0; index < mornings; index++) {
    const morning = KINDS[kind]!(createRandom(index, Object.keys(KINDS).indexOf(kind)));
    const readyAt = await waitFor(morning, { share, stable }, createRandom(index, 1000));
    if (readyAt === undefined) needless13++;
    else if (readyAt < morning.completeAt) falseReady++;
    else {
      ready++;
      minutes += readyAt - Math.max(0, morning.completeAt);
    }
  }
  return {
    falseReady: falseReady / mornings,
    needless13: needless13 / mornings,
    minutes: ready === 0 ? undefined : minutes / ready,
  };
}

/** The minute in which the wait ends well; undefined for exit 13. */
async function waitFor(
  { peers, at }: Morning,
  { share, stable }: Setting,
  random: Random,
): Promise<number | undefined> {
  let minute = 0;
  const request = async (): Promise<DayRecords> => {
    const found = at(minute);
    if (found === 'down') throw new ReportingError('E-service-failed', '503', { retry: {} });
    return { records: found.records, hash: `${found.records} ${found.version}` };
  };
  const wait = { sharePercent: String(share), stable, everyMs: EVERY * MINUTE, maxMs: MAX * MINUTE };
  try {
    await awaitReady(
      [
        {
          ...{ profile: undefined, report: 'revenue', day: DAY, request },
          countPeers: async () => (at(minute) === 'down' ? request().then(() => []) : peers),
        },
      ],
      {
        wait: { ...wait, until: undefined },
        end: { at: new Date(START + MAX * MINUTE), option: '' },
        timeZone: 'UTC',
        concurrency: 1,
        now: () => new Date(START + minute * MINUTE),
        async sleep(ms) {
          minute += ms / MINUTE;
        },
        random: random.next,
        signal: new AbortController().signal,
        say: () => undefined,
      },
    );
    return minute;
  } catch (error) {
    if (error instanceof ReportingError && error.code === 'E-not-ready') return undefined;
    throw error;
  }
}

/** The tables of docs/waiting.md, by their titles, and the cells of each. A percentage has a decimal, as minutes have. */
export const TABLES: Readonly<Record<string, (rates: Rates) => string>> = {
  'ready before the day was complete': ({ falseReady }) => percent(falseReady),
  'exit 13, although the day was complete': ({ needless13 }) => percent(needless13),
  'minutes from complete to ready': ({ minutes }) => minutes?.toFixed(1) ?? '–',
};

function percent(share: number): string {
  return `${(100 * share).toFixed(1)} %`;
}

/** The names of the settings in the tables. */
export const COLUMNS = SETTINGS.map(({ share, stable }) => `${share} %, ${stable}`);

/** The tables of all kinds of mornings and all settings. */
export async function tablesOf(mornings: number): Promise<readonly string[]> {
  const rows: (readonly [kind: string, rates: readonly Rates[]])[] = [];
  for (const kind of Object.keys(KINDS)) {
    const rates: Rates[] = [];
    for (const setting of SETTINGS) rates.push(await measureWaits(kind, setting, mornings));
    rows.push([kind, rates]);
  }
  return Object.entries(TABLES).map(([title, cell]) =>
    [
      [title, ...COLUMNS],
      ['---', ...COLUMNS.map(() => '---:')],
      ...rows.map(([kind, rates]) => [kind, ...rates.map(cell)]),
    ]
      .map((cells) => `| ${cells.join(' | ')} |\n`)
      .join(''),
  );
}
