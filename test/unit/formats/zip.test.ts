import { spawnSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { crc32 } from 'node:zlib';
import { describe, expect } from 'vitest';
import { ownCrc32 } from '../../../src/formats/deflate.ts';
import { encodeZip, type ZipEntry } from '../../../src/formats/zip.ts';
import { needs } from '../../harness/needs.ts';
import { unzip } from '../../harness/workbook.ts';

const ENTRIES: readonly ZipEntry[] = [
  { name: 'a/small.txt', pieces: ['hello ', 'wörld'] },
  { name: 'empty', pieces: [] },
  { name: 'large', pieces: ['x', 'y'.repeat(300_000), 'z', '0123456789'.repeat(20_000)], isLarge: true },
];

async function zipOf(zip64From?: number): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  for await (const piece of encodeZip(ENTRIES, zip64From)) pieces.push(Buffer.from(piece));
  return Buffer.concat(pieces);
}

const { test } = needs('python3');

const PYTHON = `
import sys, zipfile
archive = zipfile.ZipFile(sys.argv[1])
assert archive.testzip() is None
for entry in archive.infolist(): print(entry.filename, entry.file_size, entry.date_time[:3], entry.extract_version)
`;

describe('a ZIP file', () => {
  // A real file of 4 GiB takes minutes: the limit is lower here.
  test.each([
    ['', undefined, 20],
    [' with ZIP64', 10, 45],
  ])('is read by unzip and Python%s', async (_, zip64From, version) => {
    const bytes = await zipOf(zip64From);
    const file = path.join(mkdtempSync(path.join(tmpdir(), 'zip-')), 'x.zip');
    writeFileSync(file, bytes);
    const { stdout, stderr } = spawnSync('python3', ['-c', PYTHON, file], { encoding: 'utf8' });
    expect({ stdout, stderr }).toEqual({
      stdout: [
        `a/small.txt 12 (1980, 1, 1) ${version}`,
        `empty 0 (1980, 1, 1) ${version}`,
        'large 500002 (1980, 1, 1) 45',
        '',
      ].join('\n'),
      stderr: '',
    });
  });
});

describe('the pieces', () => {
  test('are whole, and the same in each run', async () => {
    const bytes = await zipOf();
    const parts = unzip(bytes);
    expect(parts.get('a/small.txt')!.toString()).toBe('hello wörld');
    expect(parts.get('large')!.toString()).toBe(`x${'y'.repeat(300_000)}z${'0123456789'.repeat(20_000)}`);
    expect(bytes.equals(await zipOf())).toBe(true);
  });

  test('have the CRC-32 that Node computes', () => {
    for (const text of ['', 'a', 'hello wörld', 'x'.repeat(1000)]) {
      const bytes = Buffer.from(text);
      expect(ownCrc32(bytes)).toBe(crc32(bytes));
      expect(ownCrc32(bytes.subarray(1), ownCrc32(bytes.subarray(0, 1)))).toBe(crc32(bytes));
    }
  });
});
