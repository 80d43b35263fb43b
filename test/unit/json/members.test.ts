import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { stringOf } from '../../../src/json/members.ts';
import { runs } from '../../harness/property-runs.ts';
import { bodyText, chunkSizes, parseJson, tokenize, valueTokens } from './json-documents.ts';
import { inspectedValue, readMembers, shown } from './read-members.ts';

const SIZES = [[1], [3], [1_000_000]];

describe('members beside the records', () => {
  test('are found at the end of a large value', () => {
    const filler = Array.from({ length: 2000 }, (_, index) => `"m${index}":[${index},{"x":"}"}]`).join();
    const members = readMembers(`{"data":[],"meta":{${filler},"next":"late"}}`, [1000]);
    expect(shown(members.slice(-2, -1))).toEqual(['meta.next: "late"']);
  });

  test('have long names and values cut between characters', () => {
    const body = `{"data":[],"${'é'.repeat(300)}":{"${'\\u0041'.repeat(60)}":"${'€'.repeat(200)}"}}`;
    for (const sizes of SIZES) {
      const [inner, outer] = readMembers(body, sizes);
      expect(inner!.path).toEqual([`${'é'.repeat(127)}…`, `${'A'.repeat(42)}…`]);
      expect(inner!.value).toEqual({ text: `"${'€'.repeat(133)}…"`, isBlank: false });
      expect(outer!.value.text).toMatch(/…$/);
    }
    const name = 'x'.repeat(254);
    expect(readMembers(`{"data":[],"${name}":1}`)[0]!.path).toEqual([name]);
  });

  test.each([
    ['null', true],
    ['false', true],
    ['0', true],
    ['-0.00', true],
    ['0e5', true],
    ['""', true],
    ['[]', true],
    ['{}', true],
    ['{"a":{"b":{"c":{"d":0}}},"e":"","f":[]}', true],
    ['true', false],
    ['0.01', false],
    ['-7', false],
    ['"0"', false],
    ['" "', false],
    ['[null]', false],
    ['[[]]', false],
    ['{"a":{"b":{"c":{"d":1}}}}', false],
    ['{"a":{"b":{"c":{"d":"x"}}}}', false],
    ['{"a":[0]}', false],
    [`0.${'0'.repeat(500)}1`, false],
  ])('%s is blank: %s', (text, isBlank) => {
    expect(inspectedValue(text).isBlank).toBe(isBlank);
  });
});

describe('for any body', () => {
  test('names and values equal those of the JSON text', () => {
    fc.assert(
      fc.property(valueTokens, (tokens) => {
        const text = tokens.join('');
        const members = readMembers(`{"data":[],"x":${tokens.join(' ')}}`, [1]);
        expect(members.at(-1)!.path).toEqual(['x']);
        for (const { value } of members) {
          if (isCut(value.text)) continue;
          const parsed = parseJson(value.text);
          expect(stringOf(value)).toBe(typeof parsed === 'string' ? parsed : undefined);
        }
        expect(isShown(text, members.at(-1)!.value.text)).toBe(true);
      }),
      { numRuns: runs(600) },
    );
  });
});

const isCut = (text: string): boolean => /…"?$/.test(text);

/** True if a value is shown by this text. Strings have no needless escapes. */
function isShown(value: string, text: string): boolean {
  const whole = value.startsWith('"') ? JSON.stringify(JSON.parse(value)) : value;
  return whole === text || (isCut(text) && whole.startsWith(text.replace(/…"?$/, '')));
}

test('the members equal those of the whole text', () => {
  fc.assert(
    fc.property(bodyText, chunkSizes, (text, sizes) => {
      const members = readMembers(text, sizes);
      const expected = membersIn(tokenize(text)).filter(({ path }) => path[0] !== 'data');
      expect(members.map(({ path }) => path)).toEqual(expected.map(({ path }) => path));
      for (const [index, { value }] of members.entries()) {
        expect(value.text.length).toBeLessThanOrEqual(401);
        expect(isShown(expected[index]!.text, value.text)).toBe(true);
      }
    }),
    { numRuns: runs(600) },
  );
});

/** The members of an object as tokens, and of objects in it, three levels deep, in order of their ends. */
function membersIn(tokens: readonly string[], outer: readonly string[] = []) {
  const found: { path: readonly string[]; text: string }[] = [];
  for (let at = 1; outer.length < 3 && at < tokens.length - 1; at++) {
    const path = [...outer, JSON.parse(tokens[at]!) as string];
    const start = at + 2;
    let depth = 0;
    for (at = start; ; at++) {
      if (/^[[{]$/.test(tokens[at]!)) depth++;
      if (/^[\]}]$/.test(tokens[at]!)) depth--;
      if (depth === 0) break;
    }
    const value = tokens.slice(start, at + 1);
    if (value[0] === '{') found.push(...membersIn(value, path));
    found.push({ path, text: value.join('') });
    at++;
  }
  return found;
}

test('a cut string is read up to its last whole escape', () => {
  const filler = 'x'.repeat(390);
  for (const [end, shown] of [
    ['1234567\\u00e4', '1234567…'],
    ['12345678\\\\x', '12345678…'],
    ['1234567\\\\x', '1234567\\…'],
  ]) {
    expect(stringOf(inspectedValue(`"${filler}${end}"`))).toBe(filler + shown);
  }
});
