import { describe, expect, test } from 'vitest';
import { EXIT_CODES } from '../../../src/core/error-codes.ts';
import { type EndingSignal, ReportingError } from '../../../src/core/errors.ts';
import { closestMatch, toVisibleLine, toVisibleText } from '../../../src/core/text.ts';

describe('visible text', () => {
  test.each([
    ['plain — text, 日本語 🎉 👨‍👩‍👧', 'plain — text, 日本語 🎉 👨‍👩‍👧'],
    ['\u0000\u0007\u001b[31m\u007f', '\\u0000\\u0007\\u001b[31m\\u007f'],
    ['a\tb\nc\r', 'a\\tb\\nc\\r'],
    ['\u0085\u009b', '\\u0085\\u009b'],
    ['\u202eabc\u2066\u200b\ufeff', '\\u202eabc\\u2066\\u200b\\ufeff'],
    ['\ud800x', '\\ud800x'],
  ])('%j', (text, visible) => {
    expect(toVisibleText(text)).toBe(visible);
  });

  test('a line is cut between characters', () => {
    expect(toVisibleLine('  a\n b\t c ', 80)).toBe('a b c');
    expect(toVisibleLine('12345', 5)).toBe('12345');
    expect(toVisibleLine('123456', 5)).toBe('1234…');
    expect(toVisibleLine('123🎉56', 5)).toBe('123…');
  });
});

test('exit codes do not change: scripts rely on them', () => {
  expect(EXIT_CODES).toEqual({
    fault: 1,
    usage: 2,
    config: 2,
    auth: 4,
    refused: 5,
    unavailable: 6,
    malformed: 7,
    output: 8,
    incomplete: 9,
    damaged: 10,
    columns: 11,
    locked: 12,
    'not-ready': 13,
    alerts: 14,
    interrupted: 130,
  });
  const by = (signal: EndingSignal) => new ReportingError('E-interrupted', '', { signal }).exitCode;
  expect([by('SIGHUP'), by('SIGINT'), by('SIGTERM')]).toEqual([129, 130, 143]);
});

test.each([
  ['kitten', 'kitten'],
  ['iktten', 'kitten'],
  ['kittenss', 'kitten'],
  ['sitting', undefined],
  ['sittin', undefined],
  ['td', 'mtd'],
  ['tdy', undefined],
  ['', undefined],
])('the closest match of %j is %s', (text, expected) => {
  expect(closestMatch(text, ['kitten', 'mtd', 'ytd'])).toBe(expected);
});
