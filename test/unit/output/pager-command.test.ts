import { expect, test } from 'vitest';
import { splitCommand } from '../../../src/core/shell.ts';
import { pagerCommand } from '../../../src/output/pager.ts';

test.each([
  ['less', ['less']],
  ['  less  -R\t-S ', ['less', '-R', '-S']],
  [`'/opt/my pager/less' "-P a b" c\\ d`, ['/opt/my pager/less', '-P a b', 'c d']],
  [`a"b c"'d e'f`, ['ab cd ef']],
  [`"\\"\\\\\\n" '\\'`, ['"\\\\n', '\\']],
  [`'' ""`, ['', '']],
  [`sh -c 'cat > "$OUT"; true'`, ['sh', '-c', 'cat > "$OUT"; true']],
  // Shell syntax is plain text.
  ['less; rm -rf $HOME | `x` > y', ['less;', 'rm', '-rf', '$HOME', '|', '`x`', '>', 'y']],
  [`less "never closed`, ['less']],
  ['', []],
  [' ', []],
])('splits %j into %j', (command, words) => expect(splitCommand(command).words).toEqual(words));

test.each([
  [{}, ['less'], false],
  [{ PAGER: 'more' }, ['more'], true],
  [{ PAGER: 'more', REPORTING_PAGER: 'most -s' }, ['most', '-s'], true],
])('%j selects %j', (env, words, isChosen) => {
  expect(pagerCommand(env)).toMatchObject({ words, isChosen });
});

test.each([
  { PAGER: '' },
  { PAGER: 'cat' },
  { PAGER: 'less', REPORTING_PAGER: '' },
  { TERM: 'dumb', PAGER: 'less' },
  { PAGER: "''" },
])('%j selects no pager', (env) => expect(pagerCommand(env)).toBeUndefined());

test('Windows has a pager only if the user names one', () => {
  expect(pagerCommand({}, 'win32')).toBeUndefined();
  expect(pagerCommand({ PAGER: 'less' }, 'win32')).toMatchObject({ words: ['less'] });
});

test('the pager gets the settings of git unless they are set, and never the token', () => {
  expect(pagerCommand({ A: 'b', REPORTING_API_TOKEN: 'secret' })!.env).toEqual({
    A: 'b',
    LESS: 'FRX',
    LESSCHARSET: 'utf-8',
  });
  expect(pagerCommand({ LESS: '' })!.env.LESS).toBe('');
});

test('wide lines are cut, and the pager stays open to scroll, unless LESS is set', () => {
  expect(pagerCommand({}, 'linux', true)!.env.LESS).toBe('RSX');
  expect(pagerCommand({ LESS: 'F' }, 'linux', true)!.env.LESS).toBe('F');
});
