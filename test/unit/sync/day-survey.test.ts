import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createColumn } from '../../../src/core/columns.ts';
import type { DateRange } from '../../../src/dates/range.ts';
import type { RecordSet } from '../../../src/records/record-set.ts';
import { canonicalCell, contentHash, surveyDays } from '../../../src/sync/day-survey.ts';
import { runs } from '../../harness/property-runs.ts';

const COLUMNS = ['date', 'name', 'revenue'].map((name) => createColumn([name]));

function recordSet(lines: readonly string[], columns = COLUMNS): RecordSet {
  return {
    ...{ recordCount: lines.length, columns, hasMoreColumns: false },
    async *lines() {
      for (const line of lines) yield Buffer.from(`${line}\n`);
    },
  };
}

const JANUARY = { from: '2026-01-01', to: '2026-01-31' } as DateRange;
const survey = (...lines: readonly string[]) =>
  surveyDays(recordSet(lines), { dateColumn: 'date', measures: ['revenue'], range: JANUARY });
const hashOf = async (...lines: readonly string[]) => contentHash(await survey(...lines));

describe('canonicalCell', () => {
  test.each([
    ['0.10', '0.1'],
    ['1e-1', '0.1'],
    ['100', '100'],
    ['1E2', '100'],
    ['100.00', '100'],
    ['-0', '0'],
    ['-0.0e5', '0'],
    ['9007199254740993', '9007199254740993'],
    ['1e500', '1e500'],
    ['"\\u0041"', '"A"'],
    ['"0.10"', '"0.10"'],
    ['[1.50,{"a1.0":"1.0","b":-2.0e1}]', '[1.5,{"a1.0":"1.0","b":-20}]'],
    ['["\\"1.0\\u0041",1e500]', '["\\"1.0A",1e500]'],
    ['true', 'true'],
  ])('%s is %s', (cell, canonical) => {
    expect(canonicalCell(cell)).toBe(canonical);
  });

  test('is the same for two spellings of a number, and only for these', () => {
    fc.assert(
      fc.property(fc.bigInt(-(10n ** 20n), 10n ** 20n), fc.nat(12), fc.nat(5), (units, scale, zeros) => {
        const plain = `${units}e-${scale}`;
        const longer = `${units}${'0'.repeat(zeros)}E-${scale + zeros}`;
        expect(canonicalCell(longer)).toBe(canonicalCell(plain));
        expect(canonicalCell(`${units + 1n}e-${scale}`)).not.toBe(canonicalCell(plain));
      }),
      { numRuns: runs(1000) },
    );
  });
});

describe('surveyDays', () => {
  test('counts and adds up by day, with all digits', async () => {
    const days = await survey(
      '{"date":"2026-01-02","revenue":0.10}',
      '{"date":"2026-01-01T10:00:00Z","revenue":"9007199254740993"}',
      '{"date":"2026-01-02","revenue":0.2}',
      '{"date":"2026-02-01","revenue":5}',
      '{"date":"2026-01-02","revenue":null}',
    );
    expect([...days].map(([day, { records, sums }]) => [day, records, Object.fromEntries(sums)])).toEqual([
      ['', 1, { revenue: '5' }],
      ['2026-01-01', 1, { revenue: '9007199254740993' }],
      ['2026-01-02', 3, { revenue: '0.30' }],
    ]);
  });

  test('a sum is null if a number is too long to add up, and absent without a number', async () => {
    const days = await survey(
      '{"date":"2026-01-01","revenue":"10.50"}',
      '{"date":"2026-01-01","revenue":1e400}',
      '{"date":"2026-01-02","revenue":null}',
    );
    expect([...days.values()].map(({ sums }) => [...sums])).toEqual([[['revenue', null]], []]);
  });

  test.each([
    ['a value', '{"date":"2026-01-01","name":"b","revenue":1}'],
    ['a type', '{"date":"2026-01-01","name":"a","revenue":"1"}'],
    ['a member', '{"date":"2026-01-01","revenue":1}'],
    ['the day', '{"date":"2026-01-02","name":"a","revenue":1}'],
    ['an empty text', '{"date":"2026-01-01","name":"","revenue":1}'],
  ])('the hash shows another %s', async (_what, line) => {
    expect(await hashOf(line)).not.toBe(await hashOf('{"date":"2026-01-01","name":"a","revenue":1}'));
  });

  test('the hash counts equal records', async () => {
    const line = '{"date":"2026-01-01","name":"a","revenue":1}';
    expect(await hashOf(line, line)).not.toBe(await hashOf(line));
    // Neither two nor four equal records cancel each other.
    expect(await hashOf(line, line, line, line)).not.toBe(await hashOf(line, line));
  });
});
