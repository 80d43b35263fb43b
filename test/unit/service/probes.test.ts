import { describe, expect, test } from 'vitest';
import { type Settle, withTimeout } from '../../../src/service/probes.ts';

describe('withTimeout', () => {
  /** Starts a wait, and counts the calls that stop it. */
  function start(timeoutMs = 60_000, abort = new AbortController()) {
    const seen = { stops: 0, settle: undefined as Settle<string> | undefined };
    const wait = withTimeout<string>(
      { timeoutMs, signal: abort.signal },
      () => new Error('late'),
      (settle) => {
        seen.settle = settle;
        return () => {
          seen.stops++;
        };
      },
    );
    return { wait, seen, abort };
  }

  test('returns the result and stops once', async () => {
    const { wait, seen } = start();
    seen.settle!.resolve('here');
    seen.settle!.reject(new Error('ignored'));
    expect(await wait).toBe('here');
    expect(seen.stops).toBe(1);
  });

  test('times out', async () => {
    const { wait, seen } = start(1);
    await expect(wait).rejects.toThrow('late');
    expect(seen.stops).toBe(1);
  });

  test("ends with the signal's reason", async () => {
    const { wait, seen, abort } = start();
    abort.abort(new Error('interrupted'));
    await expect(wait).rejects.toThrow('interrupted');
    expect(seen.stops).toBe(1);
  });

  test('does not begin after an interruption', async () => {
    const abort = new AbortController();
    abort.abort(new Error('interrupted'));
    const { wait, seen } = start(60_000, abort);
    await expect(wait).rejects.toThrow('interrupted');
    expect(seen).toEqual({ stops: 0, settle: undefined });
  });
});
