import { type ChildProcess, spawn } from 'node:child_process';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { createHome, type Home } from './run-cli.ts';
import { wordsOf } from './words.ts';

export const BIN = path.resolve(fileURLToPath(import.meta.url), '../../../bin/reporting.cjs');

/** The command line of the program, for shells. */
export const REPORTING = `${process.execPath} ${BIN}`;

export interface SpawnOptions {
  readonly home?: Home;
  readonly env?: Readonly<Record<string, string>>;
  /** Written to a pipe; by default, stdin is empty. */
  readonly stdin?: string;
  /** The file descriptor for stdout; by default a pipe that is read to its end. */
  readonly stdoutFd?: number;
  /** Called when the process has started. */
  readonly onSpawn?: (child: ChildProcess) => void;
}

export interface SpawnResult {
  readonly exitCode: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
  readonly home: Home;
}

/** Runs the built program as a process, with as bare an environment as cron's. `line` is as for `runCli`. */
export function spawnCli(line: string | readonly string[], options: SpawnOptions = {}): Promise<SpawnResult> {
  const words = typeof line === 'string' ? wordsOf(line) : line;
  return spawnCommand(process.execPath, [BIN, ...words], options);
}

/** Runs a bash command in which `$REPORTING` is the program. Only for tests with `needs('bash')`. */
export function spawnShell(command: string, options: SpawnOptions = {}): Promise<SpawnResult> {
  const env = { ...options.env, REPORTING };
  return spawnCommand('bash', ['-c', command], { ...options, env });
}

function spawnCommand(command: string, args: readonly string[], options: SpawnOptions): Promise<SpawnResult> {
  const home = options.home ?? createHome();
  const child = spawn(command, args, {
    cwd: home.work,
    env: { PATH: process.env.PATH, HOME: home.root, TMPDIR: home.temporary, ...options.env },
    stdio: [options.stdin === undefined ? 'ignore' : 'pipe', options.stdoutFd ?? 'pipe', 'pipe'],
  });
  child.stdin?.end(options.stdin);
  let stdout = '';
  let stderr = '';
  child.stdout?.on('data', (chunk: Buffer) => {
    stdout += chunk.toString();
  });
  child.stderr?.on('data', (chunk: Buffer) => {
    stderr += chunk.toString();
  });
  options.onSpawn?.(child);
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (exitCode, signal) => resolve({ exitCode, signal, stdout, stderr, home }));
  });
}
