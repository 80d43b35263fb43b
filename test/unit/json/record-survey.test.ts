import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createRecordSurvey, MAX_COLUMNS } from '../../../src/json/record-survey.ts';
import { runs } from '../../harness/property-runs.ts';
import { JANUARY } from '../records/receive.ts';
import { leavesOf, plainRecord } from './json-documents.ts';

function survey(...records: string[]) {
  const survey = createRecordSurvey(JANUARY);
  for (const record of records) survey.add(Buffer.from(record));
  const { columns, dates, repeated, ...counts } = survey.result();
  return {
    ...counts,
    columns: columns.map(({ name }) => name),
    paths: columns.map(({ path }) => path),
    dates,
    repeated: repeated && [repeated.record, repeated.column.name],
  };
}

function manyColumns(count: number, prefix = 'c'): string {
  return `{${Array.from({ length: count }, (_, index) => `"${prefix}${index}":0`).join(',')}}`;
}

describe('columns', () => {
  test('of any records are the distinct paths of their leaves, in order', () => {
    fc.assert(
      fc.property(fc.array(plainRecord, { maxLength: 5 }), (records) => {
        const leaves = records.flatMap((record) => leavesOf(record).map(({ path }) => JSON.stringify(path)));
        const { paths, repeated } = survey(...records);
        expect(paths.map((path) => JSON.stringify(path))).toEqual([...new Set(leaves)]);
        expect(repeated).toBeUndefined();
      }),
      { numRuns: runs(500) },
    );
  });

  test(`are listed up to ${MAX_COLUMNS}; hasMoreColumns reports more, and dates are still counted`, () => {
    const survey = createRecordSurvey(JANUARY);
    const add = (...records: string[]) => {
      for (const record of records) survey.add(Buffer.from(record));
      const { columns, dates, hasMoreColumns, recordCount } = survey.result();
      return { names: columns.map(({ name }) => name), dates, hasMoreColumns, recordCount };
    };
    const many = manyColumns(MAX_COLUMNS - 1).slice(1);
    const all = add(`{"d":"2026-01-01",${many}`, '{"c0":1}');
    expect([all.hasMoreColumns, all.recordCount, all.names.length]).toEqual([false, 2, MAX_COLUMNS]);
    const more = add('{"x":1}', '{"y":1,"d":"2025-01-01","other":{"d":3}}', '{}');
    expect([more.hasMoreColumns, more.recordCount]).toEqual([true, 5]);
    expect(more.names).toEqual(all.names);
    expect(more.dates[0]).toMatchObject({ count: 2, outside: { count: 1 } });
  });
});

/** The number of records with a date in the column `d`: in January 2026, and outside it. */
function countsOf(...cells: string[]) {
  const [found] = survey(...cells.map((cell) => `{"d":${cell}}`)).dates;
  const outside = found?.outside?.count ?? 0;
  return { inside: (found?.count ?? 0) - outside, outside };
}

describe('dates in values', () => {
  test.each([
    ['"2026-01-01"', 'inside'],
    ['"2026-01-31"', 'inside'],
    ['"2026-01-15T23:59:59.123+02:00"', 'inside'],
    ['"2026-01-15 00:00"', 'inside'],
    ['"2026-01-15Z"', 'inside'],
    ['"2026-01-15 "', 'inside'],
    ['"2026-01-15 EST"', 'none'],
    ['"2026-01-15+01:00"', 'inside'],
    ['"20260115T000000Z"', 'inside'],
    ['"2026/01/15"', 'inside'],
    ['"2026\\/01\\/15"', 'inside'],
    ['"20260115"', 'inside'],
    ['20260115', 'inside'],
    ['"2025-12-31"', 'outside'],
    ['"2026-02-01"', 'outside'],
    ['20260201', 'outside'],
    ['"0001-01-01"', 'outside'],
    ['"2026-02-29"', 'none'],
    ['"2026-13-01"', 'none'],
    ['"2026-01-1"', 'none'],
    ['"2026-01"', 'none'],
    ['"2026-01-15 sale"', 'none'],
    ['"2026-01-15."', 'none'],
    ['20260115.5', 'none'],
    ['"2026-0115"', 'none'],
    ['-20260115', 'none'],
    ['1768435200', 'none'],
    ['"15-01-2026"', 'none'],
    ['"on 2026-01-15"', 'none'],
    ['""', 'none'],
    ['null', 'none'],
    ['["2026-01-15"]', 'none'],
  ])('%s: %s', (cell, where) => {
    const expected = { inside: where === 'inside' ? 1 : 0, outside: where === 'outside' ? 1 : 0 };
    expect(countsOf(cell)).toEqual(expected);
    expect(countsOf('"2026-01-02"', cell)).toEqual({ ...expected, inside: expected.inside + 1 });
    expect(countsOf(cell, '"2025-01-02"')).toEqual({ ...expected, outside: expected.outside + 1 });
  });

  test('a repeated member counts once, by its last value', () => {
    const [dates] = survey('{"d":"2025-01-01","d":"2026-01-02"}', '{"d":"2026-01-03","d":null}').dates;
    expect(dates).toMatchObject({ count: 1, days: ['2026-01-02'], outside: undefined });
  });

  test('other values with digits are counted in a column whose name says that it holds the date', () => {
    const records = ['null', '""', '"Total"', '"2026-01-02"', '20260230', '"31.01.2026"'].map(
      (cell) => `{"day":${cell},"x":${cell}}`,
    );
    const [day, x] = survey(...records).dates;
    expect([day!.unread, day!.firstUnread, x!.unread]).toEqual([2, '20260230', 0]);
  });

  test('are found in nested members', () => {
    const nested = survey('{"a":20260101,"o":{"to":"2026-01-07","x":1}}').dates;
    expect(nested.map(({ name }) => name)).toEqual(['a', 'o.to']);
  });
});

