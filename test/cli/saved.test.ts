import { chmodSync, existsSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { createHome, type Home, runCli } from '../harness/run-cli.ts';
import { startRecordService } from '../harness/service.ts';

const QUERY = ['--period', '2026-01-01', '--sandbox', '-f', 'csv'];
const CONFIG = '.config/reporting/reports.json';

const savedFile = (home: Home): string => path.join(home.root, CONFIG);

/** Writes the user's saved reports by hand. */
async function homeWith(reports: object): Promise<Home> {
  const home = createHome();
  home.write('reports.json', JSON.stringify({ reports }));
  return home;
}

/** The words of the report in the file. */
function storedArguments(home: Home, name: string): unknown {
  return JSON.parse(readFileSync(savedFile(home), 'utf8')).reports[name];
}

async function save(home: Home, name: string, args: readonly string[]): Promise<void> {
  expect(await runCli(['save', name, '--', ...args], { home })).toMatchObject({ exitCode: 0, stdout: '' });
}

describe('save and run', () => {
  test('a run prints what the command prints', async () => {
    const home = createHome();
    const args = ['revenue', ...QUERY, '-g', 'campaign', '--sort', '-revenue'];
    await save(home, 'monday', args);
    const { stdout, exitCode } = await runCli(['run', 'monday'], { home });
    expect({ stdout, exitCode }).toEqual({ stdout: (await runCli(args)).stdout, exitCode: 0 });
    expect(stdout).toContain('Black Friday');
  });

  test('keeps each argument as typed, in a file that only the user can read', async () => {
    const home = createHome();
    const args = [
      'revenue',
      '-qfcsv',
      '--period=2026-01-01',
      '--sort',
      '-revenue',
      '--where',
      'campaign = \'$(touch pwned) "x" ünï\'',
      '--delimiter',
      ';',
    ];
    await save(home, 'odd', args);
    expect(storedArguments(home, 'odd')).toEqual(args);
    expect(statSync(savedFile(home)).mode & 0o777).toBe(0o600);
    expect((await runCli('saved show odd', { home })).stdout).toBe(
      "reporting revenue -qfcsv '--period=2026-01-01' --sort -revenue --where 'campaign = '\\''$(touch pwned) \"x\" ünï'\\''' --delimiter ';'\n",
    );
  });

  test.each([
    ['revenue --peroid 2026-01', "unknown option '--peroid'"],
    ['revenue --limit many', '--limit'],
    ['revenue --period 2026-01 --from 2026-01-01', "cannot be used with option '--from"],
    ['revenue extra', 'too many arguments'],
    ['login', '"login" is not a command that can be saved'],
    ['run other', '"run" is not a command that can be saved'],
    ['-q revenue', '"-q" is not a command that can be saved'],
    ['revenue --help', 'a saved report cannot have --help or --version'],
    ['revenue -V', 'a saved report cannot have --help or --version'],
    ['revenue --token abc', '--token is not supported'],
  ])('refuses %s', async (line, message) => {
    const home = createHome();
    const { exitCode, stderr } = await runCli(`save x -- ${line}`, { home });
    expect({ exitCode, stderr }).toEqual({ exitCode: 2, stderr: expect.stringContaining(message) });
    expect(existsSync(savedFile(home))).toBe(false);
  });

  test.each(['columns revenue', 'raw revenue -o out', 'sync sales', 'reconcile', 'check revenue', 'domains'])(
    'saves %s',
    async (line) => {
      const home = createHome();
      await save(home, 'x', line.split(' '));
      expect(storedArguments(home, 'x')).toEqual(line.split(' '));
    },
  );

  test.each([
    ['revenue', 'is already a command or a help topic'],
    ['dates', 'is already a command or a help topic'],
    ['a b', 'invalid name of a saved report: "a b"'],
    ['../x', 'invalid name of a saved report: "../x"'],
    ['__proto__', 'invalid name of a saved report: "__proto__"'],
    ['--clobbr', 'invalid name of a saved report: "--clobbr"'],
    ['', 'invalid name of a saved report: ""'],
  ])('refuses the name %j', async (name, message) => {
    const { exitCode, stderr } = await runCli(['save', name, '--', 'revenue']);
    expect({ exitCode, stderr }).toEqual({ exitCode: 2, stderr: expect.stringContaining(message) });
  });

  test('needs -- before the command', async () => {
    const { exitCode, stderr } = await runCli('save monday revenue -p last-week');
    expect({ exitCode, stderr }).toEqual({
      exitCode: 2,
      stderr:
        'error: the command to save comes after --\nhint: for example: reporting save monday -- revenue -p last-week\n',
    });
  });

  test('overwrites a report only with --clobber', async () => {
    const home = createHome();
    await save(home, 'monday', ['revenue', '-p', 'last-week']);
    const taken = await runCli('save monday -- domains', { home });
    expect(taken).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('--clobber') });
    expect(storedArguments(home, 'monday')).toEqual(['revenue', '-p', 'last-week']);
    expect((await runCli('save --clobber monday -- domains', { home })).exitCode).toBe(0);
    expect(storedArguments(home, 'monday')).toEqual(['domains']);
  });
});

