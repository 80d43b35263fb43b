import { expect, test } from 'vitest';
import { type ProgressState, progressLine } from '../../../src/output/progress-line.ts';

const STATE: ProgressState = {
  label: 'revenue',
  windowsDone: 6,
  windowCount: 24,
  records: 1234,
  sizeBytes: 91_900,
  wait: 'retry 2 in 2.1 s: 503',
};

test.each([
  [80, 'revenue  6/24 windows  retry 2 in 2.1 s: 503  1,234 records  91.9 kB'],
  [21, 'revenue  6/24 windows'],
  [2, 're'],
  [-1, ''],
])('in %i columns: %s', (width, line) => {
  expect(progressLine(STATE, width)).toBe(line);
});
