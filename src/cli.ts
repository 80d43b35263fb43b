/** The process around a run: its signals, its faults, its exit code. */

import { createProcessContext } from './context.ts';
import { ReportingError } from './core/reporting-error.ts';
import { run } from './main.ts';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Runs the command line of `process` and sets its exit code. A first signal ends the run cleanly, a second at once. */
export async function start(process: NodeJS.Process): Promise<void> {
  const stop = new AbortController();
  for (const signal of SIGNALS) {
    // Not `once`: the library that restores the cursor ends the process where it finds no listener but its own.
    const onSignal = (): void => {
      if (stop.signal.aborted) {
        process.off(signal, onSignal);
        process.kill(process.pid, signal);
      }
      stop.abort(interruption(signal));
    };
    process.on(signal, onSignal);
  }
  process.once('uncaughtException', (error) => stop.abort(error));
  // A stream that fails tells the write that failed; without a listener it would take the process down as well.
  process.stdout.on('error', () => undefined);
  process.stderr.on('error', () => undefined);
  process.exitCode = await run(process.argv.slice(2), createProcessContext(process, stop.signal));
}

function interruption(signal: (typeof SIGNALS)[number]): ReportingError {
  const word = signal === 'SIGINT' ? 'interrupted' : signal === 'SIGTERM' ? 'terminated' : 'hung up';
  return new ReportingError('interrupted', `${word}, nothing was written`, { signal });
}
