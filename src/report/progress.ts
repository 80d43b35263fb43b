/** The progress of a run on its terminal, with an estimate of the time left, and the verbose messages about its windows. */

import { countOf, formatSize } from '../core/text.ts';
import type { DataWarning } from '../core/warnings.ts';
import { type DateRange, formatRange, mergeRanges, wordWindow } from '../dates/range.ts';
import type { MemberSurvey } from '../json/member-rules.ts';
import type { ProgressState } from '../output/progress-line.ts';
import { countWindows, type FetchPlan, minuteOf } from '../plan/report-plan.ts';
import type { WindowRecords } from '../records/window-records.ts';
import { describeWait, type RetryOptions, type Wait } from '../service/retry.ts';
import type { Services, Uses } from '../services.ts';

/** The progress of a run, as its user sees it. */
export type RunProgress = ReturnType<typeof createRunProgress>;

/** A shorter time gives no estimate. */
const MIN_ELAPSED_MS = 1000;

/** Creates the progress of a run that begins now, and shows it if the user wants to see it. */
export function createRunProgress(
  { label, windowCount, concurrency }: Pick<ProgressState, 'label' | 'windowCount'> & { readonly concurrency: number },
  { showProgress, now }: Uses<'showProgress' | 'now'>,
) {
  const nowMs = (): number => now().getTime();
  const startedMs = nowMs();
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

  /** As if all windows took as long as the complete ones. Undefined until as many are complete as run at once, and if they are late. */
  function timeLeft(): number | undefined {
    const elapsedMs = nowMs() - startedMs;
    const rest = windowCount - windowsDone;
    if (requestedDone < concurrency || rest === 0 || elapsedMs < MIN_ELAPSED_MS) return undefined;
    const leftMs = ((lastDoneMs - startedMs) / requestedDone) * (requestedDone + rest) - elapsedMs;
    return leftMs > 0 ? leftMs : undefined;
  }

  const stop = showProgress(() => ({
    ...{ label, windowsDone, windowCount, records, sizeBytes },
    leftMs: timeLeft(),
    wait: nextWait(),
  }));
  return {
    /** Bytes arrived; negative after a failed attempt. */
    bytes(count: number): void {
      sizeBytes += count;
    },
    /** A window is complete. `isReused` is true for one that an earlier run has stored. */
    received(recordCount: number, isReused: boolean): void {
      windowsDone++;
      records += recordCount;
      if (isReused) return;
      requestedDone++;
      lastDoneMs = nowMs();
    },
    waiting(wait: Wait): void {
      waits.set(wait, nowMs() + wait.ms);
    },
    waited(wait: Wait): void {
      waits.delete(wait);
    },
    /** Removes the progress from the terminal. */
    stop,
  };
}

/** Shows the waits of retries. */
export function retryEvents(
  progress: Pick<RunProgress, 'waiting' | 'waited'>,
  messages: Pick<Services['messages'], 'verbose'>,
): Required<Pick<RetryOptions, 'onWait' | 'onWaited'>> {
  return {
    onWait(wait) {
      progress.waiting(wait);
      messages.verbose(`${wait.error.message}: ${describeWait(wait)}`);
    },
    onWaited: progress.waited,
  };
}

/** What a run shows of a body, and keeps with it. */
export interface ReceivedFacts extends Partial<Pick<MemberSurvey, 'otherMembers' | 'hiddenMemberCount'>> {
  readonly recordCount: number;
  /** The size of the decoded body in bytes. */
  readonly sizeBytes: number;
  readonly warnings?: readonly DataWarning[];
}

/** Receives the events of a run, and shows them to the user. */
export type ReportObserver = ReturnType<typeof createReportObserver>;

/** Counts the progress of one run of a plan, as a part of `shared` if there is one, and shows the verbose messages. */
export function createReportObserver(
  plan: Pick<FetchPlan, 'report' | 'clients' | 'requests'>,
  shared: RunProgress | undefined,
  services: Uses<'messages' | 'now' | 'showProgress'>,
) {
  const { report, requests } = plan;
  const windowCount = countWindows(plan);
  const { messages, now } = services;
  const size = { label: report, windowCount, concurrency: requests.concurrency };
  const progress = shared ?? createRunProgress(size, services);
  let windowsDone = 0;
  const reused: { readonly client: string; readonly window: DateRange; readonly storedAt: Date }[] = [];
  const arrivals: number[] = [];

  return {
    progress,
    /** Bytes of a window arrived; negative after a failed attempt, whose bytes are discarded. */
    bytes: progress.bytes,
    /** A window is complete. `storedAt` is the time when an earlier run stored it; undefined for a window of this run. */
    received(
      job: Pick<WindowRecords, 'report' | 'window' | 'profile'>,
      facts: ReceivedFacts,
      storedAt: Date | undefined,
    ): void {
      windowsDone++;
      arrivals.push((storedAt ?? now()).getTime());
      progress.received(facts.recordCount, storedAt !== undefined);
      const client = job.profile === undefined ? '' : `${job.profile} `;
      const say = (text: string): void => messages.verbose(`${client}${wordWindow(job)}: ${text}`);
      if (storedAt !== undefined) {
        reused.push({ client, window: job.window, storedAt });
        say(`stored at ${minuteOf(storedAt)}`);
      }
      say(`${countOf(facts.recordCount, 'record')}, ${formatSize(facts.sizeBytes)}`);
      const { otherMembers = [], hiddenMemberCount = 0 } = facts;
      for (const { name, value } of otherMembers) say(`the body also has ${JSON.stringify(name)}: ${value}`);
      if (hiddenMemberCount > 0) say(`the body also has ${countOf(hiddenMemberCount, 'other member')}`);
    },
    warning: messages.show,
    /** When the first and the last window arrived, in the run that requested them. */
    pulledBetween: (): readonly [first: Date, last: Date] => [
      new Date(Math.min(...arrivals)),
      new Date(Math.max(...arrivals)),
    ],
    windows: () => ({ finished: windowsDone, all: windowCount }),
    /** Shows a note about the windows that an earlier run has stored: per client, contiguous ones as one range. */
    noteReused(): void {
      if (reused.length === 0) return;
      const times = reused.map(({ storedAt }) => minuteOf(storedAt)).sort();
      const since = times[0] === times.at(-1) ? times[0] : `${times[0]} to ${times.at(-1)}`;
      const days = [...new Set(reused.map(({ client }) => client))].sort().flatMap((client) => {
        const windows = reused.filter((each) => each.client === client).map(({ window }) => window);
        return mergeRanges(windows).map((range) => client + formatRange(range));
      });
      messages.note(
        `reused ${reused.length} of ${countOf(windowCount, 'window')}, stored ${since}: ${days.join(', ')}`,
      );
    },
    onRetry: {
      ...retryEvents(progress, messages),
      onConcurrency(count: number): void {
        messages.verbose(`${report}: requesting ${countOf(count, 'window')} at once`);
      },
    },
    stop: progress.stop,
  };
}
