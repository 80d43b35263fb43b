import { expect, test } from 'vitest';
import { type CliOptions, runCli } from '../harness/run-cli.ts';
import { startRecordService } from '../harness/service.ts';

const AT_TERMINAL: CliOptions = { stdoutTty: true, columns: 200 };

/** The records of 1 January have 96051 in place of 100000: -3.949%. `part` is 0.1234996 of `whole`. */
async function run(args: string, options: CliOptions = {}): Promise<string> {
  const service = await startRecordService(({ query }) => {
    const isLater = query.start_date! >= '2026-01-01';
    const day = query.start_date === query.end_date ? query.start_date : '2026-01-01';
    return [`{"day":"${day}","name":"a","revenue":${isLater ? 96_051 : 100_000},"part":1234996,"whole":10000000}`];
  });
  const line = `revenue --from 2026-01-01 --to 2026-01-01 ${args}`;
  const { stdout, exitCode } = await runCli(line, { env: service.env, ...options });
  expect(exitCode).toBe(0);
  expect(stdout).not.toMatch(/0{12}/);
  return stdout;
}

const COMPARE = '--compare previous -g name --sum revenue,whole';

test('a change of -3.949% is -3.9% where it is rounded, and -3.95 in data', async () => {
  expect(await run(COMPARE, AT_TERMINAL)).toMatch(/ -3,949 +-3\.9% /);
  expect(await run(`${COMPARE} -f csv`)).toMatch(/,-3949,-3\.95,/);
  expect(await run(`${COMPARE} -f table --all-digits`)).toMatch(/ -3\.95% /);
});

test('a ratio of 0.1234996 is 0.123 where it is rounded, and 0.1235 in data', async () => {
  const args = '-g name --ratio ctr=part/whole';
  expect(await run(args, AT_TERMINAL)).toMatch(/ 0\.123$/m);
  expect(await run(`${args} -f csv`)).toBe('name,revenue,part,whole,ctr\na,96051,1234996,10000000,0.1235\n');
});

test.each([
  ['<-3.948', true],
  ['<-3.949', false],
  ['<=-3.949', true],
  ['=-3.949', true],
  ['<-3.9', true],
  ['<=-3.95', false],
  ['>-3.95', true],
])('a condition on a percentage compares the exact one: %s', async (condition, isMet) => {
  const args = `${COMPARE} --having 'revenue_percent${condition}' --sort revenue_percent`;
  const [people, data] = [await run(args, AT_TERMINAL), await run(`${args} -f csv`)];
  expect([people.includes(' -3.9%'), data.includes(',-3.95,')]).toEqual([isMet, isMet]);
});
