/** Decides from counts and hashes whether the records of a day are complete. */

import { parseDecimal } from '../core/decimal.ts';
import { countOf, formatCount, formatDuration } from '../core/text.ts';
import type { WaitPlan } from '../plan/report-plan.ts';

/** The records of one response. */
export interface DayRecords {
  readonly records: number;
  /** The hash of the records in any order. */
  readonly hash: string;
}

/** The records of the last response. */
export interface Answer extends DayRecords {
  /** Whole intervals between the first and the last of the equal responses in a row. */
  readonly unchanged: number;
}

export type Readiness =
  | { readonly kind: 'ready' }
  /** No records, as on each of the earlier days: nothing tells a day that is late from one that stays empty. */
  | { readonly kind: 'unknown' }
  | { readonly kind: 'few'; readonly needed: number; readonly median: string }
  | { readonly kind: 'changing' };

/** The new response after `last`. An interval that the end of the wait cuts short does not count. */
export function nextAnswer(last: Answer | undefined, now: DayRecords, isWholeInterval: boolean): Answer {
  if (last === undefined || last.hash !== now.hash || last.records !== now.records) {
    return { ...now, unchanged: 0 };
  }
  return { ...now, unchanged: last.unchanged + (isWholeInterval ? 1 : 0) };
}

/**
 * Whether a day with these records is complete. `peers` are the counts of four earlier days. With a median of 0, also no records
 * are enough, unless none of these days has any; with a higher one, at least one record is needed.
 */
export function decideReady(
  peers: readonly number[],
  { records, unchanged }: Answer,
  { sharePercent, stable }: Pick<WaitPlan, 'sharePercent' | 'stable'>,
): Readiness {
  if (records === 0 && peers.every((count) => count === 0)) return { kind: 'unknown' };
  const sorted = [...peers].sort((one, other) => one - other);
  // The median of four is the mean of the middle two.
  const twice = sorted[1]! + sorted[2]!;
  const { units, scale } = parseDecimal(sharePercent)!;
  const divisor = 200n * 10n ** BigInt(scale);
  const share = (units * BigInt(twice) + divisor - 1n) / divisor;
  const needed = twice === 0 ? 0 : Math.max(1, Number(share));
  if (records < needed)
    return { kind: 'few', needed, median: `${Math.floor(twice / 2)}${twice % 2 ? '.5' : ''}` };
  return { kind: unchanged < stable ? 'changing' : 'ready' };
}

/** Why a day is not complete, after its name: `has 12 records, …`. */
export function describeUnready(
  readiness: Readiness,
  { records }: Answer,
  { sharePercent, stable, everyMs }: WaitPlan,
): string {
  const has = `has ${countOf(records, 'record')}`;
  if (readiness.kind === 'few') {
    const { needed, median } = readiness;
    return `${has}, fewer than ${formatCount(needed)} (${sharePercent}% of the median ${median})`;
  }
  return `${has}, not yet the same for ${formatDuration(stable * everyMs)}`;
}
