/** A report from a dataset is the report of the service. */

import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { daysFrom, startDailyService } from '../harness/daily-service.ts';
import { homeWithProfiles } from '../harness/dataset.ts';
import { needs } from '../harness/needs.ts';
import { queryDuckdb } from '../harness/parquet-files.ts';
import { copyPrepared } from '../harness/prepared.ts';
import { runStep } from '../harness/property-runs.ts';
import { type Home, runCli } from '../harness/run-cli.ts';
import { startRecordService } from '../harness/service.ts';

const NOTES = ['plain', 'a, "b"', 'line\\nbreak', '春 🎉', '=1+1', '', ' x ', 'null', 'true', '\\\\', '1e5'];
const VERSIONS = ['1.0', '1.00', '1', '007', '-0', '2026-01-01'];

/** The records of a day as JSON texts: long ids, nested columns, nulls, texts that look like numbers, several currencies. */
function variedRecords(day: string): readonly string[] {
  const at = Number(day.slice(8)) + 31 * Number(day.slice(5, 7));
  return [0, 1, 2].map((index) => {
    const n = at * 3 + index;
    const revenue = n % 7 === 0 ? 'null' : `${n % 5 === 0 ? '-' : ''}${n * 13}.${n % 2 === 0 ? '10' : '205'}`;
    const note = NOTES[n % NOTES.length]!.replaceAll('"', '\\"');
    const fee = n % 3 === 0 ? '""' : n % 3 === 1 ? 'null' : `"${n}.50"`;
    return [
      `{"date":"${day}","campaign":{"id":${90071992547409931n + BigInt(n % 4)},"name":"${note}","tags":["a",${n % 2}]}`,
      `"version":"${VERSIONS[n % VERSIONS.length]}","order":"${n % 2 === 0 ? n : `0${n}`}"`,
      `"country":${n % 4 === 0 ? 'null' : `"${'USDEFR'.slice((n % 3) * 2, (n % 3) * 2 + 2)}"`}`,
      `"active":${n % 2 === 0},"clicks":${n % 6 === 0 ? 'null' : n},"impressions":${n * 100},"ctr":${(n % 90) / 1000}`,
      `"currency":"${n % 2 === 0 ? 'EUR' : 'USD'}","revenue":${revenue},"fee":${fee}}`,
    ].join(',');
  });
}

/** Parts of two months, and the whole of one. */
const RANGE = '--from 2026-01-25 --to 2026-03-05';

/** For a report of one range; the dates of the others are their own. */
const OPTIONS = [
  '',
  '--window-columns',
  '--columns date,campaign,revenue',
  "--columns '-camp*'",
  '--columns money=revenue,*',
  "--where 'revenue>3000'",
  "--where 'campaign.id=90071992547409931'",
  '--where \'campaign.name=a, "b"\'',
  "--where 'fee>200'",
  "--where 'clicks='",
  '--where version=1',
  '--where order=0201',
  '--where active=true',
  "--where 'country in US,DE' --where 'date>=2026-02-01'",
  "--where 'campaign.tags~a'",
  '-g country',
  '-g order --sum revenue --sort -revenue --limit 9',
  '-g campaign.tags --count',
  '-g active,currency --sum revenue',
  '-g campaign.name --sum revenue,fee --avg ctr --min revenue --max date --count',
  '--by week',
  '--by month --sum revenue',
  '-g country --by month --pivot month',
  '-g country --compare 2026-01-15..2026-01-24',
  '-g country,active --share revenue',
  "-g country --ratio rpm=1000*revenue/impressions --having 'rpm>1'",
  '--sort -revenue,version --limit 30',
  '--sort fee --limit 40',
  '-g currency --by quarter --sum revenue',
  '--strict',
];

/** The columns of a page and of a table are as wide as their cells, so only a dataset of CSV files gives the same bytes. */
const DRAWN = [
  '-f table -g country --by month --pivot month',
  '-f html -g country --compare 2026-01-15..2026-01-24',
  '-f markdown --by month',
  '-f chart -g country',
];

const lineOf = (options: string): string => `revenue ${RANGE} ${options}`;
const LINES = [
  ...OPTIONS.map(lineOf),
  'revenue -p 2026-02 -g country --compare previous',
  'revenue -p 2026-02 -g country,version --compare 2026-01-15..2026-01-24 --strict',
  `columns revenue ${RANGE}`,
  "columns revenue -p 2026-03 --where 'clicks>300' -f csv",
];

const FORMATS = ['csv', 'parquet'] as const;
type Format = (typeof FORMATS)[number];

/** A home with the profile acme, and a dataset of three of its months. */
async function homeWithDataset(format: Format): Promise<Home> {
  const service = await startDailyService({ recordsOf: variedRecords });
  const home = homeWithProfiles(service, 'acme');
  await copyPrepared({ home, service }, 'sales', `of varied records, ${format}`, async () => {
    const line = `sync revenue sales --profile acme --from 2026-01 --to 2026-03 --format ${format}`;
    expect(await runCli(line, { home })).toPrint();
    return { home, service };
  });
  return home;
}

