/** The programs that people use instead of the tool, and a lower bound: parsing alone. */

import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Contender, Expected } from './contender.ts';
import type { OutputFormat } from './expected.ts';
import { COLUMNS } from './shapes.ts';

export interface Job {
  readonly url: string;
  readonly records: number;
  readonly format: OutputFormat;
  readonly outputFile: string;
  readonly env: Readonly<Record<string, string>>;
  readonly python: string;
  /** The tool's output. */
  readonly expected: Expected;
}

interface Peer {
  readonly name: string;
  /** Heading of its column in a table. */
  readonly shortName: string;
  readonly needs: readonly string[];
  /** A line of bash that gets the body on stdin, or a command. Undefined if the peer cannot write the format. */
  readonly argv: (job: Job) => string | readonly string[] | undefined;
  readonly expected?: (job: Job) => Expected;
}

export const JQ = 'curl | jq';

const DUCKDB_HOME = path.resolve(process.env.DUCKDB_HOME ?? '.');
const DUCKDB = `'${process.execPath}' test/bench/duckdb.mjs '${DUCKDB_HOME}'`;

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
    argv: ({ format }) =>
      ({
        csv: `jq -r '${JSON.stringify(COLUMNS)}, (.data[] | [.[]]) | @csv'`,
        ndjson: `jq -c '.data[]'`,
        json: `jq -c '.data'`,
      })[format],
  },
  {
    name: 'curl | jq | mlr',
    shortName: 'mlr',
    needs: ['curl', 'jq', 'mlr'],
    argv({ format }) {
      const output = { csv: '--ocsv', ndjson: '--ojsonl', json: undefined }[format];
      return output && `jq -c .data | mlr --ijson ${output} cat`;
    },
  },
  {
    name: 'curl | duckdb',
    shortName: 'duckdb',
    needs: ['curl', 'duckdb'],
    // The other formats need more than one query.
    argv: ({ format }) => (format === 'csv' ? DUCKDB : undefined),
  },
  {
    name: 'Python',
    shortName: 'Python',
    needs: ['python3'],
    argv: ({ format, python, url }) => [python, path.resolve('test/bench/peer.py'), url, format],
  },
  {
    name: 'Node, parse only',
    shortName: 'parse',
    needs: [],
    argv: ({ url }) => [process.execPath, '--input-type=module', '-e', PARSE, url],
    expected: ({ records }) => ({ sha256: createHash('sha256').update(String(records)).digest('hex') }),
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
    const run = peer.argv(job);
    if (run === undefined) return [];
    const pipeline = `curl -sS --fail '${job.url}' | ${run}`;
    // A pipeline fails if any part of it fails.
    const argv = typeof run === 'string' ? ['bash', '-o', 'pipefail', '-c', pipeline] : run;
    const { env, outputFile } = job;
    const expected = (peer.expected ?? likeTheTool)(job);
    return [{ name: peer.name, command: { argv, env }, outputFile, expected }];
  });
}

/** The same number of lines, and about as many bytes: `jq` and `json` rewrite figures, and lose digits of long ids. */
function likeTheTool({ format, expected: { lines = 0, sizeBytes = 0 } }: Job): Expected {
  return { lines: format === 'json' ? 1 : lines, leastBytes: sizeBytes * 0.7 };
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
