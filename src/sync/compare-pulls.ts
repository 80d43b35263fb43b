/**
 * Compares the figures of two pulls of a month: the days that changed, from their counts and sums; and months that lost many of
 * their records, or much of their main sum, so that they do not replace the earlier ones.
 */

import type { DayRecord, Days, StoredMonth } from '../config/stored-input.ts';
import {
  addDecimals,
  compareDecimals,
  type Decimal,
  formatDecimal,
  HUNDRED,
  multiplyDecimals,
  parseDecimal,
  subtractDecimals,
  ZERO,
} from '../core/decimal.ts';
import { countOf, formatCount, toVisibleText } from '../core/text.ts';
import { countRecords, NO_DAY } from './day-survey.ts';
import { labelOf, type Partition } from './months.ts';

/** The days of the range that was pulled. A day of the range without an entry had no records. */
type PulledDays = Pick<StoredMonth, 'from' | 'to' | 'days'>;

type Change<T> = readonly [before: T, after: T];

/** One day, or all records of a month without a date column, that had other figures before. */
export interface Restatement {
  /** `NO_DAY` for records without a date, or of days outside the range. */
  readonly day: string;
  /** Undefined for the same number. */
  readonly records: Change<number> | undefined;
  /** The sums that changed, by column, the main measure first; undefined for none. */
  readonly sums: readonly (readonly [column: string, change: Change<string | undefined>])[];
}

const NO_RECORDS: DayRecord = { records: 0, hash: '0'.repeat(64), sums: new Map() };

/**
 * The days of the earlier pull with other figures now, ascending. A day after the end of the earlier range is growth. Records
 * without a date in the range are compared together, and only if both pulls had the same range.
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
    const [one, other] = [before.days.get(day) ?? NO_RECORDS, after.days.get(day) ?? NO_RECORDS];
    if (one.hash === other.hash && one.records === other.records) return [];
    const records = one.records === other.records ? undefined : ([one.records, other.records] as const);
    return [{ day, records, sums: changedSums(one, other, measures) }];
  });
}

function changedSums(one: DayRecord, other: DayRecord, measures: readonly string[]): Restatement['sums'] {
  const names = new Set([...measures, ...one.sums.keys(), ...other.sums.keys()]);
  return [...names].flatMap((name) => {
    // No records have the sum 0; records without a number have none.
    const [before, after] = [one, other].map(({ sums, records }) => (records === 0 ? '0' : sums.get(name)));
    // A sum that is not known is no change of figures.
    const isKnown = before !== null && after !== null && (one.sums.has(name) || other.sums.has(name));
    if (!isKnown) return [];
    const [sum, sumNow] = [before, after].map((text) => text && parseDecimal(text));
    const isSame = sum && sumNow ? compareDecimals(sum, sumNow) === 0 : before === after;
    return isSame ? [] : [[name, [before, after]] as const];
  });
}

/** A message names this many columns, and counts the others. */
const MAX_SUMS = 5;

/** `acme revenue 2026-11-18 restated: 48 → 51 records, revenue 312.10 → 318.44` */
export function describeRestatement(
  partition: Partition,
  { day, records, sums }: Restatement,
  isDated: boolean,
): string {
  const undated = `${labelOf(partition)}${isDated ? ' (records without a date, or of other days)' : ''}`;
  const what = day === NO_DAY ? undated : `${partition.profile} ${partition.report} ${day}`;
  const parts = [
    ...(records === undefined ? [] : [`${records[0]} → ${records[1]} records`]),
    ...sums
      .slice(0, MAX_SUMS)
      .map(([name, [before, after]]) => `${toVisibleText(name)} ${before ?? 'none'} → ${after ?? 'none'}`),
    ...(sums.length > MAX_SUMS ? [`and ${sums.length - MAX_SUMS} more columns`] : []),
  ];
  return `${what} restated: ${parts.length === 0 ? 'other values changed' : parts.join(', ')}`;
}

/**
 * The message about a drop of records, or of the sum of `measure`, beyond `maxDrop`, a share in percent; undefined without such a
 * drop. Only the days of the earlier pull count: new ones would hide a loss. Without any date, all records do.
 */
export function findDrop(
  before: Days,
  pulled: Days,
  measure: string | undefined,
  maxDrop: Decimal,
): string | undefined {
  const isDated = [...before.keys()].some((day) => day !== NO_DAY);
  const after = isDated ? new Map([...pulled].filter(([day]) => before.has(day))) : pulled;
  const [records, recordsNow] = [countRecords(before), countRecords(after)];
  if (isDrop({ units: records, scale: 0 }, { units: recordsNow, scale: 0 }, maxDrop))
    return `${countOf(records, 'record')} before, ${formatCount(recordsNow)} now`;
  if (measure === undefined) return undefined;
  const [sum, sumNow] = [totalOf(before, measure), totalOf(after, measure)];
  if (sum === undefined || sumNow === undefined || !isDrop(sum, sumNow, maxDrop)) return undefined;
  return `${measure} ${formatDecimal(sum)} before, ${formatDecimal(sumNow)} now`;
}

/** True if a positive figure fell by more than `maxDrop`. */
function isDrop(before: Decimal, after: Decimal, maxDrop: Decimal): boolean {
  const lost = multiplyDecimals(subtractDecimals(before, after), HUNDRED);
  return compareDecimals(before, ZERO) > 0 && compareDecimals(lost, multiplyDecimals(before, maxDrop)) > 0;
}

/** Undefined if the sum of a day is not known. */
function totalOf(days: Days, measure: string): Decimal | undefined {
  const sums = [...days.values()].map((day) => day.sums.get(measure));
  if (sums.includes(null)) return undefined;
  return sums.reduce<Decimal>((total, sum) => addDecimals(total, parseDecimal(sum ?? '0') ?? ZERO), ZERO);
}
