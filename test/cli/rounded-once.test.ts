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

/** The average of b is 4.1 / 3, and 1.0049996… more than before: 1.005 more than the printed one. */
async function averages(args: string, options: CliOptions = AT_TERMINAL): Promise<string> {
  const numbers = { now: { a: [1.1], b: [1.36, 1.37, 1.37] }, before: { a: [1.1], b: [0.361667] } };
  const service = await startRecordService(({ query }) =>
    Object.entries(numbers[query.start_date! >= '2026-01-01' ? 'now' : 'before']).flatMap(([name, all]) =>
      all.map((v) => `{"day":"${query.start_date}","name":"${name}","v":${v}}`),
    ),
  );
  const line = `revenue --from 2026-01-01 --to 2026-01-01 -g name ${args}`;
  const { stdout, exitCode } = await runCli(line, { env: service.env, ...options });
  expect(exitCode).toBe(0);
  return stdout;
}

const LEGEND = 'rounded: --all-digits shows all digits';

test('averages are rounded one by one, and the legend says that they lost digits', async () => {
  const rows = ['name  v_avg', '────  ─────', 'b      1.37', 'a      1.1'];
  expect((await averages('--avg v')).split('\n').slice(-6, -1)).toEqual([...rows, LEGEND]);
  expect(await averages('--avg v --where name=a')).not.toContain(LEGEND);
});

test.each([
  ['', AT_TERMINAL, /^b +1\.37 +0\.36\d* +\+1\.00 /m],
  ['-f markdown', {}, /^\| b \| 1\.37 \| 0\.36\d* \| \+1\.00 \|/m],
  // Data has the change between the numbers that it has.
  ['-f csv', {}, /^b,1\.366667,0\.361667,1\.005,/m],
])('a change of averages is that of the exact ones where it is rounded: %s', async (args, options, expected) => {
  expect(await averages(`--avg v --compare previous ${args}`, options)).toMatch(expected);
});

test.each([
  ['1e2', '', '100.00'],
  ['1E+2', '', '100.00'],
  ['-1.25e-1', '', '-0.13'],
  ['1e-7', '', '0.0000001'],
  ['1e30', '', '1e30'],
  ['1e2', ' --all-digits', '1e2'],
])('%s as the largest number is shown%s as %s', async (number, args, shown) => {
  const { env } = await startRecordService(() => [`{"name":"a","v":${number}}`, '{"name":"b","v":1.5}']);
  const line = `revenue --from 2026-01-01 --to 2026-01-01 -g name --max v --allow gaps${args}`;
  const { stdout } = await runCli(line, { env, ...AT_TERMINAL });
  expect(stdout.split('\n').find((each) => each.startsWith('a '))).toMatch(/^a +(\S+)$/);
  expect(stdout).toContain(` ${shown}\n`);
});
