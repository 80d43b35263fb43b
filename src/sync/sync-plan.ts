/** Decides which partitions a run requests. Pure: the caller reads the records of the partitions. */

import { addDays, type CalendarDate, calendarDateAt, daysBetween } from '../dates/date.ts';
import type { DateRange } from '../dates/range.ts';
import type { Dataset } from './dataset.ts';
import { daysOfMonth, keyOf, type Month, monthOf, monthsBetween, type Partition } from './months.ts';
import type { PartitionRecord } from './record.ts';

/** The state of a partition on disk. */
export interface PartitionState {
  /** Undefined for a partition that no run has finished. */
  readonly record: PartitionRecord | undefined;
  /** True if a run was killed while it wrote the partition, or if its data file is missing or of another size. */
  readonly isIncomplete: boolean;
}

/** The time at which a run plans. */
export interface PlanClock {
  readonly now: Date;
  /** The last day that is over, in the zone of the dataset. */
  readonly yesterday: CalendarDate;
  /** The day of a time, in the zone of the dataset. */
  readonly dayOf: (time: Date) => CalendarDate;
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

/** The pull of a partition; undefined if its figures count as final. `forced` holds keys of partitions. */
export function planPull(
  partition: Partition,
  { record, isIncomplete }: PartitionState,
  { lookbackDays, forced }: { readonly lookbackDays: number; readonly forced: ReadonlySet<string> },
  clock: PlanClock,
): PlannedPull | undefined {
  const range = rangeToPull(partition, record, clock);
  const pull = (reason: PullReason): PlannedPull => ({ ...partition, record, range, reason });
  if (record === undefined) return pull('missing');
  if (isIncomplete) return pull('incomplete');
  if (forced.has(keyOf(partition))) return pull('forced');
  if (record.refused !== undefined) return pull('refused');
  if (record.to !== daysOfMonth(partition.month).to) return pull('open');
  if (!isLate(partition, record, lookbackDays, clock)) return pull('open, within lookback');
  const { warnings, pulledAt, equalSince = pulledAt } = record;
  const hasProof = warnings === undefined || daysBetween(clock.dayOf(equalSince), clock.dayOf(pulledAt)) >= EQUAL_DAYS;
  return hasProof ? undefined : pull('open, with a warning');
}

/** The days of the month up to yesterday. A recorded end never moves back, even if the clock does. */
function rangeToPull({ month }: Partition, record: PartitionRecord | undefined, { yesterday }: PlanClock): DateRange {
  const { from, to } = daysOfMonth(month);
  const end = yesterday < to ? yesterday : to;
  return { from, to: record !== undefined && record.to > end ? record.to : end };
}

/** Days between two pulls with equal records, after which a warning no longer keeps a month open. */
const EQUAL_DAYS = 7;

/** True if the record covers the month and was pulled after the lookback, by its own time and not by today's. */
export function isLate(
  { month }: Partition,
  { from, to, pulledAt }: Pick<PartitionRecord, 'from' | 'to' | 'pulledAt'>,
  lookbackDays: number,
  { now, dayOf }: Pick<PlanClock, 'now' | 'dayOf'>,
): boolean {
  const whole = daysOfMonth(month);
  if (from !== whole.from || to !== whole.to || pulledAt > now) return false;
  return daysBetween(to, dayOf(pulledAt)) >= lookbackDays;
}

/**
 * `refused`: a later pull lost too much. `stale`: the record lacks days that are over, or its figures were never pulled again after
 * the lookback.
 */
export type PartitionStatus = 'whole' | 'open' | 'refused' | 'stale' | 'missing';

/** The status of a partition that a run would pull, or not. */
export function statusOf(
  pull: PlannedPull | undefined,
  lookbackDays: number,
  { yesterday }: Pick<PlanClock, 'yesterday'>,
): PartitionStatus {
  if (pull === undefined) return 'whole';
  const { reason, record, range, month } = pull;
  if (reason === 'missing' || reason === 'refused') return reason;
  if (reason === 'open, with a warning') return 'open';
  const isOver = yesterday >= addDays(daysOfMonth(month).to, lookbackDays);
  return reason === 'incomplete' || isOver || record!.to < range.to ? 'stale' : 'open';
}

/** The present in the zone of the dataset. */
export function clockOf(
  { timeZone }: Dataset,
  services: { now(): Date; today(timeZone: string): CalendarDate },
): PlanClock {
  return {
    now: services.now(),
    yesterday: addDays(services.today(timeZone), -1),
    dayOf: createDayOf(timeZone),
  };
}

/** Zones change their offset only at whole quarters of an hour. */
const QUARTER_MS = 15 * 60 * 1000;

/** The day of a time. A dataset has many records of few runs, and a date in a zone takes long to compute. */
function createDayOf(timeZone: string): (time: Date) => CalendarDate {
  const known = new Map<number, CalendarDate>();
  return (time) => {
    const quarter = Math.floor(time.getTime() / QUARTER_MS);
    const day = known.get(quarter) ?? calendarDateAt(new Date(quarter * QUARTER_MS), timeZone);
    known.set(quarter, day);
    return day;
  };
}
