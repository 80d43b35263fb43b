import type { Report } from '../contract/report.ts';
import { countOf } from '../core/count.ts';
import { formatRange } from '../core/date-range.ts';
import type { Wait } from '../pipeline/retry.ts';
import type { ReportObserver } from '../pipeline/run-report.ts';
import type { Ports } from './ports.ts';

interface ReportWaits {
  waiting(wait: Wait): void;
  waited(): void;
  concurrency(places: number): void;
  stop(): void;
}

/** Tells the user how far a report is: a line that moves on a terminal, and what `--verbose` adds. */
export function createReportObserver(
  report: Report,
  windowCount: number,
  { createProgress, messages }: Pick<Ports, 'createProgress' | 'messages'>,
): ReportObserver & ReportWaits {
  const progress = createProgress();
  let windowsDone = 0;
  let records = 0;
  let bytes = 0;
  let waiting = '';

  function show(): void {
    const counts = `${windowsDone}/${countOf(windowCount, 'window')}, ${countOf(records, 'record')}, ${size(bytes)}`;
    progress.update(`${report.name}: ${counts}${waiting}`);
  }

  show();
  return {
    bytes(sizeBytes) {
      bytes += sizeBytes;
      show();
    },
    segment(segment) {
      windowsDone++;
      records += segment.recordCount;
      show();
      const what = `${report.name} ${formatRange(segment.window)}`;
      messages.verbose(`${what}: ${countOf(segment.recordCount, 'record')}, ${size(segment.sizeBytes)}`);
      for (const { name, value } of segment.otherMembers) {
        messages.verbose(`${what}: the body also has ${JSON.stringify(name)}: ${value}`);
      }
    },
    warning: messages.warning,
    waiting({ ms, nextAttempt, maxAttempts, error }) {
      const wait = `attempt ${nextAttempt} of ${maxAttempts} in ${(ms / 1000).toFixed(1)} s`;
      waiting = `, ${wait} after ${error.facts.status ?? 'a failure'}`;
      show();
      messages.verbose(`${error.message}: ${wait}`);
    },
    concurrency(places) {
      messages.verbose(`${report.name}: asking for ${countOf(places, 'window')} at once`);
    },
    waited() {
      waiting = '';
      show();
    },
    stop: progress.stop,
  };
}

function size(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  return bytes < 1_000_000 ? `${(bytes / 1000).toFixed(1)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}
