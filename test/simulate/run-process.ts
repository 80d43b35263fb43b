/** Runs the command line as a simulated process. */

import path from 'node:path';
import type { Context } from '../../src/context.ts';
import { ReportingError } from '../../src/core/errors.ts';
import { run } from '../../src/main.ts';
import { CapturedOutput, createInput } from '../harness/streams.ts';
import { asProcess, type SimulatedProcess } from './simulated-process.ts';

export interface RunOutcome {
  readonly process: SimulatedProcess;
  readonly exitCode: number;
  /** What the run printed before it was killed, if it was. */
  readonly stdout: string;
  readonly stderr: string;
}

/** An output that takes nothing more from a killed process. */
class ProcessOutput extends CapturedOutput {
  constructor(private readonly process: SimulatedProcess) {
    super({ isTTY: false, columns: 80 });
  }

  override _write(chunk: string | Buffer, encoding: string, done: () => void): void {
    if (this.process.isDead) done();
    else super._write(chunk, encoding, done);
  }
}

/** Runs `reporting` with these arguments in the home `root`. */
export async function runProcess(
  process: SimulatedProcess,
  argv: readonly string[],
  root: string,
  random: () => number,
): Promise<RunOutcome> {
  const [stdout, stderr] = [new ProcessOutput(process), new ProcessOutput(process)];
  const { clock, machine } = process;
  const context: Context = {
    stdin: createInput('', false),
    stdout,
    stderr,
    env: { NO_COLOR: '1' },
    platform: 'linux',
    directories: async () => ({
      workingDirectory: path.join(root, 'work'),
      homeDirectory: root,
      temporaryDirectory: path.join(root, 'tmp'),
    }),
    now: () => new Date(clock.nowMs + machine.offsetMs),
    timeZone: 'UTC',
    async sleep(ms, signal) {
      if (process.isDead) throw new Error('this process was killed');
      await clock.sleep(ms, signal);
    },
    stallTimeoutMs: 60_000,
    tokenCommandTimeoutMs: 60_000,
    random,
    prepareForData: async () => undefined,
    signal: process.interruption.signal,
    ignoreInterrupts: () => () => undefined,
  };
  const exitCode = await asProcess(process, () => run(argv, context));
  return { process, exitCode, stdout: stdout.text, stderr: stderr.text };
}

/** The reason of a run that gets SIGTERM. */
export function terminated(): ReportingError {
  return new ReportingError('E-interrupted', 'terminated');
}
