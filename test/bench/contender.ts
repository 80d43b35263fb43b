import { rmSync } from 'node:fs';
import { type Digest, fileDigest } from './expected.ts';
import type { Command, Measurement } from './measure.ts';
import { bestOf, measure } from './measure.ts';

/** A way to get the job done, and how to tell that it did it. */
export interface Contender {
  readonly name: string;
  readonly command: Command;
  /** Where its output is afterwards. */
  readonly outputFile: string;
  readonly expected: Expected;
}

/** What is known of an output: every byte of the tool's, less of the others', who respell figures. */
export type Expected = Partial<Digest> & { readonly leastBytes?: number };

export interface Result extends Measurement {
  readonly name: string;
  /** Wall time of each repetition, in order. */
  readonly wallSecondsOfAll: readonly number[];
}

/** Where a command's stdout goes unless it is the output. */
export const NOWHERE = '/dev/null';

/**
 * Runs the contenders in turn, `repetitions` times, so that a slow minute of the machine hits all of them.
 * Throws if one fails or its output is wrong: being fast at that counts for nothing.
 */
export async function compete(
  python: string,
  contenders: readonly Contender[],
  repetitions: number,
): Promise<readonly Result[]> {
  const runs = contenders.map((): Measurement[] => []);
  for (let repetition = 0; repetition < repetitions; repetition++) {
    for (const [index, { command, ...contender }] of contenders.entries()) {
      // What an earlier run left must not pass for this one's.
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
