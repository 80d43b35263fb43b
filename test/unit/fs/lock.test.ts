import { existsSync, readdirSync, readFileSync, readlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { acquireLock, LockHeld, type LockOptions } from '../../../src/fs/lock.ts';
import { freshDirectory } from '../records/receive.ts';

/** Higher than any process id on Linux (proc(5), pid_max). */
const DEAD = 4_194_305;

async function createPlace() {
  const directory = await freshDirectory();
  const file = path.join(directory, 'lock');
  let nowMs = 0;
  const options: LockOptions = {
    waitMs: 15_000,
    pollMs: 1000,
    staleMs: 10_000,
    signal: new AbortController().signal,
    now: () => new Date(nowMs),
    async sleep(ms) {
      nowMs += ms;
    },
  };
  return { directory, file, options, elapsedMs: () => nowMs };
}

test('one holder at a time: a second one waits, and fails with the process id', async () => {
  const { directory, file, options, elapsedMs } = await createPlace();
  const held = await acquireLock(file, { ...options, staleMs: Number.POSITIVE_INFINITY });
  const second = acquireLock(file, { ...options, staleMs: Number.POSITIVE_INFINITY });
  await expect(second).rejects.toMatchObject({ pid: process.pid });
  expect(elapsedMs()).toBe(15_000);
  await held.release();
  await (await acquireLock(file, options)).release();
  expect(readdirSync(directory)).toEqual([]);
});

test('a lock without a heartbeat is taken over, and its former owner keeps the new one', async () => {
  const { file, options, elapsedMs } = await createPlace();
  const former = await acquireLock(file, options);
  const held = await acquireLock(file, options);
  expect(elapsedMs()).toBe(10_000);
  await former.release();
  expect(existsSync(file)).toBe(true);
  await held.release();
  expect(existsSync(file)).toBe(false);
});

test('the sleep of a machine takes no lock away', async () => {
  const { file, options, elapsedMs } = await createPlace();
  writeFileSync(file, '{"pid":1,"beats":0}');
  let beats = 0;
  const second = acquireLock(file, {
    ...options,
    waitMs: 3_600_000,
    async sleep(ms, signal) {
      // The machine sleeps for ten minutes in each wait, and the owner writes in each ninth one.
      await options.sleep(600_000 + ms, signal);
      if (++beats % 9 === 0) writeFileSync(file, `{"pid":1,"beats":${beats}}`);
    },
  });
  await expect(second).rejects.toMatchObject({ pid: 1 });
  expect(elapsedMs()).toBeGreaterThan(3_600_000);
});

test.runIf(process.platform === 'linux')('a lock of a process that has ended is taken over at once', async () => {
  const { file, options, elapsedMs } = await createPlace();
  const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
  const namespace = readlinkSync('/proc/self/ns/pid');
  writeFileSync(file, JSON.stringify({ host: `${boot} ${namespace}`, pid: DEAD }));
  await (await acquireLock(file, options)).release();
  expect(elapsedMs()).toBe(0);
  writeFileSync(file, JSON.stringify({ host: `other ${namespace}`, pid: DEAD }));
  await acquireLock(file, options);
  expect(elapsedMs()).toBe(10_000);
});

test.each(['', '123', 'null', '{"pid":"1"}'])('a lock with the text %j has an unknown owner', async (text) => {
  const { file, options } = await createPlace();
  writeFileSync(file, text);
  const failed = await acquireLock(file, { ...options, waitMs: 0 }).catch((error: unknown) => error);
  expect(failed).toBeInstanceOf(LockHeld);
  expect(failed).toMatchObject({ pid: undefined });
});
