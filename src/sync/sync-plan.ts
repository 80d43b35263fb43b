/** Decides which months a run requests, from their records. */

import { ReportingError, SeveralFailures } from '../core/errors.ts';
import { countOf } from '../core/text.ts';
import type { DataWarning, WarningName } from '../core/warnings.ts';
import { addDays, type CalendarDate, calendarDateAt, daysBetween } from '../dates/date.ts';
import type { DateRange } from '../dates/range.ts';
import type { Messages } from '../output/messages.ts';
import type { Dataset } from './dataset.ts';
import { isOfSchema } from './dataset-schema.ts';
import { otherSchema, type PartitionRecord, type PartitionState, readState } from './month-files.ts';
import { daysOfMonth, keyOf, type Month, monthFolder, monthOf, monthsBetween, type Partition } from './months.ts';
import { assertHarmless, type Tree } from './tree.ts';

/** What decides the months of a run. */
export interface PlanSettings {
  /** Days after the end of a month until its figures count as final. */
  readonly lookbackDays: number;
  /** Keys of the partitions to pull in any case. */
  readonly forced: ReadonlySet<string>;
  readonly now: Date;
  /** The last day that is over, in the zone of the dataset. */
  readonly yesterday: CalendarDate;
  /** The day of a time, in the zone of the dataset. */
  readonly dayOf: (time: Date) => CalendarDate;
}

/** The settings of a run of the dataset at present. */
export function planSettings(
  { timeZone, lookbackDays }: Dataset,
  { now, today }: { now(): Date; today(timeZone: string): CalendarDate },
  chosen: { readonly lookbackDays?: number | undefined; readonly forced?: readonly string[] } = {},
): PlanSettings {
  return {
    lookbackDays: chosen.lookbackDays ?? lookbackDays,
    forced: new Set(chosen.forced),
    ...{ now: now(), yesterday: addDays(today(timeZone), -1), dayOf: (time) => calendarDateAt(time, timeZone) },
  };
}

/** Why a run requests a partition. */
export type PullReason =
  | 'missing'
  | 'incomplete'
  | 'open'
  | 'open, within lookback'
  | 'open, with a warning'
  | 'refused'
  | 'forced';

/** A partition to request. */
export interface PlannedPull extends Partition {
  /** The record that the plan was made from. */
  readonly record: PartitionRecord | undefined;
  readonly range: DateRange;
  readonly reason: PullReason;
}

/** The reports, clients and months that a run pulls, or all of a dataset. */
export interface Scope extends Pick<Dataset, 'reports' | 'from'> {
  readonly profiles: readonly string[];
  /** The last month; undefined to end yesterday. */
  readonly to: Month | undefined;
}

/** All of a dataset. */
export function wholeOf({ reports, from, profiles }: Dataset): Scope {
  return { reports, from, profiles: Object.keys(profiles), to: undefined };
}

/** The partitions up to yesterday: by month, then client, then report. */
export function listPartitions({ reports, from, to, profiles }: Scope, yesterday: CalendarDate): readonly Partition[] {
  const present = monthOf(yesterday);
  const months = monthsBetween(from, to !== undefined && to < present ? to : present);
  return months.flatMap((month) =>
    profiles.flatMap((profile) => reports.map((report) => ({ report, profile, month }))),
  );
}

/** A month of a plan. */
export interface PlannedMonth extends Partition, Pick<PartitionState, 'record'> {
  /** Undefined for a month that needs no pull, or cannot have one. */
  readonly pull: PlannedPull | undefined;
  /** Why the month cannot be pulled. */
  error: ReportingError | undefined;
}

/** Partitions between two checks for an interruption. */
const BATCH = 500;

/**
 * The months of a scope, and those months outside of it that have foreign files. Throws a damaged error for foreign files
 * elsewhere, and for a report whose schema is missing, or another one than that of its months.
 */
export async function planMonths(
  scope: Scope,
  tree: Tree,
  settings: PlanSettings,
  signal: AbortSignal,
  stateOf = readState,
): Promise<readonly PlannedMonth[]> {
  const { reports } = tree.dataset;
  const found = tree.scan();
  assertHarmless(found);
  for (const report of reports) tree.assertHasSchema(report, found.months);
  const partitions = listPartitions(scope, settings.yesterday);
  const own = new Set(partitions.map(keyOf));
  const others = found.months.filter((month) => !own.has(keyOf(month)));
  const months: PlannedMonth[] = [];
  for (const [index, partition] of [...partitions, ...others].entries()) {
    if (index % BATCH === 0) {
      await new Promise(setImmediate);
      signal.throwIfAborted();
    }
    try {
      if (index >= partitions.length) assertHarmless(tree.scan(monthFolder(partition)));
      else {
        const state = stateOf(partition, tree);
        months.push({
          ...partition,
          record: state.record,
          pull: planPull(partition, state, settings),
          error: undefined,
        });
      }
    } catch (error) {
      if (!(error instanceof ReportingError)) throw error;
      months.push({ ...partition, record: undefined, pull: undefined, error });
    }
  }
  for (const report of reports) refuseOtherSchemas(report, months, tree);
  return months;
}

