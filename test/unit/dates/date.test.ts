import { expect, test } from 'vitest';
import { addDays, calendarDateAt, parseCalendarDate } from '../../../src/dates/date.ts';

const date = (text: string) => parseCalendarDate(text)!;

test.each(['2026-01-31', '2024-02-29', '2000-02-29', '0001-01-01', '0099-12-31', '9999-12-31'])(
  '%s is a date',
  (text) => {
    expect(parseCalendarDate(text)).toBe(text);
  },
);

test.each([
  ...['2026-02-29', '1900-02-29', '2026-04-31', '2026-00-10', '2026-13-01', '2026-01-00', '2026-01-32', '0000-01-01'],
  ...['2026-1-5', '26-01-05', '2026/01/05', '20260105', ' 2026-01-05', '2026-01-05 ', '2026-01-05T00:00', '', 'today'],
  ...['２０２６-01-05', '+2026-01-05', '2026-01-05\n'],
])('%j is not a date', (text) => {
  expect(parseCalendarDate(text)).toBeUndefined();
});

test('days outside the calendar throw', () => {
  expect(() => addDays(date('9999-12-31'), 1)).toThrow('the range reaches beyond the years 0001 to 9999');
  expect(() => addDays(date('0001-01-01'), -1)).toThrow('the range reaches beyond the years 0001 to 9999');
});

test('without a time zone, the date is that of the zone of the system', () => {
  for (const instant of ['2026-03-29T00:30:00Z', '2026-03-29T22:30:00Z', '2026-12-31T23:30:00Z']) {
    const system = Intl.DateTimeFormat().resolvedOptions().timeZone;
    expect(calendarDateAt(new Date(instant))).toBe(calendarDateAt(new Date(instant), system));
  }
});
