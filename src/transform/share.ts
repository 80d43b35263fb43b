/** Shares: each group's percentage of the sum of all groups. */

import { type Column, createColumn } from '../core/columns.ts';
import {
  type Decimal,
  divideDecimals,
  formatDecimal,
  multiplyDecimals,
  trimDecimal,
} from '../core/decimal.ts';
import { ExactSum } from '../core/exact-sum.ts';
import { figureIn } from '../records/cells.ts';
import type { RecordSet } from '../records/record-set.ts';
import { readRows } from '../records/rows.ts';
import { numberIn, QUOTIENT_DECIMALS } from './aggregate.ts';
import { assertNewName, HUNDRED, type Ratio } from './ratio.ts';

/**
 * The shares of the sums in `measures`, as ratios whose divisor is fixed: the sum of all rows of `groups`. A share is empty
 * if that sum is zero. Throws a usage error for a name that a column has already.
 */
export async function resolveShares(
  measures: readonly Column[],
  groups: RecordSet,
): Promise<readonly Ratio[]> {
  if (measures.length === 0) return [];
  const names = measures.map(shareName);
  for (const [index, name] of names.entries()) {
    assertNewName(name, groups, {
      source: `--share ${measures[index]!.name}`,
      hint: 'leave out --share, or the column: --sum revenue',
    });
  }
  const sums = measures.map(() => new ExactSum());
  for await (const rows of readRows(groups, measures)) {
    for (const { cells } of rows) {
      for (let index = 0; index < sums.length; index++) {
        const figure = figureIn(cells[index]);
        if (figure !== undefined) sums[index]!.add(figure);
      }
    }
  }
  return measures.map((measure, index) => {
    const total = sums[index]!.result();
    return {
      column: createColumn([names[index]!]),
      numerator: measure,
      denominator: measure,
      arithmetic: { kind: 'share', of: formatDecimal(total) },
      quotientOf: (cell) => shareOf(numberIn(cell), total),
    };
  });
}

/** The name of the column with the share of a measure. */
export function shareName({ name }: Column): string {
  return `${name}_share`;
}

function shareOf(part: Decimal | undefined, total: Decimal): string {
  const share = part && divideDecimals(multiplyDecimals(HUNDRED, part), total, QUOTIENT_DECIMALS);
  return share === undefined ? 'null' : formatDecimal(trimDecimal(share));
}
