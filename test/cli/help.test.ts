import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { DATE_WORDS } from '../../src/core/date-expression.ts';
import { PERIOD_WORDS } from '../../src/core/period.ts';
import { EXIT_CODES } from '../../src/core/reporting-error.ts';
import { FORMAT_NAMES, FORMATS } from '../../src/formats/registry.ts';
import type { HelpRow, HelpTopic } from '../../src/help/topic.ts';
import { TOPIC_NAMES } from '../../src/help/topic-names.ts';
import { TOPICS } from '../../src/help/topics.ts';
import { declaredCommands } from '../harness/program.ts';
import { runCli } from '../harness/run-cli.ts';

const SRC = path.resolve(path.dirname(new URL(import.meta.url).pathname), '../../src');

/** Rows of the tables whose headings match, of all if none is asked for. */
function rowsOf({ blocks }: HelpTopic, heading = /^/): readonly HelpRow[] {
  return blocks.flatMap((block) => (block.kind === 'table' && heading.test(block.heading) ? block.rows : []));
}

function termsOf(topic: HelpTopic, heading?: RegExp): readonly string[] {
  return rowsOf(topic, heading).flatMap(([term]) => term.split(', '));
}

test('a topic, in a pipe', async () => {
  expect(await runCli(['help', 'exit-codes'])).toMatchObject({
    exitCode: 0,
    stderr: '',
    stdout: `Exit codes

A run ends with:
  0    done: an empty report too, and a reader such as \`head\` that has left
  1    a fault of the tool itself
  2    wrong usage or configuration: the same command fails again
  3    no records, and --fail-empty
  4    not signed in, 401, or 403; the message tells the three apart
  5    the service, or a proxy, refused the request: 400 and the other 4xx, or a
       redirect
  6    the service could not be reached or kept failing, after all retries: try
       again later
  7    the response is not what was asked for: not the JSON of the interface, or
       records of other days
  8    the output could not be written
  9    days without records, and --fail-gaps; any warning about missing or
       ambiguous data, and --strict
  11   not the expected columns, and --expect-columns
  129  hung up
  130  interrupted: Ctrl-C
  143  terminated

Whatever the code, an output file is whole, or as it was before. Errors are on
stderr: what failed, on which window, why, and what to type next. With
--error-format json every message is one JSON object on a line. Of several
profiles with a file each, the first that failed sets the code.

Code 6 comes when a window still fails at the end of --retry-for, or after
--retries further attempts. With --resume the same command, given again within a
day, asks only for the windows that are missing.

Examples:
  $ reporting revenue --sandbox --period yesterday -o day.csv \\
      --fail-empty || echo "exit $?"
  $ reporting revenue --sandbox --period last-month -o month.csv --resume
`,
  });
});

test('a term that is long stands above its meaning, on a terminal that is narrow too', async () => {
  const { stdout } = await runCli(['help', 'dates'], { tty: true, columns: 50 });
  expect(stdout).toContain(`
--from and --to take:
  2026-01-31        that day
  2026-01, 2026-Q1, 2026-W05, 2026
                    its first day as a start, its
                    last as an end
  today, yesterday  that day
`);
});

describe.each(TOPIC_NAMES)('%s', (name) => {
  test.each([40, 60, 80, 120])('in %i columns', async (columns) => {
    const { stdout } = await runCli(['help', name], { tty: true, columns });
    const [fitted] = stdout.split('\nExamples:\n');
    const width = Math.max(...fitted!.split('\n').map((line) => line.length));
    expect(width).toBeLessThanOrEqual(columns);
    expect(width).toBeGreaterThan(columns - 20);
  });
});

describe('what a topic says is so', () => {
  test('the exit codes are those of the program', () => {
    const codes = [...new Set([0, ...Object.values(EXIT_CODES), 129, 143])].map(String);
    expect(termsOf(TOPICS['exit-codes']).toSorted()).toEqual(codes.toSorted());
  });

  test('the formats are those of the program, with their endings', () => {
    const rows = rowsOf(TOPICS.formats);
    expect(rows.map(([name]) => name)).toEqual(FORMAT_NAMES);
    for (const [index, name] of FORMAT_NAMES.entries()) {
      for (const ending of FORMATS[name].extensions) expect(rows[index]![1]).toContain(ending);
    }
  });

  test('the environment variables are those that the program reads', () => {
    const sources = readdirSync(SRC, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts') && !file.startsWith('help'))
      .map((file) => readFileSync(path.join(SRC, file), 'utf8'))
      .join('\n');
    const read = [...sources.matchAll(/\bREPORTING_[A-Z_]+\b|(?<=\benv\.)[A-Z][A-Z_]+\b/g)].map(
      ([name]) => name,
    );
    const named = termsOf(TOPICS.environment);
    expect([...new Set(read)].filter((name) => !named.includes(name))).toEqual([]);
    expect(named.filter((name) => !new RegExp(`\\b${name}\\b`, 'i').test(sources))).toEqual([]);
  });

  test('every date and period that the program has a word for is there', () => {
    expect(termsOf(TOPICS.dates, /--from/)).toEqual(expect.arrayContaining([...DATE_WORDS]));
    expect(termsOf(TOPICS.dates, /--period/)).toEqual(expect.arrayContaining([...PERIOD_WORDS]));
  });

  const report = ['revenue', '--sandbox', '--limit', '1', '--quiet'];
  // A day that is the first of no week, month, quarter or year.
  const now = '2026-05-20T12:00:00Z';
  test.each([
    ...termsOf(TOPICS.dates, /--from/).map((date) => `--from ${date} --to today`),
    ...termsOf(TOPICS.dates, /--from/).map((date) => `--from 2025-05 --to ${date}`),
    ...termsOf(TOPICS.dates, /--period/).map((period) => `--period ${period}`),
  ])('%s', async (range) => {
    expect(await runCli([...report, ...range.split(' ')], { now })).toMatchObject({
      exitCode: 0,
      stderr: '',
    });
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

  test('lists the topics, which --help names in a line', async () => {
    const { stdout: shown } = await runCli(['--help']);
    const line = 'Topics: reporting help dates | formats | clients | environment | exit-codes\n';
    expect(shown).toContain(`\n\n${line}`);
    expect((await runCli(['help'])).stdout).toBe(
      shown.replace(
        line,
        `Topics:
  help dates        what --from, --to and --period take
  help formats      what --format takes, and what a file holds
  help clients      several profiles in one run, and names of files
  help environment  environment variables, and what comes before them
  help exit-codes   what each exit code says to a script
`,
      ),
    );
  });

  test.each([
    ['revenu', 'did you mean `reporting help revenue`?'],
    ['date', 'did you mean `reporting help dates`?'],
    ['exit codes', 'did you mean `reporting help exit-codes`?'],
    ['profiles us', 'did you mean `reporting help profiles use`?'],
    ['env', 'did you mean `reporting help environment`?'],
    ['revenue dates', 'did you mean `reporting help revenue`?'],
    ['weather', 'see `reporting help`'],
  ])('%s is an error', async (asked, hint) => {
    expect(await runCli(['help', ...asked.split(' ')])).toMatchObject({
      exitCode: 2,
      stdout: '',
      stderr: `error: there is no help on "${asked}"\nhint: ${hint}\n`,
    });
  });
});