/** Both outputs of a report of the service, and of the dataset. */
async function bothOf(line: string, home: Home): Promise<readonly [live: string, kept: string]> {
  const outputs: string[] = [];
  for (const source of [LIVE, KEPT]) {
    const { exitCode, stdout, stderr } = await runCli(`${line} ${source}`, { home });
    outputs.push(`exit ${exitCode}\n${stdout}\n${stderr}`.replaceAll(source, ''));
  }
  return outputs as [string, string];
}

const LIVE = '--profile acme --windows month';
const KEPT = '--input sales';

/** The caption names the dataset. */
const CAPTION = / · (?:<bdi>)?dataset sales as pulled [-\d]+ [:\d]+ UTC(?:<\/bdi>)?/g;
const FACT = /<div><dt>Dataset<\/dt><dd><bdi>sales, as pulled [-\d]+ [:\d]+ UTC<\/bdi><\/dd><\/div>\n?/g;

/** Parquet keeps the values of decimals, not the zeros at their end: `0.10` is `0.1`. */
function withoutZeros(text: string, point = '.'): string {
  const zeros = new RegExp(`(\\d)\\${point}0+(?!\\d)|(\\d\\${point}\\d*?[1-9])0+(?!\\d)`, 'g');
  return text.replaceAll(zeros, '$1$2');
}

/** A sample gives each file an eighth of the options: after the records are read, the code is the same. */
function linesFor(format: Format): readonly string[] {
  const isAll = runStep() === 1;
  const lines = LINES.filter((_, index) => isAll || FORMATS[index % 8] === format);
  return format === 'csv' ? [...lines, ...DRAWN.slice(0, isAll ? undefined : 2).map(lineOf)] : lines;
}

describe.each(FORMATS)('%s', (format) => {
  test('a report from a dataset has the bytes of one from the service', async () => {
    const home = await homeWithDataset(format);
    const differing: string[] = [];
    for (const line of linesFor(format)) {
      const [live, kept] = (await bothOf(line, home)).map((text) => {
        const plain = text.replaceAll(CAPTION, '').replaceAll(FACT, '');
        return format === 'csv' ? plain : withoutZeros(plain, line.includes('comma') ? ',' : '.');
      });
      if (live !== kept) differing.push(`${line}\n${firstDifference(live!, kept!)}`);
    }
    expect(differing.join('\n')).toBe('');
  });

  needs('duckdb').test('the sums are those of DuckDB', async () => {
    const home = await homeWithDataset(format);
    const files = path.join(home.work, `sales/**/*.${format}`);
    const read = format === 'csv' ? `read_csv('${files}', all_varchar=true)` : `read_parquet('${files}')`;
    const { rows } = await queryDuckdb(
      `select coalesce(country, '') as country, cast(sum(cast(revenue as decimal(38,9))) as varchar) as revenue, count(*)::varchar as n
       from ${read} where "date" between '2026-01-25' and '2026-03-05' group by 1 order by 1`,
    );
    const { stdout } = await runCli(`revenue ${RANGE} -g country --sum revenue --count --sort country ${KEPT}`, {
      home,
    });
    const found = stdout
      .trimEnd()
      .split('\n')
      .slice(1)
      .map((each) => withoutZeros(each))
      .toSorted();
    const expected = rows.map((row) => withoutZeros(Object.values(row).join(','))).toSorted();
    expect(found).toEqual(expected);
  });
});

test.each(FORMATS)('%s: files of several reads, with quoted texts of any length', async (format) => {
  const notes = ['春"', 'é\\n', ',', '"', '🎉 a'].map((each) => each.replaceAll('"', '\\"'));
  const service = await startRecordService(({ query }) =>
    daysFrom(query.start_date!, query.end_date!).flatMap((day) =>
      notes.map(
        (note, at) =>
          `{"date":"${day}","note":"${note.repeat(499 * (at + 1) + Number(day.slice(8)))}","revenue":${at}.${day.slice(8)}}`,
      ),
    ),
  );
  const home = homeWithProfiles(service, 'acme');
  await runCli(`sync revenue sales --profile acme --from 2026-01 --to 2026-01 --format ${format}`, { home });
  const [live, kept] = await bothOf('revenue --from 2026-01-02 --to 2026-01-31', home);
  expect(live.length).toBeGreaterThan(500_000);
  const isSame = format === 'csv' ? live === kept : withoutZeros(live) === withoutZeros(kept);
  expect(isSame, firstDifference(live, kept)).toBe(true);
});

test.each(['json', 'ndjson'])('%s from Parquet files has the values of the service', async (format) => {
  const home = await homeWithDataset('parquet');
  const [live, kept] = await bothOf(`revenue ${RANGE} -f ${format}`, home);
  expect(withoutZeros(kept)).toBe(withoutZeros(live));
});

/** The first line that differs. */
function firstDifference(live: string, kept: string): string {
  const [lines, others] = [live.split('\n'), kept.split('\n')];
  const at = lines.findIndex((line, index) => line !== others[index]);
  return `  live: ${lines[at]?.slice(0, 300)}\n  kept: ${others[at]?.slice(0, 300)}`;
}
