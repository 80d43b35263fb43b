import { expect, test } from 'vitest';
import { type ProgressState, progressLine } from '../../../src/output/progress-line.ts';

const STATE: ProgressState = {
  label: 'revenue',
  windowsDone: 6,
  windowCount: 24,
  records: 1234,
  sizeBytes: 91_900,
  wait: { retry: 2, leftMs: 2100, reason: '503' },
};

test.each([
  [196, 'revenue  ━━━━━━━───────────────────────  6/24 windows  1,234 records  91.9 kB  retry 2 in 3 s: 503'],
  [80, 'revenue  ━━━─────────  6/24 windows  1,234 records  91.9 kB  retry 2 in 3 s: 503'],
  [64, '━━━───────────  6/24 windows  1,234 records  retry 2 in 3 s: 503'],
  [45, '━━────────  6/24 windows  retry 2 in 3 s: 503'],
  [36, '6/24 windows  retry 2 in 3 s: 503'],
  [26, '6/24 windows'],
  [4, '6/24'],
  [2, '6/'],
  [-1, ''],
])('in %i columns: %s', (width, line) => {
  expect(progressLine(STATE, width, false)).toBe(line);
});
