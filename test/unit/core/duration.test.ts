import { describe, expect, test } from 'vitest';
import { attemptsSuffix, ReportingError } from '../../../src/core/errors.ts';
import { formatDuration, parseDuration } from '../../../src/core/text.ts';

describe('durations', () => {
  test.each([
    ['45', 45_000],
    ['90s', 90_000],
    ['30m', 1_800_000],
    ['2h', 7_200_000],
    ['1.5m', 90_000],
    ['0', 0],
    ['', undefined],
    ['1d', undefined],
    ['5.', undefined],
    ['-1', undefined],
    ['1h30m', undefined],
  ])('%j is %s ms', (text, ms) => {
    expect(parseDuration(text)).toBe(ms);
  });

  test.each([
    [0, '0.0 s'],
    [250, '0.3 s'],
    [2100, '2.1 s'],
    [9950, '10 s'],
    [46_400, '46 s'],
    [119_499, '119 s'],
    [119_500, '2 min'],
    [200_000, '3 min 20 s'],
    [7_199_500, '2 h'],
    [7_500_000, '2 h 5 min'],
  ])('%i ms: %s', (ms, text) => {
    expect(formatDuration(ms)).toBe(text);
  });
});

test.each([
  [{}, ''],
  [{ attempts: 1 }, ''],
  [{ attempts: 7, elapsedMs: 46_000 }, ' (after 7 attempts in 46 s)'],
  [{ attempts: 2 }, ' (after 2 attempts)'],
])('after %o', (facts, text) => {
  expect(attemptsSuffix(new ReportingError('E-service-failed', 'x', facts))).toBe(text);
});
