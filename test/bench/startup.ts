/** Start-up times, compared with a Node process that does nothing. */

import { execFileSync } from 'node:child_process';
import {
  CLIENT_ID,
  type Command,
  type Contender,
  compete,
  credentialsEnv,
  type Expected,
  type Result,
  TOKEN,
  toolCommand,
} from './contender.ts';
import { expectedDigest } from './expected.ts';
import { type Bar, type Bench, fixed, megabytes, type Section } from './section.ts';

const WEEK = ['revenue', '--from', '2026-01-01', '--to', '2026-01-07'];
/** The most processor time of a report of one week, in times of bare Node. */
const MOST_FOR_WEEK = 4.6;
const WEEK_BODY = { shape: 'plain', records: 28, repeat: 1 } as const;

interface Case extends Contender {
  readonly mostTimes: number;
}

/** The bars apply to the least processor time: other programs on the machine only add to it, and change wall times more. */
export async function benchStartup(bench: Bench): Promise<Section> {
  const cases = startupCases(bench);
  // Fills the caches of compiled code.
  await compete(bench.python, cases, 1);
  const results = await compete(bench.python, cases, bench.isQuick ? 9 : 31);

  const measured = results.map((result) => ({ result, times: result.leastCpu / results[0]!.leastCpu }));
  const isHelp = ({ result }: { result: Result }): boolean => result.name.endsWith('--help');
  const slowestHelp = Math.max(...measured.filter(isHelp).map(({ times }) => times));
  const shown = measured.filter((each) => !isHelp(each) || each.times === slowestHelp);
  const table = {
    head: ['start-up', 'median ms', 'fastest ms', 'least CPU ms', 'peak MB', '÷ bare Node'],
    rows: shown.map(({ result, times }) => [
      result.name,
      milliseconds(result.medianSeconds),
      milliseconds(result.wallSeconds),
      milliseconds(result.leastCpu),
      megabytes(result.peakBytes),
      fixed(times),
    ]),
  };
  const bars = measured.slice(1).map(({ result, times }, index): Bar => {
    return { what: `${result.name}: times bare Node`, value: times, most: cases[index + 1]!.mostTimes };
  });
  return { title: `Start-up with Node ${process.versions.node}`, table, bars };
}

/** The first is Node alone. */
function startupCases({ service, scratch }: Bench): readonly Case[] {
  const { env } = scratch;
  const outputFile = scratch.file('startup.txt');
  const caseOf = (name: string, command: Command, mostTimes: number, expected: Expected): Case => {
    return { name, command, mostTimes, outputFile, expected };
  };

  const baseUrl = service.baseUrl(WEEK_BODY);
  const configEnv = { ...env, REPORTING_CONFIG_DIR: scratch.file('config') };
  const login = ['login', '--no-verify', '--token-stdin', '--base-url', baseUrl, '--client-id', CLIENT_ID];
  run(toolCommand(login, configEnv), TOKEN);
  const week = expectedDigest(WEEK_BODY.shape, WEEK_BODY.records, [{ from: '2026-01-01', days: 7 }], 'csv');

  return [
    caseOf('node -e 0', { argv: [process.execPath, '-e', '0'], env }, 1, { sizeBytes: 0 }),
    caseOf('--version', toolCommand(['--version'], env), 1.2, { lines: 1 }),
    ...helpsOf(env).map((args) => caseOf(args.join(' '), toolCommand(args, env), 2, { leastBytes: 200 })),
    caseOf(
      'one week, credentials from the environment',
      toolCommand(WEEK, { ...env, ...credentialsEnv(baseUrl) }),
      MOST_FOR_WEEK,
      week,
    ),
    caseOf('one week, credentials from a profile', toolCommand(WEEK, configEnv), MOST_FOR_WEEK, week),
  ];
}

/** The arguments that print help: of the tool, and of each command in its help. */
function helpsOf(env: Readonly<Record<string, string>>): readonly string[][] {
  const help = run(toolCommand(['--help'], env));
  const commands = help.slice(help.indexOf('\nCommands:')).matchAll(/^ {2}([a-z]+) /gm);
  const names = [...commands].map(([, name]) => name!).filter((name) => name !== 'help');
  if (names.length === 0) throw new Error('the help lists no commands');
  return [['--help'], ...names.map((name) => [name, '--help'])];
}

function run({ argv: [file, ...args], env }: Command, input = ''): string {
  return execFileSync(file!, args, { env, input, encoding: 'utf8' });
}

function milliseconds(seconds: number): string {
  return (seconds * 1000).toFixed(0);
}
