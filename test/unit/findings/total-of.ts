import { addDecimals, formatDecimal } from '../../../src/core/decimal.ts';
import type { GroupRow } from '../../../src/findings/movers.ts';
import { numberIn } from '../../../src/frame/arithmetic.ts';

/** The sums of groups on both sides; undefined for a side without a number. */
export function totalOf(groups: readonly GroupRow[]) {
  const [now, before] = (['now', 'before'] as const).map((side) => {
    const [first, ...others] = groups.flatMap((group) => numberIn(group[side]) ?? []);
    return first && formatDecimal(others.reduce(addDecimals, first));
  });
  return { now, before };
}
