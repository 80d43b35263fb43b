import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
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

test('the error for a spool that cannot be created names the path, the reason and a remedy', async () => {
  const parent = path.join(await freshDirectory(), 'missing');
  await expect(createSpool(parent)).rejects.toMatchObject({
    kind: 'output',
    message: expect.stringContaining(`cannot keep the windows in the temporary directory ${parent}: ENOENT`),
    hint: 'free some space there, or name another directory with temporaryDirectory',
  });
});
