import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { ReportingError } from '../core/reporting-error.ts';
import { ReaderGone } from '../core/sink.ts';
import type { PagerCommand } from './pager-command.ts';
import { createStdoutSink } from './stdout-sink.ts';

/** A program that shows text on the terminal, where the person leafs through it. */
export interface Pager {
  /** Throws `ReaderGone` once the person has left it. */
  write(text: string): Promise<void>;
  /** Tells it that this was all. Resolves when the person has left it; throws if it could not show anything. */
  finish(): Promise<void>;
  /** Ends it, and resolves when it has given the terminal back. Never throws. */
  stop(): Promise<void>;
}

/** What shells and `env` exit with when there is no such program, or it cannot be run (POSIX, XCU 2.8.2). */
const NOT_RUN = new Set([126, 127]);

/** Starts the pager on this process's own terminal. Throws what Node does if there is no such program. */
export async function startPager({ words, env }: PagerCommand, signal: AbortSignal): Promise<Pager> {
  const [program, ...args] = words;
  const child = spawn(program, args, { env, stdio: ['pipe', 'inherit', 'inherit'] });
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  await once(child, 'spawn');
  child.on('error', () => undefined);
  // What is written behind its back fails: that is told to whoever writes.
  child.stdin.on('error', () => undefined);
  const input = createStdoutSink(child.stdin, signal);

  async function checkEnd(): Promise<void> {
    const code = await ended;
    if (code === null || !NOT_RUN.has(code)) return;
    throw new ReportingError('output', `the pager ${words.join(' ')} failed with exit code ${code}`, {
      hint: 'set PAGER to one that works, or use --no-pager',
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
