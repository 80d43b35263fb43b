import { describe, expect, test } from 'vitest';
import { parseCondition } from '../../../src/commands/parse-condition.ts';
import { createValueTest } from '../../../src/transform/condition-test.ts';

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
