import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, utimesSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'vitest';
import { daysFrom } from './daily-service.ts';
import { copyPrepared } from './prepared.ts';
import { clientIdOf, clientProfile, storeProfiles } from './profiles.ts';
import { createHome, type Home, runCli } from './run-cli.ts';
import { sendJson, sendStatus, startService, type TestService } from './service.ts';

/** A service whose figures a test changes between runs. */
export interface ChangingService extends TestService {
  /** The records of a day of each client, as JSON texts. By default, two records a day. */
  recordsOf: (day: string, client: string, report: string) => readonly string[];
  /** True if `end_date` is not a part of the range; false by default. */
  excludesEnd: boolean;
  /** The status of the response to a request; 200 by default. */
  statusOf: (client: string, month: string) => number;
  /** Called before the response to a request, which waits for it. */
  onRequest: (from: string, to: string) => unknown;
  /** `report client start..end` of the requests since the last call, sorted. */
  asked: () => readonly string[];
}

/** The clients of the service. Requests with another client id are those of `default`. */
const CLIENTS = ['acme', 'brava', 'coral'];

/** Two records: 1.10 and 2.20 of revenue. */
export function twoRecords(day: string): readonly string[] {
  return [
    `{"date":"${day}","campaign":"a","clicks":1,"revenue":1.10}`,
    `{"date":"${day}","campaign":"b","clicks":2,"revenue":2.20}`,
  ];
}

export async function startChangingService(): Promise<ChangingService> {
  const asked: string[] = [];
  const service = await startService(async ({ path: url, query, headers }, response) => {
    const client = CLIENTS.find((each) => headers['client-id'] === clientIdOf(each)) ?? 'default';
    const report = url.endsWith('/domains') ? 'domains' : 'revenue';
    const { start_date: from = '', end_date: to = '' } = query;
    asked.push(`${report} ${client} ${from}..${to}`);
    await changing.onRequest(from, to);
    const status = changing.statusOf(client, from.slice(0, 7));
    if (status !== 200) return sendStatus(response, status);
    const days = daysFrom(from, to).slice(0, changing.excludesEnd ? -1 : undefined);
    const records = days.flatMap((day) => changing.recordsOf(day, client, report));
    return sendJson(response, `{"data":[${records.join(',')}]}`);
  });
  const changing: ChangingService = {
    ...service,
    // Equal records of two clients would be a warning.
    recordsOf: (day, client) =>
      twoRecords(day).map((each) => each.replace('"a"', /brava|coral/.test(client) ? `"${client}"` : '"a"')),
    excludesEnd: false,
    statusOf: () => 200,
    onRequest: () => undefined,
    asked: () => asked.splice(0).sort(),
  };
  return changing;
}

/** A home with a profile for each of these clients. */
export function homeWithProfiles(service: Pick<TestService, 'baseUrl'>, ...names: readonly string[]): Home {
  const home = createHome();
  storeProfiles(home, Object.fromEntries(names.map((name) => [name, clientProfile(service, name)])));
  return home;
}

/** A service that got no request, a home with the dataset that `line` writes, and the environment of a run against that service. */
export interface StartedDataset {
  readonly service: ChangingService;
  readonly home: Home;
  readonly env: Readonly<Record<string, string>>;
}

/** Starts a service with these records, or two a day, and an empty home. */
export async function startUnsynced(recordsOf?: ChangingService['recordsOf']): Promise<StartedDataset> {
  const service = await startChangingService();
  if (recordsOf !== undefined) service.recordsOf = recordsOf;
  return { service, home: createHome(), env: service.env };
}

/** Starts a service with two records a day, and copies the dataset `sales` that `line` writes for these profiles, or without one. */
export async function startDataset(line: string, ...profiles: readonly string[]): Promise<StartedDataset> {
  const start = async (): Promise<StartedDataset> => {
    if (profiles.length === 0) return startUnsynced();
    const service = await startChangingService();
    return { service, home: homeWithProfiles(service, ...profiles), env: {} };
  };
  const started = await start();
  await copyPrepared(started, 'sales', `${line} ${profiles}`, async () => {
    const first = await start();
    const { exitCode, stderr } = await runCli(line, first);
    expect(exitCode, stderr).toBe(0);
    return first;
  });
  return started;
}

/** The files of a dataset, relative to it, each with its hash and time of change. */
export function snapshot(home: Home, directory = 'sales'): Readonly<Record<string, string>> {
  const files = filesIn(home, directory).map((file) => {
    const location = path.join(home.work, directory, file);
    const hash = createHash('sha256').update(readFileSync(location)).digest('hex').slice(0, 12);
    return [file, `${hash} ${statSync(location).mtimeMs}`];
  });
  return Object.fromEntries(files);
}

/** The snapshot without the records of months, which note the time of each pull. */
export function figuresIn(home: Home): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(snapshot(home)).filter(([file]) => !file.endsWith('_data.json')));
}

/** Names of the files of a dataset, sorted. */
export function filesIn(home: Home, directory = 'sales'): readonly string[] {
  const root = path.join(home.work, directory);
  if (!existsSync(root)) return [];
  const entries = readdirSync(root, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => !entry.isDirectory())
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)))
    .sort();
}

/** Sets the time of change of all files to a fixed one, so that a test sees every later write. */
export function makeOld(home: Home, directory = 'sales'): void {
  for (const file of filesIn(home, directory)) {
    utimesSync(path.join(home.work, directory, file), 1_000_000_000, 1_000_000_000);
  }
}

/** The folder of a month. */
export function monthFolder(month: string, profile = 'default', report = 'revenue'): string {
  return `sales/report=${report}/profile=${profile}/month=${month}`;
}

/** The hint of `verify sales` for months that a sync with --force pulls again. */
export function pullAgain(...keys: readonly string[]): string {
  const caution = '; --force also accepts a loss beyond --max-drop: compare the restated days it prints';
  return `hint: run \`reporting sync sales${keys.map((key) => ` --force ${key}`).join('')}\`${caution}\n`;
}

/** The hint of `verify sales` for broken records. */
export function removeFiles(...files: readonly string[]): string {
  return `hint: ${files.map((file) => `remove ${file}, and the next sync pulls the month again`).join('; ')}\n`;
}

/** The error of `verify sales`. */
export function faultsInSales(count: number, hint: string): string {
  return `error: ${count === 1 ? '1 fault' : `${count} faults`} in sales\n${hint}`;
}
