import { describe, expect, test } from 'vitest';
import { matcherOf, parseCondition } from '../../../src/shaping/condition.ts';

describe('what is typed', () => {
  test.each([
    ['revenue>100', 'revenue', '>', '100'],
    ['revenue>=-1.50', 'revenue', '>=', '-1.50'],
    [' a b <= c d ', 'a b', '<=', 'c d'],
    ['a<b', 'a', '<', 'b'],
    ['a!=b=c', 'a', '!=', 'b=c'],
    ['a=', 'a', '=', ''],
    ['""=1', '', '=', '1'],
    ['a = ', 'a', '=', ''],
    ['a~x~y', 'a', '~', 'x~y'],
    ['campaign.id=7', 'campaign.id', '=', '7'],
    ['"a=b">1', 'a=b', '>', '1'],
    ['"say ""hi"""=x', 'say "hi"', '=', 'x'],
    ['a="  x "', 'a', '=', '  x '],
    ['a="=5"', 'a', '=', '=5'],
    ['a="say ""hi"""', 'a', '=', 'say "hi"'],
    ['a=it\'s "so"', 'a', '=', 'it\'s "so"'],
    ['a=line\nbreak', 'a', '=', 'line\nbreak'],
  ])('%j', (text, column, operator, value) => {
    expect(parseCondition(text)).toMatchObject({ column, operator, value });
  });

  test.each(['', 'revenue', '>5', '=', 'a==5', 'a<>5', 'a=>5', 'a=<5', 'a!~b', 'a!b'])(
    '%j is none',
    (text) => {
      expect(() => parseCondition(text)).toThrow(`--where ${JSON.stringify(text)} is no condition`);
    },
  );
});

describe('what it says of a cell', () => {
  const cells = {
    number: '100.50',
    same: '"100.5"',
    large: '9007199254740993',
    negative: '-3e2',
    text: '"Spring"',
    escaped: '"\\u0053pring"',
    code: '"007"',
    empty: '""',
    null: 'null',
    missing: undefined,
    true: 'true',
    list: '[1]',
  };
  const meets = (condition: string): readonly string[] => {
    const matches = matcherOf(parseCondition(condition));
    return Object.entries(cells).flatMap(([name, cell]) => (matches(cell) ? [name] : []));
  };

  test.each([
    ['x=100.5', ['number', 'same']],
    ['x=1.005e2', ['number', 'same']],
    ['x>100', ['number', 'same', 'large']],
    ['x>=100.50', ['number', 'same', 'large']],
    ['x<100.5', ['negative']],
    ['x<=100.5', ['number', 'same', 'negative']],
    ['x>.5', ['number', 'same', 'large']],
    ['x=9007199254740992', []],
    ['x>9007199254740992', ['large']],
    ['x=Spring', ['text', 'escaped']],
    ['x=spring', []],
    ['x~SPRING', ['text', 'escaped']],
    ['x~0', ['number', 'same', 'large', 'code']],
    ['x=007', ['code']],
    ['x=7', []],
    ['x=', ['empty', 'null', 'missing']],
    ['x!=', ['number', 'same', 'large', 'negative', 'text', 'escaped', 'code', 'true', 'list']],
    ['x=true', ['true']],
    ['x=[1]', ['list']],
    // Neither a number nor what is empty is before or behind a text.
    ['x<T', ['text', 'escaped', 'code']],
    ['x>T', ['true', 'list']],
    ['x>=Spring', ['text', 'escaped', 'true', 'list']],
    ['x>', []],
    ['x<=', []],
  ])('%s', (condition, expected) => {
    expect([...meets(condition)].sort()).toEqual([...expected].sort());
  });

  test('not equal is whatever is not equal', () => {
    const all = Object.keys(cells);
    for (const value of ['100.5', 'Spring', '', '007', 'true']) {
      const equal = meets(`x=${value}`);
      expect(meets(`x!=${value}`)).toEqual(all.filter((name) => !equal.includes(name)));
    }
  });

  test('dates are in order as texts', () => {
    const matches = matcherOf(parseCondition('date>=2026-02-01'));
    expect(
      ['"2026-01-31"', '"2026-02-01"', '"2026-02-01T00:00"', 'null'].map((cell) => matches(cell)),
    ).toEqual([false, true, true, false]);
  });
});
