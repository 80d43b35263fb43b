import { spawn } from 'node:child_process';
import { onTestFinished } from 'vitest';
import type { Home } from './run-cli.ts';

export interface Terminal {
  /** All that was shown so far, as it came. */
  readonly shown: () => string;
  readonly type: (keys: string) => void;
  /** Resolves when what was shown since the last call holds `text`, with that and what came before it. */
  readonly until: (text: string) => Promise<string>;
  /** Resolves when the program has ended, with its exit code. */
  readonly exitCode: Promise<number | null>;
}

/**
 * Runs a program on a terminal of its own, 100 columns wide, until the test ends: only in tests that say
 * `needs('script')`.
 */
export function openTerminal(
  command: string,
  home: Home,
  env: Readonly<Record<string, string | undefined>>,
): Terminal {
  const child = spawn('script', ['--quiet', '--return', '--command', command, '/dev/null'], {
    cwd: home.work,
    env: { HOME: home.root, TMPDIR: home.temporary, TERM: 'dumb', COLUMNS: '100', LINES: '50', ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  let shown = '';
  let read = 0;
  let awaited: { readonly look: () => void; readonly fail: (error: Error) => void } | undefined;
  const hear = (chunk: Buffer): void => {
    shown += chunk.toString();
    awaited?.look();
  };
  child.stdout.on('data', hear);
  child.stderr.on('data', hear);
  const exitCode = new Promise<number | null>((resolve) => child.once('close', resolve));
  void exitCode.then(() => awaited?.fail(new Error(`the terminal was closed, after it showed:\n${shown}`)));
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await exitCode;
  });

  const until = (text: string): Promise<string> =>
    new Promise((resolve, fail) => {
      const look = (): void => {
        const index = shown.indexOf(text, read);
        if (index === -1) return;
        const found = shown.slice(read, index + text.length);
        read = index + text.length;
        awaited = undefined;
        resolve(found);
      };
      awaited = { look, fail };
      look();
    });

  return { shown: () => shown, type: (keys) => void child.stdin.write(keys), until, exitCode };
}
