import { expect, test } from 'vitest';
import { untilFree } from '../../../src/fs/held-files.ts';

/** Work that fails with these codes first, and the waits between its attempts. */
function createWork(codes: readonly string[]) {
  const left = [...codes];
  const waits: number[] = [];
  return {
    waits,
    async work() {
      const code = left.shift();
      if (code !== undefined) throw Object.assign(new Error(code), { code });
      return 'done';
    },
    async sleep(ms: number) {
      waits.push(ms);
    },
  };
}

test.each(['EPERM', 'EACCES', 'EBUSY'])('on Windows, %s is tried again with growing waits', async (code) => {
  const { work, sleep, waits } = createWork([code, code, code]);
  expect(await untilFree(work, { platform: 'win32', sleep })).toBe('done');
  expect(waits).toEqual([10, 20, 40]);
});

test('a file that stays open is an error after three seconds', async () => {
  const { work, sleep, waits } = createWork(Array.from({ length: 100 }, () => 'EBUSY'));
  await expect(untilFree(work, { platform: 'win32', sleep })).rejects.toMatchObject({ code: 'EBUSY' });
  expect(waits.reduce((sum, ms) => sum + ms)).toBe(3000);
});

test.each([
  ['linux', 'EACCES'],
  ['darwin', 'EPERM'],
  ['win32', 'ENOSPC'],
] as const)('on %s, %s is an error at once', async (platform, code) => {
  const { work, sleep, waits } = createWork([code]);
  await expect(untilFree(work, { platform, sleep })).rejects.toMatchObject({ code });
  expect(waits).toEqual([]);
});

test('an interrupted wait ends with the reason of the signal', async () => {
  const { work } = createWork(['EBUSY']);
  const stop = new AbortController();
  const reason = new Error('interrupted');
  const sleep = async (): Promise<void> => stop.abort(reason);
  await expect(untilFree(work, { platform: 'win32', signal: stop.signal, sleep })).rejects.toBe(reason);
});
