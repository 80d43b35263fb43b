/**
 * A sink that shows text in a pager if it is longer than the screen. Environment variables name the pager, as for git and
 * gh. While the pager runs, Ctrl-C belongs to it.
 */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { interruptible } from '../core/async.ts';
import { splitCommand } from '../core/command-words.ts';
import { ReportingError } from '../core/errors.ts';
import { ReaderGone, type Sink } from '../core/sink.ts';
import type { Messages } from './messages.ts';
import { createStdoutSink } from './stdout-sink.ts';

type Environment = Readonly<Record<string, string | undefined>>;

interface PagerContext {
  readonly stdout: { readonly columns?: number; readonly rows?: number };
  readonly env: Environment;
  readonly platform: NodeJS.Platform;
  readonly signal: AbortSignal;
  /** Leaves Ctrl-C to the pager until the returned function is called. */
  readonly ignoreInterrupts: () => () => void;
}

/** A sink that writes to `terminal`, or to a pager if the text does not fit on the screen. */
export function openPagerSink(
  terminal: Sink,
  { stdout, env, platform, signal, ignoreInterrupts }: PagerContext,
  messages: Pick<Messages, 'warning' | 'debug'>,
): Sink {
  const command = pagerCommand(env, platform);
  if (command === undefined) return terminal;
  const screen = { columns: stdout.columns || 80, rows: stdout.rows || 24 };
  let held = '';
  let lines = 0;
  let isDecided = false;
  let pager: Pager | undefined;
  let stopIgnoring: (() => void) | undefined;

  const switchToPager = async (): Promise<void> => {
    isDecided = true;
    stopIgnoring = ignoreInterrupts();
    try {
      pager = await startPager(command, signal);
    } catch (error) {
      stopIgnoring();
      const reason = error instanceof Error && 'code' in error ? error.code : error;
      const problem = `the pager ${command.words.join(' ')} cannot be run: ${reason}`;
      if (command.isChosen) messages.warning(problem);
      else messages.debug(problem);
    }
  };

  const writeOut = (text: string): Promise<void> => (pager ?? terminal).write(text);

  return {
    async write(piece) {
      const text = typeof piece === 'string' ? piece : Buffer.from(piece).toString();
      if (isDecided) return writeOut(text);
      held += text;
      lines += countLines(text, screen.columns);
      // The prompt needs a line below the last one.
      if (lines < screen.rows) return;
      await switchToPager();
      await writeOut(held);
      held = '';
    },
    async commit() {
      if (!isDecided && held !== '') await terminal.write(held);
      if (pager !== undefined) await interruptible(pager.finish(), signal);
      stopIgnoring?.();
      await terminal.commit();
    },
    async abort() {
      const isUntouched = await terminal.abort();
      await pager?.stop();
      stopIgnoring?.();
      return isUntouched && pager === undefined;
    },
  };
}

const COLOURS = /\u001b\[[\d;]*m/g;

/** The least number of screen lines for `text`: a long line takes several. */
function countLines(text: string, columns: number): number {
  const lines = text.replace(COLOURS, '').split('\n').slice(0, -1);
  return lines.reduce((sum, line) => sum + Math.max(1, Math.ceil(line.length / columns)), 0);
}

/** A running program that shows text page by page on the terminal. */
interface Pager {
  /** Throws `ReaderGone` after the user has quit the pager. */
  write(text: string): Promise<void>;
  /** Ends the text. Resolves when the user has quit the pager; throws if the pager could not show anything. */
  finish(): Promise<void>;
  /** Ends the pager, and resolves when it has released the terminal. Never throws. */
  stop(): Promise<void>;
}

/** Exit codes of shells and `env` for a program that does not exist or cannot be run (POSIX, XCU 2.8.2). */
const NOT_RUN = new Set([126, 127]);

/** Starts the pager on this process's terminal. Throws Node's error if the program does not exist. */
async function startPager({ words, env }: PagerCommand, signal: AbortSignal): Promise<Pager> {
  const [program, ...args] = words;
  const child = spawn(program, args, { env, stdio: ['pipe', 'inherit', 'inherit'] });
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  await once(child, 'spawn');
  child.on('error', () => undefined);
  // A write after the pager has quit rejects by itself; without this listener the process would end.
  child.stdin.on('error', () => undefined);
  const input = createStdoutSink(child.stdin, signal);

  async function checkEnd(): Promise<void> {
    const code = await ended;
    if (code === null || !NOT_RUN.has(code)) return;
    throw new ReportingError('E-pager', `the pager ${words.join(' ')} failed with exit code ${code}`, {
      hint: 'set PAGER to one that works, or to nothing: PAGER=',
    });
  }

  return {
    async write(text) {
      try {
        await input.write(text);
      } catch (error) {
        if (error instanceof ReaderGone) await checkEnd();
        throw error;
      }
    },
    finish() {
      child.stdin.end();
      return checkEnd();
    },
    async stop() {
      child.stdin.destroy();
      if (signal.aborted) child.kill('SIGTERM');
      await ended;
    },
  };
}

interface PagerCommand {
  /** The program and its arguments. */
  readonly words: readonly [string, ...string[]];
  /** True if REPORTING_PAGER or PAGER names it. */
  readonly isChosen: boolean;
  readonly env: Environment;
}

/**
 * The settings of git: quit if the text fits on the screen, show colours, leave the text on the screen. LESSCHARSET is
 * ours: without it, less recognizes UTF-8 only in a UTF-8 locale.
 */
const DEFAULT_SETTINGS = { LESS: 'FRX', LESSCHARSET: 'utf-8', LV: '-c' };

/**
 * The first of `REPORTING_PAGER`, `PAGER` and less; undefined if it is empty or `cat`, or on a dumb terminal. As in gh, it is
 * split into words and run without a shell, which would expand parts of it. Windows has no `less` of its own, and would take one
 * from the current directory.
 */
export function pagerCommand(env: Environment, platform: NodeJS.Platform = 'linux'): PagerCommand | undefined {
  const named = env.REPORTING_PAGER ?? env.PAGER;
  const [program, ...args] = splitCommand(named ?? (platform === 'win32' ? '' : 'less')).words;
  if (env.TERM === 'dumb' || program === undefined || program === '' || program === 'cat') return undefined;
  // A pager does not need the token.
  const { REPORTING_API_TOKEN: _, ...rest } = env;
  return { words: [program, ...args], isChosen: named !== undefined, env: { ...DEFAULT_SETTINGS, ...rest } };
}
