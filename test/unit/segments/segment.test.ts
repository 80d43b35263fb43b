import { appendFile, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import path from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ReportingError } from '../../../src/core/reporting-error.ts';
import { readLines } from '../../../src/segments/spooled-lines.ts';
import { runs } from '../../harness/property-runs.ts';
import { bodyText, chunkSizes, cut } from './json-documents.ts';
import { readBody } from './read-body.ts';
import { collectLines, freshDirectory, JANUARY, receive, receiveRecords } from './receive.ts';

async function failureOf(promise: Promise<unknown>): Promise<ReportingError> {
  const error = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (error instanceof ReportingError) return error;
  throw error ?? new Error('it did not fail');
}

describe('a segment that is received', () => {
  test('says what it holds', async () => {
    const file = path.join(await freshDirectory(), 'records');
    const sizes: number[] = [];
    const chunks = ['{"next" : null,"data":[{"d":"2026-01-0', '1", "é":1.0},\n{"é":', '2}]}'];
    const segment = await receive({ chunks, file, onBytes: (sizeBytes) => sizes.push(sizeBytes) });
    const columns = [
      { name: 'd', path: ['d'] },
      { name: 'é', path: ['é'] },
    ];
    expect(segment).toEqual({
      window: JANUARY,
      file,
      sizeBytes: Buffer.byteLength(chunks.join('')),
      spoolBytes: 37,
      otherMembers: [{ name: 'next', value: 'null' }],
      hiddenMemberCount: 0,
      tellingMembers: [{ path: ['next'], value: { text: 'null', isCut: false, isBlank: true } }],
      recordCount: 2,
      emptyRecords: 0,
      columns,
      hasMoreColumns: false,
      dates: [
        {
          ...{ name: 'd', path: ['d'], integers: undefined, others: 0 },
          texts: { count: 1, days: ['2026-01-01'], outside: undefined },
        },
      ],
      loneSurrogates: [],
      repeated: undefined,
    });
    expect(sizes).toEqual(chunks.map((chunk) => Buffer.byteLength(chunk)));
    expect(await readFile(file, 'utf8')).toBe('{"d":"2026-01-01","é":1.0}\n{"é":2}\n');
  });

  test('knows the dates of its own window', async () => {
    const { dates } = await receiveRecords(['{"d":"2026-01-31","e":"2026-02-01","f":1}']);
    expect(dates.map(({ name, texts }) => [name, texts?.days.length])).toEqual([
      ['d', 1],
      ['e', 0],
    ]);
  });

  test('replaces what an earlier attempt left, for this user alone', async () => {
    const file = path.join(await freshDirectory(), 'records');
    await receive({ chunks: ['{"data":[{"a":1},{"b":2}]}'], file });
    const segment = await receive({ chunks: ['{"data":[{"c":3}]}'], file });
    expect(await collectLines(readLines(segment))).toEqual(['{"c":3}']);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
  });
});

describe('the records are read back as they came', () => {
  test('of any body, however it is cut', async () => {
    const file = path.join(await freshDirectory(), 'records');
    await fc.assert(
      fc.asyncProperty(bodyText, chunkSizes, async (text, sizes) => {
        const bytes = Buffer.from(text);
        const segment = await receive({ chunks: cut(bytes, sizes), file });
        const records = await collectLines(readLines(segment));
        expect(records).toEqual(readBody([bytes]).records);
        expect(segment.recordCount).toBe(records.length);
      }),
      { numRuns: runs(100) },
    );
  });

  test('where there are none', async () => {
    expect(await collectLines(readLines(await receiveRecords([])))).toEqual([]);
  });

  test('where they are many, and some are larger than what is read at once', async () => {
    const file = path.join(await freshDirectory(), 'records');
    const records = Array.from({ length: 20_000 }, (_, index) => `{"i":${index},"text":"é€😀${index % 7}"}`);
    records[7] = `{"long":"${'é😀'.repeat(150_000)}"}`;
    records[19_999] = `{"long":"${'€'.repeat(300_000)}"}`;
    const chunks = cut(Buffer.from(`{"data":[${records.join(',')}]}`), [65_536, 1, 16_384]);
    const segment = await receive({ chunks, file });
    expect(segment.recordCount).toBe(20_000);
    expect((await collectLines(readLines(segment))).join('\n') === records.join('\n')).toBe(true);
    expect(await collectLines(readLines(segment))).toHaveLength(20_000);
  });
});