describe('whole numbers that spell dates', () => {
  test('may be no dates if one is outside the window, and the name does not say that they are', () => {
    const numbers = (name: string, ...cells: readonly unknown[]) =>
      survey(...[20260101, ...cells, 20250102].map((cell) => `{"${name}":${JSON.stringify(cell)}}`)).dates[0]!;
    expect(numbers('visits')).toMatchObject({ count: 2, outside: { count: 1 }, areNumbers: true, hasTexts: false });
    expect(numbers('visits', '2026-01-05')).toMatchObject({ count: 3, areNumbers: true, hasTexts: true });
    expect(numbers('day')).toMatchObject({ count: 2, outside: { count: 1 }, areNumbers: false });
  });

  test('are all counted in the column that the user named', () => {
    const chosen = createRecordSurvey(JANUARY, 'key');
    for (const number of [20250101, 20250102]) chosen.add(Buffer.from(`{"key":${number}}`));
    expect(chosen.result().dates[0]).toMatchObject({ count: 2, areNumbers: false });
  });
});

describe('the days of a column', () => {
  test('inside the window are distinct and ascending', () => {
    const cells = ['"2026-01-31"', '"2026/01/02"', '"2026-01-02"', '"2026-01-31T09:00:00Z"', '"2026-02-01"'];
    const [dates] = survey(...cells.map((cell) => `{"d":${cell}}`)).dates;
    expect(dates?.days).toEqual(['2026-01-02', '2026-01-31']);
  });

  test('outside the window are summarized by their ends', () => {
    const dates = ['2025-12-29', '2025-12-22T05:30:00Z', '2026-02-02'].map((d) => `{"d":"${d}"}`);
    expect(survey(...dates).dates[0]!.outside).toEqual({ count: 3, first: '2025-12-22', last: '2026-02-02' });
  });
});

test.each<[has: boolean, record: string]>([
  [false, '{"a":"\\ud83d\\ude00"}'],
  [false, '{"a":"\\\\ud83d"}'],
  [false, '{"a":"\\u00e4"}'],
  [true, '{"a":["\\ud83d"]}'],
  [true, '{"a":"x\\uD83Dy","b":"\\udc00"}'],
  [true, '{"x\\ud800":1}'],
  [true, '{"o":{"a":"\\ude00\\ud83d"}}'],
])('lone surrogates: %s: %s', (has, record) => {
  expect(survey('{"a":1}', record).hasLoneSurrogates).toBe(has);
});

test.each<[records: string[], repeated: [number, string] | undefined]>([
  [['{"a":1}', '{"a":1}'], undefined],
  [['{"a":1,"o":{"a":1}}'], undefined],
  [['{"a":[1,1],"b":[{"x":1,"x":1}]}'], undefined],
  [
    ['{}', '{"a":1,"b":2,"a":1}'],
    [2, 'a'],
  ],
  [['{"a":1,"\\u0061":2}'], [1, 'a']],
  [['{"o":{"x":1},"o":{"x":2}}'], [1, 'o']],
  [
    ['{"b":1,"a":1,"a":1,"b":1}', '{"c":1,"c":1}'],
    [1, 'a'],
  ],
])('the first record with a repeated column: %j: %j', (records, repeated) => {
  expect(survey(...records).repeated).toEqual(repeated);
});
