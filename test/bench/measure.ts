import { execFile, execFileSync } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';

export interface Command {
  readonly argv: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

export interface Measurement {
  readonly wallSeconds: number;
  /** User and system time of all processes of the command together. */
  readonly cpuSeconds: number;
  /** Peak resident memory of the command's largest process. */
  readonly peakBytes: number;
}

const RUSAGE = path.resolve('test/bench/rusage.py');

/** The path of the Python interpreter. `python3` can be a slow wrapper script. Undefined if Python is not installed. */
export function findPython(): string | undefined {
  try {
    return execFileSync('python3', ['-c', 'import sys; print(sys.executable)'], { encoding: 'utf8' }).trim();
  } catch {
    return undefined;
  }
}

/** Runs a command with stdout to a file. Throws an error with its stderr if it fails. */
export async function measure(python: string, command: Command, stdoutFile: string): Promise<Measurement> {
  const run = await promisify(execFile)(python, [RUSAGE, stdoutFile, ...command.argv], { env: command.env });
  const { exitCode, wall, cpu, peakBytes } = JSON.parse(run.stdout) as Record<string, number>;
  if (exitCode !== 0) throw new Error(`exit ${exitCode}: ${command.argv.join(' ')}\n${run.stderr}`);
  return { wallSeconds: wall!, cpuSeconds: cpu!, peakBytes: peakBytes! };
}

/** A shell pipeline that fails if any part of it fails. */
export function pipeline(script: string): readonly string[] {
  return ['bash', '-o', 'pipefail', '-c', script];
}

/** The fastest run, with the highest peak of all runs: noise only adds time, but each run must keep the limit on memory. */
export function bestOf(runs: readonly Measurement[]): Measurement {
  const fastest = runs.reduce((best, run) => (run.wallSeconds < best.wallSeconds ? run : best));
  return { ...fastest, peakBytes: Math.max(...runs.map((run) => run.peakBytes)) };
}

export function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)]!;
}
