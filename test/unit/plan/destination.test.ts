import { describe, expect, test } from 'vitest';
import { parseCalendarDate } from '../../../src/dates/date.ts';
import { fillTemplate, misleadingName, parseOutput } from '../../../src/plan/destination.ts';

const VALUES = { profile: 'acme', report: 'revenue', from: '2026-01-01', to: '2026-01-31' };

test.each([
  ['{profile}-{report}-{from}-{to}.csv', 'acme-revenue-2026-01-01-2026-01-31.csv'],
  ['{profile}/{profile}.csv', 'acme/acme.csv'],
  ['plain {.csv', 'plain {.csv'],
  ['a}b{1}.csv', 'a}b{1}.csv'],
])('%s is filled', (template, file) => {
  expect(fillTemplate(parseOutput(template), VALUES)).toBe(file);
});

test.each(['..', '../x', 'a/b', 'a\\b', '.hidden', '', 'a\0b', '~', '{to}'])('a value %j is rejected', (profile) => {
  expect(() => fillTemplate(parseOutput('{profile}.csv'), { ...VALUES, profile })).toThrow(
    'cannot be part of a file name',
  );
});

describe('a name with one end of a range', () => {
  const day = parseCalendarDate('2026-06-12')!;
  const days = parseCalendarDate('2026-06-14')!;

  test.each([
    ['{from}.csv', 'first', '{from}-{to}.csv'],
    ['{to}.csv', 'last', '{from}-{to}.csv'],
    ['{from}/{profile}/{from}.csv', 'first', '{from}/{profile}/{from}-{to}.csv'],
  ])('%s is a warning for several days', (template, end, better) => {
    expect(String(misleadingName(parseOutput(template), { from: day, to: days }))).toBe(
      `--output "${template}" names only the ${end} day of 2026-06-12..2026-06-14 (3 days): name both ends, as in "${better}", or pull one day`,
    );
    expect(misleadingName(parseOutput(template), { from: day, to: day })).toBeUndefined();
  });

  test.each(['-', 'x.csv', '{profile}.csv', '{from}..{to}.csv'])('%s is no warning', (template) => {
    expect(misleadingName(parseOutput(template), { from: day, to: days })).toBeUndefined();
  });
});

describe('parsed', () => {
  test.each([
    [undefined, '-', []],
    ['-', '-', []],
    ['/dev/stdout', '-', []],
    ['/dev/fd/1', '-', []],
    ['./-', './-', []],
    ['x{1}.csv', 'x{1}.csv', []],
    ['{to}/{profile}{to}', '{to}/{profile}{to}', ['to', 'profile', 'to']],
  ])('%j', (typed, text, placeholders) => {
    expect(parseOutput(typed)).toEqual({ text, placeholders });
  });
});
