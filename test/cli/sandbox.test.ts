import { describe, expect, test } from 'vitest';
import { runCli } from '../harness/run-cli.ts';

const DAY = 'revenue --sandbox --from 2026-01-01 --to 2026-01-01 -f csv';

describe('REPORTING_SANDBOX', () => {
  const run = (variable: string, line = DAY) => runCli(line, { env: { REPORTING_SANDBOX: variable } });

  test.each([
    ["--seed '7' --currencies", 'date,campaign_id,campaign,impressions,clicks,revenue,currency\n'],
    ['--seed=7', 'date,campaign_id,campaign,impressions,clicks,revenue\n'],
    ['', 'date,campaign_id,campaign,impressions,clicks,revenue\n'],
    ['  ', 'date,campaign_id,campaign,impressions,clicks,revenue\n'],
  ])('%j has the options of the sandbox', async (variable, header) => {
    const { exitCode, stdout, stderr } = await run(variable);
    expect({ exitCode, stderr, header: stdout.slice(0, header.length) }).toEqual({
      exitCode: 0,
      stderr: '',
      header,
    });
    const { stdout: plain } = await runCli(DAY);
    expect(stdout === plain).toBe(variable.trim() === '');
  });

  test('may give an option several times', async () => {
    const { exitCode, stderr } = await run('--fault 503#1 --fault "500#2"', `${DAY} -v`);
    expect(exitCode).toBe(0);
    expect(stderr.match(/: retry \d/g)).toHaveLength(2);
  });

  test.each([
    ['columns revenue --sandbox --period 2026-01', 7],
    ['domains --sandbox --period 2026-01', 7],
    ['raw revenue --sandbox --period 2026-01 -o out', 7],
    ['sync revenue out --sandbox --from 2026-01', 7],
    ["check revenue --sandbox --alert 'revenue_percent<-99'", 7],
    ['doctor --sandbox', 7],
    ['revenue --sandbox --period 2026-01 --dry-run', 0],
  ])('is for every command with --sandbox: %s', async (line, exitCode) => {
    expect((await run('--fault garbage', line)).exitCode).toBe(exitCode);
  });

  test.each(['revenue --period 2026-01', 'whoami', 'config', 'revenue --help', 'sandbox --fault bogus'])(
    'does not turn the sandbox on, and nothing else reads it: %s',
    async (line) => {
      const plain = await runCli(line);
      expect(await run('--bogus', line)).toMatchObject({
        exitCode: plain.exitCode,
        stdout: plain.stdout,
        stderr: plain.stderr,
      });
    },
  );

  test.each([
    ['--sed 7', 'has an unknown option "--sed"', 'did you mean --seed?'],
    [
      'weather',
      'has an unknown option "weather"',
      'the options are: --seed, --latency, --fault, --domain-dates, --exclusive-end, --currencies',
    ],
    [
      '--port 80',
      'has an unknown option "--port"',
      'the options are: --seed, --latency, --fault, --domain-dates, --exclusive-end, --currencies',
    ],
    ['--seed', 'gives --seed no value', "for example: REPORTING_SANDBOX='--seed 7 --fault 503:0.1'"],
    [
      '--currencies=1',
      'gives --currencies a value, and it takes none',
      "for example: REPORTING_SANDBOX='--seed 7 --fault 503:0.1'",
    ],
    [
      "--seed '7",
      "has a quotation mark ' that is not closed",
      "for example: REPORTING_SANDBOX='--seed 7 --fault 503:0.1'",
    ],
    ['--seed 7\\', 'ends with a backslash', "for example: REPORTING_SANDBOX='--seed 7 --fault 503:0.1'"],
  ])('%j is an error', async (variable, problem, hint) => {
    expect(await run(variable)).toMatchObject({
      exitCode: 2,
      stdout: '',
      stderr: `error: REPORTING_SANDBOX ${problem}\nhint: ${hint}\n`,
    });
  });

  test.each([
    ['--seed x', /^error: --seed in REPORTING_SANDBOX takes a whole number from 0 to [\d,]+, not "x"\n$/],
    ['--seed $HOME', /^error: --seed in REPORTING_SANDBOX takes a whole number .* not "\$HOME"\n$/],
    ['--fault bogus', /^error: --fault in REPORTING_SANDBOX: unknown fault "bogus"\nhint: .*\n$/],
  ])('%j is an error of a value', async (variable, message) => {
    const { exitCode, stderr } = await run(variable);
    expect(exitCode).toBe(2);
    expect(stderr).toMatch(message);
  });
});
