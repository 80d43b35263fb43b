/** What is held against each client's share of a report that is in. */

import { refuseOtherColumns } from '../core/expected-columns.ts';
import { columnsInFront, createDataset } from '../segments/dataset.ts';
import type { Segment } from '../segments/segment.ts';
import type { FetchedPart } from './fetch-parts.ts';
import { judgeReport } from './judge-report.ts';
import { nameProfile, type SaidOfPart } from './name-profile.ts';
import type { ReportPlan } from './report-plan.ts';

/** What is to be said of days without records. Throws as `judgeReport` does, and for other columns than those expected. */
export async function judgeParts(
  plan: ReportPlan,
  fetched: readonly FetchedPart[],
): Promise<readonly SaidOfPart[]> {
  const said: SaidOfPart[] = [];
  for (const each of fetched) {
    const { profile } = each.part;
    try {
      for (const text of await judgePart(plan, each)) said.push({ profile, text });
    } catch (error) {
      throw nameProfile(error, profile);
    }
  }
  return said;
}

async function judgePart(plan: ReportPlan, { part, now, before }: FetchedPart): Promise<readonly string[]> {
  for (const segments of [now, before]) expectColumns(plan, segments);
  const isEndExclusive = part.windows.some((window) => part.askedRange(window).to !== window.to);
  const isCompared = before.length > 0;
  const { report, failEmpty, failGaps } = plan;
  const options = { report, failGaps, today: part.today, isEndExclusive };
  // With a comparison, a range without records leaves rows all the same.
  const hole = await judgeReport({ ...options, failEmpty: failEmpty && !isCompared }, now);
  const earlier = isCompared ? await judgeReport({ ...options, failEmpty: false }, before) : undefined;
  const isEmptyBefore = isCompared && before.every(({ recordCount }) => recordCount === 0);
  const holes = [
    hole,
    earlier && `in the range that it is compared with, ${earlier}`,
    isEmptyBefore ? 'there are no records in the range that it is compared with' : undefined,
  ];
  return holes.filter((each) => each !== undefined);
}

/** An empty report has no columns to be others. Those put in front may be named among the expected ones, or left out. */
function expectColumns(plan: ReportPlan, segments: readonly Segment[]): void {
  const { report, expectedColumns } = plan;
  const { recordCount, columns } = createDataset(segments, plan);
  if (expectedColumns === undefined || recordCount === 0) return;
  const added = columnsInFront(plan);
  const isOwn = (name: string): boolean => !added.includes(name);
  const names = columns.map(({ name }) => name);
  refuseOtherColumns(expectedColumns.filter(isOwn), names.filter(isOwn), report);
}
