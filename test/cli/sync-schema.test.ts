/** Every month keeps the schema that it was written with: an edited schema, and files of another dataset, are refused. */

import { readFileSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  faultsInSales,
  makeOld,
  monthFolder,
  snapshot,
  startChangingService,
  startDataset,
  twoRecords,
} from '../harness/dataset.ts';
import { readWithArrow } from '../harness/parquet-files.ts';
import { copyPrepared } from '../harness/prepared.ts';
import { createHome, type Home, runWithNotes as runCli } from '../harness/run-cli.ts';

const REPORT = 'sales/report=revenue';
const SCHEMA = `${REPORT}/_schema.json`;
const FIRST = 'sync revenue sales --from 2026-03';
const RESTORE = 'hint: restore the schema files of the report from a copy: they have the types of its data files\n';
const NEXT_MONTH = '2026-07-15T12:00:00Z';

const MONTHS_OF_FIRST = ['2026-03', '2026-04', '2026-05', '2026-06'];

const RESTORE_OR_REMOVE = `hint: restore ${SCHEMA} from a copy, or remove the folder of a month from elsewhere\n`;

async function setUp(line = FIRST) {
  const { service, home, env } = await startDataset(line);
  return { service, home, env };
}

function edit(home: Home, before: string | RegExp, after: string): void {
  const text = home.read(SCHEMA)!;
  expect(text).toMatch(before);
  home.write(SCHEMA, text.replace(before, after));
}

const reverse = (home: Home): void => {
  const schema = JSON.parse(home.read(SCHEMA)!) as { columns: object[] };
  home.write(SCHEMA, JSON.stringify({ ...schema, columns: schema.columns.reverse() }));
};

const EDITS: readonly (readonly [string, (home: Home) => void])[] = [
  ['another type', (home) => edit(home, '"DECIMAL(38,9)"', '"DOUBLE"')],
  ['a column without its type', (home) => edit(home, '"type":"UTF8"', '"type":null')],
  ['columns in another order', reverse],
  ['a renamed column', (home) => edit(home, '"name":"campaign"', '"name":"name"')],
  ['a column from another member', (home) => edit(home, '["campaign"]', '["name"]')],
  ['no date column', (home) => edit(home, '"dateColumn":"date"', '"dateColumn":null')],
  ['other measures', (home) => edit(home, '"measures":["revenue","clicks"]', '"measures":["revenue"]')],
];

describe.each(EDITS)('%s in an edited schema', (what, change) => {
  // The check does not depend on the format. One edit is also tried where no file shows it.
  const formats = what === 'another type' ? ['parquet', 'csv'] : ['parquet'];
  test.each(formats)('is refused, and nothing is written: %s', async (format) => {
    const { home, env, service } = await setUp(`${FIRST} -f ${format}`);
    change(home);
    makeOld(home);
    const before = snapshot(home);
    const runs = ['sync sales', 'sync sales --dry-run', 'sync sales --to 2026-04'];
    // Each reads the schema before it plans.
    for (const line of what === 'another type' ? runs : runs.slice(0, 1)) {
      expect(await runCli(line, { home, env, now: NEXT_MONTH })).toFail(
        10,
        `error: ${monthFolder('2026-03')}/_data.json was written with another _schema.json\n${RESTORE_OR_REMOVE}`,
      );
    }
    expect(service.asked()).toEqual([]);
    expect(snapshot(home)).toEqual(before);
    const faults = MONTHS_OF_FIRST.map(
      (month) => `${monthFolder(month)}/_data.json was written with another _schema.json\n`,
    );
    expect(await runCli('verify sales', { home })).toFail(10, faultsInSales(4, RESTORE_OR_REMOVE), faults.join(''));
  });
});

