import { describe, expect, test } from 'vitest';
import { findCommand, wordsOf } from '../../harness/words.ts';

describe('a line is split into the words that sh finds', () => {
  test.each([
    ['revenue --from 2026-01-01', ['revenue', '--from', '2026-01-01']],
    ['  revenue   -q ', ['revenue', '-q']],
    ["--where 'revenue>100' --where=country=US", ['--where', 'revenue>100', '--where=country=US']],
    [`--columns "a b",c --sum 'it'\\''s'=x`, ['--columns', 'a b,c', '--sum', "it's=x"]],
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

describe('the command of the program is found in a shell command', () => {
  test.each([
    ['reporting whoami -q', '', ['whoami', '-q'], ''],
    ["reporting revenue -o 'a b' | head -2", '', ['revenue', '-o', 'a b'], '| head -2'],
    ['reporting raw revenue > "$file"', '', ['raw', 'revenue'], '> "$file"'],
    [
      'mkdir -p ~/x && \\\n  reporting help > ~/x/reporting',
      'mkdir -p ~/x &&   ',
      ['help'],
      '> ~/x/reporting',
    ],
    ['reporting sync sales || echo "exit $?"', '', ['sync', 'sales'], '|| echo "exit $?"'],
  ])('%s', (text, before, words, after) =>
    expect(findCommand(text)).toEqual({ before, env: {}, words, after }),
  );

  test('with its variables', () =>
    expect(findCommand("A='b c' D_E='' reporting whoami | cat")).toEqual({
      before: '',
      env: { A: 'b c', D_E: '' },
      words: ['whoami'],
      after: '| cat',
    }));

  test.each([
    'reporting login < token.txt',
    'reporting run "$name"',
    'reporting sync sales && reporting verify sales',
    'reporting revenue --profile "$(reporting profiles)"',
    'TZ=UTC reporting revenue',
    'ls',
  ])('but not in %s', (text) => expect(findCommand(text)).toBeUndefined());
});
