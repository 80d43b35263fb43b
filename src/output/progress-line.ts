/** One line that shows the progress of a run on a terminal. The only file that uses ora. */

import { countOf, formatCount, formatDuration, formatSize } from '../core/text.ts';

/** The progress of a run. */
export interface ProgressState {
  /** The label of the line: `revenue`. */
  readonly label: string;
  readonly windowsDone: number;
  readonly windowCount: number;
  readonly records: number;
  readonly sizeBytes: number;
  /** The next retry; undefined if no window waits for one. */
  readonly wait: ProgressWait | undefined;
}

interface ProgressWait {
  /** Number of the retry: 1 is the second attempt. */
  readonly retry: number;
  readonly leftMs: number;
  /** Why the attempt before failed, in a few words: `503`. */
  readonly reason: string;
}

type TerminalStream = NodeJS.WritableStream & { readonly isTTY?: boolean; readonly columns?: number };

const DELAY_MS = 150;
/** The spinner, the two spaces that ora puts after it, and the last column: text there would wrap in some terminals. */
const RESERVED_COLUMNS = 4;

/**
 * Written before and after the line, so that a resize leaves no part of it on the screen. A terminal that becomes narrower wraps
 * the line: the cursor is at its start, in its first row, and the next line erases all rows below. A terminal may announce its
 * new width late (tmux: up to 250 ms): without automatic margins, a line that is too long is cut and does not wrap.
 */
const BEFORE = '\u001b[J\u001b[?7l';
const AFTER = '\r\u001b[?7h';
const ERASE_REST = '\u001b[J';

/** True for a terminal that can redraw a line. With 0 columns, ora would draw forever. */
export function canShowProgress(stream: TerminalStream, env: Readonly<Record<string, string | undefined>>): boolean {
  const isAutomated = !['', '0', 'false', undefined].includes(env.CI);
  return stream.isTTY === true && (stream.columns ?? 0) > 0 && env.TERM !== 'dumb' && !isAutomated;
}

/**
 * Shows the state that `read` returns on `stream`, again and again, once the run has taken 150 ms. Returns a function that
 * removes the line.
 */
export function showProgressLine(read: () => ProgressState, stream: TerminalStream, hasColor: boolean): () => void {
  let spinner: { stop(): unknown } | undefined;
  let isStopped = false;
  const timer = setTimeout(async () => {
    const { default: ora } = await import('ora');
    if (isStopped) return;
    const suffixText = (): string => BEFORE + progressLine(read(), (stream.columns || 80) - RESERVED_COLUMNS) + AFTER;
    const color = hasColor ? 'cyan' : false;
    // discardStdin would swallow Ctrl-C.
    spinner = ora({ stream, discardStdin: false, isEnabled: true, color, suffixText }).start();
  }, DELAY_MS);
  return () => {
    isStopped = true;
    clearTimeout(timer);
    spinner?.stop();
    if (spinner !== undefined) stream.write(ERASE_REST);
    spinner = undefined;
  };
}

/** `state` in at most `width` columns: `revenue  5/12 windows  retry 1 in 3 s: 503  40 records  12.3 kB`. The end is cut. */
export function progressLine({ label, windowsDone, windowCount, wait, ...rest }: ProgressState, width: number): string {
  const parts = [
    label,
    `${formatCount(windowsDone)}/${countOf(windowCount, 'window')}`,
    wait && `retry ${wait.retry} in ${durationOf(wait.leftMs)}: ${wait.reason}`,
    countOf(rest.records, 'record'),
    formatSize(rest.sizeBytes),
  ];
  return parts
    .filter((part) => part !== undefined)
    .join('  ')
    .slice(0, Math.max(0, width));
}

/** A duration in whole seconds, because the line changes all the time. */
function durationOf(ms: number): string {
  const seconds = Math.ceil(ms / 1000);
  return seconds < 10 ? `${seconds} s` : formatDuration(seconds * 1000);
}