describe('versions of the schema', () => {
  /** A dataset whose schema got a second version. */
  async function setUpTwo() {
    const { home: old, service, env } = await setUp();
    service.recordsOf = (day) => twoRecords(day).map((each) => each.replace('{', '{"extra":"x",'));
    const home = createHome();
    await copyPrepared({ home, service }, 'sales', 'with a second version of the schema', async () => {
      const first = await setUp();
      first.service.recordsOf = service.recordsOf;
      await runCli('sync sales', { home: first.home, env: first.env });
      return first;
    });
    return { home, env, service, old };
  }

  test('one that a killed run has put is used', async () => {
    const { home, old, env } = await setUpTwo();
    old.write(`${REPORT}/_schema-2.json`, home.read(`${REPORT}/_schema-2.json`)!);
    expect(await runCli('verify sales', { home: old })).toPrint();
    expect((await runCli('sync sales', { home: old, env })).exitCode).toBe(0);
    const bytes = readFileSync(path.join(old.work, monthFolder('2026-05'), 'data.parquet'));
    expect(readWithArrow(bytes).columns.map(([name]) => name)).toContain('extra');
  });

  test.each([
    ['without what it continues', (text: string) => text.replace(/"earlier":\[[^\]]*\],\n/, '')],
    ['of another schema', (text: string) => text.replace(/"earlier":\["./, '"earlier":["x')],
    ['with another number', (text: string) => text.replace('"version":2', '"version":3')],
  ])('a stray _schema-2.json %s is refused', async (_what, change) => {
    const { home, old, env } = await setUpTwo();
    const second = home.read(`${REPORT}/_schema-2.json`)!;
    expect(change(second)).not.toBe(second);
    old.write(`${REPORT}/_schema-2.json`, change(second));
    makeOld(old);
    const before = snapshot(old);
    expect(await runCli('sync sales', { home: old, env, now: NEXT_MONTH })).toFail(
      10,
      `error: ${REPORT}/_schema-2.json does not continue the schema files beside it\n${RESTORE}`,
    );
    expect(await runCli('verify sales', { home: old })).toFail(
      10,
      faultsInSales(1, RESTORE),
      `${REPORT}/_schema-2.json does not continue the schema files beside it\n`,
    );
    expect(snapshot(old)).toEqual(before);
  });

  test.each(['"version":5', '"version":2'])('%s by hand is refused', async (version) => {
    const { home, env } = await setUp();
    edit(home, '"version":1', version);
    const other = 'does not continue the schema files beside it\n';
    expect(await runCli('sync sales', { home, env })).toFail(10, `error: ${SCHEMA} ${other}${RESTORE}`);
    expect(await runCli('verify sales', { home })).toFail(10, faultsInSales(1, RESTORE), `${SCHEMA} ${other}`);
  });
});

describe('the folder of a month of another dataset', () => {
  async function setUpWithOther() {
    const found = await setUp();
    const other = createHome();
    await copyPrepared({ home: other, service: found.service }, 'sales', 'with other types', async () => {
      const service = await startChangingService();
      service.recordsOf = (day) => [`{"date":"${day}","campaign":7,"clicks":"many","revenue":1.10}`];
      const { home } = await runCli(FIRST, { env: service.env });
      return { home, service };
    });
    const at = (home: Home, month: string): string => path.join(home.work, monthFolder(month));
    for (const month of ['2026-03', '2026-05']) {
      rmSync(at(found.home, month), { recursive: true });
      renameSync(at(other, month), at(found.home, month));
    }
    return found;
  }

  test('is refused, and other months are pulled', async () => {
    const { home, env, service } = await setUpWithOther();
    const errors = ['2026-03', '2026-05'].map(
      (month) => `error: ${monthFolder(month)}/_data.json was written with another _schema.json\n${RESTORE_OR_REMOVE}`,
    );
    expect(await runCli('sync sales --concurrency 1', { home, env })).toFail(
      10,
      `${errors.join('')}note: 2 failures; 0 months written, 1 unchanged, 1 settled\n`,
    );
    expect(service.asked()).toEqual(['revenue default 2026-06-01..2026-06-14']);
    expect((await runCli('verify sales', { home })).stdout.match(/another _schema/g)).toHaveLength(2);
    for (const month of ['2026-03', '2026-05']) rmSync(path.join(home.work, monthFolder(month)), { recursive: true });
    expect((await runCli('sync sales', { home, env })).exitCode).toBe(0);
    expect(await runCli('verify sales', { home })).toPrint();
  });
});

describe('a new column of one month', () => {
  const HEAD = 'date,campaign,clicks,revenue';
  const MONTHS = ['2026-05', '2026-06'];

  test.each(MONTHS)('is in no other month of the run, and its loss is one of this month only: %s', async (own) => {
    const { service, home, env } = await startDataset('sync revenue,domains sales --from 2026-05 -f csv');
    const run = (line: string) => runCli(`${line} --concurrency 1`, { home, env });
    const restate = (cents: string, columnOf: (day: string) => string): void => {
      service.recordsOf = (day) =>
        twoRecords(day).map((record) => record.replace('1.10', cents).replace('}', `${columnOf(day)}}`));
    };
    const headers = () => MONTHS.map((month) => home.read(`${monthFolder(month)}/data.csv`)!.split('\n')[0]);
    const noColumn = /null in this file/;
    restate('1.15', (day) => (day.startsWith(own) ? ',"visits":7' : ''));
    const first = await run('sync sales --strict');
    expect(first).toMatchObject({ exitCode: 0, stderr: expect.not.stringMatching(noColumn) });
    const expected = MONTHS.map((month) => (month === own ? `${HEAD},visits` : HEAD));
    expect(headers()).toEqual(expected);
    // The other month extends the schema.
    restate('1.18', (day) => (day.startsWith(own) ? ',"visits":7' : ',"pages":1'));
    expect((await run('sync sales --strict')).exitCode).toBe(0);
    restate('1.20', (day) => (day.startsWith(own) ? '' : ',"pages":1'));
    expect((await run('sync sales --strict')).exitCode).toBe(9);
    const lost = await run('sync sales');
    const absent = `default revenue ${own}: no record has the column`;
    expect(lost.stderr.match(/^.* revenue .*null in this file.*$/gm)).toEqual([
      `warning: ${absent} "visits": null in this file [unknown-amounts]`,
    ]);
    expect(headers()).toEqual(MONTHS.map(() => `${HEAD},visits,pages`));
    // Months without the column are no loss again.
    restate('1.30', () => '');
    expect(await run('sync sales --strict --allow unknown-amounts:pages')).toMatchObject({ exitCode: 0 });
  });
});
