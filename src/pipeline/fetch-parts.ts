import type { Segment } from '../segments/segment.ts';
import type { Spool } from '../segments/spool.ts';
import { fetchSegment, type SegmentPorts } from './fetch-segment.ts';
import { fetchWindows } from './fetch-windows.ts';
import type { ReportPart, ReportPlan } from './report-plan.ts';

/** One client's share of a report, in. */
export interface FetchedPart {
  readonly part: ReportPart;
  /** Of the range itself, in the windows' order. */
  readonly now: readonly Segment[];
  /** Of the range that it is compared with. */
  readonly before: readonly Segment[];
}

/** All windows of all clients, a few at once, in the plan's order. The first failure cancels the others, and is thrown. */
export async function fetchParts(
  { report, parts, recordsMember, concurrency }: ReportPlan,
  spool: Spool,
  ports: Pick<SegmentPorts, 'retry' | 'observer'>,
  signal: AbortSignal,
): Promise<readonly FetchedPart[]> {
  const jobs = parts.flatMap((part) => allWindows(part).map((window) => ({ part, window })));
  const segments = await fetchWindows(
    jobs,
    ({ part, window }, index, windowSignal) => {
      const { profile, kept, request, dateColumn } = part;
      const file = spool.filePath(index);
      const wanted = { report, profile, window, dateColumn: dateColumn?.name, file, recordsMember };
      return fetchSegment(wanted, { ...ports, kept, request }, windowSignal);
    },
    { concurrency, signal },
  );
  const left = segments.values();
  const take = (windows: readonly unknown[]): readonly Segment[] => windows.map(() => left.next().value!);
  return parts.map((part) => ({ part, now: take(part.windows), before: take(part.comparedWindows) }));
}

/** Those of both ranges. */
export function allWindows({ windows, comparedWindows }: ReportPart): ReportPart['windows'] {
  return [...windows, ...comparedWindows];
}
