import { describe, expect, test } from 'vitest';
import { domainRecords, revenueRecords } from '../../src/sandbox/sample-records.ts';
import { daysFrom } from '../harness/daily-service.ts';
import { runs } from '../harness/property-runs.ts';
import { runCli } from '../harness/run-cli.ts';

const DAY = 'revenue --sandbox --from 2026-01-01 --to 2026-01-01 -f csv';

describe('REPORTING_SANDBOX', () => {
  const run = (variable: string, line = DAY) => runCli(line, { env: { REPORTING_SANDBOX: variable } });

  test.each([
    ["--seed '7' --latency 0", 'date,campaign_id,campaign,impressions,clicks,revenue\n'],
    ['--seed=7', 'date,campaign_id,campaign,impressions,clicks,revenue\n'],
    ['', 'date,campaign_id,campaign,impressions,clicks,revenue\n'],
    ['  ', 'date,campaign_id,campaign,impressions,clicks,revenue\n'],
  ])('%j has the options of the sandbox', async (variable, header) => {
    const { exitCode, stdout, stderr } = await run(variable);
    expect({ exitCode, stderr, header: stdout.slice(0, header.length) }).toEqual({ exitCode: 0, stderr: '', header });
    const { stdout: plain } = await runCli(DAY);
    expect(stdout === plain).toBe(variable.trim() === '');
  });

  test('has domains for README: five and others', async () => {
    const { stdout } = await runCli(
      'domains --sandbox --period 2026-01 --group-by domain --sum revenue --top 5 -f csv',
    );
    expect(stdout).toMatch(/^domain,revenue\n(?:[\w.-]+,\d+\.\d+\n){5}\(other\),\d+\.\d+\n$/);
  });

  test.each([
    ['columns revenue --sandbox --period 2026-01', 7],
    ['domains --sandbox --period 2026-01', 7],
    ['raw revenue --sandbox --period 2026-01 -o out', 7],
    ['sync revenue out --sandbox --from 2026-01', 7],
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
    ['--sed 7', '--sed'],
    ['weather', 'weather'],
    ['--seed 7 --port 80', '--port'],
    ['--seed', '--seed'],
    ["--seed 7 '7", "'"],
    ['--seed 7\\', '\\'],
    ['\\', '\\'],
  ])('%j is an error', async (variable, word) => {
    expect(await run(variable)).toFail(
      2,
      `error: REPORTING_SANDBOX cannot be read at ${JSON.stringify(word)}\n` +
        "hint: for example: REPORTING_SANDBOX='--seed 7 --fault 503:0.1'; the options are: --seed, --latency, --fault\n",
    );
  });

  test.each([
    ['--seed $HOME', '--seed in REPORTING_SANDBOX takes a whole number from 0 to 2147483648, not "$HOME"'],
    [
      '--fault bogus',
      '--fault in REPORTING_SANDBOX: unknown fault "bogus"\n' +
        'hint: <status>[+seconds] or reset, hang, cut, stall, garbage, empty; then [:rate][@start-date][#attempts], such as 503:0.1, cut@2026-02-01 or stall#2',
    ],
  ])('%j is an error of a value', async (variable, message) => {
    expect(await run(variable)).toFail(2, `error: ${message}\n`);
  });
});

/** Seeds, and ranges of four months with an outage and a new campaign, in years with small and with large figures. */
const CASES = Array.from({ length: Math.max(12, runs(100)) }, (_, index) => {
  const seed = index < 10 ? index : index ** 4;
  return [seed, 1997 + ((index * 7) % 30)] as const;
});

test.each(CASES)('both reports have the same sums on each day: seed %d, the year %d', (seed, year) => {
  const sums = (records: ReturnType<typeof revenueRecords>) =>
    ['revenue', 'clicks', 'impressions'].map((name) =>
      records.reduce((sum, record) => sum + Math.round(100 * Number(new Map(record).get(name))), 0),
    );
  for (const day of daysFrom(`${year - 1}-11-20`, `${year}-02-10`)) {
    expect(sums(domainRecords([day], seed))).toEqual(sums(revenueRecords([day], seed)));
  }
});

describe('the sandbox has no records after today', () => {
  test.each([
    ['2026-06-15T12:00:00Z', '', '2026-06-15'],
    ['2026-06-15T23:30:00Z', '--timezone Asia/Tokyo', '2026-06-16'],
    ['2026-06-15T01:30:00Z', '--timezone America/New_York', '2026-06-14'],
  ])('at %s, with %j', async (now, zone, last) => {
    const line = `revenue --sandbox --from 2026-06-10 --to 2026-07-20 --by day --count ${zone} -f csv`;
    const { stdout } = await runCli(line, { now });
    expect(stdout.trimEnd().split('\n').at(-1)!.split(',')[0]).toBe(last);
  });

  test('as a server, by its own clock', async () => {
    const stop = new AbortController();
    let served = '';
    const onPrint = async (printed: string): Promise<void> => {
      const variables = [...printed.matchAll(/^export (\w+)=(.*)$/gm)];
      const env = Object.fromEntries(variables.map(([, name, value]) => [name!, value!]));
      const line = 'revenue --from 2026-06-10 --to 2026-06-20 --by day --count -f csv';
      served = (await runCli(line, { env, now: '2026-06-30T12:00:00Z' })).stdout;
      stop.abort();
    };
    const now = '2026-06-15T23:30:00Z';
    await runCli('sandbox', { now, timeZone: 'Asia/Tokyo', signal: stop.signal, onPrint });
    expect(served).toMatch(/\n2026-06-16,[^\n]*,4\n$/);
  });
});
