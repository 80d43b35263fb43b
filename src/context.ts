/** The outside world as one value: streams, environment, clock, signals. Tests pass their own. */

import { setTimeout as delay } from 'node:timers/promises';
import { tryRead } from './core/errors.ts';
import { STALL_TIMEOUT_MS, TOKEN_COMMAND_TIMEOUT_MS } from './core/limits.ts';

interface InputStream extends NodeJS.ReadableStream {
  readonly isTTY?: boolean;
}

/** The size of a terminal, if a stream is one. */
interface MaybeTerminal {
  readonly isTTY?: boolean;
  readonly columns?: number;
  readonly rows?: number;
}

/** Where output goes: Node's stream for a terminal, or a stream that does not block the process. */
export interface Stdout extends MaybeTerminal {
  /** Writes the pieces in their order. Calls `done` when a piece is written, or with its error. */
  write(piece: string | Uint8Array, done: (error?: Error | null) => void): unknown;
  /** True while a write waits for a reader, if the stream knows. */
  readonly isWriting?: () => boolean;
}

/** Where messages, progress and prompts go. */
export interface Stderr extends NodeJS.WritableStream, MaybeTerminal {}

/** The directories of a process and its user. The first two are empty if they were removed, or are unknown. */
export interface Directories {
  readonly workingDirectory: string;
  readonly homeDirectory: string;
  readonly temporaryDirectory: string;
}

/** What a run reads and writes, and when it must stop. */
export interface Context {
  readonly stdin: InputStream;
  readonly stdout: Stdout;
  readonly stderr: Stderr;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly platform: NodeJS.Platform;
  /** Found when a command runs: help needs none of them. */
  readonly directories: () => Promise<Directories>;
  readonly now: () => Date;
  /** IANA name of the zone if TZ is not set; undefined for the system's zone. */
  readonly timeZone: string | undefined;
  /** Resolves after `ms`; rejects with the signal's reason if it is aborted. */
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>;
  /** Longest pause within a body, in milliseconds. */
  readonly stallTimeoutMs: number;
  /** Longest wait for a command that prints the token, in milliseconds. */
  readonly tokenCommandTimeoutMs: number;
  /** At least 0, below 1. */
  readonly random: () => number;
  /** Called before a report is fetched, to prepare the process for much data. */
  readonly prepareForData: () => Promise<void>;
  /** Aborted, with a ReportingError as its reason, when the run must stop. */
  readonly signal: AbortSignal;
  /** Leaves Ctrl-C to another program on this terminal until the returned function is called. */
  readonly ignoreInterrupts: () => () => void;
}

/** The context of a process. */
export function createProcessContext(
  process: NodeJS.Process,
  stdout: Stdout,
  { signal, ignoreInterrupts }: Pick<Context, 'signal' | 'ignoreInterrupts'>,
): Context {
  let stderr: Stderr | undefined;
  return {
    // Node loads and opens these streams only when they are used.
    get stdin() {
      return process.stdin;
    },
    get stderr() {
      stderr ??= process.stderr.on('error', ignoreFailedWrite);
      return stderr;
    },
    stdout,
    env: process.env,
    platform: process.platform,
    async directories() {
      const { homedir, tmpdir } = await import('node:os');
      // The current directory may be removed, or the system may not know the user: a run may need neither.
      return {
        workingDirectory: tryRead(() => process.cwd()) ?? '',
        homeDirectory: tryRead(homedir) ?? '',
        temporaryDirectory: tmpdir(),
      };
    },
    now: () => new Date(),
    timeZone: undefined,
    sleep: (ms, abort) =>
      delay(ms, undefined, { signal: abort }).catch(() => {
        throw abort.reason;
      }),
    stallTimeoutMs: STALL_TIMEOUT_MS,
    tokenCommandTimeoutMs: TOKEN_COMMAND_TIMEOUT_MS,
    random: Math.random,
    prepareForData: () => limitYoungGeneration(process.versions.node),
    signal,
    ignoreInterrupts,
  };
}

/** A failed write reports its error by itself. Without a listener, the error would also end the process. */
export function ignoreFailedWrite(): void {}

/** Major versions of Node on which the flag was tested. */
const KNOWN_VERSIONS = { first: 20, last: 26 };

/**
 * Stops V8 from growing its heap for new objects: the objects of a pull are short-lived, and V8 then frees them sooner.
 * Measured with 300,000 records as CSV: 105 MB and 1.25 s of processor time instead of 144 MB and 1.41 s. V8 reads the flag whenever it
 * considers growing (src/heap/new-spaces.cc), so it can be set late. `npm run bench -- memory` shows it.
 */
async function limitYoungGeneration(nodeVersion: string): Promise<void> {
  const major = Number.parseInt(nodeVersion, 10);
  if (major < KNOWN_VERSIONS.first || major > KNOWN_VERSIONS.last) return;
  (await import('node:v8')).setFlagsFromString('--semi-space-growth-factor=1');
}
