import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, onTestFinished } from 'vitest';
import type { Context } from '../../src/context.ts';
import { run } from '../../src/main.ts';
import { CapturedOutput, createInput } from './streams.ts';
import { checkSuggestedCommands } from './suggested-commands.ts';
import { wordsOf } from './words.ts';

export interface CliOptions {
  /** A fresh one by default; pass one to share it between runs. */
  readonly home?: Home;
  readonly env?: Readonly<Record<string, string>>;
  /** True to make all streams terminals. */
  readonly tty?: boolean;
  /** True to make only this stream a terminal. */
  readonly stdoutTty?: boolean;
  readonly stderrTty?: boolean;
  /** True to make stdout a pipe whose reader is gone, or the code of a system's error for that. */
  readonly isReaderGone?: boolean | string;
  /** True to print stderr to stdout, as `2>&1` does. */
  readonly isJoined?: boolean;
  /** `linux` by default. */
  readonly platform?: NodeJS.Platform;
  /** Called after each write to stdout with its text so far. The write ends when this does. */
  readonly onPrint?: (text: string) => unknown;
  readonly columns?: number;
  /** Like `columns`, for stderr alone. A terminal without columns does not break lines. */
  readonly stderrColumns?: number;
  readonly rows?: number;
  readonly stdin?: string;
  /** True to run in a working directory that was removed. */
  readonly isDirectoryGone?: boolean;
  readonly now?: string;
  /** The zone of the system; without it, TZ is UTC. */
  readonly timeZone?: string;
  /** Causes an internal error: the clock throws. */
  readonly brokenClock?: boolean;
  readonly signal?: AbortSignal;
  /** Called after each wait with the time since the start, in milliseconds. */
  readonly onTime?: (elapsedMs: number) => unknown;
  /** Longest pause within a body, in milliseconds; 5,000 by default, so that a busy machine does not reach it. */
  readonly stallTimeoutMs?: number;
  /** Longest wait for a command that prints the token; a minute by default. */
  readonly tokenCommandTimeoutMs?: number;
}

export interface CliResult {
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
  readonly home: Home;
  /** The current text of stderr, which is longer than `stderr` if the run left something running. */
  readonly output: () => string;
  /** Waits between attempts, in milliseconds. */
  readonly waits: readonly number[];
}

/** The directories of one user, removed after the test. */
export interface Home {
  readonly root: string;
  readonly work: string;
  readonly temporary: string;
  /** Text of a file below the working directory, or undefined. */
  read(file: string): string | undefined;
  write(file: string, text: string): void;
  /** Names of all files in the working directory. */
  list(): readonly string[];
  /** Names of the files left in the temporary directory. */
  strays(): readonly string[];
}

