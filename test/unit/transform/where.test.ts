import { describe, expect, test } from 'vitest';
import { createValueTest } from '../../../src/transform/condition-test.ts';
import { parseCondition } from '../../../src/transform/where.ts';

describe('parseCondition', () => {
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
    ['name!~test', 'name', '!~', 'test'],
    ['name !~ a,b', 'name', '!~', 'a,b'],
    ['check in date=5', 'check in date', '=', '5'],
    ['check in!=5', 'check in', '!=', '5'],
    ['in=1', 'in', '=', '1'],
  ])('%j', (text, column, operator, value) => {
    expect(parseCondition(text)).toMatchObject({ column, operator, values: [{ text: value }] });
  });

  test.each([
    ['country in US,DE', 'country', ['US', 'DE']],
    [' country  IN  US , DE ', 'country', ['US', 'DE']],
    ['a in x', 'a', ['x']],
    ['a in "a,b","c ""d""", e f', 'a', ['a,b', 'c "d"', 'e f']],
    ['a in "a=b",""', 'a', ['a=b', '']],
    ['"a in b" in Yahoo!,(none)', 'a in b', ['Yahoo!', '(none)']],
    ['begin in in,1', 'begin', ['in', '1']],
  ])('%j is a list', (text, column, values) => {
    expect(parseCondition(text)).toMatchObject({
      column,
      operator: 'in',
      values: values.map((each) => ({ text: each })),
    });
  });

  test('rejects a list in parentheses, which would match nothing', () => {
    expect(() => parseCondition('country in (US,DE)')).toThrow('has parentheses around its values');
  });

  test.each([
    '',
    'revenue',
    '>5',
    '=',
    'a==5',
    'a<>5',
    'a=>5',
    'a=<5',
    'a!b',
    'a in',
    'a in x,',
    'a in ,x',
    'in x',
    'ain x',
    'a!~~b',
  ])('rejects %j', (text) => {
    expect(() => parseCondition(text)).toThrow(`where ${JSON.stringify(text)} is not a condition`);
  });
});

describe('createValueTest', () => {
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
    const test = createValueTest(parseCondition(condition));
    return Object.entries(cells).flatMap(([name, cell]) => (test.matches(cell) === true ? [name] : []));
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
    ['x!~SPRING', Object.keys(cells).filter((name) => name !== 'text' && name !== 'escaped')],
    ['x!~0', Object.keys(cells).filter((name) => !['number', 'same', 'large', 'code'].includes(name))],
    ['x in 100.500,Spring,-300', ['number', 'same', 'negative', 'text', 'escaped']],
    ['x in "100.5",007', ['same', 'code']],
    ['x in "",true', ['empty', 'null', 'missing', 'true']],
    ['x=007', ['code']],
    ['x=7', []],
    ['x=', ['empty', 'null', 'missing']],
    ['x!=', ['number', 'same', 'large', 'negative', 'text', 'escaped', 'code', 'true', 'list']],
    ['x=true', ['true']],
    ['x=[1]', ['list']],
    // A number or an empty cell is neither less nor greater than a text.
    ['x<T', ['text', 'escaped', 'code']],
    ['x>T', ['true', 'list']],
    ['x>=Spring', ['text', 'escaped', 'true', 'list']],
    ['x>', []],
    ['x<=', []],
  ])('%s', (condition, expected) => {
    expect([...meets(condition)].sort()).toEqual([...expected].sort());
  });

  test('!= matches exactly the cells that = does not match', () => {
    const all = Object.keys(cells);
    for (const value of ['100.5', 'Spring', '', '007', 'true']) {
      const equal = meets(`x=${value}`);
      expect(meets(`x!=${value}`)).toEqual(all.filter((name) => !equal.includes(name)));
    }
  });
});