describe('later options', () => {
  const saved = ['revenue', ...QUERY, '-g', 'campaign', '--where', 'clicks>1', '--where', 'revenue>1'];
  const commandOf = async (later: string): Promise<string> => {
    const home = createHome();
    await save(home, 'x', saved);
    const { stderr } = await runCli(`run x --dry-run ${later}`, { home });
    return /note: x runs: (.*)/.exec(stderr)?.[1] ?? stderr;
  };

  test('are added', async () => {
    expect(await commandOf('--limit 2')).toBe(
      "reporting revenue --period 2026-01-01 --sandbox --format csv --group-by campaign --where 'clicks>1' --where 'revenue>1' --dry-run --limit 2",
    );
  });

  test('replace the same option, lists included, and options that they exclude', async () => {
    expect(await commandOf("--from 2026-01-02 --to 2026-01-02 -fjson -g source --where 'views>1'")).toBe(
      "reporting revenue --sandbox --dry-run --from 2026-01-02 --to 2026-01-02 -fjson -g source --where 'views>1'",
    );
    expect(await commandOf('--profile acme -q')).not.toContain('--sandbox');
  });

  test('keep the options of every command', async () => {
    const home = createHome();
    await save(home, 'x', ['revenue', '-p', '2026-01-01', '--sandbox', '--error-format', 'json']);
    const quiet = await runCli('-q run x --error-format text --columns no', { home });
    expect(quiet.stderr).toContain('error: saved report x: ');
    expect((await runCli('run x --columns no', { home })).stderr).toContain('"message":"saved report x: ');
  });

  test('may choose another service: the user typed them', async () => {
    const service = await startRecordService(() => ['{"date":"2026-01-01","revenue":1.10}']);
    const home = createHome();
    await save(home, 'x', ['revenue', '-p', '2026-01-01']);
    const client = ['--base-url', service.baseUrl, '--client-id', '0b9c1d52-3f4e-4a6b-8c7d-9e0f1a2b3c4d'];
    const { stdout, exitCode } = await runCli(['run', 'x', ...client], {
      home,
      env: { REPORTING_API_TOKEN: 'a-token-of-some-length' },
    });
    expect({ stdout, exitCode }).toEqual({ stdout: 'date,revenue\n2026-01-01,1.10\n', exitCode: 0 });
  });

  test('name the report once if they are wrong', async () => {
    const home = createHome();
    await save(home, 'x', ['revenue', ...QUERY]);
    for (const later of ['--foo', '--top 2 -g campaign --limit 2', '--columns no']) {
      const { exitCode, stderr } = await runCli(`run x ${later}`, { home });
      expect(exitCode).toBe(2);
      expect(stderr.match(/saved report x: /g)).toHaveLength(1);
    }
  });
});

