/** The messages of a run: its progress, notes, and a summary. */

import { mergeMessages } from '../core/errors.ts';
import { countOf, formatSize } from '../core/text.ts';
import type { DataWarning, Warning } from '../core/warnings.ts';
import { formatRange, mergeRanges } from '../dates/range.ts';
import type { Destination } from '../plan/destination.ts';
import { labelOf, type PlannedRun } from '../plan/report-plan.ts';
import type { WindowRecords } from '../records/window-records.ts';
import { describeWait, type RetryOptions } from '../service/retry.ts';
import type { Services } from '../services.ts';
import { isAllowed } from './checks/standing-warnings.ts';
import type { FetchObserver } from './fetch.ts';
import type { RunProgress } from './progress-model.ts';

/** Receives the events of a run, and shows them to the user. */
export interface ReportObserver extends FetchObserver {
  readonly onRetry: Required<Pick<RetryOptions, 'onWait' | 'onWaited' | 'onConcurrency'>>;
  /** Shows a note about the windows that an earlier run has stored. */
  noteReused(): void;
  /** The windows that are stored, of this run and of earlier ones. */
  storedCount(): number;
  /** When the first and the last window arrived, in the run that requested them; undefined before the first one. */
  pulledBetween(): readonly [first: Date, last: Date] | undefined;
  windows(): { readonly finished: number; readonly all: number };
  stop(): void;
}

/** People who wait longer than this learn why. */
const QUIET_WAIT_MS = 5000;

/** Shows the waits of retries, and once why the service is not reached. */
export function retryEvents(
  progress: Pick<RunProgress, 'waiting' | 'waited'>,
  messages: Pick<Services['messages'], 'verbose' | 'note'>,
): Required<Pick<RetryOptions, 'onWait' | 'onWaited'>> {
  let isExplained = false;
  return {
    onWait(wait) {
      progress.waiting(wait);
      const { message, retry, facts } = wait.error;
      if (!isExplained && retry?.reason !== undefined && (facts.elapsedMs ?? 0) >= QUIET_WAIT_MS) {
        isExplained = true;
        messages.note(`still trying: ${message}`);
      }
      messages.verbose(`${wait.error.message}: ${describeWait(wait)}`);
    },
    onWaited: progress.waited,
  };
}

/** Counts the progress of one run, and shows the verbose messages. */
export function createReportObserver(
  report: string,
  windowCount: number,
  progress: RunProgress,
  { messages, now }: Pick<Services, 'messages' | 'now'>,
): ReportObserver {
  let windowsDone = 0;
  let storedCount = 0;
  const reused: { readonly records: WindowRecords; readonly storedAt: Date }[] = [];
  const arrivals: Date[] = [];

  const whose = ({ profile }: WindowRecords): string => (profile === undefined ? '' : `${profile} `);
  const nameOf = (windowRecords: WindowRecords): string =>
    `${whose(windowRecords)}${report} ${formatRange(windowRecords.window)}`;

  /** Per client, with contiguous windows as one range. */
  function daysReused(): readonly string[] {
    const recordsByWindow = reused.map(({ records: windowRecords }) => windowRecords);
    return [...new Set(recordsByWindow.map(whose))].sort().flatMap((client) => {
      const windows = recordsByWindow
        .filter((windowRecords) => whose(windowRecords) === client)
        .map(({ window }) => window);
      return mergeRanges(windows).map((range) => client + formatRange(range));
    });
  }

  return {
    bytes: progress.bytes,
    received(windowRecords, storedAt) {
      windowsDone++;
      arrivals.push(storedAt ?? now());
      progress.received(windowRecords.recordCount, storedAt !== undefined);
      const what = nameOf(windowRecords);
      if (storedAt !== undefined) {
        reused.push({ records: windowRecords, storedAt });
        messages.verbose(`${what}: stored at ${minuteOf(storedAt)}`);
      }
      messages.verbose(
        `${what}: ${countOf(windowRecords.recordCount, 'record')}, ${formatSize(windowRecords.sizeBytes)}`,
      );
      for (const { name, value } of windowRecords.otherMembers) {
        messages.verbose(`${what}: the body also has ${JSON.stringify(name)}: ${value}`);
      }
      const { hiddenMemberCount } = windowRecords;
      if (hiddenMemberCount > 0)
        messages.verbose(`${what}: the body also has ${countOf(hiddenMemberCount, 'other member')}`);
    },
    stored() {
      storedCount++;
    },
    storeCleared() {
      storedCount = 0;
      reused.length = 0;
    },
    warning: messages.warning,
    storedCount: () => storedCount + reused.length,
    pulledBetween() {
      const times = arrivals.map((time) => time.getTime()).sort((one, other) => one - other);
      return times.length === 0 ? undefined : [new Date(times[0]!), new Date(times.at(-1)!)];
    },
    windows: () => ({ finished: windowsDone, all: windowCount }),
    noteReused() {
      if (reused.length === 0) return;
      const times = reused.map(({ storedAt }) => minuteOf(storedAt)).sort();
      const since = times[0] === times.at(-1) ? times[0] : `${times[0]} to ${times.at(-1)}`;
      messages.note(
        `reused ${reused.length} of ${countOf(windowCount, 'window')}, stored ${since}: ${daysReused().join(', ')}`,
      );
    },
    onRetry: {
      ...retryEvents(progress, messages),
      onConcurrency(count) {
        messages.verbose(`${report}: requesting ${countOf(count, 'window')} at once`);
      },
    },
    stop: progress.stop,
  };
}

/** `2026-06-15T12:00Z` */
function minuteOf(date: Date): string {
  return `${date.toISOString().slice(0, 16)}Z`;
}

/** Notes and warnings about a plan, of one client each. */
interface PlanMessages {
  readonly profile: string | undefined;
  readonly notes: readonly string[];
  readonly warnings: readonly Warning[];
}

/**
 * The messages about a plan: those of its clients, and those of its document. A run shows warnings about the data after them, with
 * those of the checks.
 */
export function planMessages(
  {
    fetch,
    document,
  }: Pick<PlannedRun, 'fetch'> & {
    readonly document: Omit<PlannedRun['document'], keyof Destination>;
  },
  mode: 'run' | 'dry-run',
): readonly PlanMessages[] {
  return fetch.clients.map((client) => ({
    profile: labelOf(fetch, client),
    notes: [...client.notes, ...document.notes],
    warnings: [...document.warnings, ...client.warnings].filter(
      (warning) => typeof warning === 'string' || (mode === 'dry-run' && !isAllowed(warning, client)),
    ),
  }));
}

/** Shows the notes and warnings about plans. Those that all clients share appear once. `showNote` shows a note. */
export function showPlanMessages(
  plans: readonly PlanMessages[],
  { messages }: Pick<Services, 'messages'>,
  showNote: (text: string) => void = messages.note,
): void {
  const notes = plans.flatMap((each) =>
    each.notes.length === 0 ? [] : [{ profile: each.profile, text: each.notes.join('; ') }],
  );
  const warnings = plans.flatMap(({ profile, warnings: own }) =>
    own.map((warning) => (typeof warning === 'string' ? { profile, text: warning } : { ...warning, profile })),
  );
  for (const { text } of mergeMessages(notes, plans.length)) showNote(text);
  for (const each of mergeMessages<{ readonly profile: string | undefined; readonly text: string } | DataWarning>(
    warnings,
    plans.length,
  ))
    messages.warning('name' in each ? each : each.text);
}
