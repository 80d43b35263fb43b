import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { CalendarDate } from '../../../src/core/calendar-date.ts';
import { createRecordSurvey, MAX_COLUMNS } from '../../../src/segments/record-survey.ts';
import { leavesOf, plainRecord } from './json-documents.ts';
import { JANUARY } from './receive.ts';

function survey(...records: string[]) {
  const survey = createRecordSurvey(JANUARY);
  for (const record of records) survey.add(record);
  const { columns, dateColumns, repeated, ...counts } = survey.result();
  return {
    ...counts,
    columns: columns.map(({ name }) => name),
    paths: columns.map(({ path }) => path),
    dateColumns: dateColumns.map(({ name }) => name),
    repeated: repeated && [repeated.record, repeated.column.name],
  };
}

function manyColumns(count: number, prefix = 'c'): string {
  return `{${Array.from({ length: count }, (_, index) => `"${prefix}${index}":0`).join(',')}}`;
}

describe('columns', () => {
  test.each([
    ['none without records', [], []],
    ['none of empty records', ['{}', '{}'], []],
    [
      'in the order in which they first appear',
      ['{"b":1,"a":2}', '{"c":0,"a":1,"d":2}'],
      ['b', 'a', 'c', 'd'],
    ],
    ['of nested members, by their paths', ['{"o":{"y":1,"x":{"z":2}},"a":3}'], ['o.y', 'o.x.z', 'a']],
    ['arrays and empty objects as they are', ['{"a":[{"b":1}],"o":{}}'], ['a', 'o']],
    ['both of an object that is sometimes none', ['{"o":null}', '{"o":{"x":1}}'], ['o', 'o.x']],
    ['one for one name in two spellings', ['{"a":1}', '{"\\u0061":2}'], ['a']],
    ['two for a dot in a name and a path', ['{"a.b":1,"a":{"b":2}}'], ['a.b', 'a.b']],
    [
      'names that objects have of their own',
      ['{"__proto__":1,"constructor":2}'],
      ['__proto__', 'constructor'],
    ],
    ['an empty name', ['{"":1}'], ['']],
  ])('%s', (_, records, columns) => {
    expect(survey(...records)).toMatchObject({ columns, recordCount: records.length, hasMoreColumns: false });
  });

  test('of any records are the paths of their leaves, once each, in order', () => {
    fc.assert(
      fc.property(fc.array(plainRecord, { maxLength: 5 }), (records) => {
        const leaves = records.flatMap((record) => leavesOf(record).map(({ path }) => JSON.stringify(path)));
        const { paths, repeated } = survey(...records);
        expect(paths.map((path) => JSON.stringify(path))).toEqual([...new Set(leaves)]);
        expect(repeated).toBeUndefined();
      }),
      { numRuns: 500 },
    );
  });

  test(`are counted to ${MAX_COLUMNS}; more are said to be more`, () => {
    expect(survey(manyColumns(MAX_COLUMNS), '{"c0":1}')).toMatchObject({
      hasMoreColumns: false,
      recordCount: 2,
    });
    const more = survey(manyColumns(MAX_COLUMNS), '{"x":1}', '{"y":1}', '{}');
    expect(more).toMatchObject({ hasMoreColumns: true, recordCount: 4 });
    expect(more.columns).not.toContain('y');
    expect(more.columns.slice(0, MAX_COLUMNS)).toEqual(survey(manyColumns(MAX_COLUMNS)).columns);
  });
});

describe('a column of dates of the window', () => {
  test.each([
    ['"2026-01-01"', true],
    ['"2026-01-31"', true],
    ['"2026-01-15T23:59:59Z"', true],
    ['"2026-01-15 00:00"', true],
    ['"2026/01/15"', true],
    ['"20260115"', true],
    ['20260115', true],
    ['"2025-12-31"', false],
    ['"2026-02-01"', false],
    ['"2025/12/31"', false],
    ['20260201', false],
    ['"2026-01-1"', false],
    ['"2026-01-155"', false],
    ['"2026-01"', false],
    ['20260115.5', false],
    ['"2026-0115"', false],
    ['202601151', false],
    ['2026011', false],
    ['-20260115', false],
    ['"15-01-2026"', false],
    ['"on 2026-01-15"', false],
    ['"2026.01.15"', false],
    ['""', false],
    ['null', false],
    ['["2026-01-15"]', false],
    ['{}', false],
  ])('%s: %s', (cell, isDate) => {
    expect(survey(`{"d":${cell}}`).dateColumns).toEqual(isDate ? ['d'] : []);
    expect(survey('{"d":"2026-01-02"}', `{"d":${cell}}`).dateColumns).toEqual(isDate ? ['d'] : []);
    expect(survey(`{"d":${cell}}`, '{"d":"2026-01-02"}').dateColumns).toEqual(isDate ? ['d'] : []);
  });

  const [dated, undated] = ['{"d":"2026-01-02","n":1}', '{"n":1}'];
  test.each([
    ['is none without records', [], []],
    ['has one in every record', [dated, dated, dated], ['d']],
    ['is missing from the first record', [undated, dated, dated], []],
    ['is missing from one between', [dated, undated, dated], []],
    ['is missing from the last record', [dated, dated, undated], []],
    ['comes twice in a record', ['{"d":"2026-01-02","d":"x"}'], []],
    ['may be below another, beside others', ['{"a":20260101,"o":{"to":"2026-01-07","x":1}}'], ['a', 'o.to']],
  ])('%s', (_, records, dateColumns) => {
    expect(survey(...records).dateColumns).toEqual(dateColumns);
  });
});

describe('the days of a column of dates', () => {
  function daysOf(...records: string[]) {
    const survey = createRecordSurvey(JANUARY);
    for (const record of records) survey.add(record);
    return Object.fromEntries(survey.result().dateColumns.map(({ name, days }) => [name, days]));
  }

  test.each<[string, string[], Record<string, string[]>]>([
    ['none without records', [], {}],
    [
      'ascending, once each, however they are spelled',
      ['{"d":"2026-01-31"}', '{"d":20260102}', '{"d":"2026/01/02"}', '{"d":"2026-01-31T09:00:00Z"}'],
      { d: ['2026-01-02', '2026-01-31'] },
    ],
    [
      'of each column by itself',
      ['{"a":"2026-01-01","o":{"b":20260103}}', '{"a":"2026-01-02","o":{"b":20260103}}'],
      { a: ['2026-01-01', '2026-01-02'], 'o.b': ['2026-01-03'] },
    ],
    ['not of a column that loses its dates', ['{"d":"2026-01-01"}', '{"d":null}'], {}],
  ])('%s', (_, records, days) => {
    expect(daysOf(...records)).toEqual(days);
  });

  test('are days that exist', () => {
    const window = { from: '2026-02-15' as CalendarDate, to: '2026-03-10' as CalendarDate };
    const survey = createRecordSurvey(window);
    survey.add('{"d":"2026-02-30"}');
    survey.add('{"d":"2026-03-01"}');
    expect(survey.result().dateColumns).toEqual([{ name: 'd', path: ['d'], days: ['2026-03-01'] }]);
  });
});

describe('the first record that has a column twice', () => {
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
  ])('%j: %j', (records, repeated) => {
    expect(survey(...records).repeated).toEqual(repeated);
  });
});
