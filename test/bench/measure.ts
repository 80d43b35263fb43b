import { execFile } from 'node:child_process';
import { createReadStream, rmSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';

/** The inputs of a group of benchmarks. */
export interface Bench {
  /** The base URL of a service with as many campaigns, and as many records in a window, `repeat` times. */
  readonly baseUrl: (campaigns: number, records: number, repeat?: number) => string;
  /** A file on the same disk as the tool's spool. */
  readonly file: (name: string) => string;
  /** The whole environment of a run, like that of a cron job: PATH, a home directory and a temporary directory. */
  readonly env: Readonly<Record<string, string>>;
}

/** The results of a group of benchmarks: a table, and measured values with their upper limits. */
export interface Section {
  readonly table: readonly (readonly string[])[];
  readonly bars: readonly { readonly what: string; readonly value: number; readonly most: number }[];
}

/** A command, the file with its output, and the lines that it must have. */
export interface Contender {
  readonly name: string;
  readonly argv: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly outputFile: string;
  readonly lines?: number;
}

/** The fastest run, with the highest peak of all runs: noise only adds time, but each run must keep the limit on memory. */
export interface Result {
  readonly name: string;
  readonly seconds: number;
  readonly medianSeconds: number;
  /** User and system time of all processes of the command together. */
  readonly leastCpu: number;
  /** Peak resident memory of the command's largest process. */
  readonly peakBytes: number;
}

/** Credentials, which the server does not check. */
export const CLIENT_ID = '7d444840-9dc0-11d1-b245-5ffdce74fad2';
export const TOKEN = 'bench-token-0123456789';

/** The tool's command as users run it, with the Node of the bench. */
export const toolArgv = (...args: readonly string[]): readonly string[] => [
  process.execPath,
  path.resolve('bin/reporting.cjs'),
  ...args,
];

/** The environment of a run with its credentials. */
export function credentialsEnv(baseUrl: string): Readonly<Record<string, string>> {
  return { REPORTING_BASE_URL: baseUrl, REPORTING_CLIENT_ID: CLIENT_ID, REPORTING_API_TOKEN: TOKEN };
}

/**
 * Runs the contenders in turn, `repetitions` times, so that a slow minute of the machine affects all of them. Throws if one fails,
 * or its output has another number of lines.
 */
export async function compete(contenders: readonly Contender[], repetitions: number): Promise<readonly Result[]> {
  const runs = contenders.map((): Record<'wall' | 'cpu' | 'peakBytes', number>[] => []);
  for (let repetition = 0; repetition < repetitions; repetition++) {
    for (const [index, { name, argv, env, outputFile, lines }] of contenders.entries()) {
      // The output of an earlier run must not count for this one.
      rmSync(outputFile, { force: true });
      const stdoutFile = argv.includes(outputFile) ? '/dev/null' : outputFile;
      const args = [path.resolve('test/bench/rusage.py'), stdoutFile, ...argv];
      const { stdout, stderr } = await promisify(execFile)('python3', args, { env });
      const { exitCode, ...measured } = JSON.parse(stdout);
      if (exitCode !== 0) throw new Error(`exit ${exitCode}: ${argv.join(' ')}\n${stderr}`);
      const found = lines === undefined ? undefined : await linesIn(outputFile);
      if (found !== lines) throw new Error(`the output of ${name} has ${found} lines instead of ${lines}`);
      runs[index]!.push(measured);
    }
  }
  return contenders.map(({ name }, index) => {
    const [walls, cpus, peaks] = (['wall', 'cpu', 'peakBytes'] as const).map((key) =>
      runs[index]!.map((run) => run[key]).sort((one, other) => one - other),
    ) as [number[], number[], number[]];
    const medianSeconds = walls[walls.length >> 1]!;
    return { name, seconds: walls[0]!, medianSeconds, leastCpu: cpus[0]!, peakBytes: peaks.at(-1)! };
  });
}

async function linesIn(file: string): Promise<number> {
  let lines = 0;
  for await (const chunk of createReadStream(file, { highWaterMark: 1 << 20 })) {
    for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, at + 1)) lines++;
  }
  return lines;
}

/** The value with about three significant digits. */
export function fixed(value: number): string {
  return value.toFixed(value >= 100 ? 0 : value >= 10 ? 1 : 2);
}

export function megabytes(bytes: number): string {
  return (bytes / 1e6).toFixed(0);
}
