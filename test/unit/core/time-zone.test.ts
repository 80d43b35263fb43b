import { describe, expect, test } from 'vitest';
import { parseTimeZone, suggestTimeZone } from '../../../src/core/time-zone.ts';
import { parseWeekday } from '../../../src/core/weekday.ts';

describe('a time zone', () => {
  test.each([
    ['Europe/Berlin', 'Europe/Berlin'],
    [' europe/berlin ', 'Europe/Berlin'],
    ['utc', 'UTC'],
    ['America/Argentina/Buenos_Aires', 'America/Argentina/Buenos_Aires'],
    // Names that the zone data calls by another: kept, since people know their zone by them.
    ['Asia/Kolkata', 'Asia/Kolkata'],
    ['Asia/Calcutta', 'Asia/Calcutta'],
    ['US/Pacific', 'US/Pacific'],
  ])('%j is %s', (text, expected) => {
    expect(parseTimeZone(text)).toBe(expected);
  });

  test.each(['', ' ', 'Europe', 'Europe/Berln', '+02:00', 'UTC+2', '2', 'Europe/Berlin/x', 'local'])(
    '%j is none',
    (text) => {
      expect(parseTimeZone(text)).toBeUndefined();
    },
  );

  test.each([
    ['Europe/Berln', 'Europe/Berlin'],
    ['europe/lodnon', 'Europe/London'],
    ['Berlin', 'Europe/Berlin'],
    ['new york', 'America/New_York'],
    ['America/New York', 'America/New_York'],
    ['Aukland', 'Pacific/Auckland'],
    ['UTX', 'UTC'],
  ])('%j may be %s', (text, expected) => {
    expect(suggestTimeZone(text)).toBe(expected);
  });

  test.each(['', 'somewhere', '+02:00', 'x'.repeat(10_000)])('%j may be anything', (text) => {
    expect(suggestTimeZone(text)).toBeUndefined();
  });
});

test.each([
  ['monday', 1],
  ['Mon', 1],
  [' SUNDAY ', 7],
  ['thu', 4],
  ['th', undefined],
  ['mond', undefined],
  ['1', undefined],
  ['', undefined],
])('%j as a day of the week', (text, expected) => {
  expect(parseWeekday(text)).toBe(expected);
});
