/** Files beside those of a dataset that engines would read, so that records would count twice. */

import { cpSync, existsSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { homeWithProfiles, monthFolder, startChangingService, startDataset } from '../harness/dataset.ts';
import { needs } from '../harness/needs.ts';
import { queryDuckdb } from '../harness/parquet-files.ts';
import { type Home, runCli } from '../harness/run-cli.ts';
import { statusTable } from '../harness/text-table.ts';

const FIRST = 'sync revenue sales --from 2026-04 --to 2026-05';
const REPORT = 'sales/report=revenue';

function copyData(home: Home, copy: string): void {
  mkdirSync(path.join(home.work, path.dirname(copy)), { recursive: true });
  cpSync(path.join(home.work, monthFolder('2026-05'), 'data.parquet'), path.join(home.work, copy));
}

const COPIES = [
  'sales/copy.parquet',
  'sales/backup/2026/copy.parquet',
  `${REPORT}/copy.parquet`,
  `${REPORT}/.reporting-x.parquet`,
  `${REPORT}/profile=default (copy)/month=2026-05/data.parquet`,
  `${REPORT}/profile=default/DATA.PARQUET`,
  `${REPORT}/profile=default/old.csv`,
  `${REPORT}/profile=default/.lock-x.parquet`,
  `${REPORT}/profile=default/month=2026-05 (copy)/data.parquet`,
  `${REPORT}/profile=default/old/month=2026-05/data.parquet`,
  `${monthFolder('2026-05')}/.reporting-x.parquet`,
  `${monthFolder('2026-05')}/.lock-x.parquet`,
  `${monthFolder('2026-04')}/old/data.parquet`,
  `${monthFolder('2026-04')}/data.csv`,
];

describe.each(COPIES)('%s', (copy) => {
  test('is refused by sync, status and verify', async () => {
    const { home, env } = await startDataset(FIRST);
    copyData(home, copy);
    const error = `error: ${copy} does not belong to the dataset\n`;
    for (const line of ['sync sales', 'sync sales --dry-run', 'sync status sales']) {
      const { exitCode, stderr } = await runCli(line, { home, env });
      expect({ exitCode, stderr }, line).toEqual({ exitCode: 10, stderr: expect.stringContaining(error) });
    }
    const verified = await runCli('verify sales', { home });
    expect(verified.exitCode).toBe(10);
    expect(verified.stdout).toMatch(/^sales\/.* does not belong to the dataset\n$/);
    // The file is the user's: nothing removes it.
    expect(existsSync(path.join(home.work, copy))).toBe(true);
  });
});

needs('duckdb').test('DuckDB reads copies in all of these places', async () => {
  const { home } = await startDataset(FIRST);
  for (const copy of COPIES) copyData(home, copy);
  const { rows } = await queryDuckdb(`select count(*) from glob('${home.work}/sales/**/*.parquet')`);
  // Globs tell upper case from lower case, and two copies are named as CSV.
  expect(rows).toEqual([[String(2 + COPIES.length - 3)]]);
});

test('in the folder of a month, such a file stops only this month, also one that the run leaves out', async () => {
  const { home, env, service } = await startDataset(FIRST);
  const copy = `${monthFolder('2026-04')}/copy.parquet`;
  copyData(home, copy);
  const error = `error: ${copy} does not belong to the dataset\nhint: move it elsewhere: engines read all files of the directory\n`;
  for (const line of ['sync sales --to 2026-05', 'sync sales --from 2026-05 --to 2026-05']) {
    expect(await runCli(line, { home, env })).toFail(
      10,
      `${error}note: 1 failure; 0 months written, 1 unchanged, 0 settled\n`,
    );
    expect(service.asked()).toEqual(['revenue default 2026-05-01..2026-05-31']);
  }
  expect(await runCli('sync status sales', { home })).toFail(
    10,
    `${error}note: 1 failure; 1 month missing\n`,
    statusTable(
      'default | revenue | open | 2026-05',
      'default | revenue | missing | 2026-06',
      'default | revenue | pulled | 2026-06-15',
    ),
  );
});

test('a folder without such files is no error of sync', async () => {
  const { home, env } = await startDataset(FIRST);
  mkdirSync(path.join(home.work, REPORT, 'notes'));
  home.write(`${REPORT}/notes/readme.txt`, 'x');
  expect(await runCli('sync sales --to 2026-05', { home, env })).toPrint();
});

test('a profile may have a name that ends as a data file does', async () => {
  const service = await startChangingService();
  const home = homeWithProfiles(service, 'acme.csv');
  expect((await runCli(`${FIRST} --profile acme.csv`, { home })).exitCode).toBe(0);
  expect((await runCli('sync sales', { home })).exitCode).toBe(0);
  expect(await runCli('verify sales', { home })).toPrint();
});
