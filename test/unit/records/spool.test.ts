import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { openStoredRows, storeRows } from '../../../src/records/rows.ts';
import { createSpool, openSpoolFile } from '../../../src/records/spool.ts';
import { freshDirectory } from './receive.ts';

test('a spool is a private directory with one file per window, and remove deletes it', async () => {
  const parent = await freshDirectory();
  const spool = await createSpool(parent);
  const [first, tenth] = [spool.filePath(0), spool.filePath(9)];
  expect([path.basename(first), path.basename(tenth)]).toEqual(['window-0001.ndjson', 'window-0010.ndjson']);
  expect(path.dirname(path.dirname(first))).toBe(parent);
  expect((await stat(path.dirname(first))).mode & 0o777).toBe(0o700);
  expect(await readdir(path.dirname(first))).toEqual([]);

  await (await openSpoolFile(first)).close();
  expect((await stat(first)).mode & 0o777).toBe(0o600);
  await spool.remove();
  expect(await readdir(parent)).toEqual([]);
  await expect(spool.remove()).resolves.toBeUndefined();
});

test('two spools in one directory have different paths', async () => {
  const parent = await freshDirectory();
  const [one, other] = [await createSpool(parent), await createSpool(parent)];
  expect(one.filePath(0)).not.toBe(other.filePath(0));
});

test('once the signal is aborted, work on its files stops in the middle', async () => {
  const stop = new AbortController();
  const spool = await createSpool(await freshDirectory(), stop.signal);
  const stored = await storeRows(spool.scratchPath(), { columns: [] }, async (rows) => {
    for (let n = 0; n < 100_000; n++) rows.addText(`{"n":${n}}`);
  });
  const blocks = stored.lines()[Symbol.asyncIterator]();
  const open = await openStoredRows(spool.scratchPath());
  await open.settle();
  expect((await blocks.next()).done).toBe(false);

  const reason = new Error('interrupted');
  stop.abort(reason);
  await expect(blocks.next()).rejects.toBe(reason);
  await expect(open.settle()).rejects.toBe(reason);
  await expect(openStoredRows(spool.scratchPath())).rejects.toBe(reason);
  await open.abandon();
  await spool.remove();
});

test('the error for a spool that cannot be created names the path, the reason and a remedy', async () => {
  const parent = path.join(await freshDirectory(), 'missing');
  await expect(createSpool(parent)).rejects.toMatchObject({
    kind: 'output',
    message: expect.stringContaining(`cannot keep the windows in the temporary directory ${parent}: ENOENT`),
    hint: 'free some space there, or name another directory with temporaryDirectory',
  });
});
