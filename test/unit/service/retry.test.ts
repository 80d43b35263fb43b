import { describe, expect, test } from 'vitest';
import { ReportingError } from '../../../src/core/errors.ts';
import { createRetryPolicy, describeWait, type RetryOptions, type Wait } from '../../../src/service/retry.ts';

const idle = new AbortController().signal;

describe('the retry policy', () => {
  interface Settings extends Partial<RetryOptions> {
    /** The result of `random`. */
    readonly jitter?: number;
  }

  function createPolicy({ jitter = 0.999, ...settings }: Settings = {}) {
    let nowMs = 0;
    const slept: number[] = [];
    const waits: Wait[] = [];
    const policy = createRetryPolicy({
      retryForMs: 45_000,
      concurrency: 4,
      now: () => new Date(nowMs),
      sleep: async (ms, signal) => {
        signal.throwIfAborted();
        slept.push(ms);
        nowMs += ms;
      },
      random: () => jitter,
      onWait: (wait) => waits.push(wait),
      ...settings,
    });
    const elapse = (ms: number): void => {
      nowMs += ms;
    };
    return { policy, slept, waits, elapse, now: () => nowMs };
  }

  const transient = (afterMs?: number) =>
    new ReportingError('E-service-failed', 'try again', { retry: afterMs === undefined ? {} : { afterMs } });
  const fail = (afterMs?: number) => (): Promise<never> => Promise.reject(transient(afterMs));
  const caught = (run: Promise<unknown>): Promise<ReportingError> =>
    run.then(
      () => expect.fail('it succeeded'),
      (error: ReportingError) => error,
    );
  const sum = (each: readonly number[]): number => each.reduce((total, ms) => total + ms, 0);

  test('doubles the ceiling of the back-off up to 10 s, and makes a last attempt when the time is over', async () => {
    const { policy, slept, waits } = createPolicy({ jitter: 1 });
    const failure = await caught(policy.run(fail(), idle));
    expect(slept).toEqual([500, 1000, 2000, 4000, 8000, 10_000, 10_000, 9500]);
    expect(failure).toMatchObject({ message: 'try again', facts: { attempts: 9, elapsedMs: 45_000 } });
    expect(waits[0]).toMatchObject({ ms: 500, retry: 1 });
    expect(describeWait(waits[2]!)).toBe('retry 3 in 2.0 s');
  });

  test.each([
    ['the time', { retryForMs: 2000, retries: 20 }, 4],
    ['the number', { retryForMs: 60_000, retries: 2 }, 3],
    ['no time', { retryForMs: 0 }, 1],
    ['no time, whatever the number', { retryForMs: 0, retries: 5 }, 1],
    ['no retries', { retries: 0 }, 1],
  ])('%s ends the retries', async (_name, limits, attempts) => {
    const { policy } = createPolicy(limits);
    expect((await caught(policy.run(fail(), idle))).facts.attempts).toBe(attempts);
  });

  test('the time for retries begins with the first failure, and attempts use it up too', async () => {
    const { policy, slept, elapse } = createPolicy({ jitter: 1, retryForMs: 30_000 });
    const failure = await caught(
      policy.run(() => {
        elapse(14_000);
        return fail()();
      }, idle),
    );
    // 30 s minus 0.5 + 14 and 1 + 14 leaves half a second.
    expect(slept).toEqual([500, 1000, 500]);
    expect(failure.facts).toMatchObject({ attempts: 4, elapsedMs: 4 * 14_000 + 2000 });
  });

  test('a clock that is set back gives no more time', async () => {
    const { policy, elapse, slept } = createPolicy({ jitter: 1, retryForMs: 3000 });
    elapse(1_000_000);
    const failure = await caught(
      policy.run(() => {
        elapse(-60_000);
        return fail()();
      }, idle),
    );
    expect(slept).toEqual([500, 1000, 1500]);
    expect(failure.facts).toMatchObject({ attempts: 4, elapsedMs: 0 });
  });

  test('pauses of the service cost only as much as the back-offs that they replace', async () => {
    const { policy, slept } = createPolicy({ jitter: 1, retryForMs: 5000 });
    const failure = await caught(policy.run(fail(60_000), idle));
    // Back-offs of 0.5, 1, 2 and 1.5 s.
    expect(slept).toEqual([60_000, 60_000, 60_000, 60_000]);
    expect(failure.facts).toMatchObject({ attempts: 5, elapsedMs: 240_000 });
  });

  test('the pause of another window and the wait for a permit are free', async () => {
    const { policy, elapse, now } = createPolicy({ jitter: 1, retryForMs: 10_000, concurrency: 1 });
    const begun: number[] = [];
    let attempts = 0;
    const patient = policy.run(async () => {
      begun.push(now());
      // Back-offs of 0.5, 1, 2, 4 and 2.5 s.
      if (++attempts < 6) throw transient();
      return 'done';
    }, idle);
    let isFirst = true;
    const other = policy.run(async () => {
      elapse(100_000);
      if (isFirst) {
        isFirst = false;
        throw transient(100_000);
      }
      return 'other';
    }, idle);
    expect(await Promise.all([patient, other])).toEqual(['done', 'other']);
    // The first window still had attempts, long after its 10 s.
    expect(begun.at(-1)).toBeGreaterThan(200_000);
  });

  test('does not retry permanent failures, internal errors or interruptions', async () => {
    const { policy, slept } = createPolicy();
    const final = new ReportingError('E-window-refused', 'no');
    const refused = await caught(policy.run(() => Promise.reject(final), idle));
    expect({ message: refused.message, ...refused.facts }).toEqual({ message: 'no', attempts: 1 });
    const bug = new TypeError('x');
    await expect(policy.run(() => Promise.reject(bug), idle)).rejects.toBe(bug);
    const interruption = new ReportingError('E-interrupted', 'stop', { retry: {} });
    await expect(policy.run(() => Promise.reject(interruption), idle)).rejects.toBe(interruption);
    expect(slept).toEqual([]);
  });

  test('all windows wait when the service asks one of them to', async () => {
    const { policy, slept } = createPolicy();
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

  test.each([
    [{}, 120_001, 121],
    [{ retryForMs: 1_800_000 }, 1_800_001, 1801],
    [{ maxRetryAfterMs: 10_000 }, 10_001, 11],
  ])('with %o, does not wait for %i ms', async (settings, afterMs, seconds) => {
    const hint = `the service asks to wait ${seconds} s, longer than a run waits: try again after that`;
    const { policy, slept } = createPolicy(settings);
    expect(await caught(policy.run(fail(afterMs), idle))).toMatchObject({ hint, facts: { attempts: 1 } });
    expect(slept).toEqual([]);
    const { policy: again, slept: waited } = createPolicy({ ...settings, retries: 1 });
    await caught(again.run(fail(afterMs - 1), idle));
    expect(sum(waited)).toBe(afterMs - 1);
  });

  test('an interruption ends only its own wait for another attempt', async () => {
    const { policy } = createPolicy({ concurrency: 1 });
    let finish = (_result: string): void => undefined;
    const active = policy.run(() => new Promise<string>((resolve) => (finish = resolve)), idle);
    const stop = new AbortController();
    const begun: string[] = [];
    const interrupted = policy.run(async () => begun.push('interrupted'), stop.signal);
    const next = policy.run(async () => begun.push('next'), idle);
    stop.abort(new Error('stop'));
    await expect(interrupted).rejects.toThrow('stop');
    await expect(policy.run(async () => begun.push('late'), stop.signal)).rejects.toThrow('stop');
    expect(begun).toEqual([]);
    finish('first');
    expect([await active, await next, begun]).toEqual(['first', 1, ['next']]);
  });
});
