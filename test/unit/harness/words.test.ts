import { describe, expect, test } from 'vitest';
import { wordsOf } from '../../harness/words.ts';

describe('a line is split into the words that sh finds', () => {
  test.each([
    ['revenue --from 2026-01-01', ['revenue', '--from', '2026-01-01']],
    ['  revenue   -q ', ['revenue', '-q']],
    ["--where 'revenue>100' --where=country=US", ['--where', 'revenue>100', '--where=country=US']],
    [`--columns "a b",c --rename 'it'\\''s'=x`, ['--columns', 'a b,c', '--rename', "it's=x"]],
    ['"a \\"b\\" \\$c \\d" e\\ f \\"', ['a "b" $c \\d', 'e f', '"']],
    [`'' "" ''""`, ['', '', '']],
    [`-o '{report}-{from}.csv' 'a  "b"\t$c'`, ['-o', '{report}-{from}.csv', 'a  "b"\t$c']],
    ['revenue\n  -q', ['revenue', '-q']],
    ['revenue \\\n  -q', ['revenue', '-q']],
    [' ', []],
  ])('%j', (line, words) => expect(wordsOf(line)).toEqual(words));
});

describe('what sh would expand or treat as an operator is an error', () => {
  test.each(['a "b', "it's", 'revenue>100', 'a | b', '$HOME', '"$HOME"', '`date`', 'a; b', 'x\\'])(
    '%j',
    (line) => expect(() => wordsOf(line)).toThrow('quote this as in sh: '),
  );
});
