/** The programs that people use instead of the tool, and two lower bounds: parsing alone, and the transfer alone. */

import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Contender, Expected } from './contender.ts';
import type { OutputFormat } from './expected.ts';
import { pipeline } from './measure.ts';
import { SHAPES, type ShapeName } from './shapes.ts';

export interface Job {
  readonly url: string;
  readonly shape: ShapeName;
  readonly records: number;
  readonly format: OutputFormat;
  readonly outputFile: string;
  readonly env: Readonly<Record<string, string>>;
  readonly python: string;
  /** The tool's output. */
  readonly expected: Expected;
  /** Size of the body as it is sent. */
  readonly wireBytes: number;
}

interface Peer {
  readonly name: string;
  /** Heading of its column in a table. */
  readonly shortName: string;
  readonly needs: readonly string[];
  /** Undefined if the peer cannot write the format. */
  readonly argv: (job: Job) => readonly string[] | undefined;
  readonly expected: (job: Job) => Expected;
}

export const JQ = 'curl | jq';

const DUCKDB_HOME = path.resolve(process.env.DUCKDB_HOME ?? '.');

/** The version of DuckDB's package below DUCKDB_HOME, or else of the project's; undefined if it is not installed. */
export function duckdbVersion(): string | undefined {
  const manifest = path.join(DUCKDB_HOME, 'node_modules/@duckdb/node-api/package.json');
  if (!existsSync(manifest)) return undefined;
  return (JSON.parse(readFileSync(manifest, 'utf8')) as { version: string }).version;
}

const PARSE = `const { data } = await (await fetch(process.argv[1])).json(); process.stdout.write(String(data.length));`;

const PEERS: readonly Peer[] = [
  {
    name: JQ,
    shortName: 'jq',
    needs: ['curl', 'jq'],
    argv(job) {
      const { columns, jqRow } = SHAPES[job.shape];
      const filter = {
        csv: `-r '${JSON.stringify(columns)}, (.data[] | ${jqRow}) | @csv'`,
        ndjson: `-c '.data[]'`,
        json: `-c '.data'`,
        tsv: undefined,
        table: undefined,
      }[job.format];
      return filter === undefined ? undefined : pipeline(`${curl(job)} | jq ${filter}`);
    },
    expected: likeTheTool,
  },
  {
    name: 'curl | jq | mlr',
    shortName: 'mlr',
    needs: ['curl', 'jq', 'mlr'],
    argv(job) {
      const [filter, output] = {
        csv: ['.data', '--ocsv'],
        ndjson: ['.data', '--ojsonl'],
        json: [],
        tsv: ['.data', '--otsv'],
        table: ['.data[:1000]', '--opprint'],
      }[job.format];
      return filter ? pipeline(`${curl(job)} | jq -c '${filter}' | mlr --ijson ${output} cat`) : undefined;
    },
    expected: likeTheTool,
  },
  {
    name: 'curl | duckdb',
    shortName: 'duckdb',
    needs: ['curl', 'duckdb'],
    argv: (job) =>
      // The other formats and shapes need more than one query.
      job.format === 'csv' && job.shape === 'plain'
        ? pipeline(`${curl(job)} | '${process.execPath}' test/bench/duckdb.mjs '${DUCKDB_HOME}'`)
        : undefined,
    expected: likeTheTool,
  },
  {
    name: 'Python',
    shortName: 'Python',
    needs: ['python3'],
    argv: ({ format, python, url }) =>
      format === 'table' || format === 'tsv'
        ? undefined
        : [python, path.resolve('test/bench/peer.py'), url, format],
    expected: likeTheTool,
  },
  {
    name: 'Node, parse only',
    shortName: 'parse',
    needs: [],
    argv: ({ url }) => [process.execPath, '--input-type=module', '-e', PARSE, url],
    expected: ({ records }) => textOf(records),
  },
  {
    name: 'curl, wire only',
    shortName: 'wire',
    needs: ['curl'],
    argv: (job) => pipeline(`${curl(job)} -o /dev/null -w '%{size_download}'`),
    expected: ({ wireBytes }) => textOf(wireBytes),
  },
];

/** The names of the peers, in the order of the table's columns. */
export const PEER_NAMES = PEERS.map(({ name }) => name);
export const COLUMN_NAMES = PEERS.map(({ shortName }) => shortName);

/** The commands that peers need and that are not installed. */
export function missingCommands(): readonly string[] {
  return [...new Set(PEERS.flatMap(({ needs }) => needs))].filter((command) => !isInstalled(command));
}

/** The peers that can do the job on this machine. */
export function peersFor(job: Job, missing: readonly string[]): readonly Contender[] {
  return PEERS.filter(({ needs }) => !needs.some((command) => missing.includes(command))).flatMap((peer) => {
    const argv = peer.argv(job);
    if (!argv) return [];
    const { env, outputFile } = job;
    return [{ name: peer.name, command: { argv, env }, outputFile, expected: peer.expected(job) }];
  });
}

/** The same number of lines, and about as many bytes: `jq` and `json` rewrite figures, and lose digits of long ids. */
function likeTheTool({ format, shape, expected: { lines = 0, sizeBytes = 0 } }: Job): Expected {
  const leastBytes = sizeBytes * 0.7;
  if (format === 'json') return { lines: 1, leastBytes };
  // The table of mlr has no line below its head, and keeps line breaks in cells.
  if (format === 'table') return shape === 'text' ? {} : { lines: lines - 1 };
  return { lines, leastBytes };
}

function textOf(figure: number): Expected {
  return { sha256: createHash('sha256').update(String(figure)).digest('hex') };
}

function curl({ url }: Job): string {
  return `curl -sS --fail '${url}'`;
}

function isInstalled(command: string): boolean {
  if (command === 'duckdb') return duckdbVersion() !== undefined;
  try {
    execFileSync('bash', ['-c', `command -v ${command}`], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
