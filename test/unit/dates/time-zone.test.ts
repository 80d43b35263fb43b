import { describe, expect, test } from 'vitest';
import { parseTimeZone, parseTzVariable } from '../../../src/dates/time-zone.ts';

describe('a time zone', () => {
  test.each([
    ['Europe/Berlin', 'Europe/Berlin'],
    [' europe/berlin ', 'Europe/Berlin'],
    ['America/Argentina/Buenos_Aires', 'America/Argentina/Buenos_Aires'],
    // An alias keeps its name.
    ['Asia/Calcutta', 'Asia/Calcutta'],
    ['US/Pacific', 'US/Pacific'],
  ])('%j is %s', (text, expected) => {
    expect(parseTimeZone(text)).toBe(expected);
  });

  test.each(['', ' ', 'Europe', 'Europe/Berln', '+02:00', 'UTC+2', '2', 'Europe/Berlin/x', 'local'])(
    '%j is not a time zone',
    (text) => {
      expect(parseTimeZone(text)).toBeUndefined();
    },
  );
});

describe('the variable TZ', () => {
  const LINKS: Readonly<Record<string, string>> = {
    '/etc/localtime': '/usr/share/zoneinfo/Europe/Berlin',
    '/etc/zone': '/var/db/timezone/zoneinfo/America/New_York',
    '/usr/share/zoneinfo/localtime': '/usr/share/zoneinfo/Asia/Tokyo',
    '/etc/copy': '/etc/copy',
  };
  const zoneOf = (value: string) => parseTzVariable(value, (file) => LINKS[file]);

  test.each([
    ['', 'UTC'],
    [':', 'UTC'],
    ['Europe/Berlin', 'Europe/Berlin'],
    [':Europe/Berlin', 'Europe/Berlin'],
    ['europe/berlin', 'Europe/Berlin'],
    ['/usr/share/zoneinfo/Europe/Berlin', 'Europe/Berlin'],
    ['/usr/share/zoneinfo.default/Etc/UTC', 'Etc/UTC'],
    ['/etc/localtime', 'Europe/Berlin'],
    [':/etc/zone', 'America/New_York'],
    ['/usr/share/zoneinfo/localtime', 'Asia/Tokyo'],
    ['UTC0', 'UTC'],
    ['UTC+0', 'UTC'],
    ['EST5EDT', 'EST5EDT'],
    ['US/Pacific', 'US/Pacific'],
  ])('%j is %s', (value, zone) => {
    expect(zoneOf(value)).toBe(zone);
  });

  test.each([
    ...['Europe/Berln', ':Europe/Berln', '/usr/share/zoneinfo/Europe/Berln', '/etc/copy', ':/nowhere', '/'],
    ...['CET-1CEST', 'CET-1CEST,M3.5.0,M10.5.0/3', 'EST5EDT,M3.2.0,M11.1.0', 'EST5EDT4', 'EST5', 'UTC+5', '<+03>-3'],
    // Abbreviations that ICU accepts as zones: Asia/Dhaka, Asia/Calcutta, America/Anchorage.
    ...['BST', 'IST', 'AST', 'CEST', 'ABC', 'Z', '+02:00', '5', 'Factory'],
  ])('%j is unknown', (value) => {
    expect(zoneOf(value)).toBeUndefined();
  });
});
