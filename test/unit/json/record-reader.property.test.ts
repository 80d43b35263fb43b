import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ReportingError } from '../../../src/core/errors.ts';
import { createRecordReader, type ReaderOptions } from '../../../src/json/body.ts';
import { createRecordSurvey, type Survey } from '../../../src/json/record-survey.ts';
import { runs } from '../../harness/property-runs.ts';
import { JANUARY } from '../records/receive.ts';
import { cut, tokenize } from './json-documents.ts';
import { bodyOf, datedRecords, likeRecords, spacing } from './like-records.ts';
import { outcomeOf } from './read-body.ts';

/** Chunks from a few bytes to whole bodies: batches need large chunks. */
const sizes = fc.array(
  fc.oneof(
    { weight: 1, arbitrary: fc.integer({ min: 1, max: 30 }) },
    { weight: 3, arbitrary: fc.integer({ min: 100, max: 5000 }) },
  ),
  { minLength: 1 },
);

interface Reading {
  readonly outcome: readonly string[] | string | undefined;
  readonly survey: Survey;
  /** The number of records that came in batches. */
  readonly batched: number;
  /** The number of days that only those records have. */
  readonly batchedDays: number;
}

/** By default, the fast path learns the first record, as bodies in tests are short. */
function read(bytes: Buffer, chunkSizes: readonly number[], options: ReaderOptions = { learnAfter: 0 }): Reading {
  const records: string[] = [];
  const single: string[] = [];
  let batched = 0;
  const observer = {
    lines(lines: Buffer) {
      const each = lines.toString().split('\n');
      if (each.length > 1) batched += each.length;
      else single.push(...each);
      records.push(...each);
    },
    member: () => undefined,
  };
  const reader = createRecordReader(JANUARY, observer, options);
  try {
    for (const chunk of cut(Buffer.from(bytes), chunkSizes)) reader.write(chunk);
    const survey = reader.survey();
    const batchedDays = dayCount(survey) - dayCount(surveyOf(single));
    return { outcome: reader.end() ? records : undefined, survey, batched, batchedDays };
  } catch (error) {
    if (!(error instanceof ReportingError)) throw error;
    return { outcome: error.message, survey: reader.survey(), batched, batchedDays: 0 };
  }
}

/** The number of days, summed over all columns. */
function dayCount({ dates }: Survey): number {
  return dates.reduce((sum, each) => sum + each.days.length, 0);
}

/** The survey of the records, added one by one. */
function surveyOf(records: readonly string[]): Survey {
  const survey = createRecordSurvey(JANUARY);
  for (const record of records) survey.add(Buffer.from(record));
  return survey.result();
}

/** Tokens that no value may have. */
const INVALID_TOKENS: readonly string[] = [
  ...['01', '-', '-01', '1.', '.5', '+1', '1e', '1e+', '0x1', '1_000', 'NaN', 'Infinity', '1 2', '--1'],
  ...['tru', 'True', 'nul', 'nulls', "'a'", '"a', 'a"', '"\\v"', '"\\u00g0"', '"\\u00"', '"\\"', '"a" "b"'],
  ...['"\u0001"', '"\u001f"', '"\t"', '"\n"', '\u00a0', '\ufeff', '\u2028', '\f', '/**/1', ',', ':', ';'],
  ...['[1,]', '[,1]', '[1 2]', '{,}', '{"a"}', '{"a":1,}', '{1:2}', '[', ']', '{', '}', '[]]', '{}}', ''],
  ...['"2026-01-01', '"2026-01-01\u0000"', '20260101.', '020260101', '"2026-01-01\\x"'],
];

/** Compares the reading of a body with that of the scanner alone. False if both reject the body. */
function isReadAlike(bytes: Buffer, chunkSizes: readonly number[]): boolean {
  const { outcome, survey } = read(bytes, chunkSizes);
  expect(outcome).toEqual(outcomeOf(bytes, chunkSizes));
  if (!Array.isArray(outcome)) return false;
  expect(survey).toEqual(surveyOf(outcome));
  return true;
}

