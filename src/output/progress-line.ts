/** A progress line on a terminal. The only file that uses ora. */

import type { Style } from './style.ts';

export interface Progress {
  /** Shows `text` once the run has taken 150 ms. */
  update(text: string): void;
  /** Removes the line. */
  stop(): void;
}

type TerminalStream = NodeJS.WritableStream & { readonly isTTY?: boolean; readonly columns?: number };

const DELAY_MS = 150;

export const NO_PROGRESS: Progress = { update: () => undefined, stop: () => undefined };

/** True for a terminal that can redraw a line. With 0 columns, ora would draw forever. */
export function canShowProgress(
  stream: TerminalStream,
  env: Readonly<Record<string, string | undefined>>,
): boolean {
  const isAutomated = !['', '0', 'false', undefined].includes(env.CI);
  return stream.isTTY === true && (stream.columns ?? 0) > 0 && env.TERM !== 'dumb' && !isAutomated;
}

/** A progress line on `stream`, which appears after 150 ms. */
export function createProgress(stream: TerminalStream, { dim }: Style, hasColor: boolean): Progress {
  let text = '';
  let spinner: { text: string; stop(): unknown } | undefined;
  let isStopped = false;

  const fitted = (line: string): string => dim(line.slice(0, Math.max(0, (stream.columns ?? 80) - 3)));

  const timer = setTimeout(async () => {
    const { default: ora } = await import('ora');
    if (isStopped) return;
    const color = hasColor ? 'cyan' : false;
    // discardStdin would swallow Ctrl-C.
    spinner = ora({ stream, discardStdin: false, isEnabled: true, color, text: fitted(text) }).start();
  }, DELAY_MS);

  return {
    update(line) {
      text = line;
      if (spinner !== undefined) spinner.text = fitted(line);
    },
    stop() {
      isStopped = true;
      clearTimeout(timer);
      spinner?.stop();
    },
  };
}
