/** Compared ranges with different numbers of days: people see the change a day, and programs get the same columns as ever. */

import { expect, test } from 'vitest';
import { daysFrom } from '../harness/daily-service.ts';
import { factsOf, tilesOf, totalsOf } from '../harness/html-page.ts';
import { runWithNotes as runCli } from '../harness/run-cli.ts';
import { startRecordService } from '../harness/service.ts';

const NAMES = ['same', 'more', 'less'];

/** Records a day: 100 and then 100, 97 or 110. So March has more than February of each. */
async function pull(args: string, options: { readonly tty?: boolean; readonly columns?: number } = {}) {
  const { env } = await startRecordService(({ query }) =>
    daysFrom(query.start_date!, query.end_date!).flatMap((day) =>
      NAMES.map((name, index) => {
        const revenue = day < '2026-03-01' ? 100 : [100, 110, 97][index]!;
        return `{"date":"${day}","name":"${name}","revenue":${revenue}.00,"share_pct":${index}}`;
      }),
    ),
  );
  const colors = options.tty === true ? { NO_COLOR: '', FORCE_COLOR: '1' } : {};
  return runCli(`revenue ${args}`, { env: { ...env, ...colors }, columns: 120, ...options });
}

const MARCH = '--period 2026-03 --compare previous --sum revenue';
const CAPTION = 'revenue a day: +2.3%, 31 days against 28';

test('the headline has the change a day, and the caption the numbers of days', async () => {
  const { stdout } = await pull(`${MARCH} --group-by name -f table`);
  expect(stdout.split('\n').slice(0, 2)).toEqual([
    'Revenue rose 13.3% to 9,517.00 (a day: +2.3%)',
    'revenue 2026-03-01..2026-03-31 against 2026-02-01..2026-02-28 (31 days against 28) · client 7d444840-9dc0-11d1-b245-5ffdce74fad2',
  ]);
  expect((await pull(`${MARCH} --group-by name -f markdown`)).stdout).toContain(
    '**Revenue rose 13.3% to 9,517.00 (a day: +2.3%)**\n',
  );
});

test('a chart, and groups that a condition keeps, show it in their captions', async () => {
  for (const args of ['-f chart', "-f table --having 'revenue>1'"]) {
    expect((await pull(`${MARCH} --group-by name ${args}`)).stdout).toContain(CAPTION);
  }
});

test('a page shows it in its facts and its tiles', async () => {
  const { home } = await pull(`${MARCH} --group-by name -o page.html`);
  const page = home.read('page.html')!;
  expect(factsOf(page)['Change a day']).toBe(CAPTION);
  expect(tilesOf(page)[0]!.slice(2)).toEqual(['+13.3%', '+1,117.00 from 8,400.00', 'a day: +2.3%']);
  expect(totalsOf(page)?.[0]).toBe('total of all 3');
  // A larger sum of more days is a loss a day, but the number in the cell is a gain.
  expect(page).toContain('<td>less<td>3,007.00<td>2,800.00<td class=gain>+207.00<td class=gain>+7.39%');
  expect(page).toContain('<td>same<td>3,100.00<td>2,800.00<td class=gain>+300.00<td class=gain>+10.71%');
});

test('conditions on days, and on units of time, leave other numbers of days', async () => {
  for (const args of [
    `${MARCH} --group-by name --where 'date!=2026-03-01' -f table`,
    '--period 2026-Q1 --compare previous --by month --sum revenue -f table --having month=2026-02',
  ]) {
    const { stdout } = await pull(args);
    expect(stdout).toContain('revenue');
    expect(stdout).not.toMatch(/per day|a day|days against/);
  }
});

/** Today is 15 June. The service has a record of each day until `last`. */
async function june(args: string, last: string) {
  const { env } = await startRecordService(({ query }) =>
    daysFrom(query.start_date!, query.end_date!)
      .filter((day) => day <= last)
      .flatMap((day) => NAMES.map((name) => `{"date":"${day}","name":"${name}","revenue":100.00}`)),
  );
  return runCli(`revenue --compare previous --sum revenue ${args}`, { env, columns: 100 });
}

test.each([
  ['records after today', '--period 2026-06', '2026-06-30'],
  ['records until today', '--period 2026-06', '2026-06-15'],
  ['a range until today', '--from 2026-06-01 --to today --compare 2026-05', '2026-06-15'],
])('a day that is not over: no change a day with %s', async (_, range, last) => {
  for (const args of ['-f table', '-f chart', '-f markdown']) {
    const { stdout } = await june(`${range} -g name ${args}`, last);
    expect(stdout).toContain('2026-06-01');
    expect(stdout).not.toMatch(/per day|a day|average/);
    if (args !== '-f chart') expect(stdout).toMatch(/^(?:\*\*)?Revenue .*\d so far(?:\*\*)?\n/);
  }
  const { home } = await june(`${range} -g name -o page.html`, last);
  expect(home.read('page.html')).not.toMatch(/Change a day|per day|[%\d] a day|a day:/);
});

test('records of days after today are named', async () => {
  const args = '--period 2026-06 -g name';
  const words = 'records of 15 days after today (2026-06-16..2026-06-30) are included';
  expect((await june(`${args} -f markdown`, '2026-06-30')).stdout).toContain(`\n- ${words}\n`);
  const none = await june(`${args} -f markdown`, '2026-06-15');
  expect(none.stdout + none.stderr).not.toContain('after today');
});

test.each([
  ['ranges of as many days', '--from 2026-03-01 --to 2026-03-28 --compare previous --sum revenue -f table'],
  ['averages', `--period 2026-03 --compare previous --avg revenue -f table`],
  ['no comparison', '--period 2026-03 --sum revenue -f table'],
])('%s: nothing changes', async (_, args) => {
  const { stdout } = await pull(`${args} --group-by name`);
  expect(stdout).toContain('\nless');
  expect(stdout).not.toContain('a day');
});
