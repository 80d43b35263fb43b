/** Shares: each group's percentage of all groups together. */

import { type Column, createColumn } from '../core/columns.ts';
import { HUNDRED, multiplyDecimals, ZERO } from '../core/decimal.ts';
import { divide, numberIn } from '../frame/arithmetic.ts';
import { atAllRows, type Frame } from '../frame/frame.ts';
import { assertNewName, type Ratio } from './ratio.ts';
import type { Columns } from './resolve-column.ts';

/**
 * The shares of these columns as ratios whose divisor is fixed: the measure of all rows. A share is empty if that is zero. Throws
 * a usage error for a name that one of the `available` columns has already.
 */
export async function resolveShares(
  shares: readonly Column[],
  frame: Frame,
  available: Columns,
): Promise<readonly Ratio[]> {
  if (shares.length === 0) return [];
  const atAll = await atAllRows(frame);
  return shares.map((share) => {
    assertNewName(shareName(share), available, {
      source: `--share ${share.name}`,
      hint: 'leave out --share, or the column: --sum revenue',
    });
    const total = numberIn(atAll(share)) ?? ZERO;
    return {
      column: createColumn([shareName(share)]),
      numerator: share,
      denominator: share,
      quotientOf(cell) {
        const part = numberIn(cell);
        return divide(part && multiplyDecimals(HUNDRED, part), total);
      },
    };
  });
}

/** The name of the column with a share: `revenue_share`. */
export function shareName({ name }: Column): string {
  return `${name}_share`;
}
