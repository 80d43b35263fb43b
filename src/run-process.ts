/** The process around a run: signals, uncaught errors and the exit code. */

import { setMaxListeners } from 'node:events';
import { fstatSync } from 'node:fs';
import { createProcessContext, ignoreFailedWrite, type Stdout } from './context.ts';
import { EXIT_CODES } from './core/error-codes.ts';
import { ReportingError, tryRead } from './core/errors.ts';
import { run } from './main.ts';
import { createDescriptorStream } from './output/stdout-sink.ts';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
type Signal = (typeof SIGNALS)[number];
/** Ctrl-Break, which Node reports on Windows only. SIGHUP comes there when the console is closed, 10 seconds before the end. */
const BREAK = 'SIGBREAK';

const STDOUT = 1;
/** Time for an interrupted run to clean up, which usually takes less. */
const EXIT_MS = 250;

/**
 * Runs the command line of `process` and sets its exit code. The first signal ends the run cleanly. A second signal, or one
 * after the run, ends the process at once.
 */
export async function runProcess(process: NodeJS.Process): Promise<void> {
  const stop = new AbortController();
  setMaxListeners(0, stop.signal);
  const listeners = new Map(SIGNALS.map((signal) => [signal, () => onSignal(signal)]));
  let received: Signal | undefined;
  let isInterruptible = true;
  let isOver = false;
  let stdout: Stdout | undefined;

  function onSignal(signal: Signal): void {
    if (signal === 'SIGINT' && !isInterruptible) return;
    if (isOver || stop.signal.aborted) die(signal);
    received = signal;
    stop.abort(interruption(signal));
  }

  /** Ends the process with the signal's default action. */
  function die(signal: Signal): void {
    // On Windows, `kill` ends a process with the code 1. But `exit` waits for a write whose reader does not read.
    if (process.platform === 'win32' && stdout?.isWriting?.() !== true) {
      process.exit(interruption(signal).exitCode);
    } else {
      process.off(signal, listeners.get(signal)!);
      process.kill(process.pid, signal);
    }
  }

  function ignoreInterrupts(): () => void {
    isInterruptible = false;
    return () => {
      isInterruptible = true;
    };
  }

  // Not `once`: the library that restores the cursor ends the process if it finds no other listener.
  for (const [signal, listener] of listeners) process.on(signal, listener);
  if (process.platform === 'win32') process.on(BREAK, listeners.get('SIGINT')!);
  let isFaulty = false;
  process.on('uncaughtException', (error) => {
    isFaulty = true;
    process.exitCode = EXIT_CODES.fault;
    stop.abort(error);
  });

  process.once('beforeExit', () => {
    if (isOver) return;
    // No event is left that could end the run: without this, the exit code would be 0.
    process.exitCode = EXIT_CODES.fault;
    process.emitWarning('internal error: the run stopped before its end');
  });

  stdout = await openStdout(process);
  const exitCode = await run(
    process.argv.slice(2),
    createProcessContext(process, stdout, { signal: stop.signal, ignoreInterrupts }),
  );
  isOver = true;
  process.exitCode = isFaulty && exitCode === 0 ? EXIT_CODES.fault : exitCode;

  // A write to a reader that does not read cannot be cancelled, and would keep the process alive.
  if (received !== undefined) setTimeout(die, EXIT_MS, received).unref();
}

/** Node's stream for a terminal. Files and pipes need none of Node's modules for streams. */
async function openStdout(process: NodeJS.Process): Promise<Stdout> {
  // Undefined for a descriptor that is closed.
  const stats = tryRead(() => fstatSync(STDOUT));
  if (stats?.isFile() || stats?.isFIFO() || stats?.isSocket()) return createDescriptorStream(STDOUT);
  const { isatty } = await import('node:tty');
  return isatty(STDOUT) ? process.stdout.on('error', ignoreFailedWrite) : createDescriptorStream(STDOUT);
}

function interruption(signal: Signal): ReportingError {
  const message = signal === 'SIGINT' ? 'interrupted' : signal === 'SIGTERM' ? 'terminated' : 'hung up';
  return new ReportingError('E-interrupted', message, { signal });
}
