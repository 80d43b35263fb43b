import { expect, test } from 'vitest';
import { attemptsSuffix, ReportingError } from '../../../src/core/errors.ts';
import { formatDuration } from '../../../src/core/text.ts';

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
])('a duration of %i ms: %s', (ms, text) => {
  expect(formatDuration(ms)).toBe(text);
});

test.each([
  [{}, ''],
  [{ attempts: 1 }, ''],
  [{ attempts: 7, elapsedMs: 46_000 }, ' (after 7 attempts in 46 s)'],
  [{ attempts: 2 }, ' (after 2 attempts)'],
])('after %o', (facts, text) => {
  expect(attemptsSuffix(new ReportingError('E-service-failed', 'x', facts))).toBe(text);
});
