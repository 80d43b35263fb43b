/** The checks of a whole month that a report makes of its windows: no records, and the records of another month. */

import type { DataWarning, WarningName } from '../core/warnings.ts';
import { describeEmptyRange } from '../report/checks/check-records.ts';
import { describeSameRecords, hasFigures } from '../report/checks/identical-windows.ts';
import type { PartitionReport } from './fetch-records.ts';
import type { PullContext } from './pull-context.ts';
import type { PartitionRecord } from './record.ts';
import { isSettled, listPartitions, type PlannedPull, wholeOf } from './sync-plan.ts';

interface CheckedMonth {
  /** The record of the last pull. */
  readonly record: PartitionRecord | undefined;
  /** The content hash of the records. */
  readonly content: string;
  readonly startedAt: Date;
}

/**
 * Warnings to print if the month is written. With `strict`, throws an error for them, but lets an empty month settle after the
 * lookback. An empty month that was empty before has no warning.
 */
export async function checkMonth(
  pull: PlannedPull,
  report: PartitionReport,
  { record, content, startedAt }: CheckedMonth,
  context: PullContext,
): Promise<readonly DataWarning[]> {
  if (report.rows.recordCount > 0) {
    const warning = await findSameMonth(pull, report, content, context);
    const warnings = report.standing(warning === undefined ? [] : [warning]);
    report.assertNoWarnings(warnings);
    return warnings;
  }
  const text = describeEmptyRange(pull.report, report.parts[0]!.now);
  const warnings = report.standing([{ name: 'empty', scope: [pull.profile], text, namesReport: true }]);
  const pulled = { ...pull.range, pulledAt: startedAt };
  if (!isSettled(pull, pulled, context.lookbackDays, { now: startedAt, dayOf: context.dayOf }))
    report.assertNoWarnings(warnings);
  return record?.records === 0 ? [] : warnings;
}

const DOUBTS: ReadonlySet<WarningName> = new Set(['partial', 'stale', 'other-range', 'repeated-windows']);

/**
 * Those of the warnings that a month may not be whole; undefined without one. After the lookback, records stay preliminary.
 */
export function findDoubts(
  warnings: readonly DataWarning[],
  pull: PlannedPull,
  pulledAt: Date,
  { lookbackDays, dayOf, redact }: PullContext,
): readonly DataWarning[] | undefined {
  const isLate = isSettled(pull, { ...pull.range, pulledAt }, lookbackDays, { now: pulledAt, dayOf });
  const found = warnings.filter(({ name }) => DOUBTS.has(name) || (name === 'preliminary' && !isLate));
  return found.length === 0 ? undefined : found.map((each) => ({ ...each, text: redact(each.text) }));
}

/** A warning about another month on disk with equal records, which no column dates. Records without figures are ignored. */
async function findSameMonth(
  pull: PlannedPull,
  { parts: [part] }: PartitionReport,
  content: string,
  { tree, dataset, now, dayOf }: PullContext,
): Promise<DataWarning | undefined> {
  if (part!.dates.dateColumn !== undefined) return undefined;
  const twins = listPartitions(wholeOf(dataset), dayOf(now())).flatMap((other) => {
    const isOther = other.report === pull.report && other.profile === pull.profile && other.month !== pull.month;
    const record = isOther ? tree.findRecord(other) : undefined;
    return record?.content === content ? [record] : [];
  });
  const [twin] = twins;
  if (twin === undefined) return undefined;
  for (const windowRecords of part!.now) {
    if (await hasFigures(windowRecords, twins.length)) {
      const [one, other] = twin.from < pull.range.from ? [twin, pull.range] : [pull.range, twin];
      return describeSameRecords(pull.report, one, other);
    }
  }
  return undefined;
}