describe('a file that somebody has written by hand', () => {
  test.each([
    [['revenue', '--token-command', 'touch pwned'], 'cannot have --token-command'],
    [['revenue', '--token-command=touch pwned'], 'cannot have --token-command'],
    [['revenue', '-q', '--base-url=https://evil.example/v2/reporting'], 'cannot have --base-url'],
    [['revenue', '--base', 'https://evil.example'], "unknown option '--base'"],
    [['revenue', '--token-com=touch pwned'], "unknown option '--token-com'"],
    [['revenue', '--token-file', 'x'], 'cannot have --token-file'],
    [['revenue', '--client-id', 'x'], 'cannot have --client-id'],
    [['revenue', '--ca-file', 'x'], 'cannot have --ca-file'],
    [['revenue', '-qfcsv', '--insecure-http'], 'cannot have --insecure-http'],
    [['sync', 'revenue', 'sales', '--base-url', 'https://evil.example'], 'cannot have --base-url'],
    [['raw', 'revenue', '--token-command', 'touch pwned', '-o', '-'], 'cannot have --token-command'],
    [['revenue', '--', '--token-command', 'touch pwned'], 'too many arguments'],
    [['--', 'revenue', '--token-command', 'touch pwned'], '"--" is not a command that can be saved'],
    [['run', 'x'], '"run" is not a command that can be saved'],
    [['login', '--base-url', 'https://evil.example'], '"login" is not a command that can be saved'],
    [['toString'], '"toString" is not a command that can be saved'],
    [['revenue', '--help'], 'cannot have --help'],
  ])('cannot run %j', async (args, message) => {
    const home = await homeWith({ x: args });
    const env = { REPORTING_API_TOKEN: 'a-token-of-some-length' };
    const ran = await runCli('run x --file reports.json --period 2026-01-01', { home, env });
    expect(ran).toMatchObject({ exitCode: 2, stdout: '', stderr: expect.stringContaining(message) });
    expect(ran.stderr).toContain('error: saved report x: ');
    expect(home.list()).toEqual(['reports.json']);
  });

  test('shows its arguments without running anything in the terminal', async () => {
    const home = await homeWith({ x: ['revenue', '--having', '\u001b]0;evil\u0007'] });
    const { stdout } = await runCli('saved show x --file reports.json', { home });
    expect(stdout).toBe("reporting revenue --having '\\u001b]0;evil\\u0007'\n");
  });

  test.each([
    ['{', 'it is not valid JSON'],
    ['[]', 'it is not a JSON object'],
    ['{}', '`reports` is not an object'],
    ['{"reports":[]}', '`reports` is not an object'],
    ['{"reports":{},"version":2}', 'unknown member "version"'],
    ['{"reports":{"a b":["revenue"]}}', 'invalid name "a b"'],
    ['{"reports":{"x":"revenue"}}', '"x" is not a list of arguments'],
    ['{"reports":{"x":[]}}', '"x" is not a list of arguments'],
    ['{"reports":{"x":["revenue",1]}}', '"x" is not a list of arguments'],
  ])('is never overwritten if it is broken: %s', async (text, problem) => {
    const home = createHome();
    home.write('reports.json', text);
    const lines = ['save --clobber x -- revenue', 'run x', 'saved', 'saved show x', 'saved remove x'];
    for (const line of lines) {
      const [command, ...rest] = line.split(' ');
      const isSaved = command === 'saved' && rest.length > 0;
      const words = isSaved
        ? [command, rest[0]!, '--file', 'reports.json', ...rest.slice(1)]
        : [command!, '--file', 'reports.json', ...rest];
      const { exitCode, stderr } = await runCli(words, { home });
      expect({ exitCode, stderr }).toEqual({
        exitCode: 2,
        stderr: expect.stringContaining(`broken: ${problem}`),
      });
    }
    expect(home.read('reports.json')).toBe(text);
  });
});

