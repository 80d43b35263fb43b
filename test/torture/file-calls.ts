import { cpSync, existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Home } from '../harness/run-cli.ts';
import { type SpawnResult, spawnCli } from '../harness/spawn-cli.ts';

const PRELOAD = pathToFileURL(fileURLToPath(new URL('file-calls.mjs', import.meta.url)));

/** A call of node:fs below a home. */
export interface FileCall {
  readonly name: string;
  readonly file: string;
  /** From 1. */
  readonly call: number;
  readonly isRead: boolean;
}

/** A change that a run made, for a replay. */
export interface FileChange {
  readonly name: string;
  readonly file: string;
  /** Which opening of the file it concerns. */
  readonly opening?: number;
  readonly flag?: string;
  /** In base64. */
  readonly bytes?: string;
  readonly to?: string;
}

/** What happens at a call: an error, or a kill before it, after half of a write, or after the call. */
export type Fault = 'fail' | 'kill' | 'half' | 'after';

/** All calls with each fault that they can have. A kill after a call is one before the next change, but for the last one. */
export function faultsOf(calls: readonly FileCall[]): readonly (readonly [FileCall, Fault])[] {
  const lastChange = calls.findLast(({ isRead }) => !isRead);
  return calls.flatMap((call) => {
    const isWrite = ['appendFile', 'write', 'writeFile'].includes(call.name);
    const faults: Fault[] = ['fail'];
    if (!call.isRead) faults.push('kill');
    if (isWrite) faults.push('half');
    if (call === lastChange) faults.push('after');
    return faults.map((fault) => [call, fault] as const);
  });
}

interface Preloaded {
  readonly mode: Fault | 'count' | 'record';
  readonly at?: number;
}

/** Runs the built program with its calls of node:fs below the home numbered, recorded, or one of them failing. */
export async function spawnWithFileCalls(
  line: string,
  home: Home,
  env: Readonly<Record<string, string>>,
  { mode, at }: Preloaded,
): Promise<{ readonly result: SpawnResult; readonly log: readonly unknown[] }> {
  const log = `${home.root}.calls`;
  const settings = JSON.stringify({ root: home.root, log, mode, at });
  const result = await spawnCli(line, {
    home,
    env: { ...env, NODE_OPTIONS: `--import ${PRELOAD}`, FILE_CALLS: settings },
  });
  const lines = existsSync(log) ? readFileSync(log, 'utf8').trimEnd().split('\n') : [];
  rmSync(log, { force: true });
  return { result, log: lines.map((each) => JSON.parse(each)) };
}

/** Replaces everything in a home by a copy of another one. */
export function copyHome(from: Home, to: Home): void {
  for (const name of readdirSync(to.root)) rmSync(path.join(to.root, name), { recursive: true });
  cpSync(from.root, to.root, { recursive: true });
}
