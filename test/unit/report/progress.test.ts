import { expect, test } from 'vitest';
import type { ProgressState } from '../../../src/output/progress-line.ts';
import { createRunProgress } from '../../../src/report/progress.ts';

test('the state counts windows, records and bytes, and takes back the bytes of a failed attempt', () => {
  let state: (() => ProgressState) | undefined;
  const progress = createRunProgress(
    { label: 'revenue', windowCount: 12 },
    {
      messages: undefined!,
      showProgress(given) {
        state = given;
        return () => undefined;
      },
    },
  );
  progress.bytes(1000);
  progress.bytes(-400);
  progress.received(31);
  progress.received(28);
  expect(state?.()).toEqual({
    label: 'revenue',
    windowsDone: 2,
    windowCount: 12,
    records: 59,
    sizeBytes: 600,
    wait: undefined,
  });
});