describe('a shared file', () => {
  test('is made by save, keeps its mode, and serves all commands', async () => {
    const home = createHome();
    const at = ['--file', 'reports.json'];
    expect((await runCli(['save', ...at, 'x', '--', 'revenue', ...QUERY], { home })).exitCode).toBe(0);
    const file = path.join(home.work, 'reports.json');
    chmodSync(file, 0o640);
    expect((await runCli(['save', ...at, 'y', '--', 'domains'], { home })).exitCode).toBe(0);
    expect(statSync(file).mode & 0o777).toBe(0o640);
    expect((await runCli(['saved', ...at, '-f', 'json'], { home })).stdout).toBe(
      `${JSON.stringify({ x: ['revenue', ...QUERY], y: ['domains'] })}\n`,
    );
    expect((await runCli(['run', 'x', ...at], { home })).stdout).toContain('Black Friday');
    expect((await runCli(['saved', 'remove', 'y', 'x', ...at], { home })).exitCode).toBe(0);
    expect(JSON.parse(home.read('reports.json')!)).toEqual({ reports: {} });
    expect(existsSync(savedFile(home))).toBe(false);
    expect(home.list()).toEqual(['reports.json']);
  });

  test('must exist to be read', async () => {
    for (const line of ['run x --file no.json', 'saved --file no.json']) {
      expect(await runCli(line)).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('ENOENT') });
    }
  });

  test('writes output below the current directory', async () => {
    const home = await homeWith({ x: ['revenue', ...QUERY.slice(0, 3), '-o', 'day.csv'] });
    expect((await runCli('run x --file reports.json', { home })).exitCode).toBe(0);
    expect(home.list()).toEqual(['day.csv', 'reports.json']);
  });
});

describe('help and lists', () => {
  test('help and --help show what a saved report runs', async () => {
    const home = createHome();
    await save(home, 'monday', ['revenue', '-p', 'last-week']);
    const shown = `monday is a saved report (${savedFile(home)}). It runs:\n\n  $ reporting revenue -p last-week\n`;
    for (const line of ['help monday', 'run monday --help', 'run monday -h --limit 3']) {
      expect(await runCli(line, { home })).toMatchObject({ exitCode: 0, stdout: shown });
    }
    expect((await runCli('run --help', { home })).stdout).toContain('Usage: reporting run');
  });

  test('saved lists reports, and remove removes all or none', async () => {
    const home = createHome();
    const empty = await runCli('saved', { home });
    expect(empty).toMatchObject({ exitCode: 0, stdout: '' });
    expect(empty.stderr).toBe(`note: there are no saved reports in ${savedFile(home)}\n`);
    await save(home, 'monday', ['revenue', '-p', 'last-week']);
    await save(home, 'q', ['domains']);
    expect((await runCli('saved', { home })).stdout).toBe(
      'monday:    reporting revenue -p last-week\nq:         reporting domains\n',
    );
    expect((await runCli('saved list -f names', { home })).stdout).toBe('monday\nq\n');
    expect(await runCli('saved remove q mondy', { home })).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining('did you mean monday?'),
    });
    expect((await runCli('saved list -f names', { home })).stdout).toBe('monday\nq\n');
    expect((await runCli('saved remove q', { home })).exitCode).toBe(0);
    expect((await runCli('saved list -f names', { home })).stdout).toBe('monday\n');
  });

  test('completion offers the names', async () => {
    const home = createHome();
    await save(home, 'monday', ['revenue']);
    await save(home, 'month', ['domains']);
    for (const line of ['reporting run mon', 'reporting saved show mon']) {
      expect((await runCli(['__complete', line], { home })).stdout).toBe('words\tmon\nmonday\nmonth\n');
    }
  });

  test('a run without a name says where it goes', async () => {
    for (const line of ['run', 'run --limit 3 monday']) {
      expect(await runCli(line)).toMatchObject({
        exitCode: 2,
        stderr: expect.stringContaining('the name of a saved report is missing'),
      });
    }
  });
});
