/** ora, for a person who waits at a terminal; the only file that knows it. */

import type { Style } from './style.ts';

export interface Progress {
  /** Shows `text`, if it goes on for long enough to be worth showing. */
  update(text: string): void;
  /** Leaves no trace. */
  stop(): void;
}

type TerminalStream = NodeJS.WritableStream & { readonly isTTY?: boolean; readonly columns?: number };

/** A run that is over sooner shows nothing. */
const DELAY_MS = 150;

export const NO_PROGRESS: Progress = { update: () => undefined, stop: () => undefined };

/** Whether a stream can show a line that is drawn again and again. ora never ends drawing where there are no columns. */
export function canShowProgress(
  stream: TerminalStream,
  env: Readonly<Record<string, string | undefined>>,
): boolean {
  const isAutomated = !['', '0', 'false', undefined].includes(env.CI);
  return stream.isTTY === true && (stream.columns ?? 0) > 0 && env.TERM !== 'dumb' && !isAutomated;
}

export function createProgress(stream: TerminalStream, { dim }: Style, hasColor: boolean): Progress {
  let text = '';
  let spinner: { text: string; stop(): unknown } | undefined;
  let isStopped = false;

  const timer = setTimeout(async () => {
    const { default: ora } = await import('ora');
    if (isStopped) return;
    // discardStdin would swallow Ctrl-C.
    spinner = ora({
      stream,
      discardStdin: false,
      isEnabled: true,
      color: hasColor ? 'cyan' : false,
      text: fitted(text),
    });
    (spinner as ReturnType<typeof ora>).start();
  }, DELAY_MS);

  const fitted = (line: string): string => dim(line.slice(0, Math.max(0, (stream.columns ?? 80) - 3)));

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
