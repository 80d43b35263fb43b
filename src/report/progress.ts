/** The progress of a run on its terminal, and the verbose messages about its windows. */

import { countOf, formatSize } from '../core/text.ts';
import type { DataWarning } from '../core/warnings.ts';
import { wordWindow } from '../dates/range.ts';
import type { ProgressState } from '../output/progress-line.ts';
import { countWindows, type FetchPlan, minuteOf } from '../plan/report-plan.ts';
import type { WindowRecords } from '../records/window-records.ts';
import { describeWait, type RetryOptions, type Wait } from '../service/retry.ts';
import type { Uses } from '../services.ts';

/** The progress of a run, as its user sees it. */
export type RunProgress = ReturnType<typeof createRunProgress>;

/** Creates the progress of a run that begins now, and shows it if the user wants to see it. */
export function createRunProgress(
  size: Pick<ProgressState, 'label' | 'windowCount'>,
  { showProgress, messages }: Uses<'showProgress' | 'messages'>,
) {
  let windowsDone = 0;
  let records = 0;
  let sizeBytes = 0;
  const waits = new Map<Wait, string>();
  const onRetry: Required<Pick<RetryOptions, 'onWait' | 'onWaited'>> = {
    onWait(wait) {
      const { error } = wait;
      const reason = String(error.facts.status ?? error.retry?.reason ?? 'request failed');
      waits.set(wait, `${describeWait(wait)}: ${reason}`);
      messages.verbose(`${error.message}: ${describeWait(wait)}`);
    },
    onWaited: (wait) => waits.delete(wait),
  };
  return {
    /** Bytes arrived, also those of a failed attempt. */
    bytes(count: number): void {
      sizeBytes += count;
    },
    received(recordCount: number): void {
      windowsDone++;
      records += recordCount;
    },
    onRetry,
    /** Removes the progress from the terminal. */
    stop: showProgress(() => ({ ...size, windowsDone, records, sizeBytes, wait: [...waits.values()][0] })),
  };
}

/** What a run shows of a body, and keeps with it. */
export interface ReceivedFacts {
  readonly recordCount: number;
  /** The size of the decoded body in bytes. */
  readonly sizeBytes: number;
  readonly warnings?: readonly DataWarning[];
}

/** Receives the events of a run, and shows them to the user. */
export type ReportObserver = ReturnType<typeof createReportObserver>;

/** Counts the progress of one run of a plan, as a part of `shared` if there is one, and shows the verbose messages. */
export function createReportObserver(
  plan: Pick<FetchPlan, 'report' | 'clients'>,
  shared: RunProgress | undefined,
  services: Uses<'messages' | 'now' | 'showProgress'>,
) {
  const { report } = plan;
  const windowCount = countWindows(plan);
  const { messages, now } = services;
  const progress = shared ?? createRunProgress({ label: report, windowCount }, services);
  const reused: string[] = [];
  const arrivals: number[] = [];

  return {
    ...{ bytes: progress.bytes, onRetry: progress.onRetry, stop: progress.stop },
    /** A window is complete. `storedAt` is the time when an earlier run stored it; undefined for a window of this run. */
    received(
      job: Pick<WindowRecords, 'report' | 'window' | 'profile'>,
      facts: ReceivedFacts,
      storedAt: Date | undefined,
    ): void {
      arrivals.push((storedAt ?? now()).getTime());
      progress.received(facts.recordCount);
      const client = job.profile === undefined ? '' : `${job.profile} `;
      const say = (text: string): void => messages.verbose(`${client}${wordWindow(job)}: ${text}`);
      if (storedAt !== undefined) {
        reused.push(minuteOf(storedAt));
        say(`stored at ${minuteOf(storedAt)}`);
      }
      say(`${countOf(facts.recordCount, 'record')}, ${formatSize(facts.sizeBytes)}`);
    },
    warning: messages.show,
    /** When the first and the last window arrived, in the run that requested them. */
    pulledBetween: (): readonly [first: Date, last: Date] => [
      new Date(Math.min(...arrivals)),
      new Date(Math.max(...arrivals)),
    ],
    windowCount,
    /** Shows a note about the windows that an earlier run has stored. */
    noteReused(): void {
      if (reused.length === 0) return;
      const [first] = reused.sort();
      messages.note(`reused ${reused.length} of ${countOf(windowCount, 'window')}, stored since ${first}`);
    },
  };
}
