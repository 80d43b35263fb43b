/** One line that shows the progress of a run on a terminal. The only file that uses ora. */

import { countOf, formatCount, formatSize } from '../core/text.ts';

/** The progress of a run. */
export interface ProgressState {
  /** The label of the line: `revenue`. */
  readonly label: string;
  readonly windowsDone: number;
  readonly windowCount: number;
  readonly records: number;
  readonly sizeBytes: number;
  /** A retry that a window waits for, with its reason; undefined if there is none. */
  readonly wait: string | undefined;
}

type TerminalStream = NodeJS.WritableStream & { readonly isTTY?: boolean; readonly columns?: number };

const DELAY_MS = 150;
/** The spinner, the two spaces that ora puts after it, and the last column: text there would wrap in some terminals. */
const RESERVED_COLUMNS = 4;

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
    const suffixText = (): string => progressLine(read(), (stream.columns || 80) - RESERVED_COLUMNS);
    const color = hasColor ? 'cyan' : false;
    // discardStdin would swallow Ctrl-C.
    spinner = ora({ stream, discardStdin: false, isEnabled: true, color, suffixText }).start();
  }, DELAY_MS);
  return () => {
    isStopped = true;
    clearTimeout(timer);
    spinner?.stop();
    spinner = undefined;
  };
}

/** `state` in at most `width` columns: `revenue  5/12 windows  retry 1 in 2.1 s: 503  40 records  12.3 kB`. The end is cut. */
export function progressLine({ label, windowsDone, windowCount, wait, ...rest }: ProgressState, width: number): string {
  const parts = [
    label,
    `${formatCount(windowsDone)}/${countOf(windowCount, 'window')}`,
    wait,
    countOf(rest.records, 'record'),
    formatSize(rest.sizeBytes),
  ];
  return parts
    .filter((part) => part !== undefined)
    .join('  ')
    .slice(0, Math.max(0, width));
}
