/** Start-up times compared with a Node process that does nothing, and runs of `sync` that have nothing to do. */

import { execFileSync } from 'node:child_process';
import {
  type Bench,
  CLIENT_ID,
  type Contender,
  compete,
  credentialsEnv,
  fixed,
  megabytes,
  type Section,
  TOKEN,
  toolArgv,
} from './measure.ts';

const WEEK = ['revenue', '--from', '2026-01-01', '--to', '2026-01-07'];
/** The most processor time of a report of one week, in times of bare Node. */
const MOST_FOR_WEEK = 4.6;
const RECORDS = 28;

/** The bars apply to the least processor time: other programs on the machine only add to it, and change wall times more. */
export async function benchStartup({ baseUrl, file, env }: Bench): Promise<Section> {
  const outputFile = file('startup.txt');
  const run = (args: readonly string[], more: Bench['env'] = env, input = ''): string => {
    const [program, ...rest] = toolArgv(...args) as [string, ...string[]];
    return execFileSync(program, rest, { env: more, input, encoding: 'utf8' });
  };
  const address = baseUrl(5000, RECORDS);
  const profile = { ...env, REPORTING_CONFIG_DIR: file('config') };
  const login = ['login', '--no-verify', '--token-stdin', '--base-url', address, '--client-id', CLIENT_ID];
  run(login, profile, TOKEN);
  const commands = run(['--help'])
    .split('\nCommands:')[1]!
    .matchAll(/^ {2}([a-z]+) /gm);
  const helps = [...commands].map(([, name]) => [name!, '--help']).filter(([name]) => name !== 'help');
  const tool = (name: string, args: readonly string[], more: Bench['env'] = env) => ({
    ...{ name, argv: toolArgv(...args), env: more, outputFile },
  });
  const cases: readonly (Contender & { readonly most: number })[] = [
    { name: 'node -e 0', argv: [process.execPath, '-e', '0'], env, outputFile, lines: 0, most: 1 },
    { ...tool('--version', ['--version']), lines: 1, most: 1.2 },
    ...[['--help'], ...helps].map((args) => ({ ...tool(args.join(' '), args), most: 2 })),
    ...[
      tool('one week, credentials from the environment', WEEK, { ...env, ...credentialsEnv(address) }),
      tool('one week, credentials from a profile', WEEK, profile),
    ].map((each) => ({ ...each, lines: RECORDS + 1, most: MOST_FOR_WEEK })),
  ];
  // Fills the caches of compiled code.
  await compete(cases, 1);
  const results = await compete(cases, 31);
  const measured = results.map((result) => ({ ...result, times: result.leastCpu / results[0]!.leastCpu }));
  const slowestHelp = Math.max(...measured.flatMap(({ name, times }) => (name.endsWith('--help') ? times : [])));
  const rows = measured
    .filter(({ name, times }) => !name.endsWith('--help') || times === slowestHelp)
    .map(({ name, medianSeconds, seconds, leastCpu, peakBytes, times }) => [
      ...[name, ...[medianSeconds, seconds, leastCpu].map((each) => (each * 1000).toFixed(0))],
      ...[megabytes(peakBytes), fixed(times)],
    ]);
  return {
    table: [['start-up', 'median ms', 'fastest ms', 'least CPU ms', 'peak MB', '÷ bare Node'], ...rows],
    bars: measured.map(({ name, times }, at) => ({
      what: `${name}: times bare Node`,
      value: times,
      most: cases[at]!.most,
    })),
  };
}

export async function benchSync({ baseUrl, file, env }: Bench): Promise<Section> {
  const first = toolArgv('sync', 'revenue', file('sales'), '--from', '2024-01', '--to', '2025-12');
  const run = { name: 'sync', env: { ...env, ...credentialsEnv(baseUrl(5000, 100)) }, outputFile: file('sync.out') };
  await compete([{ ...run, argv: first }], 1);
  const [result] = await compete([{ ...run, argv: toolArgv('sync', file('sales')), lines: 0 }], 7);
  const { seconds, leastCpu, peakBytes } = result!;
  const row = ['second run, 24 settled months', fixed(seconds), fixed(leastCpu), megabytes(peakBytes)];
  return {
    table: [['sync', 'seconds', 'CPU s', 'peak MB'], row],
    bars: [{ what: 'sync, 24 settled months: seconds', value: seconds, most: 0.5 }],
  };
}
