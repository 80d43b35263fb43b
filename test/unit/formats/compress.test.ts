import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { encodeZip, gzip, type ZipEntry } from '../../../src/fs/compress.ts';
import { unzip } from '../../harness/workbook.ts';

const LARGE = ['x', 'y'.repeat(300_000), 'z', '0123456789'.repeat(20_000)];
const ENTRIES: readonly ZipEntry[] = [
  { name: 'a/small.txt', pieces: () => ['hello ', 'wörld'] },
  { name: 'empty', pieces: () => [] },
  { name: 'large', pieces: () => LARGE, isLarge: true },
];

async function bytesOf(pieces: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const all: Uint8Array[] = [];
  for await (const piece of pieces) all.push(Buffer.from(piece));
  return Buffer.concat(all);
}

test('the parts of a ZIP file are whole, and the same in each run', async () => {
  const bytes = await bytesOf(encodeZip(ENTRIES));
  expect(Object.fromEntries([...unzip(bytes)].map(([name, part]) => [name, `${part}`]))).toEqual({
    'a/small.txt': 'hello wörld',
    empty: '',
    large: LARGE.join(''),
  });
  expect(bytes.equals(await bytesOf(encodeZip(ENTRIES)))).toBe(true);
});

test.each([
  ['ZIP', (pieces: () => AsyncIterable<string>) => encodeZip([{ name: 'a', pieces }])],
  ['gzip', (pieces: () => AsyncIterable<string>) => gzip(pieces())],
])('%s: a failure of a piece is that of the file, and a reader that leaves ends the pieces', async (_, encode) => {
  let onClosed = () => {};
  const closed = new Promise<void>((resolve) => {
    onClosed = resolve;
  });
  async function* endless() {
    try {
      for (;;) yield randomBytes(100_000).toString('hex');
    } finally {
      onClosed();
    }
  }
  async function* failing() {
    yield 'x';
    throw new Error('no more pieces');
  }
  await expect(bytesOf(encode(failing))).rejects.toThrow('no more pieces');
  let sizeBytes = 0;
  for await (const piece of encode(endless)) {
    sizeBytes += piece.length;
    if (sizeBytes > 100_000) break;
  }
  await closed;
});
