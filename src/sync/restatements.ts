/** Finds the days whose figures changed since the last pull, from the counts and sums of both pulls. */

import { compareDecimals, parseDecimal, ZERO } from '../core/decimal.ts';
import { toVisibleText } from '../core/text.ts';
import { labelOfPartition, type Partition } from './partition-name.ts';
import { type DayRecord, NO_DAY, type PulledDays } from './record.ts';

type Change<T> = readonly [before: T, after: T];

/** One day, or all records of a month without a date column, that had other figures before. */
export interface Restatement {
  /** `NO_DAY` for records without a date. */
  readonly day: string;
  /** Undefined for the same number. */
  readonly records: Change<number> | undefined;
  /** The sums that changed, by column, the main measure first. */
  readonly sums: readonly (readonly [column: string, change: Change<string>])[];
}

const NO_RECORDS: DayRecord = { records: 0, hash: '0'.repeat(64), sums: {} };

/**
 * The days of the earlier pull with other figures now, ascending. A day after the end of the earlier range is growth. Records
 * without a date are compared only if both pulls had the same range.
 */
export function findRestatements(
  before: PulledDays,
  after: PulledDays,
  measures: readonly string[],
): readonly Restatement[] {
  const isSameRange = before.from === after.from && before.to === after.to;
  const days = [...new Set([...before.days.keys(), ...after.days.keys()])].sort();
  return days.flatMap((day) => {
    const isComparable = day === NO_DAY ? isSameRange : day >= before.from && day <= before.to;
    if (!isComparable) return [];
    const [one, other] = [before, after].map(({ days: each }) => each.get(day) ?? NO_RECORDS) as [
      DayRecord,
      DayRecord,
    ];
    if (one.hash === other.hash && one.records === other.records) return [];
    const records = one.records === other.records ? undefined : ([one.records, other.records] as const);
    return [{ day, records, sums: changedSums(one, other, measures) }];
  });
}

function changedSums(one: DayRecord, other: DayRecord, measures: readonly string[]): Restatement['sums'] {
  const names = new Set([...measures, ...Object.keys(one.sums), ...Object.keys(other.sums)]);
  return [...names].flatMap((name) => {
    const [before, after] = [one.sums[name] ?? '0', other.sums[name] ?? '0'];
    return compare(before, after) === 0 ? [] : [[name, [before, after]] as const];
  });
}

function compare(one: string, other: string): number {
  return compareDecimals(parseDecimal(one) ?? ZERO, parseDecimal(other) ?? ZERO);
}

/** A message names this many columns, and counts the others. */
const MAX_SUMS = 5;

/** `acme revenue 2026-11-18 restated: 48 → 51 records, revenue 312.10 → 318.44` */
export function describeRestatement(
  partition: Partition,
  { day, records, sums }: Restatement,
  isDated: boolean,
): string {
  const { profile, report } = partition;
  const undated = `${labelOfPartition(partition)}${isDated ? ' (records without a date)' : ''}`;
  const what = day === NO_DAY ? undated : `${profile} ${report} ${day}`;
  const shown = sums
    .slice(0, MAX_SUMS)
    .map(([name, [before, after]]) => `${toVisibleText(name)} ${before} → ${after}`);
  const parts = [
    ...(records === undefined ? [] : [`${records[0]} → ${records[1]} records`]),
    ...shown,
    ...(sums.length > MAX_SUMS ? [`and ${sums.length - MAX_SUMS} more columns`] : []),
  ];
  return `${what} restated: ${parts.length === 0 ? 'other values changed' : parts.join(', ')}`;
}

/** A restatement as an object, with all sums. */
export function restatementToJson(
  { profile, report, month }: Partition,
  { day, records, sums }: Restatement,
): object {
  return {
    restated: {
      ...{ profile, report, month, day: day === NO_DAY ? null : day },
      records: records === undefined ? undefined : { before: records[0], after: records[1] },
      sums: Object.fromEntries(sums.map(([name, [before, after]]) => [name, { before, after }])),
    },
  };
}
