import { describe, expect, test } from 'vitest';
import { parseColumnList, selectColumns, selectMembers } from '../../../src/core/column-list.ts';
import { createColumn } from '../../../src/core/columns.ts';

/** Columns by their names; those of `b` are below an object, `d.e` is a key with a dot, and so is one of `s.t`. */
const AVAILABLE = [
  ...[['a'], ['b', 'x'], ['b', 'y'], ['c'], ['d.e'], ['c_before'], ['a,"b'], ['-n'], ['p=q'], ['r*']],
  ...[['s', 't'], ['s.t']],
].map((path) => createColumn(path));

const shown = (list: string) =>
  selectColumns(parseColumnList(list), AVAILABLE).map(({ name, path }) =>
    name === path.join('.') ? name : `${name}=${path.join('.')}`,
  );
const members = (list: string) =>
  selectMembers(parseColumnList(list), AVAILABLE).map(({ name, path }) => `${name}=${JSON.stringify(path)}`);

describe('a list selects', () => {
  test.each([
    ['c,a', 'c a'],
    [' c , a ', 'c a'],
    ['b', 'b.x b.y'],
    ['b,b.x', 'b.y b.x'],
    ['money=c,a', 'money=c a'],
    ['id=b.x', 'id=b.x'],
    ['id=b', 'id.x=b.x id.y=b.y'],
    ['b,id=b.x', 'b.y id=b.x'],
    ['*_before,c', 'c_before c'],
    ['c*', 'c c_before'],
    ['c,*', 'c a b.x b.y d.e c_before a,"b -n p=q r* s.t s.t'],
    ['*,c', 'a b.x b.y d.e c_before a,"b -n p=q r* s.t s.t c'],
    ['*,*_before', 'a b.x b.y c d.e a,"b -n p=q r* s.t s.t c_before'],
    ['n=c,*', 'n=c a b.x b.y d.e c_before a,"b -n p=q r* s.t s.t'],
    ['-b,-c*,-s', 'a d.e a,"b -n p=q r* s.t'],
    ['-c,*', 'a b.x b.y d.e c_before a,"b -n p=q r* s.t s.t'],
    ['c*,-*_before', 'c'],
    ['-b.x,b', 'b.y'],
    ['"a,""b","-n","p=q","r*"', 'a,"b -n p=q r*'],
    ['"x,y"="p=q","*"=c', 'x,y=p=q *=c'],
    ['-"-n",-"r*",-"p=q",-"a,""b",-s.t', 'a b.x b.y c d.e c_before'],
    ['s.t', 's.t s.t'],
  ])('%s', (list, columns) => {
    expect(shown(list).join(' ')).toBe(columns);
  });

  test('by several options', () => {
    expect(selectColumns(parseColumnList('n=c', parseColumnList('a')), AVAILABLE)).toEqual([
      { name: 'a', path: ['a'] },
      { name: 'n', path: ['c'] },
    ]);
  });
});

describe('members of objects', () => {
  test.each([
    ['c,b', 'c=["c"] b=["b"]'],
    ['id=b', 'id=["b"]'],
    ['b.x,b.y', 'b.x=["b","x"] b.y=["b","y"]'],
    ['b.x,b', 'b.x=["b","x"] b.y=["b","y"]'],
    ['b*', 'b=["b"]'],
    ['b,-b.x', 'b.y=["b","y"]'],
    ['id=b.x,b', 'id=["b","x"] b.y=["b","y"]'],
    ['d.e', 'd.e=["d.e"]'],
    ['-a,-c*,-d*,-"-n",-"p=q",-"r*",-"a,""b"', 'b=["b"] s=["s"] s.t=["s.t"]'],
  ])('%s', (list, expected) => {
    expect(members(list).join(' ')).toBe(expected);
  });

  test('of two with one name are refused', () => {
    expect(() => members('s.t')).toThrow('--columns would make two columns called "s.t"');
  });
});

describe('a usage error', () => {
  const text = 'is not a list of columns';
  test.each([
    ['', text],
    ['a,', text],
    ['""', text],
    ['a=', text],
    ['a=c=b', text],
    ['-', text],
    ['-a=c', text],
    ['n=*_before', text],
    ['n*=c', text],
    ['"a"c', text],
    ['a,a', '--columns names "a" twice'],
    ['a,-a', '--columns names "a" twice'],
    ['a,a=c', '--columns would make two columns called "a"'],
    ['n=a,n=c', '--columns would make two columns called "n"'],
    ['c=a,*', '--columns would make two columns called "c"'],
    ['a,-"-n",revenu', 'no record has the column "revenu" (--columns)'],
    ['-b,n=a', '--columns: -b leaves out nothing: no other item of the list shows it'],
    ['x*', 'no record has the column "x*" (--columns)'],
    ['-*', '--columns leaves no column'],
    ['b.x,-b', '--columns leaves no column'],
  ])('%j', (list, message) => {
    expect(() => shown(list)).toThrow(message);
  });
});
