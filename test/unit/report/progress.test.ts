import { describe, expect, test } from 'vitest';
import type { ProgressState } from '../../../src/output/progress-line.ts';
import { createRunProgress } from '../../../src/report/progress.ts';

/** A run of 12 windows, four at once, with its state and its clock. */
function startRun(windowCount = 12) {
  let nowMs = 5_000_000;
  let read: (() => ProgressState) | undefined;
  const progress = createRunProgress(
    { label: 'revenue', windowCount },
    {
      now: () => new Date(nowMs),
      showProgress(given) {
        read = given;
        return () => undefined;
      },
    },
  );
  return {
    progress,
    state: () => read!(),
    pass(ms: number) {
      nowMs += ms;
    },
  };
}

describe('the state', () => {
  test('counts windows, records and bytes, and takes back the bytes of a failed attempt', () => {
    const { progress, state } = startRun();
    progress.bytes(1000);
    progress.bytes(-400);
    progress.received(31);
    progress.received(28);
    expect(state()).toEqual({
      label: 'revenue',
      windowsDone: 2,
      windowCount: 12,
      records: 59,
      sizeBytes: 600,
      wait: undefined,
    });
  });
});
