import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { ReportingError } from '../../../src/core/errors.ts';
import {
  bySurface,
  firstOption,
  joinMessages,
  LIBRARY,
  namesReport,
  negatedOption,
  type OptionName,
  OWN_PROFILE,
  onCommandLine,
  option,
  phrase,
  reportSubject,
  withoutPart,
  withoutReport,
  wordMessage,
} from '../../../src/core/message.ts';
import { COMMAND_LINE } from '../../../src/output/messages.ts';
import { declaredCommands } from '../../harness/program.ts';

const bothWays = (message: Parameters<typeof wordMessage>[0]) => [
  wordMessage(message, COMMAND_LINE),
  wordMessage(message, LIBRARY),
];

describe('a message', () => {
  test('without a reference is a string', () => {
    expect(phrase`${2} of ${'three'}, ${phrase`${'a'}b`}`).toBe('2 of three, ab');
  });

  test.each([
    [phrase`${option('windowDays')} 7`, '--window-days 7', 'windowDays 7'],
    [phrase`set ${option('timeZone')}`, '--timezone', 'timeZone'],
    [phrase`set ${option('retryForMs')}`, '--retry-for', 'retryForMs'],
    [phrase`set ${option('timeoutMs')}`, '--timeout', 'timeoutMs'],
    [phrase`use ${negatedOption('pager')}`, '--no-pager', 'pager'],
  ])('%s: as %s', (message, flag, name) => {
    const [typed, called] = bothWays(message);
    expect(typed).toContain(flag);
    expect(called).toContain(name);
    expect(called).not.toContain('--');
  });

  test('can have different words on each surface', () => {
    const directory = bySurface({ commandLine: 'TMPDIR', library: 'temporaryDirectory' });
    expect(bothWays(phrase`set ${directory}${onCommandLine(phrase`, or ${option('to')}`)}`)).toEqual([
      'set TMPDIR, or --to',
      'set temporaryDirectory',
    ]);
  });

  test('keeps user input unchanged', () => {
    const typed = JSON.stringify('--from option');
    expect(bothWays(phrase`${option('to')} ${typed}`)).toEqual([`--to ${typed}`, `to ${typed}`]);
  });

  test('keeps its references when it is joined, wrapped or split', () => {
    const report = reportSubject('revenue 2026-01-01..2026-01-31');
    const inner = phrase`refused ${report}: ${option('to')}`;
    const outer = phrase`profile acme: ${joinMessages([inner, 'and more'], '; ')}`;
    expect(wordMessage(outer, COMMAND_LINE)).toBe(
      'profile acme: refused revenue 2026-01-01..2026-01-31: --to; and more',
    );
    expect([namesReport(outer), namesReport('revenue 2026')]).toEqual([true, false]);
    expect(String(withoutReport(inner, 'them'))).toBe('refused them: to');
    expect(withoutPart(phrase`a${report}`, report)).toBe('a');
  });
});

test('every option that a message can refer to exists on the command line', () => {
  const source = readFileSync(
    path.resolve(import.meta.dirname ?? '', '../../../src/core/message.ts'),
    'utf8',
  );
  const [, union = ''] = /export type OptionName =([^;]*);/.exec(source) ?? [];
  const names = Array.from(union.matchAll(/'(\w+)'/g), ([, name]) => name as OptionName);
  const flags = declaredCommands().flatMap(({ command }) => command.options.map(({ long }) => long!));
  const known = new Set(['--help', ...flags.map((flag) => flag.replace(/^--no-/, '--'))]);
  expect(names).toContain('windowDays');
  expect(names.map((name) => COMMAND_LINE.option(name, false)).filter((flag) => !known.has(flag))).toEqual(
    [],
  );
});

describe('an error', () => {
  test('records the first option that its message refers to', () => {
    const error = new ReportingError('usage', phrase`${option('from')} is after ${option('to')}`);
    expect(error.facts).toEqual({ option: 'from' });
    expect(error.with({ profile: 'acme' }, { message: 'x' }).facts).toEqual({
      option: 'from',
      profile: 'acme',
    });
    expect(firstOption('--from')).toBeUndefined();
  });

  test('names the profile in the command of a hint', () => {
    const hint = phrase`run \`reporting whoami${OWN_PROFILE}\``;
    expect(wordMessage(hint, COMMAND_LINE)).toBe('run `reporting whoami`');
    expect(wordMessage(hint, COMMAND_LINE, 'acme')).toBe('run `reporting whoami --profile acme`');
  });
});
