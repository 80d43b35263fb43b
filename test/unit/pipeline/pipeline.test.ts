import { describe, expect, test } from 'vitest';
import type { CalendarDate } from '../../../src/core/calendar-date.ts';
import { ReportingError } from '../../../src/core/reporting-error.ts';
import { splitIntoWindows } from '../../../src/core/windows.ts';
import { fetchWindows } from '../../../src/pipeline/fetch-windows.ts';
import { createRetryPolicy, type Wait } from '../../../src/pipeline/retry.ts';
import { createThrottle } from '../../../src/pipeline/throttle.ts';

const windows = splitIntoWindows({ from: '2026-01-01' as CalendarDate, to: '2026-01-10' as CalendarDate }, 1);
const idle = new AbortController().signal;

/** A window that is cancelled, and never ends otherwise. */
const forever = (signal: AbortSignal): Promise<never> =>
  new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)));

describe('fetching windows', () => {
  test('gives results in the order of the range, with as many under way as allowed', async () => {
    let underWay = 0;
    let most = 0;
    const results = await fetchWindows(
      windows,
      async (window, index) => {
        most = Math.max(most, ++underWay);
        for (let turn = 0; turn < 20 - index; turn++) await Promise.resolve();
        underWay--;
        return window.from;
      },
      { concurrency: 4, signal: idle },
    );
    expect(results).toEqual(windows.map(({ from }) => from));
    expect(most).toBe(4);
  });

  test('throws the first failure, and cancels the rest', async () => {
    const asked: number[] = [];
    const cancelled: number[] = [];
    const failure = new Error('first');
    const fetched = fetchWindows(
      windows,
      async (_window, index, signal) => {
        asked.push(index);
        if (index === 1) throw failure;
        return forever(signal).finally(() => cancelled.push(index));
      },
      { concurrency: 3, signal: idle },
    );
    await expect(fetched).rejects.toBe(failure);
    expect(asked).toEqual([0, 1, 2]);
    expect(cancelled).toEqual([0, 2]);
  });

  test('ends when it is interrupted, before or in the midst', async () => {
    const stop = new AbortController();
    const fetched = fetchWindows(windows, (_window, _index, signal) => forever(signal), {
      concurrency: 2,
      signal: stop.signal,
    });
    stop.abort(new Error('stop'));
    await expect(fetched).rejects.toThrow('stop');
    const asked: unknown[] = [];
    const late = fetchWindows(windows, async (window) => asked.push(window), {
      concurrency: 2,
      signal: stop.signal,
    });
    await expect(late).rejects.toThrow('stop');
    expect(asked).toEqual([]);
  });
});

