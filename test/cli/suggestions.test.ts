import { describe, expect, test } from 'vitest';
import { FORMAT_NAMES } from '../../src/formats/registry.ts';
import { runCli } from '../harness/run-cli.ts';
import { startRecordService } from '../harness/service.ts';

/** The error of a wrong command line, which must not run. */
async function errorOf(argv: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<string> {
  const { exitCode, stdout, stderr, home } = await runCli(argv, { env });
  expect({ exitCode, stdout, files: home.list() }).toEqual({ exitCode: 2, stdout: '', files: [] });
  return stderr;
}

test.each([
  ['revenu', 'did you mean revenue?'],
  ['sandbx', 'did you mean sandbox?'],
  ['signin', 'did you mean login?'],
  ['version', 'did you mean --version?'],
  ['schema', 'did you mean columns?'],
  ['report', 'the reports are `reporting revenue`, `reporting domains`'],
  ['exit-codes', 'did you mean `reporting help exit-codes`?'],
  ['last-month', 'did you mean `reporting revenue --period last-month`?'],
  ['weather', 'see `reporting --help`'],
])('an unknown command: %s, also with --help', async (word, hint) => {
  const error = `error: unknown command '${word}'\nhint: ${hint}\n`;
  expect(await errorOf([word])).toBe(error);
  expect(await errorOf([word, '--help'])).toBe(error);
  expect(await errorOf(['--quiet', word, '-h'])).toBe(error);
});

test.each([
  ['config lst', 'did you mean list?'],
  ['config rm format', 'did you mean unset?'],
  ['config acme', '`reporting config` takes list, get, set, unset'],
  ['config help', 'see `reporting config --help`'],
  ['config sett format csv', 'did you mean set?'],
])('an unknown subcommand: %s', async (line, hint) => {
  const argv = line.split(' ');
  expect(await errorOf(argv)).toBe(
    `error: unknown command '${argv.slice(1).find((word) => !['--format', 'text'].includes(word))}'\nhint: ${hint}\n`,
  );
});

describe('an unknown option', () => {
  test.each([
    ['revenue --fromat', 'did you mean --format?'],
    ['revenue --sort-by revenue', 'did you mean --sort?'],
    ['revenue --gruop campaign', 'did you mean --group-by?'],
    ['revenue --start-date 2026-01-01', 'did you mean --from?'],
    ['revenue -columns date', 'did you mean --columns?'],
    ['revenue --last-month', 'did you mean --period last-month?'],
    ['whoami --seed 7', '--seed goes with `reporting sandbox`'],
    [
      'whoami --sandbox',
      '--sandbox goes with `reporting revenue`, `reporting domains`, `reporting columns` and others',
    ],
    ['--from 2026-01-01', '--from goes after the command: `reporting revenue --from …`'],
    ['--sandbox domains --from 7d', '--sandbox goes after the command: `reporting domains --sandbox …`'],
    ['columns revenue --group-by date', '--group-by goes with `reporting revenue`, `reporting domains`'],
    ['--login', 'did you mean `reporting login`?'],
    ['revenue --weather', 'see `reporting revenue --help`'],
    ['config set --forget', 'see `reporting config set --help`'],
    ['revenue --strict=true', '--strict takes no value'],
  ])('%s', async (line, hint) => {
    const argv = line.split(' ');
    const flag = argv.find((word) => word.startsWith('-'))!.replace(/=.*/, '');
    expect(await errorOf(argv)).toBe(`error: unknown option '${flag}'\nhint: ${hint}\n`);
  });

  test.each([['revenue -verbose', '-verbose']])('%s: a long option with one hyphen', async (line, flag) => {
    expect(await errorOf(line.split(' '))).toBe(`error: unknown option '${flag}'\nhint: did you mean -${flag}?\n`);
  });

  test('a value joined to a short option is not repeated', async () => {
    expect(await errorOf(['revenue', '-qtsecret'])).toBe(
      "error: unknown option '-t'\nhint: see `reporting revenue --help`\n",
    );
  });
});

describe('an invalid choice', () => {
  test.each([
    ['--format cvs', 'did you mean csv?'],
    ['--format MD', 'did you mean markdown?'],
    ['--format jsonl', 'did you mean ndjson?'],
    ['--format excel', 'did you mean xlsx?'],
    ['--format xml', 'see `reporting revenue --help`'],
    ['--by monthly', 'did you mean month?'],
    ['--error-format jsn', 'did you mean json?'],
  ])('%s', async (line, hint) => {
    const [flag, value] = line.split(' ');
    const stderr = await errorOf(['revenue', ...line.split(' ')]);
    expect(stderr).toMatch(
      new RegExp(`^error: option '.*${flag} <.*>' argument '${value}' is invalid\\. Allowed choices are `),
    );
    expect(stderr.split('\n')[1]).toBe(`hint: ${hint}`);
  });

  test.each([
    ['profiles --format nams', /argument 'nams' is invalid.*\nhint: did you mean names\?\n$/],
    [
      'config set formt json',
      /^error: unknown name "formt"\nhint: did you mean format\? the names are: format, timezone, .*week-start\n$/,
    ],
    ['config get weather', /^error: unknown name "weather"\nhint: the names are: format, .*\n$/],
    [
      'completion bsh',
      /^error: unknown shell "bsh"\nhint: did you mean bash\? the shells are: bash, zsh, fish, powershell\n$/,
    ],
  ])('%s', async (line, message) => expect(await errorOf(line.split(' '))).toMatch(message));

  test.each(['columns', 'raw'])('%s revenu', async (command) => {
    expect(await errorOf([command, 'revenu'])).toBe(
      'error: unknown report "revenu"\nhint: did you mean revenue? the reports are: revenue, domains\n',
    );
  });

  test('also of an option with words, and of the environment', async () => {
    expect(await errorOf(['login', '--week-start', 'mondy'])).toBe(
      'error: --week-start takes a day of the week, such as monday or sun, not "mondy"\nhint: did you mean monday?\n',
    );
    expect(await errorOf(['revenue', '--sandbox', '--from', '2026-01-01'], { REPORTING_FORMAT: 'cvs' })).toBe(
      'error: REPORTING_FORMAT: unknown format "cvs"\n' +
        `hint: did you mean csv? the formats are: ${FORMAT_NAMES.join(', ')}\n`,
    );
  });
});

test.each([
  ['revenue last-month', 'did you mean --period last-month?'],
  ['revenue last 7 days', 'did you mean --period last-7-days?'],
  ['revenue 2026-Q1', 'did you mean --period 2026-q1?'],
  ['revenue 7d', 'did you mean --from 7d?'],
  ['revenue 2026-01-01', 'did you mean --from 2026-01-01, or --period 2026-01-01 for that day alone?'],
  ['revenue —from 2026-01-01', 'did you mean --from?'],
  ['revenue eyJhbGciOiJIUzI1NiJ9', 'see `reporting revenue --help`'],
])('unexpected arguments: %s', async (line, hint) => {
  const [command, ...words] = line.split(' ');
  expect(await errorOf([command!, ...words])).toBe(
    `error: too many arguments for '${command}'. Expected 0 arguments but got ${words.length}.\nhint: ${hint}\n`,
  );
});

test('a word after an option without a value', async () => {
  expect(await errorOf(['revenue', '--strict', 'eyJhbGciOiJIUzI1NiJ9'])).toBe(
    'error: --strict takes no value\nhint: leave out the word after --strict\n',
  );
});

describe('a word after the value of an option', () => {
  test.each([
    [['--where', 'campaign=Black', 'Friday'], "--where 'campaign=Black Friday'"],
    [['--where=campaign=Black', 'Friday', 'Sale', '--sandbox'], "--where 'campaign=Black Friday Sale'"],
    [['-g', 'campaign', '--having', 'revenue', '>', '5'], "--having 'revenue > 5'"],
  ])('%j: the hint has the whole condition', async (args, option) => {
    expect(await errorOf(['revenue', ...args])).toBe(
      `error: ${option.split(' ')[0]} takes one value, and a word follows it\nhint: put a value with spaces in quotation marks: ${option}\n`,
    );
  });

  test.each([
    [['-g', 'campaign', 'name'], '--group-by'],
    [['--timezone', 'UTC', 'secret'], '--timezone'],
  ])('%j: the hint repeats no other value', async (args, flag) => {
    expect(await errorOf(['revenue', ...args])).toBe(
      `error: ${flag} takes one value, and a word follows it\nhint: put a value with spaces in quotation marks, or leave out the word after the value of ${flag}\n`,
    );
  });
});

test.each([
  [['-o', 'out.xls'], 'Excel and LibreOffice open XLSX: --output out.xlsx'],
  [['-o', 'my report.ODS'], "Excel and LibreOffice open XLSX: --output 'my report.xlsx'"],
  [['-o', '{from}.pdf'], "write a page, which a browser prints to PDF: --output '{from}.html'"],
  [['-o', 'x.duckdb'], 'query engines read Parquet, also a whole dataset of `reporting sync`: --output x.parquet'],
  [['-o', 'x.txt.gz'], 'csv, tsv, json and ndjson can be compressed: --output report.csv.gz'],
  [
    ['--from', '7d', 'secret'],
    /^put a value with spaces in quotation marks, or leave out the word after the value of --from$/,
  ],
  [['--by', 'campaign'], 'did you mean --group-by campaign?'],
  [['--pivot', 'month', '-g', 'campaign'], 'add --by month'],
  [['--pivot', 'country', '-g', 'campaign'], 'choose one of: campaign; or add a column with --group-by'],
  [['--where', 'campaign==Newsletter'], /^write a column, /],
  [['-g', 'campaign', '--having', 'revenue=>5'], /^write a column, /],
  [['--ratio', 'rpm=revenue/impressions*1000'], /^write a name, /],
  [['--ratio', 'rpm=revenue*1000'], /^write a name, /],
  [['--period', 'lst month'], /^did you mean last-month\? --period takes today, yesterday, .*, 2026-10\.\.2026-11$/],
  [['--from', 'tody'], /^did you mean today\? --from takes 2026-01-31, .*, 1y ago$/],
  [['--from', '7d', '--compare', 'last year'], 'did you mean --compare last-year?'],
])('a hint names the options to type: %j', async (args, hint) => {
  const [, shown] = /^error: .*\nhint: (.*)\n$/.exec(await errorOf(['revenue', ...args]))!;
  if (typeof hint === 'string') expect(shown).toBe(hint);
  else expect(shown).toMatch(hint);
});

test('a file of no format', async () => {
  expect(await errorOf(['revenue', '-o', 'dir.csv/x.csv.zip'])).toBe(
    'error: dir.csv/x.csv.zip: there is no output format for .zip\n' +
      `hint: the formats are: ${FORMAT_NAMES.join(', ')}; with --format, any extension works\n`,
  );
});

test('a hint with a suggestion lists at most twelve columns', async () => {
  const names = Array.from({ length: 13 }, (_, index) => `column_${index}`);
  const record = JSON.stringify(Object.fromEntries(names.map((name) => [name, 1])));
  const { env } = await startRecordService(() => [record]);
  const pull = (column: string) =>
    runCli(['revenue', '--from', '2026-01-01', '--to', '2026-01-01', '--columns', column], { env });
  expect(await pull('colum_3')).toFail(
    2,
    'error: no record has the column "colum_3" (--columns)\n' +
      `hint: did you mean "column_3"? the columns are: ${names.slice(0, 12).join(', ')}, and 1 more\n`,
  );
  expect((await pull('country')).stderr).toContain(`hint: the columns are: ${names.join(', ')}\n`);
});
