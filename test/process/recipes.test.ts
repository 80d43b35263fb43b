import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { storeAccounts } from '../harness/accounts.ts';
import { filesIn } from '../harness/dataset.ts';
import { needs } from '../harness/needs.ts';
import { blocksOf, readPage } from '../harness/pages.ts';
import { queryDuckdb } from '../harness/parquet-files.ts';
import { createHome, type Home, runCli } from '../harness/run-cli.ts';
import { runShellCommand } from '../harness/shell-commands.ts';

/** The commands in a page's tables of recipes. In a table, `|` is written `\|`. */
function recipesIn(page: string): readonly string[] {
  const rows = readPage(page).text.matchAll(/^\| .* \| `(reporting .* .*)` \|$/gm);
  return [...rows].map(([, command]) => command!.replaceAll('\\|', '|'));
}

const recipes = recipesIn('docs/recipes.md');
const piped = recipes.filter((recipe) => recipe.includes(' | '));

const NOW = '2026-06-15T12:00:00Z';

/** The directories of the recipes for a dataset and a recording. */
const DIRECTORIES = ['sales', 'archive'];

async function homeWithAccounts(): Promise<Home> {
  const home = createHome();
  await storeAccounts(home, ['acme', 'brava']);
  return home;
}

test('there are at least thirty recipes', () => expect(recipes.length).toBeGreaterThanOrEqual(30));

