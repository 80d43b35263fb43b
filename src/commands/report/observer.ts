import type { Report } from '../../contract/report.ts';
import { countOf } from '../../core/count.ts';
import { formatRange, mergeRanges } from '../../core/date-range.ts';
import type { SegmentObserver } from '../../pipeline/fetch-segment.ts';
import { describeWait, type RetryOptions } from '../../pipeline/retry.ts';
import type { KeptWindow } from '../../segments/kept-windows.ts';
import type { Segment } from '../../segments/segment.ts';
import type { Ports } from '../ports.ts';

interface ReportObserver extends SegmentObserver {
  /** What the retry policy tells. */
  readonly retry: Required<Pick<RetryOptions, 'onWait' | 'onWaited' | 'onConcurrency'>>;
  /** Says which windows were not asked for, and from when they are. */
  tellReused(): void;
  /** Says, after a failure, what a later run need not ask for. */
  tellKept(): void;
  /** Windows that are in, and all that there are. */
  windows(): { readonly finished: number; readonly all: number };
  stop(): void;
}

/** Tells the user how far a report is: a line that moves on a terminal, and what `--verbose` adds. */
export function createReportObserver(
  report: Report,
  windowCount: number,
  { createProgress, messages }: Pick<Ports, 'createProgress' | 'messages'>,
): ReportObserver {
  const progress = createProgress();
  let windowsDone = 0;
  let records = 0;
  let bytes = 0;
  let waiting = '';
  let kept = 0;
  const reused: KeptWindow[] = [];

  function show(): void {
    const counts = `${windowsDone}/${countOf(windowCount, 'window')}, ${countOf(records, 'record')}, ${size(bytes)}`;
    progress.update(`${report.name}: ${counts}${waiting}`);
  }

  const whose = ({ profile }: Segment): string => (profile === undefined ? '' : `${profile} `);
  const nameOf = (segment: Segment): string =>
    `${whose(segment)}${report.name} ${formatRange(segment.window)}`;

  /** By client, contiguous windows as one range. */
  function daysReused(): readonly string[] {
    const segments = reused.map(({ segment }) => segment);
    return [...new Set(segments.map(whose))].sort().flatMap((client) => {
      const windows = segments.filter((segment) => whose(segment) === client).map(({ window }) => window);
      return mergeRanges(windows).map((range) => client + formatRange(range));
    });
  }

  show();
  return {
    bytes(sizeBytes) {
      bytes += sizeBytes;
      show();
    },
    reused(kept) {
      reused.push(kept);
      messages.verbose(`${nameOf(kept.segment)}: kept since ${minuteOf(kept.keptAt)}`);
    },
    segment(segment) {
      windowsDone++;
      records += segment.recordCount;
      show();
      const what = nameOf(segment);
      messages.verbose(`${what}: ${countOf(segment.recordCount, 'record')}, ${size(segment.sizeBytes)}`);
      for (const { name, value } of segment.otherMembers) {
        messages.verbose(`${what}: the body also has ${JSON.stringify(name)}: ${value}`);
      }
      const { hiddenMemberCount } = segment;
      if (hiddenMemberCount > 0)
        messages.verbose(`${what}: the body also has ${countOf(hiddenMemberCount, 'other member')}`);
    },
    kept() {
      kept++;
    },
    forgotten() {
      kept = 0;
      reused.length = 0;
    },
    warning: messages.warning,
    remark: messages.verbose,
    tellKept() {
      const count = kept + reused.length;
      if (count === 0) return;
      const them = count === 1 ? 'it' : 'them';
      messages.note(
        `kept ${count} of ${countOf(windowCount, 'window')} for a day: the same command with --resume does not request ${them} again`,
      );
    },
    windows: () => ({ finished: windowsDone, all: windowCount }),
    tellReused() {
      if (reused.length === 0) return;
      const times = reused.map(({ keptAt }) => minuteOf(keptAt)).sort();
      const since = times[0] === times.at(-1) ? times[0] : `${times[0]} to ${times.at(-1)}`;
      messages.note(
        `reused ${reused.length} of ${countOf(windowCount, 'window')}, kept ${since}: ${daysReused().join(', ')}`,
      );
    },
    retry: {
      onWait(wait) {
        const { error } = wait;
        waiting = `, ${describeWait(wait)} after ${error.facts.status ?? 'a failure'}`;
        show();
        messages.verbose(`${error.message}: ${describeWait(wait)}`);
      },
      onWaited() {
        waiting = '';
        show();
      },
      onConcurrency(places) {
        messages.verbose(`${report.name}: asking for ${countOf(places, 'window')} at once`);
      },
    },
    stop: progress.stop,
  };
}

/** `2026-06-15T12:00Z` */
function minuteOf(date: Date): string {
  return `${date.toISOString().slice(0, 16)}Z`;
}

function size(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  return bytes < 1_000_000 ? `${(bytes / 1000).toFixed(1)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}
