import { describe, expect, test } from 'vitest';
import type { DayRecord, StoredMonth } from '../../../src/config/stored-input.ts';
import type { CalendarDate } from '../../../src/dates/date.ts';
import { describeRestatement, findRestatements } from '../../../src/sync/compare-pulls.ts';
import { contentHash } from '../../../src/sync/day-survey.ts';
import { formatRecord, parseRecord } from '../../../src/sync/month-files.ts';

const PARTITION = { report: 'revenue', profile: 'acme', month: '2026-11' };

type PulledDays = Pick<StoredMonth, 'from' | 'to' | 'days'>;

interface DayFigures extends Partial<Omit<DayRecord, 'sums'>> {
  readonly sums?: Readonly<Record<string, string | null>>;
}

function pulled(to: string, days: Readonly<Record<string, DayFigures>>): PulledDays {
  const full = Object.entries(days).map(([day, record]): [string, DayRecord] => [
    day,
    { records: 1, hash: 'a'.repeat(64), ...record, sums: new Map(Object.entries(record.sums ?? {})) },
  ]);
  return { from: '2026-11-01' as CalendarDate, to: to as CalendarDate, days: new Map(full) };
}

const lines = (before: PulledDays, after: PulledDays, isDated = true) =>
  findRestatements(before, after, ['revenue']).map((each) => describeRestatement(PARTITION, each, isDated));

describe('restatements', () => {
  test.each([
    ['other values', { hash: 'b' }, ['acme revenue 2026-11-18 restated: other values changed']],
    [
      'a sum of records that had none',
      { hash: 'b', sums: { revenue: '0.0' } },
      ['acme revenue 2026-11-18 restated: revenue none → 0.0'],
    ],
    [
      'a sum that is not known',
      { hash: 'b', sums: { revenue: null, clicks: '2' } },
      ['acme revenue 2026-11-18 restated: clicks none → 2'],
    ],
    ['nothing', {}, []],
  ])('%s', (_what, change, expected) => {
    expect(lines(pulled('2026-11-20', { '2026-11-18': {} }), pulled('2026-11-20', { '2026-11-18': change }))).toEqual(
      expected,
    );
  });

  test('a late day of the earlier range is one, and a day after it is not', () => {
    const before = pulled('2026-11-20', {});
    const after = pulled('2026-11-22', { '2026-11-20': { hash: 'b' }, '2026-11-21': { hash: 'c' } });
    expect(lines(before, after)).toEqual(['acme revenue 2026-11-20 restated: 0 → 1 records']);
  });

  test('more than five sums are counted', () => {
    const sums = (value: string) =>
      Object.fromEntries(['a', 'b', 'c', 'd', 'e', 'f', 'revenue'].map((name) => [name, value]));
    const before = pulled('2026-11-20', { '2026-11-18': { sums: sums('1') } });
    const after = pulled('2026-11-20', { '2026-11-18': { hash: 'b', sums: sums('2') } });
    expect(lines(before, after)).toEqual([
      'acme revenue 2026-11-18 restated: revenue 1 → 2, a 1 → 2, b 1 → 2, c 1 → 2, d 1 → 2, and 2 more columns',
    ]);
  });
});

describe('the record of a partition', () => {
  const hash = 'f'.repeat(64);
  const { days } = pulled('2026-11-30', { '': {}, '2026-11-18': { sums: { 'a "b"': '-1.50', long: null } } });
  const record = {
    ...{ from: '2026-11-01' as CalendarDate, to: '2026-11-30' as CalendarDate },
    ...{ records: 2, bytes: 99_999_999_999, sha256: hash, content: contentHash(days), days },
    ...{ pulledAt: new Date('2026-12-01T01:02:03.004Z'), source: '01234567', schema: '89abcdef', columns: [] },
  };
  const members = JSON.parse(formatRecord(record));
  const broken = (changes: object) => () => parseRecord(JSON.stringify({ ...members, ...changes }), 'x', '2026-11');

  test('comes back as it was', () => {
    expect(parseRecord(formatRecord(record), 'x', '2026-11')).toEqual(record);
    const empty = {
      ...record,
      records: 0,
      bytes: 0,
      sha256: '',
      schema: undefined,
      days: new Map(),
      content: contentHash(new Map()),
    };
    expect(parseRecord(formatRecord(empty), 'x', '2026-11')).toEqual(empty);
    expect(() => parseRecord(formatRecord(record), 'x', '2026-10')).toThrow('x is broken');
  });

  test.each([
    ['records', -1],
    ['records', 3],
    ['bytes', '1'],
    ['sha256', ''],
    ['content', 'x'],
    ['pulledAt', 'yesterday'],
    ['source', undefined],
    ['schema', undefined],
    ['columns', undefined],
    ['days', undefined],
    ['days', {}],
    ['to', '2026-10-01'],
    ['from', '2026-11-31'],
    ['to', '2026-12-31'],
    ['from', '2026-10-01'],
  ])('with a wrong %s is broken', (key, value) => {
    expect(broken({ [key]: value })).toThrow('x is broken');
  });

  test.each([
    ['records', 1.5],
    ['records', 0],
    ['hash', 'x'],
    ['sums', { revenue: 5 }],
    ['sums', { revenue: '1e999999999' }],
    ['sums', undefined],
  ])('with wrong %s of a day is broken', (key, value) => {
    const day = { ...members.days['2026-11-18'], [key]: value };
    expect(broken({ days: { ...members.days, '2026-11-18': day } })).toThrow('x is broken');
  });
});
