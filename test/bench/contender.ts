import { rmSync } from 'node:fs';
import { type Digest, fileDigest } from './expected.ts';
import type { Command, Measurement } from './measure.ts';
import { bestOf, measure } from './measure.ts';

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

export interface Result extends Measurement {
  readonly name: string;
  /** Wall time of each repetition, in order. */
  readonly wallSecondsOfAll: readonly number[];
  readonly cpuSecondsOfAll: readonly number[];
}

/** The file for stdout of a command that writes its output elsewhere. */
export const NOWHERE = '/dev/null';

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
    for (const [index, { command, ...contender }] of contenders.entries()) {
      // The output of an earlier run must not count for this one.
      rmSync(contender.outputFile, { force: true });
      const usesStdout = !command.argv.includes(contender.outputFile);
      runs[index]!.push(await measure(python, command, usesStdout ? contender.outputFile : NOWHERE));
      await checkOutput(contender);
    }
  }
  return contenders.map(({ name }, index) => ({
    name,
    ...bestOf(runs[index]!),
    wallSecondsOfAll: runs[index]!.map(({ wallSeconds }) => wallSeconds),
    cpuSecondsOfAll: runs[index]!.map(({ cpuSeconds }) => cpuSeconds),
  }));
}

async function checkOutput({ name, outputFile, expected }: Omit<Contender, 'command'>): Promise<void> {
  const actual = await fileDigest(outputFile);
  const isRight =
    actual.sizeBytes >= (expected.leastBytes ?? 0) &&
    (['sha256', 'lines', 'sizeBytes'] as const).every(
      (key) => expected[key] === undefined || expected[key] === actual[key],
    );
  if (isRight) return;
  throw new Error(
    `the output of ${name} is wrong: ${JSON.stringify(actual)} instead of ${JSON.stringify(expected)}`,
  );
}

export function leastCpu({ cpuSecondsOfAll }: Result): number {
  return Math.min(...cpuSecondsOfAll);
}
