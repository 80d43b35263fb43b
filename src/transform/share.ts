/** Shares: each group's percentage of the sum of all groups. */

import { type Column, createColumn } from '../core/columns.ts';
import { HUNDRED, multiplyDecimals } from '../core/decimal.ts';
import { ExactSum } from '../core/exact-sum.ts';
import { figureIn } from '../records/cells.ts';
import type { RecordSet } from '../records/record-set.ts';
import { readRows } from '../records/rows.ts';
import { numberIn, quotientText } from './aggregate.ts';
import { assertNewName, type Ratio } from './ratio.ts';

/**
 * The shares of these columns as ratios whose divisor is fixed: the sum of all rows of `groups`. A share is empty if that sum is
 * zero. Throws a usage error for a name that a column has already.
 */
export async function resolveShares(
  shares: readonly Column[],
  groups: RecordSet,
  isMarked = false,
): Promise<readonly Ratio[]> {
  if (shares.length === 0) return [];
  for (const share of shares) {
    assertNewName(shareName(share), groups, {
      source: `--share ${share.name}`,
      hint: 'leave out --share, or the column: --sum revenue',
    });
  }
  const sums = shares.map(() => new ExactSum());
  for await (const rows of readRows(groups, shares)) {
    for (const { cells } of rows) {
      for (const [index, sum] of sums.entries()) {
        const figure = figureIn(cells[index]);
        if (figure !== undefined) sum.add(figure);
      }
    }
  }
  return shares.map((share, index) => {
    const total = sums[index]!.result();
    return {
      column: createColumn([shareName(share)]),
      numerator: share,
      denominator: share,
      quotientOf(cell) {
        const part = numberIn(cell);
        return quotientText(part && multiplyDecimals(HUNDRED, part), total, { isMarked });
      },
    };
  });
}

/** The name of the column with a share: `revenue_share`. */
export function shareName({ name }: Column): string {
  return `${name}_share`;
}
