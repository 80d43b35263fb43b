import { describe, expect, test } from 'vitest';
import type { ProgressState } from '../../../src/output/progress-line.ts';
import { createRunProgress } from '../../../src/report/progress.ts';

/** A run of 12 windows, four at once, with its state and its clock. */
function startRun(windowCount = 12) {
  let nowMs = 5_000_000;
  let read: (() => ProgressState) | undefined;
  const progress = createRunProgress(
    { label: 'revenue', windowCount, concurrency: 4 },
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
    progress.received(31, false);
    progress.received(28, true);
    expect(state()).toEqual({
      label: 'revenue',
      windowsDone: 2,
      windowCount: 12,
      records: 59,
      sizeBytes: 600,
      leftMs: undefined,
      wait: undefined,
    });
  });

  test('windows from the resume cache say nothing about the time left', () => {
    const { progress, state, pass } = startRun();
    for (let count = 0; count < 6; count++) progress.received(1, true);
    pass(3000);
    expect(state().leftMs).toBeUndefined();
    for (let count = 0; count < 4; count++) progress.received(1, false);
    // Four windows in 3 s: two more need 1.5 s.
    expect(state().leftMs).toBe(1500);
  });
});

// Four windows at once, two seconds each.
test.each([
  ['nothing is complete', 0, 1900, undefined],
  ['fewer are complete than run at once', 3, 2000, undefined],
  ['a third is complete', 4, 2000, 4000],
  ['it counts down', 4, 3500, 2500],
  ['the next windows are late', 4, 6100, undefined],
  ['the last windows run', 8, 4500, 1500],
  ['all are complete', 12, 6000, undefined],
])('the time left: %s', (_name, done, elapsedMs, expected) => {
  const { progress, state, pass } = startRun();
  let nowMs = 0;
  for (let count = 1; count <= done; count++) {
    const ms = count % 4 === 1 ? 2000 : 0;
    pass(ms);
    nowMs += ms;
    progress.received(1, false);
  }
  pass(elapsedMs - nowMs);
  expect(state().leftMs).toBe(expected);
});

test('no time left before a second has passed', () => {
  const { progress, state, pass } = startRun();
  pass(999);
  for (let count = 0; count < 4; count++) progress.received(1, false);
  expect(state().leftMs).toBeUndefined();
});
