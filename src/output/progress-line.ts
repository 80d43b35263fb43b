/** One line that shows the progress of a run on a terminal. The only file that uses ora. */

import { countOf, formatCount, formatDuration, formatSize } from '../core/text.ts';
import { styled } from '../core/tone.ts';

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
const GAP = '  ';
const MIN_BAR = 8;
const MAX_BAR = 30;

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
    const suffixText = (): string =>
      BEFORE + progressLine(read(), (stream.columns || 80) - RESERVED_COLUMNS, hasColor) + AFTER;
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

/** The parts of the line that matter least, in the order in which they are left out. */
const SPARED = ['size', 'label', 'records', 'bar', 'wait'] as const;

/**
 * `state` in at most `width` columns: `revenue  ━━━━━━━─────  5/12 windows  40 records  12.3 kB`. Without room, parts that matter less
 * are left out, and at last the count is cut.
 */
export function progressLine(state: ProgressState, width: number, hasColor: boolean): string {
  const { label, windowsDone, windowCount, records, sizeBytes, wait } = state;
  const parts = {
    label,
    bar: '━'.repeat(MIN_BAR),
    count: `${formatCount(windowsDone)}/${countOf(windowCount, 'window')}`,
    records: countOf(records, 'record'),
    size: formatSize(sizeBytes),
    wait: wait === undefined ? '' : `retry ${wait.retry} in ${durationOf(wait.leftMs)}: ${wait.reason}`,
  };
  const line = (): string => Object.values(parts).filter(Boolean).join(GAP);
  for (const part of SPARED) if (line().length > width) parts[part] = '';
  parts.count = parts.count.slice(0, Math.max(0, width));
  const barColumns = parts.bar === '' ? 0 : Math.min(MAX_BAR, MIN_BAR + width - line().length);
  const done = windowCount === 0 ? 0 : Math.floor((windowsDone / windowCount) * barColumns);
  const bar = styled('━'.repeat(done), 'cyan', hasColor) + styled('─'.repeat(barColumns - done), 'dim', hasColor);
  if (barColumns > 0) parts.bar = bar;
  if (parts.wait !== '') parts.wait = styled(parts.wait, 'yellow', hasColor);
  return line();
}

/** A duration in whole seconds, because the line changes all the time. */
function durationOf(ms: number): string {
  const seconds = Math.ceil(ms / 1000);
  return seconds < 10 ? `${seconds} s` : formatDuration(seconds * 1000);
}
