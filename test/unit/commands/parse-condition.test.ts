import { describe, expect, test } from 'vitest';
import { parseCondition } from '../../../src/commands/parse-condition.ts';

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
