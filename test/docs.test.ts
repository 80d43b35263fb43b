import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { MAX_WINDOW_DAYS } from '../src/api/wire.ts';
import { SHELLS } from '../src/completion/scripts.ts';
import { SETTINGS, type Setting } from '../src/config/settings.ts';
import { EXIT_CODES } from '../src/core/error-codes.ts';
import {
  DEFAULT_CONCURRENCY,
  DEFAULT_HEAD_TIMEOUT_MS,
  DEFAULT_RETRY_FOR_MS,
  DEFAULT_ROWS,
  FIRST_BACKOFF_MS,
  LOCK_WAIT_MS,
  MAX_BACKOFF_MS,
  MAX_CONCURRENCY,
  MAX_DURATION_MS,
  MAX_PIVOT_VALUES,
  MAX_RETRY_AFTER_MS,
  STALL_TIMEOUT_MS,
  WAIT_EVERY_MS,
} from '../src/core/limits.ts';
import { GENERATED, PAGES, proseOf, ROOT, readPage, WRITTEN_TEXT } from './harness/pages.ts';
import { declaredCommands } from './harness/program.ts';

const HOUR_MS = 3_600_000;

const readme = readPage('README.md');
const commands = declaredCommands();

/** The long flags of all commands. */
const flags = new Set([
  '--help',
  ...commands.flatMap(({ command }) => command.options.flatMap(({ long }) => (long ? [long] : []))),
]);

/**
 * `--token`, which the pages name as missing, and flags of npm, of tar, of sha256sum, of Slurm, of Docker and kubectl, and of programs that copy
 * and query datasets.
 */
const OTHER_FLAGS = [
  ...['--token', '--global', '--package', '--prefix', '--array', '--include', '--exclude', '--delete'],
  ...['--strip-components', '--check', '--ignore-missing', '--source', '--external', '--hive', '--icsv', '--ocsv'],
  ...['--env', '--from-file', '--init', '--read-only', '--rm', '--tag', '--tmpfs', '--user', '--volume'],
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

test('the README has at most 130 lines', () => {
  expect(readme.text.split('\n').length - 1).toBeLessThanOrEqual(130);
});

test('docs/README.md lists every page', () => {
  const { text } = readPage('docs/README.md');
  const others = PAGES.filter(({ name }) => /^docs\/(?!README)/.test(name));
  for (const { name } of others) expect(text).toContain(`](${path.basename(name)})`);
});

test('the exit codes of the troubleshooting page are those of the program', () => {
  const section = readPage('docs/troubleshooting.md')
    .text.split(/^## /m)
    .find((each) => each.startsWith('Exit codes\n'));
  const named = [...section!.matchAll(/^\| ([\d, ]+) \|/gm)].flatMap(([, codes]) => codes!.split(', ').map(Number));
  expect(named.sort((a, b) => a - b)).toEqual(
    [...new Set([0, ...Object.values(EXIT_CODES), 129, 143])].sort((a, b) => a - b),
  );
});

/** What the pages say of defaults and limits, with the figures of the code. */
const LIMITS = [
  ['docs/network.md', `${DEFAULT_CONCURRENCY} windows are requested at a time`],
  ['docs/network.md', `\`--concurrency\` takes 1 to ${MAX_CONCURRENCY}.`],
  ['docs/network.md', `| \`--retry-for\` | \`${DEFAULT_RETRY_FOR_MS / 1000}s\` |`],
  ['docs/network.md', `up to \`${MAX_DURATION_MS / HOUR_MS}h\`; 0 for never`],
  ['docs/network.md', `| \`--timeout\` | ${DEFAULT_HEAD_TIMEOUT_MS / 1000} |`],
  ['docs/network.md', `if its body pauses for ${STALL_TIMEOUT_MS / 1000} seconds`],
  ['docs/network.md', `at most ${FIRST_BACKOFF_MS / 1000} seconds at first`],
  ['docs/network.md', `up to ${MAX_BACKOFF_MS / 1000} seconds. There is one last attempt`],
  ['docs/network.md', `a wait of more than ${MAX_RETRY_AFTER_MS / 60_000} minutes`],
  ['docs/network.md', `at most ${MAX_WINDOW_DAYS} days at once`],
  ['docs/formats.md', `the first ${DEFAULT_ROWS} rows`],
  ['docs/sync.md', `requests up to ${MAX_CONCURRENCY} months at once`],
  ['docs/sync.md', `waits up to ${LOCK_WAIT_MS / 60_000} minutes`],
  ['docs/automation.md', `asks for the last day of the range every ${WAIT_EVERY_MS / 60_000} minutes`],
  ['docs/analysis.md', `More than ${MAX_PIVOT_VALUES} values`],
] as const;

test.each(LIMITS)('%s says: %s', (name, words) => {
  expect(readPage(name).text.replaceAll(/\s+/g, ' ')).toContain(words);
});

test('docs/install.md names every shell', () => {
  const { text } = readPage('docs/install.md');
  for (const shell of Object.keys(SHELLS)) expect(text).toContain(`\`${shell}\``);
});

test('the environment variables are those that the program reads', () => {
  const variables = (text: string) => new Set(text.match(/\bREPORTING_[A-Z_]+\b/g));
  const sources = readdirSync(path.join(ROOT, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => readFileSync(path.join(ROOT, 'src', file), 'utf8'));
  expect(variables(WRITTEN_TEXT)).toEqual(variables(sources.join('\n')));
});

test('the table of precedence in docs/configuration.md has the sources of each setting', () => {
  const { text } = readPage('docs/configuration.md');
  const rows = text.slice(text.indexOf('## Precedence'), text.indexOf('## Defaults')).split('\n');
  // The lists of allowed warnings are added up.
  const { allow: _allow, ...others } = SETTINGS;
  for (const [name, { variable, isOfProfile, stored }] of Object.entries<Setting>(others)) {
    const found = rows.map((row) => row.split('|').map((cell) => /`(\w[^`]*)`/.exec(cell)?.[1]));
    expect(found.map((cells) => cells.slice(3, 6))).toContainEqual([variable, isOfProfile && name, stored]);
  }
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
  ...['CONTRIBUTING.md', 'ARCHITECTURE.md', 'CHANGELOG.md', 'RELEASING.md', 'SECURITY.md'].map(readPage),
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
