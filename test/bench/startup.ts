/** Start-up times, compared with a Node process that does nothing. */

import { execFileSync, type StdioOptions } from 'node:child_process';
import { type Contender, compete, type Expected, leastCpu, type Result } from './contender.ts';
import { expectedDigest } from './expected.ts';
import { type Command, median } from './measure.ts';
import { type Bar, type Bench, fixed, megabytes, type Section } from './section.ts';
import { CLIENT_ID, credentialsEnv, TOKEN, toolCommand } from './tool.ts';

const BARE = 'node -e 0';
const WEEK = ['revenue', '--from', '2026-01-01', '--to', '2026-01-07'];
/** The most processor time of a report of one week, in times of bare Node. */
const MOST_FOR_WEEK = 4.6;
const WEEK_BODY = { shape: 'plain', records: 28, repeat: 1 } as const;

interface InstalledNode {
  /** `Node 24.21.0`. */
  readonly name: string;
  /** The path of its executable. */
  readonly file: string;
}

interface Case extends Contender {
  readonly mostTimes: number;
  /** The Node that runs it. */
  readonly node: InstalledNode;
}

/**
 * For each Node that is there. The bars apply to the least processor time: other programs on the machine only add to it, and change
 * wall times more.
 */
export async function benchStartup(bench: Bench): Promise<Section> {
  const nodes = installedNodes();
  const helps = helpsOf(bench.scratch.env);
  const cases = nodes.flatMap((node) => startupCases(bench, node, helps));
  // Fills the caches of compiled code.
  await compete(bench.python, cases, 1);
  const results = await compete(bench.python, cases, bench.isQuick ? 9 : 31);

  const measured = results.map((result, index) => {
    const { node, mostTimes } = cases[index]!;
    const bare = results[cases.findIndex((each) => each.node === node)]!;
    return { result, node, mostTimes, times: leastCpu(result) / leastCpu(bare) };
  });
  const shown = nodes.flatMap((node) => withSlowestHelp(measured.filter((each) => each.node === node)));
  const table = {
    head: ['start-up', 'median ms', 'fastest ms', 'least CPU ms', 'peak MB', '÷ bare Node'],
    rows: shown.map(({ result, times }) => [
      result.name,
      milliseconds(median(result.wallSecondsOfAll)),
      milliseconds(result.wallSeconds),
      milliseconds(leastCpu(result)),
      megabytes(result.peakBytes),
      fixed(times),
    ]),
  };
  const bars = measured
    .filter(({ result }) => !result.name.endsWith(BARE))
    .map(({ result, mostTimes, times }): Bar => {
      return { what: `${result.name}: times bare Node`, value: times, most: mostTimes };
    });
  return { title: 'Start-up', table, bars };
}

/** The first is Node alone. */
function startupCases(
  { service, scratch }: Bench,
  node: InstalledNode,
  helps: readonly string[][],
): readonly Case[] {
  const { env } = scratch;
  const outputFile = scratch.file('startup.txt');
  const tool = (args: readonly string[], env: Command['env']): Command => toolCommand(args, env, node.file);
  const caseOf = (name: string, command: Command, mostTimes: number, expected: Expected): Case => {
    return { name: `${node.name}: ${name}`, node, command, mostTimes, outputFile, expected };
  };

  const baseUrl = service.baseUrl(WEEK_BODY);
  const configEnv = { ...env, REPORTING_CONFIG_DIR: scratch.file('config') };
  const login = ['login', '--no-verify', '--token-stdin', '--base-url', baseUrl, '--client-id', CLIENT_ID];
  run(toolCommand(login, configEnv), TOKEN);
  const week = expectedDigest(WEEK_BODY.shape, WEEK_BODY.records, [{ from: '2026-01-01', days: 7 }], 'csv');

  return [
    caseOf(BARE, { argv: [node.file, '-e', '0'], env }, 1, { sizeBytes: 0 }),
    caseOf('--version', tool(['--version'], env), 1.2, { lines: 1 }),
    ...helps.map((args) => caseOf(args.join(' '), tool(args, env), 2, { leastBytes: 200 })),
    caseOf(
      'one week, credentials from the environment',
      tool(WEEK, { ...env, ...credentialsEnv(baseUrl) }),
      MOST_FOR_WEEK,
      week,
    ),
    caseOf('one week, credentials from a profile', tool(WEEK, configEnv), MOST_FOR_WEEK, week),
  ];
}

/** The results of one Node, with only the slowest of those of help. */
function withSlowestHelp<T extends { readonly result: Result; readonly times: number }>(
  measured: readonly T[],
): readonly T[] {
  const isHelp = ({ result }: T): boolean => result.name.endsWith('--help');
  const slowest = Math.max(...measured.filter(isHelp).map(({ times }) => times));
  return measured.filter((each) => !isHelp(each) || each.times === slowest);
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

/** The Node that runs the bench, and those of the oldest supported version, the executable and the newest that npm has in its cache. */
function installedNodes(): readonly InstalledNode[] {
  const nameOf = (file: string) =>
    `Node ${execFileSync(file, ['--version'], { encoding: 'utf8' }).trim().slice(1)}`;
  const own = { name: nameOf(process.execPath), file: process.execPath };
  const others = [20, 24, 26].flatMap((major): InstalledNode[] => {
    if (own.name.startsWith(`Node ${major}.`)) return [];
    const args = ['--yes', '--offline', '--package', `node@${major}`, 'node', '--print', 'process.execPath'];
    try {
      const stdio: StdioOptions = ['ignore', 'pipe', 'ignore'];
      const file = execFileSync('npx', args, { encoding: 'utf8', stdio }).trim();
      return [{ name: nameOf(file), file }];
    } catch {
      return [];
    }
  });
  return [own, ...others];
}
