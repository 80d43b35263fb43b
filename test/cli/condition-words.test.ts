import { describe, expect, test } from 'vitest';
import { runCli } from '../harness/run-cli.ts';
import { sendJson, startService } from '../harness/service.ts';

const LINE = 'revenue --from 2026-03-01 --to 2026-03-03 -f csv --sum n'.split(' ');
const CAMPAIGNS = ['Black Friday', 'R and D', "'90s hits", 'Spring'];
const COUNTRIES = ['US', 'DE', 'FR', 'US'];

/** A service with a record of each of four campaigns on each of three days: their sums are 3, 6, 12 and 24. */
const start = (dateOf: (day: number) => unknown = (day) => `2026-03-0${day}`) =>
  startService((_request, response) => {
    const records = [1, 2, 3].flatMap((day) =>
      CAMPAIGNS.map((campaign, at) => ({
        date: dateOf(day),
        campaign,
        country: COUNTRIES[at],
        site: 'web',
        n: 2 ** at,
      })),
    );
    sendJson(response, JSON.stringify({ data: records }));
  });

async function where(...conditions: readonly string[]) {
  const { env } = await start();
  return runCli([...LINE, ...conditions.flatMap((each) => ['--where', each])], { env });
}

describe('a value in quotation marks', () => {
  test.each([
    ["campaign!='Black Friday'", 42],
    ['campaign!="Black Friday"', 42],
    ["campaign='R and D'", 6],
    ['campaign in \'Black Friday\',"R and D"', 9],
    ["campaign in'Spring'", 24],
    ["campaign='''90s hits'", 12],
    ["campaign='90s hits", 12],
    ['campaign="\'90s hits"', 12],
    ["campaign~'k f'", 3],
    ['"campaign"="Spring"', 24],
    [' country  IN  US , DE ', 33],
    ['campaign in "say ""hi""",Spring', 24],
  ])('%s', async (condition, sum) => {
    expect(await where(condition)).toPrint(`n\n${sum}\n`);
  });
});

test.each([
  ...['', 'n', '=5', 'n==5', 'n=>5', 'n<>5', 'n!5', 'n in', 'n in 1,', 'n in ,1', 'n!~~5', 'in 1'],
  ...['n>1 and country=US', 'n>1 AND campaign in Spring,x', 'n>1 && n<9', "campaign='Black Friday' and n>1"],
  ...['country=US or country=DE', 'campaign=Salt and Pepper', 'campaign!="Salt" or Pepper '],
  ...['campaign in "R and D",Salt and Pepper', 'Salt and Pepper', 'country in (US,DE)'],
  ...['country not in US,DE', 'country NOT IN (US,DE)'],
])('%j is no condition', async (condition) => {
  const { exitCode, stderr } = await where(condition);
  const error = `error: --where ${JSON.stringify(condition)} is not a condition`;
  expect([exitCode, stderr.split('\n')[0]]).toEqual([2, error]);
});

describe('[unmatched]', () => {
  const VALUES = 'values of country: "US", "DE", "FR"';
  test.each<[condition: string, text: string | undefined]>([
    ['country=us', '--where "country=us": no record has "us", but some have "US"'],
    ['country!=us', '--where "country!=us": no record has "us", but some have "US"'],
    ['country in US,de', '--where "country in US,de": no record has "de", but some have "DE"'],
    [
      'campaign=BlackFriday',
      '--where "campaign=BlackFriday": no record has "BlackFriday", but some have "Black Friday"',
    ],
    ["campaign='Spring '", '--where "campaign=Spring ": no record has "Spring ", but some have "Spring"'],
    ['country=ES', `--where "country=ES" matches no record; ${VALUES}`],
    ['country in ES,PT', `--where "country in ES,PT" matches no record; ${VALUES}`],
    ['site=shop', '--where "site=shop" matches no record; values of site: "web"'],
    [
      'date=2026-03-09',
      '--where "date=2026-03-09" matches no record; values of date: "2026-03-01", "2026-03-02", "2026-03-03"',
    ],
    // A value of a list that some days lack, a value to leave out, and one that is empty.
    ['country in US,ES', undefined],
    ['country!=ES', undefined],
    ['country=', undefined],
    ['country!~us', undefined],
    ['date=2026-03', undefined],
    ['n=1.0', undefined],
  ])('%s: %s', async (condition, text) => {
    const { stderr, stdout } = await where(condition);
    const empty = stdout === '' ? 'warning: no record matches --where [empty]\n' : '';
    expect(stderr).toBe(`${empty}${text === undefined ? '' : `warning: ${text} [unmatched]\n`}`);
  });

  test('knows no value for certain that many others precede', async () => {
    const values = ['US', ...Array.from({ length: 1000 }, (_, index) => `v${index}`), 'us'];
    const { env } = await startService((_request, response) =>
      sendJson(response, JSON.stringify({ data: values.map((v) => ({ date: '2026-03-01', v, n: 1 })) })),
    );
    expect((await runCli([...LINE, '--where', 'v in us,v1'], { env })).stderr).not.toContain('[unmatched]');
  });

  test('is an error with --strict, and allowed by its column', async () => {
    const { env } = await start();
    const strict = [...LINE, '--where', 'country!=us', '--strict'];
    expect((await runCli(strict, { env })).exitCode).toBe(9);
    expect(await runCli([...strict, '--allow', 'unmatched:country'], { env })).toMatchObject({
      exitCode: 0,
      stderr: '',
    });
  });
});

