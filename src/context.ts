/** The world as one value: what a run reads and writes, and when it is to stop. Tests bring a world of their own. */

import os from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { STALL_TIMEOUT_MS } from './core/limits.ts';

export interface InputStream extends NodeJS.ReadableStream {
  readonly isTTY?: boolean;
}

export interface OutputStream extends NodeJS.WritableStream {
  readonly isTTY?: boolean;
  readonly columns?: number;
  readonly rows?: number;
}

export interface Context {
  readonly stdin: InputStream;
  readonly stdout: OutputStream;
  readonly stderr: OutputStream;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly platform: NodeJS.Platform;
  /** Empty if it was removed. */
  readonly workingDirectory: string;
  readonly homeDirectory: string;
  readonly temporaryDirectory: string;
  readonly now: () => Date;
  /** IANA name, where the variable TZ is not set; undefined for the system's. */
  readonly timeZone: string | undefined;
  /** Resolves after `ms`; rejects with the signal's reason once it is aborted. */
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>;
  /** Longest silence within a body, in milliseconds. */
  readonly stallTimeoutMs: number;
  /** At least 0, below 1. */
  readonly random: () => number;
  /** Called before much data comes; a process can ready itself. */
  readonly prepareForData: () => Promise<void>;
  /** Aborted, with a ReportingError as its reason, when the run is to stop. */
  readonly signal: AbortSignal;
  /** From the call until the function that it gives is called, Ctrl-C is for another program on this terminal. */
  readonly ignoreInterrupts: () => () => void;
}

/** `stdout` is the process's own, or one that does not hold the process up. */
export function createProcessContext(
  process: NodeJS.Process,
  stdout: OutputStream,
  { signal, ignoreInterrupts }: Pick<Context, 'signal' | 'ignoreInterrupts'>,
): Context {
  return {
    stdin: process.stdin,
    stdout,
    stderr: process.stderr,
    env: process.env,
    platform: process.platform,
    workingDirectory: orNothing(() => process.cwd()),
    homeDirectory: orNothing(os.homedir),
    temporaryDirectory: os.tmpdir(),
    now: () => new Date(),
    timeZone: undefined,
    sleep: (ms, abort) =>
      delay(ms, undefined, { signal: abort }).catch(() => {
        throw abort.reason;
      }),
    stallTimeoutMs: STALL_TIMEOUT_MS,
    random: Math.random,
    prepareForData: async () => (await import('./young-heap.ts')).keepYoungHeapSmall(process.versions.node),
    signal,
    ignoreInterrupts,
  };
}

/** A directory that was removed under us, or a user whom the system does not know, is no reason not to start. */
function orNothing(read: () => string): string {
  try {
    return read();
  } catch {
    return '';
  }
}
