import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { EXIT_CODES } from '../../src/core/error-codes.ts';
import { DATE_WORDS, PERIOD_WORDS } from '../../src/dates/resolve-range.ts';
import { FORMAT_NAMES, FORMATS, type FormatName } from '../../src/formats/registry.ts';
import type { TopicName } from '../../src/help/blocks.ts';
import { topicBlocks } from '../../src/help/pages.ts';
import { declaredCommands } from '../harness/program.ts';
import { runWithNotes as runCli } from '../harness/run-cli.ts';

const SRC = path.resolve(path.dirname(new URL(import.meta.url).pathname), '../../src');

describe('-h fits on a screen of 80x24', () => {
  test.each([[''], ['revenue'], ['domains']])('reporting %s', async (name) => {
    const { stdout, exitCode } = await runCli(`${name} -h`.trim());
    const lines = stdout.trimEnd().split('\n');
    expect({ exitCode, lines: lines.length <= 23 }).toEqual({ exitCode: 0, lines: true });
    expect(lines.filter((line) => line.length > 80)).toEqual([]);
    expect(lines.at(-1)).toContain('--help` shows');
  });

  test('--help wins beside -h, and a missing command shows the short help on stderr', async () => {
    expect(await runCli('revenue -h --help')).toPrint((await runCli('revenue --help')).stdout);
    const { stdout: short } = await runCli('-h');
    expect(await runCli('')).toFail(2, short);
  });

  test('another command shows its only help', async () => {
    expect(await runCli('login -h')).toPrint((await runCli('login --help')).stdout);
  });
});

/** The terms of the tables of a topic, or of its table at `index`, and the meanings. */
function rowsOf(topic: TopicName, index?: number): readonly (readonly [terms: readonly string[], meaning: string])[] {
  const tables = topicBlocks(topic).flatMap((block) => (block.kind === 'table' ? [block.rows] : []));
  const rows = index === undefined ? tables.flat() : tables[index]!;
  return rows.map(([term, meaning]) => [term.split(/, (?:or )?/).filter((each) => each !== 'any number'), meaning]);
}

function termsOf(topic: TopicName, index?: number): readonly string[] {
  return rowsOf(topic, index).flatMap(([terms]) => terms);
}

