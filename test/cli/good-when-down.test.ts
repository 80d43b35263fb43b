import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { createHome, runCli } from '../harness/run-cli.ts';
import { startDatedService } from '../harness/service.ts';
import { readWorkbook } from '../harness/workbook.ts';

const RANGES = 'revenue --from 2026-01-05 --to 2026-01-06 --compare 2026-01-07..2026-01-08 -q';
const RECORDS = [
  '{"day":"2026-01-05","name":"a","spend":4.5,"revenue":2}',
  '{"day":"2026-01-07","name":"a","spend":6,"revenue":3}',
  '{"day":"2026-01-05","name":"b","spend":9,"revenue":8}',
  '{"day":"2026-01-07","name":"b","spend":1,"revenue":1}',
];
const COLOR = { NO_COLOR: '', TERM: 'xterm' };
const [GREEN, RED] = ['\u001b[32m', '\u001b[31m'];

async function shown(args: string, { isTerminal = true, config = '' } = {}): Promise<string> {
  const service = await startDatedService(RECORDS);
  const home = createHome();
  if (config !== '') expect((await runCli(`config set good-when-down ${config}`, { home })).exitCode).toBe(0);
  const env = { ...service.env, ...COLOR };
  const { stdout, exitCode } = await runCli(`${RANGES} ${args}`, {
    ...{ home, env, stdoutTty: isTerminal, columns: 100 },
  });
  expect(exitCode).toBe(0);
  return stdout;
}

const MOVERS = '-g name --sum spend';
const TABLE = '-g name --sum spend,revenue';

describe('the change of a cost has no color', () => {
  test.each([MOVERS, `${MOVERS} --sort name`])('in %s', async (args) => {
    const text = await shown(args);
    expect(text).toContain('-1.50');
    expect(text).not.toContain(RED);
    expect(text).not.toContain(GREEN);
  });

  test('but an arrow, and revenue keeps its color', async () => {
    const text = await shown(TABLE);
    expect(text).toMatch(/^a .*▼ +-1\.50 /m);
    expect(text).toContain(`${RED}▼   -1${'\u001b[39m'}`);
    expect(text).toContain(`${GREEN}▲    7`);
  });
});

describe('with good-when-down, a fall is green and a rise red', () => {
  test.each([
    ['movers, by the configuration', MOVERS, { config: 'spend' }],
    ['movers, by the option', `${MOVERS} --good-when-down spend`, {}],
    ['a table', `${TABLE} --good-when-down name,spend`, {}],
    [
      'a table of sums a day',
      '-g name --per-day spend --sort name --date-column day --good-when-down spend',
      {},
    ],
  ])('in %s', async (_, args, options) => {
    const text = await shown(args, options);
    expect(text).toMatch(new RegExp(`${GREEN.replace('[', '\\[')}(?:▼ +)?-1\\.50`));
    expect(text).toMatch(new RegExp(`${RED.replace('[', '\\[')}(?:▲ +|\\+)8\\.00`));
  });

  test('also in bars: the fall is at the left', async () => {
    const text = await shown(`${MOVERS} --good-when-down spend`);
    expect(text).toMatch(/^a .* \u001b\[32m[▐█]+\u001b\[39m│$/m);
    expect(text).toMatch(/^b .*│\u001b\[31m█+/m);
  });

  test('on a page, in its tiles, movers and rows', async () => {
    const page = async (args: string) =>
      (await shown(`${MOVERS} ${args} -f html`, { isTerminal: false })).split('<body')[1]!;
    const tones = (text: string) => new Set(text.match(/class="(?:n )?(?:gain|loss)"/g));
    expect(tones(await page(''))).toEqual(new Set());
    const text = await page('--good-when-down spend');
    expect(text).toMatch(/<b class="loss">/);
    expect(text).toContain('<td class=gain>-1.5<td class=gain>-25.00');
    expect(text).toMatch(/<td class="n gain"><span[^>]*>▼ <\/span>-1\.5</);
    expect(text).toContain('movers reversed');
  });

  test('in a workbook', async () => {
    const { env } = await startDatedService(RECORDS);
    const formats = async (...args: readonly string[]) => {
      const home = createHome();
      const line = [...`${RANGES} ${MOVERS} -o x.xlsx`.split(' '), ...args];
      expect((await runCli(line, { home, env })).exitCode).toBe(0);
      return readWorkbook(readFileSync(path.join(home.work, 'x.xlsx')))[0]!.cells.get('D2')!.format;
    };
    expect(await formats()).toBe('#,##0.0');
    expect(await formats('--good-when-down', 'spend')).toBe('[Red]+#,##0.0;-#,##0.0;[Black]#,##0.0');
  });
});

describe('an unknown column', () => {
  test.each([MOVERS, `${MOVERS} --avg revenue`, ''])('of the option fails: %s', async (args) => {
    const { env } = await startDatedService(RECORDS);
    const line = `${RANGES.replace(/ --compare .*/, ' -q')} -f table ${args} --good-when-down spnd`;
    expect(await runCli(line, { env })).toMatchObject({
      exitCode: 2,
      stdout: '',
      stderr: expect.stringMatching(
        /^error: no record has the column "spnd" \(--good-when-down\)\nhint: did you mean "spend"\? the columns are: day, name, spend, revenue/,
      ) as string,
    });
  });

  test('can be a column of the groups, in a report without records, or stored', async () => {
    const ratio = '--ratio cost=spend/revenue --avg spend --good-when-down cost,spend';
    expect(await shown(`-g name ${ratio}`)).toContain('cost');
    expect(await shown(MOVERS, { config: 'spnd' })).toContain('-1.50');
    const { env } = await startDatedService([]);
    const line = 'revenue --from 2026-01-05 --to 2026-01-06 -f table --good-when-down spnd';
    expect((await runCli(line, { env })).exitCode).toBe(0);
  });
});

describe('the configuration', () => {
  test('is shown, and applies to formats that have no colors, too', async () => {
    const home = createHome();
    await runCli(['config', 'set', 'good-when-down', ' spend,"cost, net" '], { home });
    expect((await runCli('config get good-when-down', { home })).stdout).toBe('spend,"cost, net"\n');
    expect(await shown(`${MOVERS} -f csv`, { config: 'spend' })).toContain('a,4.5,6,-1.5,-25.00');
  });

  test('has no empty names', async () => {
    const { exitCode, stderr } = await runCli('config set good-when-down spend,,cost');
    expect(exitCode).toBe(2);
    expect(stderr).toContain('error: good-when-down "spend,,cost" contains an empty name');
  });
});
