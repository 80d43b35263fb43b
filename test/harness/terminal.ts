import { spawn } from 'node:child_process';
import { onTestFinished } from 'vitest';
import type { Home } from './run-cli.ts';

export interface Terminal {
  /** All output so far, with escape sequences. */
  readonly shown: () => string;
  readonly type: (keys: string) => void;
  /** Resolves when the output since the last call contains `text`, with the output up to its end. */
  readonly until: (text: string) => Promise<string>;
  /** Resolves when the program has ended, with its exit code. */
  readonly exitCode: Promise<number | null>;
}

/**
 * Runs a program on its own terminal, 100 columns wide, until the test ends. Only for tests with `needs('script')`.
 */
export function openTerminal(command: string, home: Home, env: Readonly<Record<string, string | undefined>>): Terminal {
  const child = spawn('script', ['--quiet', '--return', '--command', command, '/dev/null'], {
    cwd: home.work,
    env: { HOME: home.root, TMPDIR: home.temporary, TERM: 'dumb', COLUMNS: '100', LINES: '50', ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  let shown = '';
  let read = 0;
  let awaited: { readonly check: () => void; readonly fail: (error: Error) => void } | undefined;
  const onOutput = (chunk: Buffer): void => {
    shown += chunk.toString();
    awaited?.check();
  };
  child.stdout.on('data', onOutput);
  child.stderr.on('data', onOutput);
  const exitCode = new Promise<number | null>((resolve) => child.once('close', resolve));
  void exitCode.then(() => awaited?.fail(new Error(`the terminal was closed, after it showed:\n${shown}`)));
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await exitCode;
  });

  const until = (text: string): Promise<string> =>
    new Promise((resolve, fail) => {
      const check = (): void => {
        const index = shown.indexOf(text, read);
        if (index === -1) return;
        const found = shown.slice(read, index + text.length);
        read = index + text.length;
        awaited = undefined;
        resolve(found);
      };
      awaited = { check, fail };
      check();
    });

  return { shown: () => shown, type: (keys) => void child.stdin.write(keys), until, exitCode };
}
