/** The loop of a wait, with a clock that tests move. */

import { expect, test } from 'vitest';
import { ReportingError } from '../../../src/core/errors.ts';
import { parseCalendarDate } from '../../../src/dates/date.ts';
import { awaitReady, type WaitOptions } from '../../../src/report/await-ready.ts';

const MINUTE = 60_000;
const START = Date.parse('2026-06-15T06:00:00Z');
const day = parseCalendarDate('2026-06-14')!;

/** Runs a wait of 4 hours for a day that is never complete. `drift` is added to the clock in each sleep. */
async function waitWithClock(drift: (sleeps: number) => number, random = 0) {
  let now = START;
  let requests = 0;
  const sleeps: number[] = [];
  const options: WaitOptions = {
    wait: { sharePercent: '80', stable: 1, everyMs: 10 * MINUTE, maxMs: 240 * MINUTE, until: undefined },
    end: { at: new Date(START + 240 * MINUTE), option: '--wait-max of 4 h' },
    timeZone: 'UTC',
    concurrency: 4,
    now: () => new Date(now),
    async sleep(ms) {
      sleeps.push(ms / MINUTE);
      now += ms + drift(sleeps.length) * MINUTE;
    },
    random: () => random,
    signal: new AbortController().signal,
    say: () => undefined,
  };
  const error = await awaitReady(
    [
      {
        ...{ profile: undefined, report: 'revenue', day },
        countPeers: async () => [50, 50, 50, 50],
        async request() {
          requests++;
          return { records: 12, hash: 'a' };
        },
      },
    ],
    options,
  ).catch((thrown: unknown) => thrown);
  return { error, requests, sleeps };
}

test('a wait of 4 hours asks every 10 minutes, and last at its end', async () => {
  const { error, requests, sleeps } = await waitWithClock(() => 0);
  expect(error).toBeInstanceOf(ReportingError);
  expect([requests, sleeps.length, new Set(sleeps)]).toEqual([25, 24, new Set([10])]);
});

test('the random part makes intervals longer, by at most a tenth', async () => {
  const { sleeps } = await waitWithClock(() => 0, 0.999_999);
  expect(Math.min(...sleeps.slice(0, -1))).toBeGreaterThan(10.9);
  expect(Math.max(...sleeps)).toBeLessThanOrEqual(11);
});

test('a machine that sleeps past the end asks once more', async () => {
  const { error, requests } = await waitWithClock((sleeps) => (sleeps === 3 ? 24 * 60 : 0));
  expect(error).toMatchObject({ code: 'E-not-ready', exitCode: 13 });
  expect(requests).toBe(4);
});

test('a clock that is set ahead or back moves the end with it, and the wait ends', async () => {
  expect((await waitWithClock((sleeps) => (sleeps === 2 ? 60 : 0))).requests).toBe(19);
  expect((await waitWithClock((sleeps) => (sleeps === 2 ? -60 : 0))).requests).toBe(31);
});

test('timers that end a little early cause no request more', async () => {
  const { sleeps } = await waitWithClock(() => -0.000_01);
  expect(sleeps.length).toBe(25);
  expect(sleeps.at(-1)).toBeLessThan(0.001);
});