describe('a body that fails', () => {
  const cutOff = 'the body ends in the middle of its JSON, after 12 bytes';
  test.each([
    ['that was cut off, where its end is known', ['{"data":', '[{},'], true, 'malformed', cutOff, undefined],
    ['that may have been cut off', ['{"data":', '[{},'], false, 'unavailable', cutOff, {}],
    ['that never began', [' \n'], false, 'unavailable', 'the body is empty', {}],
    [
      'of another shape, though its end is unknown',
      ['{}'],
      false,
      'malformed',
      'the body has no `data` array',
      undefined,
    ],
  ])('%s', async (_, chunks, endIsKnown, kind, message, retry) => {
    const file = path.join(await freshDirectory(), 'records');
    const error = await failureOf(receive({ chunks, file, endIsKnown }));
    expect([error.kind, error.message, error.retry]).toEqual([kind, message, retry]);
  });

  test('fails with the error of whoever is told of its bytes', async () => {
    const file = path.join(await freshDirectory(), 'records');
    const broken = new Error('broken');
    const onBytes = () => {
      throw broken;
    };
    await expect(receive({ chunks: ['{"data":[]}'], file, onBytes })).rejects.toBe(broken);
  });

  test('for want of a directory says what to do', async () => {
    const file = path.join(await freshDirectory(), 'missing', 'records');
    const error = await failureOf(receive({ chunks: [], file }));
    expect(error.kind).toBe('output');
    expect(error.message).toContain(`cannot keep the windows in the temporary directory ${file}: ENOENT`);
    expect(error.hint).toContain('TMPDIR');
  });
});

describe('a spool file that is not what was written', () => {
  const records = ['{"a":"é"}', '{"a":2}'];
  const sizeBytes = Buffer.byteLength(`${records.join('\n')}\n`);
  const message = `the spool of a window is not the ${sizeBytes} bytes that were written`;

  test.each<[change: string, change: (file: string) => Promise<void>]>([
    ['lost its last record', (file) => truncate(file, sizeBytes - 8)],
    ['lost half a record', (file) => truncate(file, sizeBytes - 3)],
    ['lost its last byte', (file) => truncate(file, sizeBytes - 1)],
    ['lost everything', (file) => truncate(file)],
    ['gained a record', (file) => appendFile(file, '{"a":3}\n')],
    ['gained an empty line', (file) => appendFile(file, '\n')],
    ['gained half a record', (file) => appendFile(file, '{"a"')],
    ['gained a byte', (file) => appendFile(file, ' ')],
    ['is another', (file) => writeFile(file, 'x\ny\nz\n')],
  ])('%s', async (_, change) => {
    const segment = await receiveRecords(records);
    expect(await collectLines(readLines(segment))).toEqual(records);
    await change(segment.file);
    await expect(collectLines(readLines(segment))).rejects.toThrow(message);
  });

  test('of a window without records gained one', async () => {
    const segment = await receiveRecords([]);
    await appendFile(segment.file, '{}\n');
    await expect(collectLines(readLines(segment))).rejects.toThrow(
      'the spool of a window is not the 0 bytes that were written',
    );
  });

  test('is gone', async () => {
    const segment = await receiveRecords(records);
    await rm(segment.file);
    const error = await failureOf(collectLines(readLines(segment)));
    expect(error.kind).toBe('output');
    expect(error.message).toContain('ENOENT');
  });
});
