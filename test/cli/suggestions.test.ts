import { describe, expect, test } from 'vitest';
import { FORMAT_NAMES } from '../../src/formats/registry.ts';
import { runCli } from '../harness/run-cli.ts';

/** The error of a wrong command line, which must not run. */
async function errorOf(argv: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<string> {
  const { exitCode, stdout, stderr, home } = await runCli(argv, { env });
  expect({ exitCode, stdout, files: home.list() }).toEqual({ exitCode: 2, stdout: '', files: [] });
  return stderr;
}

test.each([
  ['revenu', 'did you mean revenue?'],
  ['sandbx', 'did you mean sandbox?'],
  ['exit-codes', 'did you mean `reporting help exit-codes`?'],
  ['weather', 'see `reporting --help`'],
])('an unknown command: %s, also with --help', async (word, hint) => {
  const error = `error: unknown command '${word}'\nhint: ${hint}\n`;
  expect(await errorOf([word])).toBe(error);
  expect(await errorOf([word, '--help'])).toBe(error);
  expect(await errorOf(['--quiet', word, '-h'])).toBe(error);
});

test.each([
  ['config st', 'did you mean set?'],
  ['config acme', 'see `reporting config --help`'],
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
    ['whoami --seed 7', '--seed goes with `reporting sandbox`'],
    ['--from 2026-01-01', /^--from goes with `reporting revenue`, .*, `reporting sync`$/],
    ['columns revenue --group-by date', '--group-by goes with `reporting revenue`, `reporting domains`'],
    ['revenue --weather', 'see `reporting revenue --help`'],
    ['config set --weather', 'see `reporting config set --help`'],
    ['revenue --strict=true', '--strict takes no value'],
  ])('%s', async (line, hint) => {
    const argv = line.split(' ');
    const flag = argv.find((word) => word.startsWith('-'))!.replace(/=.*/, '');
    const [, shown] = (await errorOf(argv)).split(`error: unknown option '${flag}'\nhint: `);
    expect(shown).toEqual(typeof hint === 'string' ? `${hint}\n` : expect.stringMatching(new RegExp(hint, 'm')));
  });

  test('a value joined to a short option is not repeated', async () => {
    expect(await errorOf(['revenue', '-qtsecret'])).toBe(
      "error: unknown option '-t'\nhint: see `reporting revenue --help`\n",
    );
  });
});

test.each([
  ['revenue --format cvs', `--format takes one of ${FORMAT_NAMES.join(', ')}, not "cvs"`],
  ['revenue --by monthly', '--by takes one of day, week, month, quarter, year, not "monthly"'],
  ['config set formt json', /^name takes one of format, timezone, .*week-start, not "formt"$/],
  ['completion bsh', 'shell takes one of bash, zsh, fish, powershell, not "bsh"'],
  ['columns revenu', 'report takes one of revenue, domains, not "revenu"'],
  ['revenue --share --ratio rpm=a/b', '--share takes a value, not "--ratio"'],
  ['login --week-start mondy', /^--week-start takes one of monday, .*, not "mondy"$/],
])('an invalid value: %s', async (line, message) => {
  const [, error] = /^error: (.*)\n$/.exec(await errorOf(line.split(' ')))!;
  expect(error).toEqual(typeof message === 'string' ? message : expect.stringMatching(message));
});

test('an invalid choice of the environment', async () => {
  expect(await errorOf(['revenue', '--sandbox', '--from', '2026-01-01'], { REPORTING_FORMAT: 'cvs' })).toBe(
    `error: format (REPORTING_FORMAT) takes one of ${FORMAT_NAMES.join(', ')}, not "cvs"\nhint: correct REPORTING_FORMAT, or unset it\n`,
  );
});

test.each([
  'revenue last-month',
  'revenue eyJhbGciOiJIUzI1NiJ9',
  'revenue -g campaign name',
  'revenue --where=campaign=Black Friday Sale --sandbox',
])('unexpected arguments: %s', async (line) => {
  expect(await errorOf(line.split(' '))).toMatch(
    /^error: too many arguments for 'revenue'\. Expected 0 .*\nhint: name the option of a value: --period last-month; put a value .*'date,revenue'\n$/,
  );
});

test.each([
  [['-o', 'out.xls'], 'write xlsx, which Excel and LibreOffice open: --output out.xlsx'],
  [['-o', 'my report.ODS'], "write xlsx, which Excel and LibreOffice open: --output 'my report.xlsx'"],
  [['-o', '{from}.pdf'], "write html, which a browser prints to PDF: --output '{from}.html'"],
  [['-o', 'x.duckdb'], 'write parquet, which query engines read, also a dataset of `sync`: --output x.parquet'],
  [['-o', 'dir.csv/x.csv.zip'], `the formats are: ${FORMAT_NAMES.join(', ')}; with --format, any extension works`],
  [['-o', 'x.txt.gz'], 'csv, tsv, json and ndjson can be compressed: --output report.csv.gz'],
  [['--pivot', 'month', '-g', 'campaign'], 'add --by month'],
  [['--pivot', 'country', '-g', 'campaign'], 'choose one of: campaign'],
  [['--where', 'campaign==Newsletter'], /^write a column, /],
  [['-g', 'campaign', '--having', 'revenue=>5'], /^write a column, /],
  [['--ratio', 'rpm=revenue/impressions*1000'], /^write a name, /],
  [['--ratio', 'rpm=revenue*1000'], /^write a name, /],
  [['--from', 'last-month'], /^--from takes 2026-01-31, .*, 1y ago; --period takes last-month and the like$/],
])('a hint names the options to type: %j', async (args, hint) => {
  const [, shown] = /^error: .*\nhint: (.*)\n$/.exec(await errorOf(['revenue', ...args]))!;
  if (typeof hint === 'string') expect(shown).toBe(hint);
  else expect(shown).toMatch(hint);
});
