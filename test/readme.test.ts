import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Command } from 'commander';
import { describe, expect, test } from 'vitest';
import { EXIT_CODES } from '../src/core/errors.ts';
import { FORMAT_NAMES } from '../src/formats/registry.ts';
import { createProgram } from '../src/program.ts';
import type { Services } from '../src/services.ts';
import { needs } from './harness/needs.ts';
import { spawnShell } from './harness/spawn-cli.ts';
import { CapturedOutput } from './harness/streams.ts';

const root = path.resolve(path.dirname(new URL(import.meta.url).pathname), '..');
const readme = readFileSync(path.join(root, 'README.md'), 'utf8');

const stream = new CapturedOutput({ isTTY: false, columns: 80 });
const program = createProgram({} as Services, {
  stdout: stream,
  stderr: stream,
  onHelp: (text) => void stream.write(text),
  onErrorHelp: () => undefined,
  onOptions: () => undefined,
});
const flagsOf = (command: Command): string[] => command.options.flatMap(({ long }) => (long ? [long] : []));

/** Commands and what they print, from the blocks that show both. */
function examples(): { command: string; output: string }[] {
  const blocks = [...readme.matchAll(/^```console\n(.*?)^```$/gms)].map(([, block]) => block!);
  return blocks.flatMap((block) =>
    block
      .split(/^\$ /m)
      .slice(1)
      .map((example) => {
        const end = example.indexOf('\n');
        return { command: example.slice(0, end), output: example.slice(end + 1) };
      }),
  );
}

describe('every example prints what the README says', () => {
  test('there are some', () => expect(examples().length).toBeGreaterThan(5));

  needs('bash').test.each(examples())('$command', async ({ command, output }) => {
    const { stdout } = await spawnShell(`reporting() { $REPORTING "$@"; }; { ${command}; } 2>&1`);
    expect(stdout).toBe(output);
  });
});

test('every flag of every command is in the README, and no other', () => {
  const known = new Set([...flagsOf(program), ...program.commands.flatMap(flagsOf), '--help']);
  const named = new Set([...readme.matchAll(/(?<![\w-])--[a-z][a-z-]*/g)].map(([flag]) => flag));
  const elsewhere = ['--version', '--help', '--port'];
  // `--token` is named as what there is not; the others are npm's.
  const others = ['--token', '--global', '--prefix'];
  expect([...named].filter((flag) => !known.has(flag) && !others.includes(flag))).toEqual([]);
  expect([...known].filter((flag) => !named.has(flag) && !elsewhere.includes(flag))).toEqual([]);
});

test('every command and every format is in its table', () => {
  for (const { name } of [...program.commands.map((command) => ({ name: command.name() }))]) {
    expect(readme).toContain(`| \`reporting ${name}\` |`);
  }
  for (const name of FORMAT_NAMES) expect(readme).toMatch(new RegExp(`^\\| .*\`${name}\`.* \\|`, 'm'));
});

test('the exit codes are those of the program', () => {
  const table = readme.slice(readme.indexOf('## Exit codes'), readme.indexOf('## Sandbox'));
  const named = [...table.matchAll(/^\| ([\d, ]+) \|/gm)].flatMap(([, codes]) =>
    codes!.split(', ').map(Number),
  );
  expect(named.sort((a, b) => a - b)).toEqual(
    [...new Set([0, ...Object.values(EXIT_CODES), 129, 143])].sort((a, b) => a - b),
  );
});

test('the environment variables are those that the program reads', () => {
  const variables = (text: string) => new Set(text.match(/\bREPORTING_[A-Z_]+\b/g));
  const sources = readdirSync(path.join(root, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => readFileSync(path.join(root, 'src', file), 'utf8'));
  expect(variables(readme)).toEqual(variables(sources.join('\n')));
});
