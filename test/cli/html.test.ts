import { describe, expect, test } from 'vitest';
import {
  answerOf,
  barsOf,
  commandOf,
  csvOf,
  factsOf,
  figuresOf,
  notesOf,
  tableOf,
  tilesOf,
  totalsOf,
} from '../harness/html-page.ts';
import { createHome, runCli } from '../harness/run-cli.ts';
import { CLIENT_ID, sendJson, sendStatus, startDatedService, startService, TOKEN } from '../harness/service.ts';
import { wordsOf } from '../harness/words.ts';
import { readDelimited } from '../unit/formats/read-delimited.ts';

/** 2 and 4 January 2026 have no records. `b` has none in December. */
const RECORDS = [
  '{"day":"2025-12-29","name":"a","clicks":10,"revenue":9007199254740993.10}',
  '{"day":"2025-12-30","name":"c","clicks":1,"revenue":0.30}',
  '{"day":"2026-01-01","name":"a","clicks":7,"revenue":0.10}',
  '{"day":"2026-01-01","name":"b","clicks":2,"revenue":0.20}',
  '{"day":"2026-01-03","name":"b","clicks":0,"revenue":-5.00}',
  '{"day":"2026-01-03","name":"a","clicks":30,"revenue":9007199254740993.25}',
  '{"day":"2026-01-05","name":"c","clicks":1,"revenue":1e-7}',
];
const RANGE = '--from 2026-01-01 --to 2026-01-05';

async function pageOf(args: string, records: readonly string[] = RECORDS) {
  const { env } = await startDatedService(records);
  const { stdout, stderr, exitCode } = await runCli(`revenue ${RANGE} -f html ${args}`, { env });
  expect(exitCode, stderr).toBe(0);
  return { page: stdout, stderr, env };
}

