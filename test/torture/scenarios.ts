import { readdirSync, readFileSync, utimesSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { createSpool } from '../../src/records/spool.ts';
import { type ChangingService, startChangingService, twoRecords } from '../harness/dataset.ts';
import { runStep } from '../harness/property-runs.ts';
import { createHome, type Home, runCli } from '../harness/run-cli.ts';
import { TOKEN } from '../harness/service.ts';

/** A run whose file calls fail, or that loses its power. */
export interface Scenario {
  readonly name: string;
  readonly line: string;
  /** The run before it. */
  readonly before?: string;
  /** Changes the service after the run before. */
  readonly change?: (service: ChangingService) => void;
  /** Lets a month of the run before fail. */
  readonly failing?: string;
  /** The error of the next run if this one has done its work. */
  readonly done?: string;
}

const FIRST = 'sync revenue sales --from 2026-01 --to 2026-02 --concurrency 1';
const AGAIN = 'sync sales --lookback 3000d --concurrency 1';
const REPORT = 'revenue --period 2026-01 -o out.csv';
const RAW = 'raw revenue --from 2026-01 --to 2026-03 --windows month --concurrency 1 -o out';
const LOGIN = 'login --token-file token --base-url BASE --client-id CLIENT';

/** The days of the months that FIRST pulls. */
export const SYNCED_DAYS = 59;

export function restate(service: ChangingService): void {
  service.recordsOf = (day) => twoRecords(day).map((each) => each.replace('1.10', '1.15'));
}

function addColumn(service: ChangingService): void {
  service.recordsOf = (day) => twoRecords(day).map((each) => each.replace('}', ',"visits":7}'));
}

export const SCENARIOS: readonly Scenario[] = [
  { name: 'first sync', line: FIRST },
  { name: 'unchanged sync', before: FIRST, line: AGAIN },
  { name: 'restated sync', before: FIRST, line: AGAIN, change: restate },
  { name: 'sync with a new column', before: FIRST, line: AGAIN, change: addColumn },
  { name: 'report', before: REPORT, line: REPORT, change: restate },
  { name: 'resumable report', line: 'revenue --period 2026-01 --resume -o out.parquet' },
  { name: 'raw', line: RAW, done: 'out exists already' },
  {
    name: 'continued raw',
    before: RAW,
    failing: '2026-02',
    line: `${RAW} --resume`,
    done: 'out exists already',
  },
  { name: 'first login', line: `${LOGIN} --profile acme` },
  { name: 'login', before: LOGIN, line: `${LOGIN} --profile brava` },
  {
    name: 'logout of the default profile',
    before: LOGIN,
    line: 'logout',
    done: 'unknown profile',
  },
];

/** True in `.ci/run` and with `TORTURE=full`. */
export const triesAll = runStep() === 1 || process.env.TORTURE === 'full';

/** All scenarios if `triesAll`, otherwise those with these names. */
export function chooseScenarios(names: readonly string[]): readonly Scenario[] {
  return triesAll ? SCENARIOS : SCENARIOS.filter(({ name }) => names.includes(name));
}

/** The state before a scenario. */
export interface Prepared {
  readonly service: ChangingService;
  /** The home after the run before. */
  readonly old: Home;
  readonly env: Readonly<Record<string, string>>;
  /** The command line of a line of the scenario. */
  readonly lineOf: (line: string) => string;
}

/** Starts the service of a scenario, and makes its first run, two days ago: a sync notes the time of a pull once a day. */
export async function prepare({ line, before, change, failing }: Scenario): Promise<Prepared> {
  const service = await startChangingService();
  const old = createHome();
  old.write('token', `${TOKEN}\n`);
  const lineOf = (text: string): string =>
    text.replace('BASE', service.baseUrl).replace('CLIENT', service.env.REPORTING_CLIENT_ID!);
  const env = /^(?:login|profiles)/.test(line) ? {} : service.env;
  service.statusOf = (_client, month) => (month === failing ? 404 : 200);
  const days = failing === undefined ? 2 : 0;
  const now = new Date(Date.now() - days * 86_400_000).toISOString();
  if (before !== undefined) await runCli(lineOf(before), { home: old, env, now });
  service.statusOf = () => 200;
  change?.(service);
  return { service, old, env, lineOf };
}

const TIME = /"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z"/g;

/** The files of a home by path, without the times in them, temporary files and compiled code. */
export function contentOf(home: Home): ReadonlyMap<string, string> {
  const files = readdirSync(home.root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(home.root, path.join(entry.parentPath, entry.name)))
    .filter((file) => !file.startsWith('tmp/') && !file.includes('/compiled/'))
    .sort();
  const textOf = (file: string) => readFileSync(path.join(home.root, file), 'latin1').replace(TIME, '"TIME"');
  return new Map(files.map((file) => [file, textOf(file)]));
}

/** Files that stay: those of a cache, and the lock of a month that no run pulls again. */
const STAYS = /^\.cache\/|\/month=[^/]+\/\.lock$/;

/**
 * What is wrong after the next runs without a fault, of an hour later: they must succeed, and give the files of `after`. With the
 * lines that they print.
 */
export async function runAgain(
  { line, env, done }: Pick<Scenario, 'line' | 'done'> & Pick<Prepared, 'env'>,
  home: Home,
  after: ReadonlyMap<string, string>,
): Promise<{ readonly problems: readonly string[]; readonly stdout: string }> {
  const problems: string[] = [];
  let stdout = '';
  let isDone = false;
  const run = async (each: string): Promise<void> => {
    const result = await runCli(each, { home, env, now: new Date().toISOString() });
    stdout += result.stdout;
    if (result.exitCode === 0) return;
    isDone = done !== undefined && result.stderr.includes(done);
    if (!isDone) problems.push(`next ${each}: exit ${result.exitCode}: ${result.stdout}${result.stderr}`);
  };
  // Two hours old: a run removes temporary files of ended runs after an hour.
  const seconds = Date.now() / 1000 - 7200;
  for (const name of readdirSync(home.root, { recursive: true, encoding: 'utf8' }))
    utimesSync(path.join(home.root, name), seconds, seconds);
  if (line.startsWith('sync sales')) {
    // The months are settled: this run pulls only what is incomplete.
    await run('sync sales');
    await run('verify sales');
  }
  await run(line);
  if (line.startsWith('sync')) await run('verify sales');
  const last = contentOf(home);
  for (const file of new Set([...after.keys(), ...last.keys()])) {
    if (after.get(file) === last.get(file) || STAYS.test(file)) continue;
    const what = !last.has(file) ? 'missing' : after.has(file) ? 'different' : 'left';
    // A recording that is whole stays as it is, with what a fault has left beside it.
    if (!isDone || what !== 'left') problems.push(`after the next run, ${file} is ${what}`);
  }
  // A sync of settled months has no temporary directory. The end of one removes those of ended runs.
  await createSpool(path.join(home.root, 'tmp')).remove();
  if (!isDone && home.strays().length > 0) problems.push(`the next run leaves ${home.strays()}`);
  return { problems, stdout };
}

/** All cases with `TORTURE=full` in the environment, or as many as given, by a fixed seed. */
export function chooseCases<T>(cases: readonly T[], count: number): readonly T[] {
  if (process.env.TORTURE === 'full' || cases.length <= count) return cases;
  return fc.sample(fc.shuffledSubarray([...cases], { minLength: count, maxLength: count }), {
    numRuns: 1,
    seed: 1,
  })[0]!;
}

/** With `TORTURE=full`, shows what was tried while the other scenarios run. */
export function reportOf(what: string, problems: readonly string[]): void {
  if (process.env.TORTURE !== 'full') return;
  process.stderr.write(`${[`${what}, ${problems.length} problems`, ...problems].join('\n  ')}\n`);
}