describe('dates that are not ISO', () => {
  const SPELLINGS: readonly (readonly [string, (day: number) => unknown])[] = [
    ['"03/01/2026"', (day) => `03/0${day}/2026`],
    ['"01.03.2026"', (day) => `0${day}.03.2026`],
    ['"1-3-26"', (day) => `${day}-3-26`],
    ['"2026-3-1"', (day) => `2026-3-${day}`],
    ['"Mar 1"', (day) => `Mar ${day}`],
    ['"1 March 2026"', (day) => `${day} March 2026`],
    ['"Mon, 01 Mar 2026 00:00:00 GMT"', (day) => `Mon, 0${day} Mar 2026 00:00:00 GMT`],
  ];
  const HINT = 'hint: dates that can be read are 2026-01-31, 2026/01/31 and 20260131: ask the service for them';

  test.each(SPELLINGS)('%s', async (example, dateOf) => {
    const { env } = await start(dateOf);
    const run = (...args: readonly string[]) => runCli([...LINE.slice(0, -2), ...args], { env });
    const says = (option: string) =>
      `error: ${option}: date holds dates such as ${example}, which cannot be compared\n${HINT}`;
    for (const none of [[], ['--date-column', 'none']]) {
      expect(await run('--where', 'date<2026-03-02', ...none)).toFail(2, `${says('--where "date<2026-03-02"')}\n`);
      expect((await run('--where', 'date=2026-03-02', ...none)).stderr).toContain(says('--where "date=2026-03-02"'));
      expect((await run('--sort', '-date', ...none)).stderr).toContain(says('--sort date'));
      expect((await run('--where', `date="${dateOf(2)}"`, ...none)).stderr).not.toContain('holds dates');
    }
    expect((await run('--by', 'day')).stderr).toContain(
      "error: --by day: no column is known to hold the record's date\n",
    );
  });

  test('are not versions and codes', async () => {
    const { env } = await startService((_request, response) =>
      sendJson(response, '{"data":[{"date":"2026-03-01","version":"1.2.24","code":"12-12-12","n":1}]}'),
    );
    const line = ['revenue', '--from', '2026-03-01', '--to', '2026-03-01', '--sort', 'version,-code'];
    expect(await runCli([...line, '--where', 'version>1', '-f', 'csv'], { env })).toMatchObject({ exitCode: 0 });
  });

  test('in some records are bad dates, and not without a date', async () => {
    const { env } = await start((day) => (day === 1 ? '03/01/2026' : day === 2 ? '2026-03-02' : null));
    expect((await runCli([...LINE, '--by', 'day'], { env })).stderr).toBe(
      'warning: no records for 2 of 3 days: 2026-03-01, 2026-03-03 [gaps]\n' +
        'warning: 4 of 12 records have no date in "date" [undated]\n' +
        'warning: 4 of 12 records have a date in "date" that cannot be read: "03/01/2026" [bad-dates]\n',
    );
  });
});
