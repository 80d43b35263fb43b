/** Start-up times, compared with a Node process that does nothing. */

import { execFileSync } from 'node:child_process';
import type { Bench } from './bench.ts';
import { type Contender, compete, type Expected, type Result } from './contender.ts';
import { expectedDigest } from './expected.ts';
import { type Command, median } from './measure.ts';
import { alignedText, type Bar, fixed, megabytes, type Section, say } from './section.ts';
import { CLIENT_ID, credentialsEnv, TOKEN, toolCommand } from './tool.ts';

const BARE_NODE = 'node -e 0';
const WEEK = ['revenue', '--from', '2026-01-01', '--to', '2026-01-07'];
const WEEK_BODY = { shape: 'plain', records: 28, repeat: 1, encoding: 'identity' } as const;

type Case = Contender & { readonly mostTimes: number };

/** The bars apply to the least processor time: other programs on the machine only add to it, and change wall times more. */
export async function benchStartup(bench: Bench): Promise<Section> {
  const cases = startupCases(bench);
  await compete(bench.python, cases, 1);
  const results = await compete(bench.python, cases, bench.isQuick ? 9 : 31);

  const base = results[0]!;
  const table = {
    head: ['start-up', 'median ms', 'fastest ms', 'least CPU ms', 'peak MB', '÷ bare Node'],
    rows: results.map((result) => [
      result.name,
      milliseconds(medianOf(result)),
      milliseconds(result.wallSeconds),
      milliseconds(leastCpuOf(result)),
      megabytes(result.peakBytes),
      fixed(leastCpuOf(result) / leastCpuOf(base)),
    ]),
  };
  say(alignedText(table));
  const bars = results.slice(1).map(
    (result, index): Bar => ({
      what: `${result.name}: times bare Node`,
      value: leastCpuOf(result) / leastCpuOf(base),
      most: cases[index + 1]!.mostTimes,
    }),
  );
  return { title: 'Start-up', table: { ...table, rows: withSlowestHelp(table.rows) }, bars };
}

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

  // Node 22 keeps compiled code.
  const mostForWeek = Number.parseInt(process.versions.node, 10) >= 22 ? 3.8 : 4.3;
  return [
    caseOf(BARE_NODE, { argv: [process.execPath, '-e', '0'], env }, 1, { sizeBytes: 0 }),
    caseOf('--version', toolCommand(['--version'], env), 1.15, { lines: 1 }),
    ...helpsOf(env).map((args) => {
      return caseOf(args.join(' '), toolCommand(args, env), 1.8, { leastBytes: 200 });
    }),
    caseOf(
      'one week, credentials from the environment',
      toolCommand(WEEK, { ...env, ...credentialsEnv(baseUrl) }),
      mostForWeek,
      week,
    ),
    caseOf('one week, credentials from a profile', toolCommand(WEEK, configEnv), mostForWeek, week),
  ];
}

/** The rows, with only the slowest of the rows for help. */
function withSlowestHelp(rows: readonly (readonly string[])[]): readonly (readonly string[])[] {
  const isHelp = ([name]: readonly string[]): boolean => name!.endsWith('--help');
  const [slowest] = rows.filter(isHelp).sort((a, b) => Number(b.at(-1)) - Number(a.at(-1)));
  return rows.flatMap((row) => {
    if (row === slowest) return [['`--help`, the slowest', ...row.slice(1)]];
    return isHelp(row) ? [] : [row];
  });
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

function medianOf({ wallSecondsOfAll }: Result): number {
  return median(wallSecondsOfAll);
}

/** User and system time. */
function leastCpuOf({ cpuSecondsOfAll }: Result): number {
  return Math.min(...cpuSecondsOfAll);
}

function milliseconds(seconds: number): string {
  return (seconds * 1000).toFixed(0);
}
