import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { EXIT_CODES } from '../src/core/errors.ts';
import { FORMAT_NAMES } from '../src/formats/registry.ts';
import { GENERATED, PAGES, proseOf, ROOT, readPage, WRITTEN_TEXT } from './harness/pages.ts';
import { declaredCommands } from './harness/program.ts';

const readme = readPage('README.md');
const commands = declaredCommands();

/** The long flags of all commands. */
const flags = new Set([
  '--help',
  ...commands.flatMap(({ command }) => command.options.flatMap(({ long }) => (long ? [long] : []))),
]);

/** `--token`, which the pages name as missing, and flags of npm, of tar, of Slurm, and of programs that copy and query datasets. */
const OTHER_FLAGS = [
  ...['--token', '--global', '--package', '--prefix', '--array', '--include', '--exclude', '--delete'],
  ...['--strip-components', '--source', '--external', '--hive'],
];

function flagsIn(text: string): ReadonlySet<string> {
  return new Set([...text.matchAll(/(?<![\w-])--[a-z][a-z-]*/g)].map(([flag]) => flag));
}

test.each(PAGES)('$name names no unknown flag', ({ text }) => {
  expect([...flagsIn(text)].filter((flag) => !flags.has(flag) && !OTHER_FLAGS.includes(flag))).toEqual([]);
});

test.each(PAGES)('$name has no indented code block, which no test would run', ({ text }) => {
  expect(text).not.toMatch(/^ +```/m);
});

test('every flag is in the reference', () => {
  const named = flagsIn(readPage(GENERATED).text);
  expect([...flags].filter((flag) => !named.has(flag))).toEqual([]);
});

test('the README has at most 250 lines', () => {
  expect(readme.text.split('\n').length - 1).toBeLessThanOrEqual(250);
});

test('docs/README.md lists every page', () => {
  const { text } = readPage('docs/README.md');
  const others = PAGES.filter(({ name }) => /^docs\/(?!README)/.test(name));
  for (const { name } of others) expect(text).toContain(`](${path.basename(name)})`);
});

test('the README lists every command', () => {
  const words = commands.filter(({ typed }) => typed.split(' ').length === 2);
  for (const { typed } of words) expect(readme.text).toMatch(new RegExp(`^\\| \`${typed}[\`\\s]`, 'm'));
});

test('docs/formats.md has a row for every format', () => {
  const { text } = readPage('docs/formats.md');
  for (const name of FORMAT_NAMES) expect(text).toMatch(new RegExp(`^\\| .*\`${name}\`.* \\|`, 'm'));
});

test.each(['README.md', 'docs/troubleshooting.md'])(
  'the exit codes in %s are those of the program',
  (name) => {
    const section = readPage(name)
      .text.split(/^## /m)
      .find((each) => each.startsWith('Exit codes\n'));
    const named = [...section!.matchAll(/^\| ([\d, ]+) \|/gm)].flatMap(([, codes]) =>
      codes!.split(', ').map(Number),
    );
    expect(named.sort((a, b) => a - b)).toEqual(
      [...new Set([0, ...Object.values(EXIT_CODES), 129, 143])].sort((a, b) => a - b),
    );
  },
);

test('the environment variables are those that the program reads', () => {
  const variables = (text: string) => new Set(text.match(/\bREPORTING_[A-Z_]+\b/g));
  const sources = readdirSync(path.join(ROOT, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => readFileSync(path.join(ROOT, 'src', file), 'utf8'));
  expect(variables(WRITTEN_TEXT)).toEqual(variables(sources.join('\n')));
});

/** The anchor of a heading, as GitHub makes it. */
function anchorOf(heading: string): string {
  const plain = heading.replaceAll('`', '').replace(/\[([^\]]*)\]\([^)]*\)/g, '$1');
  return plain
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');
}

const LINKING = [
  ...PAGES,
  ...['CONTRIBUTING.md', 'ARCHITECTURE.md', 'CHANGELOG.md', 'SECURITY.md'].map(readPage),
];

test.each(LINKING)('the links of $name lead to files and headings that exist', (page) => {
  const links = [...proseOf(page).matchAll(/\]\(([^)\s]+)\)/g)].map(([, link]) => link!);
  const broken = links.filter((link) => {
    if (/^[a-z]+:/.test(link)) return false;
    const [file, anchor] = link.split('#');
    const target = file === '' ? page.name : path.join(path.dirname(page.name), file!);
    const text = readTarget(target);
    if (text === undefined || anchor === undefined) return text === undefined;
    const headings = [...proseOf({ name: target, text }).matchAll(/^#+ (.*)$/gm)];
    return !headings.some(([, heading]) => anchorOf(heading!) === anchor);
  });
  expect(broken).toEqual([]);
});

/** The text of a file, or of a directory's README; undefined if it does not exist. */
function readTarget(name: string): string | undefined {
  try {
    return readFileSync(path.join(ROOT, name), 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EISDIR') return '';
    return undefined;
  }
}
