import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { storeRecords } from '../../../src/records/record-set.ts';
import { createLineWriter, createSpool, readLines, type SpooledLines } from '../../../src/records/spool.ts';
import { freshDirectory, HAS_MODES, modeOf } from './receive.ts';

/** Writes `lines` to `file`, and returns the content that readers get. */
async function stored(file: string, lines: readonly string[]): Promise<string> {
  const writer = createLineWriter(file);
  for (const line of lines) writer.add(Buffer.from(line));
  const spoolBytes = writer.finish();
  writer.close();
  return read({ file, spoolBytes });
}

async function read(spooled: SpooledLines): Promise<string> {
  let text = '';
  for await (const block of readLines(spooled)) text += block.toString();
  return text;
}

const SMALL = ['{"n":1}', '{"n":2}'];
const LARGE = Array.from({ length: 8000 }, (_, n) => `{"n":${n}}`);
const textOf = (lines: readonly string[]): string => lines.map((line) => `${line}\n`).join('');

test('files are in a private directory, and remove deletes it', async () => {
  const parent = await freshDirectory();
  const spool = createSpool(parent);
  const [first, tenth] = [spool.filePath(0), spool.filePath(9)];
  expect([path.basename(first), path.basename(tenth)]).toEqual(['window-0001.ndjson', 'window-0010.ndjson']);
  expect(path.dirname(path.dirname(first))).toBe(parent);

  expect(await stored(first, LARGE)).toBe(textOf(LARGE));
  expect(await stored(tenth, LARGE)).toBe(textOf(LARGE));
  expect(await modeOf(path.dirname(first))).toBe(HAS_MODES ? 0o700 : undefined);
  expect(await modeOf(first)).toBe(HAS_MODES ? 0o600 : undefined);
  await spool.remove();
  expect(await readdir(parent)).toEqual([]);
  await expect(spool.remove()).resolves.toBeUndefined();
});

test.each([
  ['small', SMALL, 'large', LARGE],
  ['large', LARGE, 'small', SMALL],
  ['small', SMALL, 'empty', []],
])('a %s file is replaced by another: %#', async (_before, before, _after, after) => {
  const spool = createSpool(await freshDirectory());
  expect(await stored(spool.filePath(0), before)).toBe(textOf(before));
  expect(await stored(spool.filePath(0), after)).toBe(textOf(after));
  await spool.remove();
});

test('once the signal is aborted, work on its files stops in the middle', async () => {
  const stop = new AbortController();
  const spool = createSpool(await freshDirectory(), stop.signal);
  const stored = await storeRecords(spool.scratchPath(), { columns: [] }, async (add) => {
    for (let n = 0; n < 40_000; n++) add(Buffer.from(`{"n":${n}}`));
  });
  const blocks = stored.lines()[Symbol.asyncIterator]();
  const open = createLineWriter(spool.scratchPath());
  open.add(Buffer.from('{}'));
  expect((await blocks.next()).done).toBe(false);

  const reason = new Error('interrupted');
  stop.abort(reason);
  await expect(blocks.next()).rejects.toBe(reason);
  expect(() => open.add(Buffer.alloc(1024 * 1024))).toThrow(reason);
  open.close();
  await spool.remove();
});

test('the error for a spool that cannot be created names the path, the reason and a remedy', async () => {
  const parent = path.join(await freshDirectory(), 'missing');
  expect(() => createSpool(parent)).toThrow(
    expect.objectContaining({
      kind: 'output',
      message: expect.stringContaining(`cannot keep the windows in the temporary directory ${parent}: ENOENT`),
      hint: 'free some space there, or name another directory with TMPDIR (on Windows TEMP)',
    }),
  );
});
