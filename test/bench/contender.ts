import { execFile, execFileSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { type Digest, fileDigest, type OutputFormat } from './expected.ts';

export interface Command {
  readonly argv: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

/** A command that does the job, and the check of its output. */
export interface Contender {
  readonly name: string;
  readonly command: Command;
  /** The file with its output. */
  readonly outputFile: string;
  readonly expected: Expected;
}

/** The expected output: every byte for the tool, less for its peers, which change the notation of figures. */
export type Expected = Partial<Digest> & { readonly leastBytes?: number };

export interface Measurement {
  readonly wallSeconds: number;
  /** User and system time of all processes of the command together. */
  readonly cpuSeconds: number;
  /** Peak resident memory of the command's largest process. */
  readonly peakBytes: number;
}

/** The fastest run, with the highest peak of all runs: noise only adds time, but each run must keep the limit on memory. */
export interface Result extends Measurement {
  readonly name: string;
  readonly medianSeconds: number;
  readonly leastCpu: number;
}

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
  const args = [path.resolve('test/bench/rusage.py'), stdoutFile, ...command.argv];
  const run = await promisify(execFile)(python, args, { env: command.env });
  const { exitCode, wall, cpu, peakBytes } = JSON.parse(run.stdout) as Record<string, number>;
  if (exitCode !== 0) throw new Error(`exit ${exitCode}: ${command.argv.join(' ')}\n${run.stderr}`);
  return { wallSeconds: wall!, cpuSeconds: cpu!, peakBytes: peakBytes! };
}

/**
 * Runs the contenders in turn, `repetitions` times, so that a slow minute of the machine affects all of them. Throws if one fails
 * or its output is wrong.
 */
export async function compete(
  python: string,
  contenders: readonly Contender[],
  repetitions: number,
): Promise<readonly Result[]> {
  const runs = contenders.map((): Measurement[] => []);
  for (let repetition = 0; repetition < repetitions; repetition++) {
    for (const [index, { name, command, outputFile, expected }] of contenders.entries()) {
      // The output of an earlier run must not count for this one.
      rmSync(outputFile, { force: true });
      const stdoutFile = command.argv.includes(outputFile) ? '/dev/null' : outputFile;
      runs[index]!.push(await measure(python, command, stdoutFile));
      const { leastBytes = 0, ...rest } = expected;
      const actual = await fileDigest(outputFile);
      const isRight = Object.entries(rest).every(([key, value]) => actual[key as keyof Digest] === value);
      if (isRight && actual.sizeBytes >= leastBytes) continue;
      const [is, must] = [actual, expected].map((digest) => JSON.stringify(digest));
      throw new Error(`the output of ${name} is wrong: ${is} instead of ${must}`);
    }
  }
  return contenders.map(({ name }, index) => ({ name, ...resultOf(runs[index]!) }));
}

export function resultOf(runs: readonly Measurement[]): Omit<Result, 'name'> {
  const sorted = [...runs].sort((one, other) => one.wallSeconds - other.wallSeconds);
  return {
    ...sorted[0]!,
    peakBytes: Math.max(...runs.map(({ peakBytes }) => peakBytes)),
    medianSeconds: sorted[Math.floor(runs.length / 2)]!.wallSeconds,
    leastCpu: Math.min(...runs.map(({ cpuSeconds }) => cpuSeconds)),
  };
}

/** Credentials, which the server does not check. */
export const CLIENT_ID = '7d444840-9dc0-11d1-b245-5ffdce74fad2';
export const TOKEN = 'bench-token-0123456789';

/** The tool's command as users run it, with the Node of the bench. */
export function toolCommand(args: readonly string[], env: Command['env']): Command {
  return { argv: [process.execPath, path.resolve('bin/reporting.cjs'), ...args], env };
}

/** The environment of a report with its credentials. */
export function credentialsEnv(baseUrl: string): Readonly<Record<string, string>> {
  return { REPORTING_BASE_URL: baseUrl, REPORTING_CLIENT_ID: CLIENT_ID, REPORTING_API_TOKEN: TOKEN };
}

export interface ReportRun {
  readonly baseUrl: string;
  readonly format: OutputFormat | 'parquet' | 'html';
  readonly outputFile: string;
  readonly env: Readonly<Record<string, string>>;
  readonly expected: Expected;
  readonly from: string;
  readonly to: string;
  readonly options: readonly string[];
}

/** A report to a file. */
export function reportContender(run: ReportRun): Contender {
  const { from, to, options, format, outputFile, expected } = run;
  const args = ['revenue', '--from', from, '--to', to, '--format', format, ...options, '-o', outputFile];
  const command = toolCommand(args, { ...run.env, ...credentialsEnv(run.baseUrl) });
  return { name: 'reporting', command, outputFile, expected };
}