/** Sets the error of each month that was written with another schema. Throws it if this is all months. */
function refuseOtherSchemas(report: string, months: readonly PlannedMonth[], tree: Tree): void {
  // Read after the records: it has the versions of each of them, also if another run adds one now.
  const schema = tree.readSchema(report);
  if (schema === undefined) return;
  const own = months.filter((each) => each.report === report && each.record && each.pull?.reason !== 'incomplete');
  const others = own.filter(({ record }) => !isOfSchema(record!, schema));
  for (const month of others) {
    month.error = otherSchema(month, tree);
    // The schema file has changed, and new months would get other types.
    if (others.length === own.length) throw month.error;
  }
}

/** Throws the failures of months, in their order. `summary` says what else the run did. */
export function throwFailures(failures: readonly ReportingError[], summary: string): void {
  if (failures.length > 0) throw new SeveralFailures(failures, `${countOf(failures.length, 'failure')}; ${summary}`);
}

/** The pull of a partition; undefined if its figures count as final. */
export function planPull(
  partition: Partition,
  { record, isIncomplete }: PartitionState,
  settings: PlanSettings,
): PlannedPull | undefined {
  const { forced, dayOf } = settings;
  const range = rangeToPull(partition, record, settings);
  const pull = (reason: PullReason): PlannedPull => ({ ...partition, record, range, reason });
  if (record === undefined) return pull('missing');
  if (isIncomplete) return pull('incomplete');
  if (forced.has(keyOf(partition))) return pull('forced');
  if (record.refused !== undefined) return pull('refused');
  if (record.to !== daysOfMonth(partition.month).to) return pull('open');
  if (!isLate(partition, record, settings)) return pull('open, within lookback');
  const { warnings, pulledAt, equalSince = pulledAt } = record;
  const hasProof = warnings === undefined || daysBetween(dayOf(equalSince), dayOf(pulledAt)) >= EQUAL_DAYS;
  return hasProof ? undefined : pull('open, with a warning');
}

/** The days of the month up to yesterday. A recorded end never moves back, even if the clock does. */
function rangeToPull(
  { month }: Partition,
  record: PartitionRecord | undefined,
  { yesterday }: PlanSettings,
): DateRange {
  const { from, to } = daysOfMonth(month);
  const end = yesterday < to ? yesterday : to;
  return { from, to: record !== undefined && record.to > end ? record.to : end };
}

/** Days between two pulls with equal records, after which a warning no longer keeps a month open. */
const EQUAL_DAYS = 7;

/** True if the record covers the month and was pulled after the lookback, by its own time and not by today's. */
function isLate(
  { month }: Partition,
  { from, to, pulledAt }: Pick<PartitionRecord, 'from' | 'to' | 'pulledAt'>,
  { lookbackDays, now, dayOf }: Pick<PlanSettings, 'lookbackDays' | 'now' | 'dayOf'>,
): boolean {
  const whole = daysOfMonth(month);
  if (from !== whole.from || to !== whole.to || pulledAt > now) return false;
  return daysBetween(to, dayOf(pulledAt)) >= lookbackDays;
}

/** A pull that holds the lock. Its record is that of the last pull. */
export interface StartedPull extends PlannedPull {
  readonly startedAt: Date;
}

type Lateness = Pick<PlanSettings, 'lookbackDays' | 'dayOf'>;

/** True if the pull settles the month. */
export function settles({ startedAt: now, ...pull }: StartedPull, settings: Lateness): boolean {
  return isLate(pull, { ...pull.range, pulledAt: now }, { ...settings, now });
}

const DOUBTS: ReadonlySet<WarningName> = new Set(['partial', 'stale', 'other-range', 'repeated-windows']);

/**
 * The warnings that a month may not be whole, in words without secrets; undefined without one. After the lookback, records stay
 * preliminary.
 */
export function findDoubts(
  warnings: readonly DataWarning[],
  pull: StartedPull,
  settings: Lateness,
  { redact }: Pick<Messages, 'redact'>,
): readonly DataWarning[] | undefined {
  const isOver = settles(pull, settings);
  const found = warnings.filter(({ name }) => DOUBTS.has(name) || (name === 'preliminary' && !isOver));
  return found.length === 0 ? undefined : found.map((each) => ({ ...each, text: redact(each.text) }));
}

/**
 * `refused`: a later pull lost too much. `stale`: the record lacks days that are over, or its figures were never pulled again after
 * the lookback. `incomplete`: files of the month are missing or cut off.
 */
export type PartitionStatus = 'whole' | 'open' | 'refused' | 'stale' | 'incomplete' | 'missing';

/** The status of a partition that a run would pull, or not. */
export function statusOf(
  pull: PlannedPull | undefined,
  { lookbackDays, yesterday }: Pick<PlanSettings, 'lookbackDays' | 'yesterday'>,
): PartitionStatus {
  if (pull === undefined) return 'whole';
  const { reason, record, range, month } = pull;
  if (reason === 'missing' || reason === 'incomplete' || reason === 'refused') return reason;
  if (reason === 'open, with a warning') return 'open';
  const isOver = yesterday >= addDays(daysOfMonth(month).to, lookbackDays);
  return isOver || record!.to < range.to ? 'stale' : 'open';
}
