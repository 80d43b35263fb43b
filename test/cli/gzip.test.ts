import { readFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { runCli } from '../harness/run-cli.ts';
import { startRecordService } from '../harness/service.ts';

const DAY = ['revenue', '--from', '2026-01-01', '--to', '2026-01-01', '--date-column', 'none'];
/** More than one block of bytes. */
const RECORDS = Array.from(
  { length: 2800 },
  (_, index) => `{"id":${index},"name":"${'春'.repeat(60 + (index % 9))}","revenue":${index}.50}`,
);

async function write(file: string, args: readonly string[] = [], records: readonly string[] = RECORDS) {
  const { env, home } = await startRecordService(() => records);
  const result = await runCli([...DAY, '-o', file, ...args], { env, home });
  expect(result).toMatchObject({ exitCode: 0 });
  return readFileSync(path.join(home.work, file));
}

describe('a file name that ends in .gz', () => {
  test.each(['csv', 'tsv', 'ndjson', 'json'])('compresses the %s of the same name without it', async (ending) => {
    const compressed = await write(`x.${ending}.gz`);
    const plain = await write(`x.${ending}`);
    expect(plain.length).toBeGreaterThan(512 * 1024);
    expect(compressed.length).toBeLessThan(plain.length / 2);
    expect(gunzipSync(compressed).equals(plain)).toBe(true);
  });

  test('has no time and no name inside', async () => {
    const one = await write('x.csv.gz', [], RECORDS.slice(0, 9));
    // The last byte of the header names the system.
    expect([...one.subarray(0, 9)]).toEqual([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0]);
    expect((await write('x.csv.gz', [], RECORDS.slice(0, 9))).equals(one)).toBe(true);
  });

  test('also compresses with --format, with placeholders and without records', async () => {
    const one = ['{"a":1}'];
    expect(gunzipSync(await write('x.gz', ['-f', 'ndjson'], one)).toString()).toBe('{"a":1}\n');
    expect(gunzipSync(await write('x.CSV.GZ', [], one)).toString()).toBe('a\n1\n');
    expect(gunzipSync(await write('x.csv.gz', [], [])).toString()).toBe('');
    const { env } = await startRecordService(() => one);
    const { home } = await runCli([...DAY, '-o', '{from}.csv.gz'], { env });
    expect(gunzipSync(readFileSync(path.join(home.work, '2026-01-01.csv.gz'))).toString()).toBe('a\n1\n');
  });
});
