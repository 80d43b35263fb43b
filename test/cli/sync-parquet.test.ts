import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  faultsInSales,
  filesIn,
  makeOld,
  monthFolder,
  snapshot,
  startDataset,
  startUnsynced,
} from '../harness/dataset.ts';
import { needs } from '../harness/needs.ts';
import { blocksOf } from '../harness/pages.ts';
import { queryDuckdb, readWithArrow } from '../harness/parquet-files.ts';
import { type Home, runWithNotes as runCli } from '../harness/run-cli.ts';

const FIRST = 'sync revenue sales --from 2026-04 --to 2026-05';
const SCHEMA = 'sales/report=revenue/_schema.json';

function content(home: Home, month: string) {
  return readWithArrow(readFileSync(path.join(home.work, monthFolder(month), 'data.parquet')));
}

function schemaOf(home: Home): { version: number; columns: { name: string; type: string | null }[] } {
  return JSON.parse(home.read(SCHEMA.replace('.json', '-2.json')) ?? home.read(SCHEMA)!);
}

/** One record on the first day of each month. */
function monthly(records: Readonly<Record<string, string>>) {
  return (day: string): readonly string[] => {
    const own = day.endsWith('-01') ? records[day.slice(0, 7)] : undefined;
    return own === undefined ? [] : [`{"date":"${day}",${own}}`];
  };
}

describe('every file has the types of the dataset', () => {
  test('a column that is only null is in no file until it has a value', async () => {
    const { home, env } = await startUnsynced(
      monthly({ '2026-04': '"note":"x","revenue":1', '2026-05': '"note":null,"revenue":2' }),
    );
    expect(await runCli(FIRST, { home, env })).toPrint(
      '',
      'warning: default revenue 2026-05: no records for 30 of 31 days: 2026-05-02..2026-05-31; "date" has only the first day of each window: if it is not the record\'s date, add --date-column none [gaps]\n' +
        'warning: default revenue 2026-04: no records for 29 of 30 days: 2026-04-02..2026-04-30; "date" has only the first day of each window: if it is not the record\'s date, add --date-column none [gaps]\n' +
        'note: default revenue 2026-04: new column "note": absent from older files\n' +
        'note: 2 months written (2 records), 0 unchanged, 0 settled\n',
    );
    expect(schemaOf(home)).toMatchObject({
      version: 2,
      columns: [
        { name: 'date', type: 'DATE' },
        { name: 'note', type: 'UTF8' },
        { name: 'revenue', type: 'DECIMAL(38,9)' },
      ],
    });
    expect(content(home, '2026-04').rows).toEqual([['2026-04-01', 'x', '1.000000000']]);
    expect(filesIn(home)).toContain('report=revenue/_schema-2.json');
  });

  test('a column with only empty texts has no type yet', async () => {
    const { service, home, env } = await startUnsynced();
    const june = '"clicks":5,"note":7,"revenue":3';
    service.recordsOf = monthly({ '2026-05': '"clicks":"","note":"","revenue":2', '2026-06': june });
    expect(await runCli('sync revenue sales --from 2026-05 --to 2026-05', { home, env })).toPrint(
      '',
      'warning: default revenue 2026-05: no records for 30 of 31 days: 2026-05-02..2026-05-31; "date" has only the first day of each window: if it is not the record\'s date, add --date-column none [gaps]\n' +
        'note: 1 month written (1 record), 0 unchanged, 0 settled\n',
    );
    expect(content(home, '2026-05').columns.map(([name]) => name)).toEqual(['date', 'revenue']);
    await runCli('sync sales', { home, env });
    expect(content(home, '2026-06')).toEqual({
      columns: [
        ['date', 'DATE'],
        ['clicks', 'BIGINT'],
        ['note', 'DECIMAL(38,9)'],
        ['revenue', 'DECIMAL(38,9)'],
      ],
      rows: [['2026-06-01', '5', '7.000000000', '3.000000000']],
    });
  });

  test('--type chooses a type', async () => {
    const { home, env } = await startUnsynced(monthly({ '2026-05': '"ctr":0.5,"order":12,"revenue":2' }));
    await runCli(`${FIRST} --type order=text --type 'ctr=decimal(38,18)'`, { home, env });
    expect(content(home, '2026-05')).toEqual({
      columns: [
        ['date', 'DATE'],
        ['ctr', 'DECIMAL(38,18)'],
        ['order', 'VARCHAR'],
        ['revenue', 'DECIMAL(38,9)'],
      ],
      rows: [['2026-05-01', '0.500000000000000000', '12', '2.000000000']],
    });
  });

  test.each([
    [
      'revenue=double',
      'the dataset has DECIMAL(38,9) for it\nhint: leave it out to sync as before, or sync to a new directory: this never changes',
    ],
    ['revnue=double', 'no report has the column\nhint: the columns are: date, campaign, clicks, revenue'],
  ])('--type %s of a later run is an error', async (type, message) => {
    const { home, env } = await startDataset(FIRST);
    expect(await runCli(`sync sales --type ${type}`, { home, env })).toFail(2, `error: --type ${type}: ${message}\n`);
  });

  test.each(['parquet', 'csv'])('columns called as folders are renamed in %s', async (format) => {
    const { home, env } = await startUnsynced(monthly({ '2026-05': '"Month":"May","profile":"p","revenue":2' }));
    expect(await runCli(`${FIRST} -f ${format}`, { home, env })).toPrint(
      '',
      expect.stringContaining(
        `note: default revenue 2026-05: the service's column "Month" is stored as "service_Month": engines would replace it by the folder's name\n`,
      ),
    );
    const names =
      format === 'csv'
        ? home
            .read(`${monthFolder('2026-05')}/data.csv`)!
            .split('\n')[0]!
            .split(',')
        : content(home, '2026-05').columns.map(([name]) => name);
    expect(names).toEqual(['date', 'service_Month', 'service_profile', 'revenue']);
  });

  test.each(['{', '{"version":1,"dateColumn":null,"mainMeasure":null,"measures":[],"columns":[{"name":"a"}]}'])(
    'a broken schema is an error, and changes nothing: %s',
    async (text) => {
      const { home, env } = await startDataset(FIRST);
      writeFileSync(path.join(home.work, SCHEMA), text);
      makeOld(home);
      const before = snapshot(home);
      const hint = 'hint: restore the schema files of the report from a copy: they have the types of its data files\n';
      expect(await runCli('sync sales', { home, env })).toFail(10, `error: ${SCHEMA} is broken\n${hint}`);
      expect(snapshot(home)).toEqual(before);
      expect(await runCli('verify sales', { home })).toFail(10, faultsInSales(1, hint), `${SCHEMA} is broken\n`);
    },
  );
});