describe('records in batches are read as if each came alone', () => {
  test('with the same texts, columns, dates and repeated members, for any chunks', () => {
    let batched = 0;
    fc.assert(
      fc.property(likeRecords, spacing, sizes, (records, gaps, chunkSizes) => {
        const reading = read(Buffer.from(bodyOf(records, gaps)), chunkSizes);
        const texts = records.map((tokens) => tokens.join(''));
        expect(reading.outcome).toEqual(texts);
        expect(reading.survey).toEqual(surveyOf(texts));
        batched += reading.batched;
      }),
      { numRuns: runs(400) },
    );
    expect(batched).toBeGreaterThan(runs(100) - 1);
  });

  test('with all their days', () => {
    let batchedDays = 0;
    fc.assert(
      fc.property(datedRecords, spacing, sizes, (records, gaps, chunkSizes) => {
        const reading = read(Buffer.from(bodyOf(records, gaps)), chunkSizes);
        expect(reading.survey).toEqual(surveyOf(records.map((tokens) => tokens.join(''))));
        batchedDays += reading.batchedDays;
      }),
      { numRuns: runs(200) },
    );
    expect(batchedDays).toBeGreaterThan(runs(50) - 1);
  });

  test('only after the first records, which are not worth a pattern', () => {
    const bodyWith = (count: number) => {
      const records = Array.from({ length: count }, (_, index) => `{"date":"2026-01-01","clicks":${index}}`);
      return Buffer.from(`{"data":[${records}]}`);
    };
    expect(read(bodyWith(50), [1 << 20], {}).batched).toBe(0);
    const long = read(bodyWith(1000), [1 << 20], {});
    expect(long.outcome).toHaveLength(1000);
    expect(long.batched).toBeGreaterThan(900);
  });

  test('and rejected with the same error after a changed, added or lost byte', () => {
    const byte = fc.oneof(fc.nat(255), fc.constantFrom(...Buffer.from('{}[]:,"\\ \t09eE+-.ndutf\u0000\u001fé')));
    const change = fc.constantFrom('replace', 'insert', 'remove', 'end');
    let rejected = 0;
    fc.assert(
      fc.property(
        likeRecords,
        spacing,
        sizes,
        fc.nat(),
        byte,
        change,
        (records, gaps, chunkSizes, place, other, how) => {
          const body = Buffer.from(bodyOf(records, gaps));
          const at = place % body.length;
          const bytes = Buffer.concat([
            body.subarray(0, at),
            how === 'replace' || how === 'insert' ? Buffer.of(other) : Buffer.alloc(0),
            how === 'end' ? Buffer.alloc(0) : body.subarray(how === 'insert' ? at : at + 1),
          ]);
          if (!isReadAlike(bytes, chunkSizes)) rejected++;
        },
      ),
      { numRuns: runs(1000) },
    );
    expect(rejected).toBeGreaterThan(runs(400));
  });

  test('with white space between tokens and in texts', () => {
    const texts = ['"x  y"', '" \\" : , "', '"\\\\"', '""'].map((text) => `{"a":${text},"b":[1," "],"c":{}}`);
    const records = [...texts, ...texts].map(tokenize);
    const reading = read(Buffer.from(bodyOf(records, [' ', '\n\t', ''])), [1 << 20]);
    expect(reading.outcome).toEqual([...texts, ...texts]);
    expect(reading.batched).toBeGreaterThan(4);
  });

  test('and rejected for an invalid token in any record', () => {
    const invalidToken = fc.constantFrom(...INVALID_TOKENS);
    let rejected = 0;
    fc.assert(
      fc.property(likeRecords, spacing, sizes, fc.nat(), invalidToken, (records, gaps, chunkSizes, place, token) => {
        fc.pre(records.length > 0);
        const changed = records.map((tokens) => [...tokens]);
        const record = changed[Math.floor(place / 7) % changed.length]!;
        record[place % record.length] = token;
        const bytes = Buffer.from(bodyOf(changed, gaps));
        if (!isReadAlike(bytes, chunkSizes)) rejected++;
      }),
      { numRuns: runs(600) },
    );
    expect(rejected).toBeGreaterThan(runs(300));
  });
});
