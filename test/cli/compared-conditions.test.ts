/** A condition on dates keeps other days of a range than of the range that it is compared with. */

import { expect, test } from 'vitest';
import { startDailyService } from '../harness/daily-service.ts';
import { runWithNotes as runCli } from '../harness/run-cli.ts';

/** Pulls one record a day, with the same flight date in both ranges. Returns the warnings. */
async function compare(args: string, where: readonly string[]) {
  const { env } = await startDailyService({
    recordsOf: (day) => [`{"date":"${day}","name":"a","flight_date":"2026-07-01","revenue":1}`],
  });
  const conditions = where.flatMap((each) => ['--where', each]);
  const { exitCode, stderr } = await runCli([...`revenue --sum revenue -f csv ${args}`.split(' '), ...conditions], {
    env,
  });
  const warnings = stderr.split('\n').filter((line) => /^(?:warning|error): /.test(line));
  return { exitCode, warnings };
}

const FEBRUARY = '--period 2026-02 --compare previous';
const YEAR = '--period 2026-02 --compare year';
const MARCH = '--period 2026-03 --compare previous';
const keeps = (kept: string, before: string): string =>
  `keeps ${kept} of 28 days of 2026-02-01..2026-02-28, and ${before}`;
const JANUARY = 'of 31 of 2026-01-01..2026-01-31';
const INSTEAD = 'name the days of both ranges with --from, --to and --compare instead';

type Warned = readonly [args: string, where: readonly string[], rest: string];

const WARNED: readonly Warned[] = [
  [FEBRUARY, ['date<=2026-02-14'], `${keeps('14', `31 ${JANUARY}`)}: ${INSTEAD}`],
  [
    FEBRUARY,
    ['date>=2026-02-10', 'revenue>0', 'date<2026-W08'],
    `keep 6 of 28 days of 2026-02-01..2026-02-28, and 0 ${JANUARY}: ${INSTEAD}`,
  ],
  [FEBRUARY, ['date!=2026-02-14'], `${keeps('27', `31 ${JANUARY}`)}: ${INSTEAD}`],
  [FEBRUARY, ['date<2026-02'], `${keeps('0', `31 ${JANUARY}`)}: ${INSTEAD}`],
  [FEBRUARY, ['date~2026-02'], `${keeps('28', `0 ${JANUARY}`)}: ${INSTEAD}`],
  [YEAR, ['date<=2026-02-14'], `${keeps('14', '28 of 28 of 2025-02-01..2025-02-28')}: ${INSTEAD}`],
  [
    MARCH,
    ['date>2026-03-26'],
    `keeps 5 of 31 days of 2026-03-01..2026-03-31, and 0 of 28 of 2026-02-01..2026-02-28: ${INSTEAD}`,
  ],
  [
    `${FEBRUARY} --windows 1 --window-columns --date-column none`,
    ['window_from<2026-02-03'],
    `${keeps('2', `31 ${JANUARY}`)}: ${INSTEAD}`,
  ],
];

/** The warning about conditions that keep no day of February. */
function emptyOf(where: readonly string[]): readonly string[] {
  const keepsNone = ['date<2026-02', 'date>=2027'].some((each) => where.includes(each));
  return keepsNone ? ['warning: no record matches --where [empty]'] : [];
}

function warningOf([, where, rest]: Warned): string {
  const own = where.filter((each) => !each.startsWith('revenue'));
  return `${own.map((each) => `--where "${each}"`).join(' ')} ${rest}`;
}

test.each(WARNED)('%s with %j is a warning', async (...warned) => {
  const [args, where] = warned;
  expect(await compare(args, where)).toEqual({
    exitCode: 0,
    warnings: [...emptyOf(where), `warning: ${warningOf(warned)} [comparison]`],
  });
});

test('it is an error with --strict', async () => {
  const [args, where] = WARNED[0]!;
  const { exitCode, warnings } = await compare(`${args} --strict`, where);
  expect(exitCode).toBe(9);
  expect(warnings[0]).toContain(warningOf(WARNED[0]!));
});

test.each<[args: string, where: readonly string[]]>([
  [FEBRUARY, ['date>=2026-01']],
  [FEBRUARY, ['date in 2026-01,2026-02']],
  [FEBRUARY, ['date!=2026-02-14', 'date!=2026-01-14']],
  // Days without a partner do not count.
  [FEBRUARY, ['date!=2026-01-31']],
  [MARCH, ['date!=2026-03-14', 'date!=2026-02-14']],
  [FEBRUARY, ['flight_date>=2026-06']],
  ['--period 2026-02', ['date<=2026-02-14']],
])('%s with %j is no warning', async (args, where) => {
  const { exitCode, warnings } = await compare(args, where);
  expect({ exitCode, warnings }).toEqual({ exitCode: 0, warnings: emptyOf(where) });
});