test('Arrow reads the whole dataset, with the sum of the service', async () => {
  const { service, home, env } = await startUnsynced();
  // One day is negative, and has more decimals than the others.
  const days = { '2026-05-03': ['-7.123456789', '0.000000001'] } as Readonly<Record<string, readonly string[]>>;
  service.recordsOf = (day) =>
    (days[day] ?? ['1.10', '2.20']).map((revenue, index) => `{"date":"${day}","id":${index},"revenue":${revenue}}`);
  await runCli('sync revenue sales --from 2026-04', { home, env });
  const files = filesIn(home).filter((file) => file.endsWith('.parquet'));
  const contents = files.map((file) => readWithArrow(readFileSync(path.join(home.work, 'sales', file))));
  const rows = contents.flatMap(({ rows }) => rows);
  const billionths = rows.map((row) => BigInt(row[2]!.replace('.', '')));
  expect(files).toHaveLength(3);
  expect(new Set(contents.map(({ columns }) => JSON.stringify(columns))).size).toBe(1);
  expect(rows).toHaveLength(150);
  // 74 days of 3.30, and -7.123456788.
  expect(billionths.reduce((sum, each) => sum + each, 0n)).toBe(237_076_543_212n);
  expect(new Set(rows.map((row) => row[0])).size).toBe(75);
});

describe('DuckDB', () => {
  const installed = needs('duckdb');

  installed.test.each([
    [
      'parquet',
      0,
      [
        ['2026-01', '102.300000000', '62'],
        ['2026-02', '92.400000000', '56'],
      ],
    ],
    ['csv', 1, [['194.700000000']]],
  ])('runs the query of the docs on a dataset of %s', async (format, index, expected) => {
    const { home, env } = await startUnsynced();
    const line = `sync revenue sales -f ${format} --from 2026-01 --to 2026-02`;
    await runCli(line, { home, env });
    const query = blocksOf('docs/sync.md', 'sql')[index]!.replace("'sales/", `'${home.work}/sales/`);
    expect((await queryDuckdb(query)).rows).toEqual(expected);
  });
});