describe('the retry policy', () => {
  function createPolicy(retries: number, random = 1) {
    let nowMs = 0;
    const slept: number[] = [];
    const waits: Wait[] = [];
    const policy = createRetryPolicy({
      retries,
      concurrency: 4,
      now: () => new Date(nowMs),
      sleep: async (ms, signal) => {
        signal.throwIfAborted();
        slept.push(ms);
        nowMs += ms;
      },
      random: () => random,
      onWait: (wait) => waits.push(wait),
    });
    return { policy, slept, waits };
  }

  const transient = (afterMs?: number) =>
    new ReportingError('unavailable', 'try again', { retry: afterMs === undefined ? {} : { afterMs } });

  test('backs off by twice the ceiling each time, up to 30 s', async () => {
    const { policy, slept, waits } = createPolicy(9);
    const failure = await policy
      .run(() => Promise.reject(transient()), idle)
      .catch((error: unknown) => error);
    expect(failure).toMatchObject({ message: 'try again', facts: { attempts: 10 } });
    expect(slept).toEqual([500, 1000, 2000, 4000, 8000, 16_000, 30_000, 30_000, 30_000]);
    expect(waits[0]).toMatchObject({ ms: 500, nextAttempt: 2, maxAttempts: 10 });
  });

  test('spreads waits over all of the time up to the ceiling', async () => {
    const { policy, slept } = createPolicy(2, 0.25);
    await policy.run(() => Promise.reject(transient()), idle).catch(() => undefined);
    expect(slept).toEqual([125, 250]);
  });

  test('tries once where nothing can be mended, and leaves faults and interruptions as they are', async () => {
    const { policy, slept } = createPolicy(4);
    const final = new ReportingError('refused', 'no');
    await expect(policy.run(() => Promise.reject(final), idle)).rejects.toMatchObject({
      message: 'no',
      facts: { attempts: 1 },
    });
    const fault = new TypeError('x');
    await expect(policy.run(() => Promise.reject(fault), idle)).rejects.toBe(fault);
    const interruption = new ReportingError('interrupted', 'stop', { retry: {} });
    await expect(policy.run(() => Promise.reject(interruption), idle)).rejects.toBe(interruption);
    expect(slept).toEqual([]);
  });

  test('makes all windows wait when the service asks one of them to', async () => {
    const { policy, slept } = createPolicy(4);
    let attempts = 0;
    const first = policy.run(async () => {
      if (++attempts === 1) throw transient(5000);
      return 'first';
    }, idle);
    await Promise.resolve();
    const second = policy.run(async () => 'second', idle);
    expect(await Promise.all([first, second])).toEqual(['first', 'second']);
    expect(slept[0]).toBe(5000);
  });

  test('does not wait beyond two minutes', async () => {
    const { policy, slept } = createPolicy(4);
    await expect(policy.run(() => Promise.reject(transient(120_001)), idle)).rejects.toMatchObject({
      hint: 'the service asks to wait 121 s, longer than the 120 s that are waited at most: try again later',
    });
    expect(slept).toEqual([]);
  });

  test('stops waiting when it is interrupted', async () => {
    const stop = new AbortController();
    const { policy } = createPolicy(4);
    const run = policy.run(() => {
      stop.abort(new Error('stop'));
      return Promise.reject(transient());
    }, stop.signal);
    await expect(run).rejects.toThrow('stop');
  });
});

describe('the throttle', () => {
  const idlePlace = () => {
    const changes: number[] = [];
    return { throttle: createThrottle(8, (places) => changes.push(places)), changes };
  };

  test('halves its places once for all that were under way, down to one', async () => {
    const { throttle, changes } = idlePlace();
    const places = await Promise.all(Array.from({ length: 8 }, () => throttle.enter(idle)));
    for (const place of places) place.leave('overloaded');
    expect(changes).toEqual([4]);
    for (let round = 0; round < 4; round++) (await throttle.enter(idle)).leave('overloaded');
    expect(changes).toEqual([4, 2, 1]);
  });

  test('lets in no more than it has places, in order', async () => {
    const { throttle } = idlePlace();
    for (let round = 0; round < 3; round++) (await throttle.enter(idle)).leave('overloaded');
    const entered: number[] = [];
    const enter = async (index: number) => {
      const place = await throttle.enter(idle);
      entered.push(index);
      return place;
    };
    const [first, second, third] = [enter(1), enter(2), enter(3)];
    (await first).leave('other');
    (await second).leave('other');
    expect(entered).toEqual([1, 2]);
    (await third).leave('other');
  });

  test('has more places again after good answers', async () => {
    const { throttle, changes } = idlePlace();
    for (let round = 0; round < 3; round++) (await throttle.enter(idle)).leave('overloaded');
    for (let round = 0; round < 4; round++) (await throttle.enter(idle)).leave('good');
    expect(changes).toEqual([4, 2, 1, 2]);
  });

  test('turns away who is interrupted while waiting, and nobody else', async () => {
    const { throttle } = idlePlace();
    for (let round = 0; round < 3; round++) (await throttle.enter(idle)).leave('overloaded');
    const held = await throttle.enter(idle);
    const stop = new AbortController();
    const turnedAway = throttle.enter(stop.signal);
    const next = throttle.enter(idle);
    stop.abort(new Error('stop'));
    await expect(turnedAway).rejects.toThrow('stop');
    await expect(throttle.enter(stop.signal)).rejects.toThrow('stop');
    held.leave('other');
    (await next).leave('other');
  });
});