test('the README has at most ten of them', () => {
  const section = readPage('README.md')
    .text.split(/^## /m)
    .find((each) => each.startsWith('Recipes\n'))!;
  const chosen = [...section.matchAll(/^\| .* \| `(.*)` \|$/gm)].map(([, command]) => command!.replaceAll('\\|', '|'));
  expect(chosen.length).toBeGreaterThan(0);
  expect(chosen.length).toBeLessThanOrEqual(10);
  expect(recipes).toEqual(expect.arrayContaining(chosen));
});

test.each(recipes.filter((recipe) => !piped.includes(recipe)))(
  'every recipe succeeds, and gives a report: %s',
  async (recipe) => {
    const home = await homeWithAccounts();
    if (recipe.includes('--input')) await runCli('sync revenue sales --from 2026-04 --profile acme', { home });
    const { exitCode, stdout, stderr } = await runCli(recipe.replace(/^reporting /, ''), { home });
    expect({ exitCode, problems: stderr.match(/^(error|warning):.*$/gm) }).toEqual({ exitCode: 0, problems: null });
    const isOfDataset = recipe.includes('--input');
    const directory = DIRECTORIES.find((name) => !isOfDataset && home.list().includes(name));
    if (directory !== undefined) return expect(filesIn(home, directory).length).toBeGreaterThan(1);
    const files = home.list().flatMap((file) => home.read(file) ?? []);
    // No campaign falls on that day.
    const least = recipe.includes('--alert') ? 0 : 2;
    for (const text of files.length > 0 ? files : [stdout]) expect(text.split('\n').length).toBeGreaterThan(least);
  },
);

describe('the totals of the README', () => {
  const rows = readPage('README.md').text.matchAll(/^(reporting .*)\n# (\w+): ([\d.]+)$/gm);
  const cases = [...rows].map(([, line, name, total]) => [name!, line!, total!] as const);
  const programs: Readonly<Record<string, readonly string[]>> = {
    ...{ reporting: [], jq: ['bash', 'jq'], Miller: ['bash', 'mlr'], DuckDB: ['duckdb'] },
  };

  test('are of four programs', () => expect(cases.map(([name]) => name)).toEqual(Object.keys(programs)));

  for (const [name, line, total] of cases) {
    needs(...programs[name]!).test(`${name}: ${total}`, async () => {
      const home = createHome();
      // DuckDB runs without its command line, which is not a package of Debian.
      const [command, query] = name === 'DuckDB' ? line.split(' | duckdb -c ') : [line];
      const { stdout, exitCode } = await runShellCommand(command!, { home, now: NOW });
      expect(exitCode).toBe(0);
      home.write('month.csv', stdout);
      const sql = query?.slice(1, -1).replace('/dev/stdin', path.join(home.work, 'month.csv'));
      const last = sql === undefined ? stdout.trim().split('\n').at(-1) : (await queryDuckdb(sql)).rows[0]![0];
      expect(last).toBe(total);
    });
  }
});

describe('every recipe with another program succeeds', () => {
  const cases = [
    { program: 'jq', output: /^(?:[\w.-]+\n){5}$/ },
    { program: 'sqlite3', output: /^$/ },
    // DuckDB is not a package of Debian: only this part of the recipe can run everywhere.
    { program: 'duckdb', output: /^date,campaign_id,/, isCut: true },
  ];

  for (const { program, output, isCut = false } of cases) {
    const recipe = piped.find((each) => each.includes(` ${program} `))!;
    needs('bash', ...(isCut ? [] : [program])).test(recipe, async () => {
      const home = await homeWithAccounts();
      const command = isCut ? recipe.slice(0, recipe.indexOf(` | ${program}`)) : recipe;
      const setup = 'set -o pipefail; export LC_ALL=C;';
      const { exitCode, stdout } = await runShellCommand(command, { home, now: NOW, setup });
      expect(exitCode).toBe(0);
      expect(stdout).toMatch(output);
    });
  }

  needs('duckdb').test('the queries of days', async () => {
    const home = createHome();
    const command = recipes.find((recipe) => recipe.endsWith(' -o days.csv'))!.replace(/^reporting /, '');
    await runCli(command.replace('--period last-month', '--sandbox --period 2026-04'), { home });
    // The sandbox has records of each day. 11 April has none here.
    const csv = home.read('days.csv')!.replace(/^2026-04-11,.*\n/m, '');
    home.write('days.csv', csv);
    const [series, weekdays] = blocksOf('docs/recipes.md', 'sql').map((query) =>
      query.replaceAll('days.csv', path.join(home.work, 'days.csv')),
    );
    const days = csv.trimEnd().split('\n').slice(1);
    const cents = new Map(days.map((line) => [line.slice(0, 10), Math.round(Number(line.slice(11)) * 100)] as const));
    const sumOf = (first: number, last: number): number =>
      [...cents].reduce((sum, [day, own]) => {
        const date = Number(day.slice(8));
        return date >= first && date <= last ? sum + own : sum;
      }, 0);
    const { rows } = await queryDuckdb(series!);
    expect(rows).toHaveLength(29);
    expect(rows[0]!.map((cell) => cell?.replace(/0+$/, '') ?? null)).toEqual([
      '2026-04-01',
      days[0]!.slice(11).replace(/0+$/, ''),
      null,
      days[0]!.slice(11).replace(/0+$/, ''),
      null,
    ]);
    for (const [index, [day, , change, soFar, average]] of rows.entries()) {
      const date = Number(day!.slice(8));
      if (index > 0) {
        const before = cents.get(rows[index - 1]![0]!)!;
        expect(Math.round(Number(change) * 100)).toBe(cents.get(day!)! - before);
      }
      expect(Math.round(Number(soFar) * 100)).toBe(sumOf(1, date));
      if (date < 7) expect(average).toBeNull();
      else expect(Number(average)).toBeCloseTo(sumOf(date - 6, date) / 700, 9);
    }
    const sums = await queryDuckdb(weekdays!);
    expect(sums.rows.map(([name]) => name)).toEqual(
      'Monday Tuesday Wednesday Thursday Friday Saturday Sunday'.split(' '),
    );
    const saturdays = [4, 18, 25].reduce((sum, date) => sum + sumOf(date, date), 0);
    expect(sums.rows[5]!.slice(1).map(Number)).toEqual([saturdays / 100, Math.round(saturdays / 3) / 100]);
  });

  test('and there is a case for each', () => expect(piped).toHaveLength(cases.length));
});