describe('the charts of a page have the figures of the report', () => {
  test('a line is as high as its values', async () => {
    const records = [10, 40, 20].map((revenue, at) => `{"day":"2026-01-0${at + 1}","name":"a","revenue":${revenue}}`);
    const { page } = await pageOf('--by day', records);
    const [, points] = /<path class="line[^"]*" d="M([^"]*)"/.exec(page)!;
    const [low, high, middle] = points!.split('L').map((point) => Number(point.split(' ')[1]));
    expect((low! - middle!) / (low! - high!)).toBeCloseTo(1 / 3, 1);
    // SVG counts down from the top.
    expect(high).toBeGreaterThan(0);
    expect(low).toBeGreaterThan(high!);
  });

  test.each([
    '',
    '--group-by name',
    '--group-by name --sort -name',
    '--group-by name --top 1',
    '--by day',
    '--limit 1',
    '--columns day',
    "--group-by name --having 'clicks>5'",
  ])('whatever its rows are: %s', async (args) => {
    const { page } = await pageOf(args);
    expect(tilesOf(page)).toEqual([
      ['revenue', '9,007,199,254,740,988.5500001'],
      ['clicks', '40'],
    ]);
    expect(figuresOf(page)).toEqual([
      ['day', 'revenue'],
      ['2026-01-01', '0.30'],
      ['2026-01-03', '9,007,199,254,740,988.25'],
      ['2026-01-05', '0.0000001'],
    ]);
    const bars = [
      ['name', 'revenue'],
      ['a', '9,007,199,254,740,993.35'],
      ['b', '-4.80'],
      ['c', '0.0000001'],
    ];
    expect(barsOf(page)).toEqual(args.includes('--group-by') ? bars : []);
    expect(page).toContain('no data for 2 of 5 days');
  });

  test('of both ranges of a comparison', async () => {
    const { page } = await pageOf('--group-by name --compare 2025-12-28..2026-01-01');
    expect(tilesOf(page)).toEqual([
      ['revenue', '9,007,199,254,740,988.5500001', '-5.1499999', 'from 9,007,199,254,740,993.70'],
      ['clicks', '40', '+100.0%', '+20 from 20'],
    ]);
    expect(figuresOf(page)).toEqual([
      ['day', 'day_before', 'revenue', 'before'],
      ['2026-01-01', '2025-12-28', '0.30', '—'],
      ['2026-01-02', '2025-12-29', '—', '9,007,199,254,740,993.10'],
      ['2026-01-03', '2025-12-30', '9,007,199,254,740,988.25', '0.30'],
      ['2026-01-05', '2026-01-01', '0.0000001', '0.30'],
    ]);
    expect(factsOf(page)).toMatchObject({
      'Compared with': '2025-12-28 to 2026-01-01 (5 days)',
      Records: '5, and 4 of the compared range',
    });
  });

  test('of the sums, numbers of records and ratios that the user asks for, under their new names', async () => {
    const { page } = await pageOf(
      '--group-by name --sum clicks --count --ratio each=revenue/clicks --columns name,Klicks=clicks,count,*',
    );
    expect(tilesOf(page)).toEqual([
      ['Klicks', '40'],
      ['count', '5'],
      ['each', '225,179,981,368,524.71'],
    ]);
    expect(
      figuresOf(page)
        .map(([, clicks]) => clicks)
        .join(),
    ).toBe('Klicks,9,30,1');
  });

  test('of averages and extremes that the user asks for alone, in place of sums', async () => {
    const { page } = await pageOf('--group-by name --avg clicks --count', RECORDS.slice(2, 5));
    expect([answerOf(page)[0], tilesOf(page), barsOf(page), figuresOf(page)]).toEqual([
      'Revenue by name',
      [
        ['clicks_avg', '3'],
        ['count', '3'],
      ],
      [
        ['name', 'clicks_avg'],
        ['a', '7'],
        ['b', '1'],
      ],
      [
        ['day', 'clicks_avg'],
        ['2026-01-01', '4.5'],
        ['2026-01-03', '0'],
      ],
    ]);
  });
});

describe('the box of a page names everything that is missing', () => {
  test.each([
    ['', ['no records for 2 of 5 days: 2026-01-02, 2026-01-04 [gaps]']],
    ["--group-by name --having 'clicks>5'", ['2 rows hidden by conditions']],
    ['--limit 4', ['1 row hidden by --limit']],
    ['--group-by name --top 1', []],
  ])('%s', async (args, expected) => {
    const { page } = await pageOf(args);
    const notes = notesOf(page);
    for (const note of expected) expect(notes.join('\n')).toContain(note);
    expect(notes.some((note) => note.includes('hidden'))).toBe(expected.join().includes('hidden'));
  });

  test('a report of more than 10,000 rows shows the first ones, and the command for all', async () => {
    const records = Array.from(
      { length: 10_003 },
      (_, at) => `{"day":"2026-01-0${1 + (at % 4)}","name":"n${at}","clicks":${at},"revenue":0.01}`,
    );
    const { page, stderr, env } = await pageOf('--where "clicks>=0"', records);
    expect(tableOf(page)).toHaveLength(10_001);
    expect(totalsOf(page)).toBeUndefined();
    expect(stderr).toContain('the page has 10,000 of 10,003 rows');
    expect(csvOf(page)!.split('\r\n')).toHaveLength(10_002);
    expect(page).toContain('>Save the first 10,000 rows as CSV</a>');
    const [first, csv, ...others] = notesOf(page);
    expect(first).toContain('the page has 10,000 of 10,003 rows');
    expect(others.join()).toContain('no records for 1 of 5 days');
    const [, command] = /^All rows as CSV: reporting (.*)$/.exec(csv!)!;
    const { home } = await runCli(command!, { env });
    expect(readDelimited(home.read('revenue.csv')!, ',')).toHaveLength(10_004);
  });
});

describe('a page', () => {
  test('has at most 300 kB for 1,000 rows of six columns, and 190 bytes for each further row, with its CSV', async () => {
    const records = (count: number) =>
      Array.from(
        { length: count },
        (_, at) =>
          `{"day":"2026-01-0${1 + (at % 5)}","name":"Campaign ${at}","country":"US","views":${at * 17},"clicks":${at},"revenue":${at}.25}`,
      );
    const [small, large] = [await pageOf('', records(1000)), await pageOf('', records(3000))].map(({ page }) =>
      Buffer.byteLength(page),
    );
    expect(small).toBeLessThan(300_000);
    expect((large! - small!) / 2000).toBeLessThan(190);
  });

  test.each([
    ['names and groups', '--group-by NAME --sum SUM,clicks --having clicks>0 --compare previous'],
    ['new names of columns', '--group-by code --sum clicks --columns mTEXT=code,nTEXT=clicks'],
    ['records and conditions', '--where code!=TEXT'],
    ['weeks', '--group-by NAME --by week --sum SUM'],
    ['no records', '--where code=TEXT'],
  ])('has the same elements for hostile texts in every place: %s', async (_, args) => {
    const tagsOf = async (text: string): Promise<string> => {
      const places = { NAME: `n${text}`, SUM: `s${text}`, TEXT: text };
      const records = Array.from({ length: 60 }, (_, at) =>
        JSON.stringify({
          ...{
            day: `2026-01-0${1 + (at % 4)}`,
            code: `c${at % 3}${text}`,
            clicks: at,
            note: text.repeat(20),
          },
          ...{ [places.NAME]: `${at % 20}${text}`, [places.SUM]: at * 7, deep: { [text]: [text] } },
        }),
      );
      const { env } = await startDatedService(records);
      const words = args.replace(/NAME|SUM|TEXT/g, (word) => places[word as keyof typeof places]).split(' ');
      const argv = ['revenue', ...RANGE.split(' '), '-f', 'html', ...words];
      const { stdout, stderr, exitCode } = await runCli(argv, { env });
      expect(exitCode, stderr).toBe(0);
      const tags = stdout.replace(/<style>.*?<\/style>/s, '').match(/<[^>]*>/g)!;
      return tags.map((tag) => tag.replace(/"[^"]*"/g, '""')).join('\n');
    };
    const hostile = `"'>--></p></title></script><svg/onload>&lt;<!--`;
    const tags = await tagsOf(hostile);
    expect(tags).toBe(await tagsOf('x'.repeat(hostile.length)));
    expect(tags).not.toContain('onload');
  });

  test('says what it covers', async () => {
    const { page } = await pageOf('');
    expect(factsOf(page)).toEqual({
      Client: CLIENT_ID,
      Range: '2026-01-01 to 2026-01-05 (5 days)',
      Records: '5',
      Pulled: '2026-06-15 12:00 UTC',
    });
    expect(page).not.toContain(TOKEN);
    expect(page).toContain('<title>Revenue, 2026-01-01 to 2026-01-05</title>');
  });

  test.each([
    { what: 'some windows', failure: '', pulled: '2026-06-15 12:00 UTC to 2026-06-15 13:30 UTC' },
    { what: 'all windows', failure: '--sort nothing', pulled: '2026-06-15 12:00 UTC' },
  ])('says when an earlier run pulled $what of it', async ({ failure, pulled }) => {
    let isBroken = failure === '';
    const { env } = await startService(({ query }, response) => {
      if (isBroken && query.start_date === '2026-01-03') sendStatus(response, 404);
      else sendJson(response, `{"data":[{"day":"${query.start_date}","revenue":1.50}]}`);
    });
    const line = 'revenue --from 2026-01-01 --to 2026-01-04 --windows 2 --concurrency 1 --resume -f html';
    const home = createHome();
    const first = await runCli(`${line} ${failure}`, { env, home });
    expect(first.exitCode).not.toBe(0);
    isBroken = false;
    const { stdout } = await runCli(line, { env, home, now: '2026-06-15T13:30:00Z' });
    expect(factsOf(stdout)).toMatchObject({ Pulled: pulled });
  });

  test('has the command that makes it again, with the days of relative dates', async () => {
    const { env } = await startDatedService(RECORDS);
    const typed = `revenue --period 2026-01 -g name -o 'a b.html' --compare previous --sort -revenue --where "name!~it's" --allow windows`;
    const first = await runCli(typed, { env });
    expect(first.exitCode, first.stderr).toBe(0);
    const page = first.home.read('a b.html')!;
    expect(commandOf(page)).toBe(
      `reporting revenue --from 2026-01-01 --to 2026-01-31 --compare 2025-12-01..2025-12-31 --group-by name --output 'a b.html' --sort=-revenue --where 'name!~it'\\''s' --allow windows`,
    );
    const again = await runCli(wordsOf(commandOf(page)).slice(1), { env });
    expect(again.home.read('a b.html')).toBe(page);
  });
});

test('on a terminal: a page needs a file', async () => {
  const { env } = await startDatedService(RECORDS);
  const { exitCode, stdout, stderr } = await runCli(`revenue ${RANGE} -g name -f html`, { env, stdoutTty: true });
  expect(stdout).toBe('');
  expect(exitCode).toBe(2);
  expect(stderr.replace(/\s+/g, ' ')).toBe(
    'error: html is a page, and not for a terminal hint: write a file: --output revenue.html ',
  );
});
