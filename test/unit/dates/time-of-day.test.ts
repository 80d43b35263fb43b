import { describe, expect, test } from 'vitest';
import { nextTimeOfDay, parseTimeOfDay, timeOfDayAt } from '../../../src/dates/time-of-day.ts';

test.each([
  ['09:00', '09:00'],
  ['9:00', '09:00'],
  [' 23:59 ', '23:59'],
  ['00:00', '00:00'],
  ...['24:00', '9', '9pm', '09:60', '0900', '', '9:0', '-1:00', '09:00:00'].map((text) => [text, undefined]),
])('%j is %s', (text, time) => {
  expect(parseTimeOfDay(text!)).toBe(time);
});

describe('the next time of day', () => {
  test.each([
    ['later today', '2026-06-15T06:00:00Z', '09:00', 'UTC', '2026-06-15T09:00:00Z'],
    ['tomorrow, if it is over', '2026-06-15T10:30:00Z', '09:00', 'UTC', '2026-06-16T09:00:00Z'],
    ['tomorrow, at that time itself', '2026-06-15T09:00:00Z', '09:00', 'UTC', '2026-06-16T09:00:00Z'],
    ['in a zone', '2026-06-15T06:00:00Z', '09:00', 'Europe/Berlin', '2026-06-15T07:00:00Z'],
    ['on the day of the zone', '2026-06-14T23:30:00Z', '09:00', 'Asia/Tokyo', '2026-06-15T00:00:00Z'],
    ['a zone of half hours', '2026-06-15T00:00:00Z', '09:00', 'Asia/Kolkata', '2026-06-15T03:30:00Z'],
    ['milliseconds', '2026-06-15T08:59:59.999Z', '09:00', 'UTC', '2026-06-15T09:00:00Z'],
    ['before a clock change', '2026-03-29T00:00:00Z', '01:30', 'Europe/Berlin', '2026-03-29T00:30:00Z'],
    [
      'after the clock went forward',
      '2026-03-29T00:30:00Z',
      '09:00',
      'Europe/Berlin',
      '2026-03-29T07:00:00Z',
    ],
    ['skipped, as much later', '2026-03-29T00:00:00Z', '02:30', 'Europe/Berlin', '2026-03-29T01:30:00Z'],
    ['after the clock went back', '2026-10-25T00:00:00Z', '09:00', 'Europe/Berlin', '2026-10-25T08:00:00Z'],
    ['twice: the first', '2026-10-25T00:00:00Z', '02:30', 'Europe/Berlin', '2026-10-25T00:30:00Z'],
    ['twice, after the first', '2026-10-25T00:45:00Z', '02:30', 'Europe/Berlin', '2026-10-26T01:30:00Z'],
    ['New York in March', '2026-03-08T05:30:00Z', '02:30', 'America/New_York', '2026-03-08T07:30:00Z'],
    [
      'a change of half an hour',
      '2026-10-03T12:00:00Z',
      '02:15',
      'Australia/Lord_Howe',
      '2026-10-03T15:45:00Z',
    ],
  ])('%s', (_what, after, time, zone, at) => {
    expect(nextTimeOfDay(new Date(after), time, zone).toISOString()).toBe(new Date(at).toISOString());
  });

  test('has that time in every zone, and is at most 26 hours away', () => {
    const times = ['00:00', '02:15', '09:00', '23:59'];
    for (const zone of ['UTC', 'Europe/Berlin', 'America/St_Johns', 'Pacific/Kiritimati', undefined]) {
      for (let day = 0; day < 365; day += 24) {
        const after = new Date(Date.UTC(2026, 0, 1 + day, (5 * day) % 24, 7 * (day % 8)));
        for (const time of times) {
          const at = nextTimeOfDay(after, time, zone);
          const hours = (at.getTime() - after.getTime()) / 3_600_000;
          expect(hours > 0 && hours <= 26, `${zone} ${after.toISOString()} ${time}`).toBe(true);
          const shown = timeOfDayAt(at, zone);
          if (shown !== time) expect([time, shown]).toEqual(['02:15', '03:15']);
        }
      }
    }
  });
});
