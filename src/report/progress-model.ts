/** The progress of a run, and an estimate of the time left. One model serves all clients of a run. */

import type { ProgressState } from '../output/progress-line.ts';
import type { Wait } from '../service/retry.ts';
import type { Services } from '../services.ts';

/** The progress of a run, as its user sees it. */
export interface RunProgress {
  /** Bytes arrived; negative after a failed attempt. */
  bytes(sizeBytes: number): void;
  /** A window is complete. `isReused` is true for one that an earlier run has stored. */
  received(recordCount: number, isReused: boolean): void;
  /** This many windows will not be requested. */
  dropped(windowCount: number): void;
  waiting(wait: Wait): void;
  waited(wait: Wait): void;
  /** Removes the progress from the terminal. */
  stop(): void;
}

/** The progress of nothing. */
export const NO_PROGRESS: RunProgress = {
  bytes: () => undefined,
  received: () => undefined,
  dropped: () => undefined,
  waiting: () => undefined,
  waited: () => undefined,
  stop: () => undefined,
};

interface RunSize {
  /** The label of the progress: `revenue`. */
  readonly label: string;
  readonly windowCount: number;
  /** Most windows at once. */
  readonly concurrency: number;
}

/** A shorter time gives no estimate. */
const MIN_ELAPSED_MS = 1000;

/** Creates the progress of a run that begins now, and shows it if the user wants to see it. */
export function createRunProgress(
  run: RunSize,
  { showProgress, now }: Pick<Services, 'showProgress' | 'now'>,
): RunProgress {
  const nowMs = (): number => now().getTime();
  const startedMs = nowMs();
  let { windowCount } = run;
  let windowsDone = 0;
  let requestedDone = 0;
  let lastDoneMs = startedMs;
  let records = 0;
  let sizeBytes = 0;
  /** The end of each wait. */
  const waits = new Map<Wait, number>();

  /** The wait that ends first. */
  function nextWait(): ProgressState['wait'] {
    const [first] = [...waits].sort(([, left], [, right]) => left - right);
    if (first === undefined) return undefined;
    const [{ retry, error }, untilMs] = first;
    const reason = String(error.facts.status ?? error.retry?.reason ?? 'request failed');
    return { retry, leftMs: Math.max(0, untilMs - nowMs()), reason };
  }

  const stop = showProgress(() => {
    const wait = nextWait();
    const leftMs = timeLeft({
      done: requestedDone,
      rest: windowCount - windowsDone,
      concurrency: run.concurrency,
      untilLastDoneMs: lastDoneMs - startedMs,
      elapsedMs: nowMs() - startedMs,
    });
    return { label: run.label, windowsDone, windowCount, records, sizeBytes, leftMs, wait };
  });
  return {
    bytes(count) {
      sizeBytes += count;
    },
    received(recordCount, isReused) {
      windowsDone++;
      records += recordCount;
      if (isReused) return;
      requestedDone++;
      lastDoneMs = nowMs();
    },
    dropped(count) {
      windowCount -= count;
    },
    waiting(wait) {
      waits.set(wait, nowMs() + wait.ms);
    },
    waited(wait) {
      waits.delete(wait);
    },
    stop,
  };
}

interface Pace {
  /** Windows that were requested and are complete. */
  readonly done: number;
  /** Windows that are not complete. */
  readonly rest: number;
  readonly concurrency: number;
  readonly untilLastDoneMs: number;
  readonly elapsedMs: number;
}

/**
 * Estimates the time until all windows are complete from the windows that are. Undefined until as many are complete as run at
 * once, and after the estimated time is over.
 *
 * A window takes the mean of the complete ones. If the current windows take longer, the mean rises to its least possible value:
 * the one that it has if all of them end now.
 */
export function timeLeft({ done, rest, concurrency, untilLastDoneMs, elapsedMs }: Pace): number | undefined {
  if (done < concurrency || rest === 0 || elapsedMs < MIN_ELAPSED_MS) return undefined;
  const running = Math.min(concurrency, rest);
  const meanMs = Math.max(untilLastDoneMs / done, elapsedMs / (done + running));
  const leftMs = meanMs * (done + rest) - elapsedMs;
  return leftMs > 0 ? leftMs : undefined;
}
