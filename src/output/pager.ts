/**
 * A sink that shows text in a pager if it is longer than the screen. Environment variables name the pager, as for git and
 * gh. While the pager runs, Ctrl-C belongs to it.
 */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { interruptible } from '../core/async.ts';
import { ReportingError } from '../core/errors.ts';
import { splitCommand } from '../core/shell.ts';
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
  /** True for lines that are wider than the terminal: less cuts them, and scrolls sideways. */
  readonly isWide?: boolean | undefined;
}

/** A sink that writes to `terminal`, or to a pager if the text does not fit on the screen. */
export function openPagerSink(
  terminal: Sink,
  { stdout, env, platform, signal, ignoreInterrupts, isWide = false }: PagerContext,
  messages: Pick<Messages, 'warning' | 'debug'>,
): Sink {
  const command = pagerCommand(env, platform, isWide);
  if (command === undefined) return terminal;
  const screen = { columns: stdout.columns || 80, rows: stdout.rows || 24 };
  let held = '';
  let lines = 0;
  /** The terminal or a pager; undefined while the text may fit on the screen. */
  let chosen: Sink | undefined;
  let stopIgnoring: (() => void) | undefined;

  async function choose({ words, isChosen, env: environment }: PagerCommand): Promise<Sink> {
    stopIgnoring = ignoreInterrupts();
    try {
      return await startPager(words, environment, signal);
    } catch (error) {
      stopIgnoring();
      const reason = error instanceof Error && 'code' in error ? error.code : error;
      messages[isChosen ? 'warning' : 'debug'](`the pager ${words.join(' ')} cannot be run: ${reason}`);
      return terminal;
    }
  }

  return {
    async write(piece) {
      const text = typeof piece === 'string' ? piece : Buffer.from(piece).toString();
      if (chosen !== undefined) return chosen.write(text);
      held += text;
      lines += countLines(text, screen.columns);
      // The prompt needs a line below the last one.
      if (lines < screen.rows) return;
      chosen = await choose(command);
      await chosen.write(held);
      held = '';
    },
    async commit() {
      if (held !== '') await terminal.write(held);
      await (chosen ?? terminal).commit();
      stopIgnoring?.();
    },
    async abort() {
      const isUntouched = await (chosen ?? terminal).abort();
      stopIgnoring?.();
      return isUntouched;
    },
  };
}

const COLOURS = /\u001b\[[\d;]*m/g;

/** The least number of screen lines for `text`: a long line takes several. */
function countLines(text: string, columns: number): number {
  const lines = text.replace(COLOURS, '').split('\n').slice(0, -1);
  return lines.reduce((sum, line) => sum + Math.max(1, Math.ceil(line.length / columns)), 0);
}

/** Exit codes of shells and `env` for a program that does not exist or cannot be run (POSIX, XCU 2.8.2). */
const NOT_RUN = new Set([126, 127]);

/**
 * Starts the pager on this process's terminal. Throws Node's error if the program does not exist. A write throws `ReaderGone` after the
 * user has quit the pager. `commit` resolves when they have, and throws if the pager could not show anything.
 */
async function startPager(words: PagerCommand['words'], env: Environment, signal: AbortSignal): Promise<Sink> {
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
    commit() {
      child.stdin.end();
      return interruptible(checkEnd(), signal);
    },
    async abort() {
      child.stdin.destroy();
      if (signal.aborted) child.kill('SIGTERM');
      // The pager has released the terminal.
      await ended;
      return false;
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
export function pagerCommand(
  env: Environment,
  platform: NodeJS.Platform = 'linux',
  isWide = false,
): PagerCommand | undefined {
  const named = env.REPORTING_PAGER ?? env.PAGER;
  const [program, ...args] = splitCommand(named ?? (platform === 'win32' ? '' : 'less')).words;
  if (env.TERM === 'dumb' || program === undefined || program === '' || program === 'cat') return undefined;
  // A pager does not need the token.
  const { REPORTING_API_TOKEN: _, ...rest } = env;
  // With -F, less would quit after cut lines.
  const settings = isWide ? { ...DEFAULT_SETTINGS, LESS: 'RSX' } : DEFAULT_SETTINGS;
  return { words: [program, ...args], isChosen: named !== undefined, env: { ...settings, ...rest } };
}
