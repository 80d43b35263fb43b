import { describe, expect, test } from 'vitest';
import { runCli } from '../harness/run-cli.ts';
import { startRecordService } from '../harness/service.ts';

const RECORDS = [
  '{"s":"x","k":"a","v":-6}',
  '{"s":"x","k":"b","v":0}',
  '{"s":"x","k":"c","v":6}',
  '{"s":"y","k":"a","v":100}',
  '{"s":"y","k":"b","v":700}',
  '{"s":"z","k":"a","v":3}',
];
const PIVOT =
  '--from 2026-01-01 --to 2026-01-01 --date-column none --group-by s,k --pivot k --sum v --no-human';

/** The cells between gaps of two, each with the background of its shade: `-6@17`. */
function shadesIn(stdout: string): readonly (readonly string[])[] {
  const shown = stdout.replace(
    /\u001b\[48;5;(\d+)m\u001b\[38;5;\d+m( *)([^\u001b]*)\u001b\[39m\u001b\[49m/g,
    '$3@$1',
  );
  return shown.split('\n').map((line) => line.trim().split(/ +/));
}

async function pull(
  line: string,
  options: Parameters<typeof runCli>[1] = { tty: true, columns: 120, env: { NO_COLOR: '', TERM: 'xterm' } },
) {
  const { env } = await startRecordService(() => RECORDS);
  return runCli(`revenue ${PIVOT} ${line}`, { ...options, env: { ...options?.env, ...env } });
}

describe('--heat', () => {
  test.each([
    [
      'row',
      [
        ['x', '-6@17', '0@25', '6@37', '0'],
        ['y', '100@17', '700@37', '800'],
        ['z', '3', '3'],
      ],
    ],
    [
      'column',
      [
        ['x', '-6@17', '0@17', '6', '0'],
        ['y', '100@37', '700@37', '800'],
        ['z', '3@17', '3'],
      ],
    ],
    [
      'all',
      [
        ['x', '-6@17', '0@17', '6@17', '0'],
        ['y', '100@17', '700@37', '800'],
        ['z', '3@17', '3'],
      ],
    ],
  ])(
    '%s: shades numbers from the lowest to the highest; not totals, empty cells, and equal numbers',
    async (scope, rows) => {
      const { stdout } = await pull(`--sort s --totals --heat ${scope}`);
      const lines = shadesIn(stdout);
      const first = lines.findIndex(([name]) => name === 'x');
      expect(lines.slice(first, first + 3)).toEqual(rows);
      const foot = lines.slice(first + 3).filter((cells) => !cells.join(' ').includes('shade: '));
      expect(foot.join(' ')).not.toContain('@');
      expect(stdout).toMatch(/^\u001b\[48;5;17m.*\u001b\[48;5;37m.*shade: low to high/m);
      expect(stdout).toContain(
        `\u001b[2mshade: low to high ${scope === 'all' ? 'of all cells' : `within each ${scope}`}\u001b[22m`,
      );
    },
  );

  test('each measure has its own scale', async () => {
    const { stdout } = await pull('--sort s --count --where s=x --heat all');
    const row = shadesIn(stdout).find(([name]) => name === 'x');
    expect(row).toEqual(['x', '-6@17', '1', '0@25', '1', '6@37', '1', '0', '3']);
    expect(stdout).toContain('shade: low to high of all cells, for each measure');
  });

  test('changes no byte of a pipe, or with NO_COLOR', async () => {
    const plain = (await pull('-f table', {})).stdout;
    expect((await pull('-f table --heat row', {})).stdout).toBe(plain);
    const quiet = { tty: true, columns: 120, env: { NO_COLOR: '1' } };
    expect((await pull('--heat row', quiet)).stdout).toBe((await pull('', quiet)).stdout);
  });

  test('on a page, with the exact numbers', async () => {
    const { stdout } = await pull('--sort s --totals --heat row -f html', {});
    expect(stdout).toContain('<tr><td>x<td class=h0>-6<td class=h3>0<td class=h5>6<td>0</tr>');
    expect(stdout).toContain('<tr><td>y<td class=h0>100<td class=h5>700<td><td>800</tr>');
    expect(stdout).toContain('<p class="facts">shade: low to high within each row</p>');
    expect(stdout.slice(stdout.indexOf('<tfoot>'))).not.toContain('class=h');
  });

  test.each([
    [
      `${PIVOT} --heat row -f csv`,
      '--heat goes with table, html, and not with csv\nhint: use --format table, or write a page: --output report.html\n',
    ],
    [
      '--sandbox --group-by campaign --heat row -f table',
      '--heat goes with --pivot\nhint: for example: --group-by campaign --by month --pivot month --heat row\n',
    ],
    [
      '--sandbox --group-by campaign --pivot campaign --heat no -f table',
      "option '--heat <scope>' argument 'no' is invalid",
    ],
  ])('%s is an error', async (line, message) => {
    expect(await runCli(`revenue --from 2026-01-01 ${line.replace('--from 2026-01-01', '')}`)).toMatchObject({
      exitCode: 2,
      stdout: '',
      stderr: expect.stringContaining(message),
    });
  });
});
