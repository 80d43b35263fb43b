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
export function openPagerSink(terminal: Sink, context: PagerContext, messages: Messages): Sink {
  const { stdout, env, platform, isWide = false } = context;
  const command = pagerCommand(env, platform, isWide);
  if (command === undefined) return terminal;
  let held = '';
  /** The terminal or a pager; undefined while the text may fit on the screen. */
  let chosen: Sink | undefined;
  return {
    async write(piece) {
      const text = typeof piece === 'string' ? piece : Buffer.from(piece).toString();
      if (chosen !== undefined) return chosen.write(text);
      held += text;
      // The prompt needs a line below the last one.
      if (countLines(held, stdout.columns || 80) < (stdout.rows || 24)) return;
      chosen = await startPager(command, context).catch((error) => {
        const level = command.isChosen ? 'warning' : 'debug';
        messages[level](`the pager ${command.words.join(' ')} cannot be run: ${error.code ?? error}`);
        return terminal;
      });
      await chosen.write(held);
      held = '';
    },
    async commit() {
      if (held !== '') await terminal.write(held);
      await (chosen ?? terminal).commit();
    },
    abort: () => (chosen ?? terminal).abort(),
  };
}

const COLOURS = /\u001b\[[\d;]*m/g;

/** The least number of screen lines for `text`: a long line takes several. */
function countLines(text: string, columns: number): number {
  const lines = text.replace(COLOURS, '').split('\n').slice(0, -1);
  return lines.reduce((sum, line) => sum + Math.max(1, Math.ceil(line.length / columns)), 0);
}

/**
 * Starts the pager on this process's terminal. Throws Node's error if the program does not exist. A write throws `ReaderGone` after the
 * user has quit the pager. `commit` resolves when they have, and throws if the pager could not show anything.
 */
async function startPager({ words, env }: PagerCommand, { signal, ignoreInterrupts }: PagerContext): Promise<Sink> {
  const [program, ...args] = words;
  const stopIgnoring = ignoreInterrupts();
  const child = spawn(program, args, { env, stdio: ['pipe', 'inherit', 'inherit'] });
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  ended.finally(stopIgnoring);
  await once(child, 'spawn');
  child.on('error', () => undefined);
  // A write after the pager has quit rejects by itself; without this listener the process would end.
  child.stdin.on('error', () => undefined);
  const input = createStdoutSink(child.stdin, signal);

  async function checkEnd(): Promise<void> {
    const code = await ended;
    // Exit codes of shells and `env` for a program that does not exist or cannot be run (POSIX, XCU 2.8.2).
    if (code !== 126 && code !== 127) return;
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
  if (env.TERM === 'dumb' || !program || program === 'cat') return undefined;
  // A pager does not need the token.
  const { REPORTING_API_TOKEN: _, ...rest } = env;
  // As git: quit if the text fits on the screen, show colours, leave the text there. With -F, less would quit after cut lines. Without
  // LESSCHARSET, less recognizes UTF-8 only in a UTF-8 locale.
  const settings = { LESS: isWide ? 'RSX' : 'FRX', LESSCHARSET: 'utf-8' };
  return { words: [program, ...args], isChosen: named !== undefined, env: { ...settings, ...rest } };
}