describe('topics agree with the program', () => {
  test('the topic exit-codes lists all exit codes', () => {
    const codes = [...new Set([0, ...Object.values(EXIT_CODES), 129, 143])].map(String);
    expect(termsOf('exit-codes').toSorted()).toEqual(codes.toSorted());
  });

  test('the topic formats lists all formats, with their extensions', () => {
    expect(termsOf('formats', 0).toSorted()).toEqual(FORMAT_NAMES.toSorted());
    for (const [names, meaning] of rowsOf('formats', 0)) {
      for (const name of names)
        for (const ending of FORMATS[name as FormatName].extensions) expect(meaning).toContain(ending);
    }
  });

  test('the topic environment lists all variables that the program reads', () => {
    const sources = readdirSync(SRC, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts') && !file.startsWith('help'))
      .map((file) => readFileSync(path.join(SRC, file), 'utf8'))
      .join('\n');
    const read = [...sources.matchAll(/\bREPORTING_[A-Z_]+\b|(?<=\benv\.)[A-Z][A-Z_]+\b/g)].map(([name]) => name);
    const named = rowsOf('environment').flatMap(([terms, meaning]) => [
      ...terms,
      ...(meaning.match(/REPORTING_\w+/g) ?? []),
    ]);
    expect([...new Set(read)].filter((name) => !named.includes(name))).toEqual([]);
    const variables = named.filter((name) => /^[A-Z_]+$/.test(name));
    expect(variables.filter((name) => !new RegExp(`\\b${name}\\b`, 'i').test(sources))).toEqual([]);
  });

  test('the topic dates lists all words for dates and periods', () => {
    expect(termsOf('dates', 0)).toEqual(expect.arrayContaining([...DATE_WORDS]));
    expect(termsOf('dates', 1)).toEqual(expect.arrayContaining([...PERIOD_WORDS]));
  });

  const report = ['revenue', '--sandbox', '--dry-run', '--quiet', '--allow', 'unfinished'];
  // Not the first day of a week, month, quarter or year.
  const now = '2026-05-20T12:00:00Z';
  test.each([
    ...termsOf('dates', 0).map((date) => `--from ${date} --to today`),
    ...termsOf('dates', 0).map((date) => `--from 2025-05 --to ${date}`),
    ...termsOf('dates', 1).map((period) => `--period ${period}`),
  ])('%s', async (range) => {
    expect(await runCli([...report, ...range.split(' ')], { now })).toMatchObject({ exitCode: 0, stderr: '' });
  });
});

describe('reporting help', () => {
  test.each(declaredCommands().map(({ typed }) => [typed]))('%s', async (typed) => {
    const words = typed.split(' ').slice(1);
    const { exitCode, stdout, stderr } = await runCli(['help', ...words]);
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
    expect(stdout).toContain(`Usage: ${typed} [options]`);
    if (words.length > 0) expect(stdout).toBe((await runCli([...words, '--help'])).stdout);
  });

  test('shows the help of the program, which lists the topics', async () => {
    const { stdout: shown } = await runCli('--help');
    expect(shown).toContain(`

Topics:
  help dates        days and periods
  help compare      a range beside the one before it
  help formats      values of --format, and the content of files
  help warnings     names of warnings about the data, and --allow
  help environment  environment variables, and their precedence
  help exit-codes   meaning of each exit code
`);
    expect(await runCli('help')).toPrint(shown);
  });

  test.each([
    ['revenu', 'did you mean `reporting help revenue`?'],
    ['date', 'did you mean `reporting help dates`?'],
    ['exit codes', 'did you mean `reporting help exit-codes`?'],
    ['config unse', 'did you mean `reporting help config unset`?'],
    ['gasp', 'did you mean `reporting help gaps`?'],
    ['E-windw-refused', 'did you mean `reporting help E-window-refused`?'],
    ['9', 'did you mean `reporting help exit-codes`?'],
    ['weather', 'see `reporting help`'],
  ])('%s is an error', async (asked, hint) => {
    expect(await runCli(['help', ...asked.split(' ')])).toFail(
      2,
      `error: unknown command or help topic "${asked}"\nhint: ${hint}\n`,
    );
  });
});

describe('reporting help with the code of an error', () => {
  test.each(['E-window-refused', 'e-window-refused'])('%s prints its cause and fixes', async (code) => {
    expect(await runCli(['help', code])).toPrint(
      'E-window-refused (exit 5)\n\n' +
        'The service does not accept the range of a request.\n\n' +
        '  `… refused …: 400, invalid parameters`\n' +
        '    If the range has 31 days, try `--windows 30`.\n',
    );
  });

  test('prints an error without a fix alone', async () => {
    // A link names its page.
    expect((await runCli('help E-alerts')).stdout).toContain('(docs/analysis.md)');
    expect(await runCli('help E-profile-name')).toPrint(
      'E-profile-name (exit 2)\n\n' + 'The name of a profile cannot be used.\n\n' + '  `invalid profile name "…"`\n',
    );
  });

  test.each([
    ['', false],
    ['--verbose', true],
    ['-vv', true],
  ])('an error with %j names its code: %s', async (option, names) => {
    const { stderr } = await runCli(['revenue', '--from', 'x', ...(option === '' ? [] : [option])]);
    expect(stderr.includes('see: reporting help E-date\n')).toBe(names);
  });
});

test('the name of a warning, also as a message shows it', async () => {
  expect(await runCli('help empty')).toPrint(`[empty]

A client has no record in the range, or no record matches \`--where\`. Groups that
\`--having\` removes do not count.

warning: no records for revenue 2026-01-01..2026-01-31 [empty]

Check the range, the conditions and the client: \`reporting columns revenue\`
shows values, and \`reporting whoami\` the client. If it is normal that there are
no records, add \`--allow empty\`, or \`--allow empty:acme\` for one client of
several.

\`reporting help warnings\` says how to silence it for good.
`);
  const partial = await runCli('help partial');
  expect(partial).toPrint(expect.stringMatching(/^\[partial\]\n\nThe service may have more records than it sent/));
  for (const word of ['[partial:limit]', 'partial:limit'])
    expect(await runCli(['help', word])).toMatchObject({ exitCode: 0, stdout: partial.stdout });
});
