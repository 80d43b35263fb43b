/** Runs of `sync` that have nothing to do: they read records of partitions only. */

import { mkdirSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { CLIENT_ID, credentialsEnv, type Measurement, measure, resultOf, TOKEN, toolCommand } from './contender.ts';
import { type Bar, type Bench, fixed, grouped, megabytes, type Section } from './section.ts';

const MOST_SECONDS_OF_24 = 0.5;
const MOST_SECONDS_OF_ALL = 15;
const MOST_MEGABYTES = 200;
const BODY = { shape: 'plain', records: 100, repeat: 1 } as const;
/** Ten years. */
const MONTHS = Array.from({ length: 120 }, (_, index) => {
  const month = String((index % 12) + 1).padStart(2, '0');
  return `${2016 + Math.floor(index / 12)}-${month}`;
});

export async function benchSync(bench: Bench): Promise<Section> {
  const clients = bench.isQuick ? 100 : 1000;
  const few = await secondRun(bench);
  const many = await runOfMany(bench, clients);
  const count = grouped(clients * MONTHS.length);
  const rows = [
    ['second run, 24 settled months', ...cellsOf(few)],
    [`${count} settled months of ${grouped(clients)} clients`, ...cellsOf(many)],
  ];
  const bars: Bar[] = [
    { what: 'sync, 24 settled months: seconds', value: few.wallSeconds, most: MOST_SECONDS_OF_24 },
    { what: `sync, ${count} settled months: seconds`, value: many.wallSeconds, most: MOST_SECONDS_OF_ALL },
    { what: `sync, ${count} settled months: peak MB`, value: many.peakBytes / 1e6, most: MOST_MEGABYTES },
  ];
  return { title: 'Datasets', table: { head: ['sync', 'seconds', 'CPU s', 'peak MB'], rows }, bars };
}

function cellsOf({ wallSeconds, cpuSeconds, peakBytes }: Measurement): readonly string[] {
  return [fixed(wallSeconds), fixed(cpuSeconds), megabytes(peakBytes)];
}

async function secondRun({ scratch, service, python, isQuick }: Bench): Promise<Measurement> {
  const directory = scratch.file('few');
  const env = { ...scratch.env, ...credentialsEnv(service.baseUrl(BODY)) };
  const range = ['--from', '2024-01', '--to', '2025-12'];
  const first = toolCommand(['sync', 'revenue', directory, ...range], env);
  await measure(python, first, scratch.file('first.out'));
  return idleRuns(directory, env, isQuick ? 3 : 7, { scratch, python });
}

/** A dataset of records without data files, as of months without records. The first run is not measured: it reads from the disk. */
async function runOfMany({ scratch, service, python }: Bench, clients: number): Promise<Measurement> {
  const directory = scratch.file('many');
  const configDirectory = scratch.file('config');
  const baseUrl = service.baseUrl(BODY);
  const ids = Array.from({ length: clients }, (_, index) => ({
    name: `client-${index}`,
    clientId: CLIENT_ID.slice(0, -4) + String(index).padStart(4, '0'),
  }));
  mkdirSync(configDirectory, { recursive: true, mode: 0o700 });
  const profiles = ids.map(({ name, clientId }) => [name, { baseUrl, clientId, token: TOKEN }]);
  const config = JSON.stringify({ profiles: Object.fromEntries(profiles) });
  writeFileSync(path.join(configDirectory, 'config.json'), config, { mode: 0o600 });
  writeDataset(directory, baseUrl, ids);
  const env = { ...scratch.env, REPORTING_CONFIG_DIR: configDirectory };
  return idleRuns(directory, env, 2, { scratch, python });
}

function writeDataset(
  directory: string,
  baseUrl: string,
  clients: readonly { readonly name: string; readonly clientId: string }[],
): void {
  const dataset = {
    version: 1,
    reports: ['revenue'],
    ...{ from: MONTHS[0], to: MONTHS.at(-1), format: 'parquet', lookback: '35d' },
    ...{ timeZone: 'UTC', endDate: 'inclusive' },
    profiles: Object.fromEntries(clients.map(({ name, clientId }) => [name, { clientId, baseUrl }])),
  };
  for (const { name } of clients) {
    for (const month of MONTHS) {
      const folder = path.join(directory, 'report=revenue', `profile=${name}`, `month=${month}`);
      mkdirSync(folder, { recursive: true });
      writeFileSync(path.join(folder, '_data.json'), emptyRecord(month));
      // Its content is not read for a settled month.
      writeFileSync(path.join(folder, '_days.json'), '');
    }
  }
  const columns = [{ name: 'revenue', path: ['revenue'], type: 'DECIMAL(38,9)' }];
  const schema = { version: 1, dateColumn: null, mainMeasure: null, measures: [], columns };
  writeFileSync(path.join(directory, 'report=revenue', '_schema.json'), JSON.stringify(schema));
  writeFileSync(path.join(directory, '_dataset.json'), JSON.stringify(dataset));
}

function emptyRecord(month: string): string {
  const [year, number] = month.split('-').map(Number);
  const to = new Date(Date.UTC(year!, number!, 0)).toISOString().slice(0, 10);
  const hash = '0'.repeat(64);
  const files = { records: 0, bytes: 0, sha256: '', content: hash };
  const pulledAt = '2026-03-01T00:00:00.000Z';
  return `${JSON.stringify({ version: 1, from: `${month}-01`, to, ...files, pulledAt, days: hash })}\n`;
}

/** Runs that must request nothing and print nothing. */
async function idleRuns(
  directory: string,
  env: Readonly<Record<string, string>>,
  repetitions: number,
  { scratch, python }: Pick<Bench, 'scratch' | 'python'>,
): Promise<Measurement> {
  const output = scratch.file('idle.out');
  const runs: Measurement[] = [];
  for (let index = 0; index <= repetitions; index++) {
    runs.push(await measure(python, toolCommand(['sync', directory], env), output));
    if (statSync(output).size > 0) throw new Error(`an idle sync of ${directory} printed something`);
  }
  return resultOf(runs.slice(1));
}
