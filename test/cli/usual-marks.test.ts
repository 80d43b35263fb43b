import { expect, test } from 'vitest';
import { runCli } from '../harness/run-cli.ts';
import { startDatedService } from '../harness/service.ts';

/** Three Sundays: campaigns that are steady, new and gone, three whose usual revenue is not above zero, and one whose is not known. */
const RECORDS = ['2026-05-31', '2026-06-07', '2026-06-14'].flatMap((day) => {
  const isNow = day === '2026-06-14';
  return [
    `{"date":"${day}","campaign":"Steady","revenue":12.50}`,
    `{"date":"${day}","campaign":"Zero","revenue":${isNow ? '3.00' : '0.00'}}`,
    `{"date":"${day}","campaign":"Refunds","revenue":${isNow ? '1.00' : '-4.00'}}`,
    `{"date":"${day}","campaign":"Unknown","revenue":${isNow ? '2.00' : '"N/A"'}}`,
    `{"date":"${day}","campaign":"${isNow ? 'Fresh' : 'Ended'}","revenue":${isNow ? '5.00' : '8.00'}}`,
    ...(isNow ? [] : [`{"date":"${day}","campaign":"Free","revenue":0.00}`]),
  ];
});

async function run(format: string): Promise<readonly string[]> {
  const { env } = await startDatedService(RECORDS);
  const line = `revenue -p 2026-06-14 -g campaign --sum revenue --compare usual -f ${format}`;
  return (await runCli(line, { env })).stdout.trimEnd().split('\n');
}

test('a table marks groups without a percent, and groups that are gone', async () => {
  expect((await run('table')).slice(-10, -3)).toEqual([
    'Ended                 —   8.00   -8.00     gone',
    'Refunds            1.00  -4.00   +5.00  no base',
    'Fresh              5.00      —   +5.00      new',
    'Zero               3.00   0.00   +3.00  no base',
    'Steady            12.50  12.50    0.00     0.0%',
    'Free                  —   0.00    0.00  no base',
    'Unknown            2.00      —       —        —',
  ]);
});

test('a table has the note on medians with an alert, too', async () => {
  expect((await run("table --alert 'revenue_change>2'")).at(-1)).toMatch(/^the total has a median of its own: /);
});

test('data has no marks', async () => {
  expect(await run('csv')).toEqual([
    'campaign,revenue,revenue_before,revenue_change,revenue_percent',
    'Steady,12.50,12.50,0.00,0.00',
    'Zero,3.00,0.00,3.00,',
    'Refunds,1.00,-4.00,5.00,',
    'Unknown,2.00,,,',
    'Fresh,5.00,,5.00,',
    'Ended,,8.00,-8.00,-100.00',
    'Free,,0.00,0.00,',
  ]);
});