export function createHome(): Home {
  // The temporary directory of macOS is a link, and that of Windows may have a short name.
  const root = mkdtempSync(path.join(realpathSync.native(os.tmpdir()), 'reporting-test-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true, maxRetries: 5 }));
  const [work, temporary] = [path.join(root, 'work'), path.join(root, 'tmp')];
  mkdirSync(work);
  mkdirSync(temporary);
  const at = (file: string): string => path.join(work, file);
  return {
    root,
    work,
    temporary,
    read: (file) => (existsSync(at(file)) && statSync(at(file)).isFile() ? readFileSync(at(file), 'utf8') : undefined),
    write: (file, text) => writeFileSync(at(file), text),
    list: () => readdirSync(work).sort(),
    strays: () => readdirSync(temporary),
  };
}

function brokenClock(): never {
  throw new TypeError('the clock is broken');
}

/**
 * Runs the complete command line in this process, with a context of its own. Its clock moves only during waits between
 * attempts. `line` is the text after `reporting`, quoted as in sh, or its words.
 */
export async function runCli(line: string | readonly string[], options: CliOptions = {}): Promise<CliResult> {
  const home = options.home ?? createHome();
  const { tty = false, columns = 80, rows } = options;
  const stdout = new CapturedOutput({
    isTTY: options.stdoutTty ?? tty,
    columns,
    isReaderGone: options.isReaderGone ?? false,
    onPrint: options.onPrint,
    ...(rows === undefined ? {} : { rows }),
  });
  const ownStderr = new CapturedOutput({ isTTY: options.stderrTty ?? tty, columns: options.stderrColumns ?? columns });
  const stderr = options.isJoined === true ? stdout : ownStderr;
  const waits: number[] = [];
  const startMs = Date.parse(options.now ?? '2026-06-15T12:00:00Z');
  let nowMs = startMs;

  const context: Context = {
    stdin: createInput(options.stdin ?? '', tty),
    stdout,
    stderr,
    // A test without a PATH has no pager.
    env: {
      ...{ NO_COLOR: '1', ...(options.timeZone === undefined && { TZ: 'UTC' }) },
      ...(options.env?.PATH === undefined && { PAGER: '' }),
      ...options.env,
    },
    platform: options.platform ?? 'linux',
    directories: async () => ({
      workingDirectory: options.isDirectoryGone === true ? '' : home.work,
      homeDirectory: home.root,
      temporaryDirectory: home.temporary,
    }),
    now: options.brokenClock === true ? brokenClock : () => new Date(nowMs),
    timeZone: options.timeZone ?? 'UTC',
    async sleep(ms, signal) {
      signal.throwIfAborted();
      waits.push(ms);
      const endMs = nowMs + ms;
      // Waits that begin together end together.
      await new Promise(setImmediate);
      signal.throwIfAborted();
      nowMs = Math.max(nowMs, endMs);
      await options.onTime?.(nowMs - startMs);
    },
    stallTimeoutMs: options.stallTimeoutMs ?? 5000,
    tokenCommandTimeoutMs: options.tokenCommandTimeoutMs ?? 60_000,
    random: () => 0.5,
    prepareForData: async () => undefined,
    signal: options.signal ?? new AbortController().signal,
    ignoreInterrupts: () => () => undefined,
  };
  const exitCode = await run(typeof line === 'string' ? wordsOf(line) : line, context);
  await checkSuggestedCommands(ownStderr.text);
  return { exitCode, stdout: stdout.text, stderr: ownStderr.text, home, waits, output: () => ownStderr.text };
}

/** The last lines of a run at a terminal: that days may be missing, what it did, and that it used sandbox data. */
const SUMMARY =
  /^(?:(?:note: |\{"note":\{"message":")(?:\w+: )?records have no dates, so .*|\{"summary":.*|Sandbox data\..*|Removed .* from .*|New dataset in .*|Default .* is now .*|0 months written, .*|\d+ months? checked, no fault\.|.* from [\d,]+ windows? in [\d.]+ s(?:, in .*)?)\n/gm;

/** `runCli` with a terminal as stderr, which shows notes, for expectations about everything on it but the summary. */
export async function runWithNotes(line: string | readonly string[], options: CliOptions = {}): Promise<CliResult> {
  if (options.tty !== undefined || options.stderrTty !== undefined) return runCli(line, options);
  const result = await runCli(line, { ...options, stderrTty: true, stderrColumns: 0 });
  return { ...result, stderr: result.stderr.replace(SUMMARY, '') };
}

declare module 'vitest' {
  interface Matchers<T> {
    /** Exit code 0, and these texts or patterns, or else nothing. */
    toPrint(stdout?: string, stderr?: string): T;
    toFail(exitCode: number, stderr: string, stdout?: string): T;
  }
}

expect.extend({
  toPrint: (run: CliResult, stdout = '', stderr = '') => compare(run, { exitCode: 0, stdout, stderr }),
  toFail: (run: CliResult, exitCode: number, stderr: string, stdout = '') => compare(run, { exitCode, stdout, stderr }),
});

function compare({ exitCode, stdout, stderr }: CliResult, shown: object) {
  expect({ exitCode, stdout, stderr }).toEqual(shown);
  return { pass: true, message: () => '' };
}
