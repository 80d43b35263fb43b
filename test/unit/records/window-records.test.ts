import { appendFile, rm, truncate, writeFile } from 'node:fs/promises';
import path from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ReportingError } from '../../../src/core/errors.ts';
import { readLines } from '../../../src/records/spool.ts';
import { runs } from '../../harness/property-runs.ts';
import { bodyText, chunkSizes, cut } from '../json/json-documents.ts';
import { readBody } from '../json/read-body.ts';
import { collectLines, freshDirectory, HAS_MODES, modeOf, receive, receiveRecords } from './receive.ts';

async function failureOf(promise: Promise<unknown>): Promise<ReportingError> {
  const error = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (error instanceof ReportingError) return error;
  throw error ?? new Error('it did not fail');
}

describe('a received window', () => {
  test('replaces the file of an earlier attempt, with access for this user only', async () => {
    const file = path.join(await freshDirectory(), 'records');
    await receive({ chunks: ['{"data":[{"a":1},{"b":2}]}'], file });
    const windowRecords = await receive({ chunks: ['{"data":[{"c":3}]}'], file });
    expect(await collectLines(readLines(windowRecords))).toEqual(['{"c":3}']);
    expect(await modeOf(file)).toBe(HAS_MODES ? 0o600 : undefined);
  });
});

describe('the records are read back unchanged', () => {
  test('for any body and any chunks', async () => {
    const file = path.join(await freshDirectory(), 'records');
    await fc.assert(
      fc.asyncProperty(bodyText, chunkSizes, async (text, sizes) => {
        const bytes = Buffer.from(text);
        const windowRecords = await receive({ chunks: cut(bytes, sizes), file });
        const records = await collectLines(readLines(windowRecords));
        expect(records).toEqual(readBody([bytes]).records);
        expect(windowRecords.recordCount).toBe(records.length);
      }),
      { numRuns: runs(100) },
    );
  });

  test('for many records, some larger than one read', async () => {
    const file = path.join(await freshDirectory(), 'records');
    const records = Array.from({ length: 2000 }, (_, index) => `{"i":${index},"text":"é€😀${index % 7}"}`);
    records[7] = `{"long":"${'é😀'.repeat(100_000)}"}`;
    records[1999] = `{"long":"${'€'.repeat(200_000)}"}`;
    const chunks = cut(Buffer.from(`{"data":[${records.join(',')}]}`), [65_536, 1, 16_384]);
    const windowRecords = await receive({ chunks, file });
    expect(windowRecords.recordCount).toBe(2000);
    expect((await collectLines(readLines(windowRecords))).join('\n') === records.join('\n')).toBe(true);
    expect(await collectLines(readLines(windowRecords))).toHaveLength(2000);
  });
});

describe('a spool file that has changed is rejected', () => {
  const records = ['{"a":"é"}', '{"a":2}'];
  const sizeBytes = Buffer.byteLength(`${records.join('\n')}\n`);
  const message = `a spool file of ${sizeBytes} bytes has changed since it was written`;

  test.each<[change: string, change: (file: string) => Promise<void>]>([
    ['lost its last record', (file) => truncate(file, sizeBytes - 8)],
    ['lost half a record', (file) => truncate(file, sizeBytes - 3)],
    ['lost its last byte', (file) => truncate(file, sizeBytes - 1)],
    ['lost everything', (file) => truncate(file)],
    ['gained a record', (file) => appendFile(file, '{"a":3}\n')],
    ['gained an empty line', (file) => appendFile(file, '\n')],
    ['gained half a record', (file) => appendFile(file, '{"a"')],
    ['gained a byte', (file) => appendFile(file, ' ')],
    ['has other content', (file) => writeFile(file, 'x\ny\nz\n')],
  ])('%s', async (_, change) => {
    const windowRecords = await receiveRecords(records);
    expect(await collectLines(readLines(windowRecords))).toEqual(records);
    await change(windowRecords.file);
    await expect(collectLines(readLines(windowRecords))).rejects.toThrow(message);
  });

  test('of a window without records gained one', async () => {
    const windowRecords = await receiveRecords([]);
    await appendFile(windowRecords.file, '{}\n');
    await expect(collectLines(readLines(windowRecords))).rejects.toThrow(
      'a spool file of 0 bytes has changed since it was written',
    );
  });

  test('is gone', async () => {
    const windowRecords = await receiveRecords(records);
    await rm(windowRecords.file);
    const error = await failureOf(collectLines(readLines(windowRecords)));
    expect(error.kind).toBe('output');
    expect(error.message).toContain('ENOENT');
  });
});
