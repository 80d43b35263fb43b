/** Shares: each group's percentage of the sum of all groups, or of those with the same value of a key. */

import { type Column, createColumn } from '../core/columns.ts';
import { type Decimal, formatDecimal, HUNDRED, multiplyDecimals, ZERO } from '../core/decimal.ts';
import { ReportingError } from '../core/errors.ts';
import { ExactSum } from '../core/exact-sum.ts';
import { type Cell, figureIn } from '../records/cells.ts';
import type { RecordSet } from '../records/record-set.ts';
import { readRows } from '../records/rows.ts';
import { numberIn, quotientText } from './aggregate.ts';
import { keyIdentity } from './group-key.ts';
import { assertNewName, type Ratio } from './ratio.ts';

/** A share as the user typed it, in parts. */
export interface ShareRequest {
  readonly column: string;
  /** The key of the groups that are 100 % each; undefined for all groups together. */
  readonly within: string | undefined;
}

/** A share of a column of the groups. */
export interface Share {
  readonly measure: Column;
  /** The column of the key whose groups are 100 % each; undefined for all groups together. */
  readonly within: Column | undefined;
}

const NAME = String.raw`\s*(?:"((?:[^"]|"")+)"|([^",/\s](?:[^",/]*[^",/\s])?))\s*`;
const SHARE = `${NAME}(?:/${NAME})?,`;
const SHARES = new RegExp(`^(?:${SHARE})+$`);

/**
 * Parses one share, or several with commas between them: `revenue,revenue/source`. A name with `,` or `/` must be in double
 * quotation marks. Throws a usage error for other text.
 */
export function parseShares(text: string): readonly ShareRequest[] {
  if (!SHARES.test(`${text},`)) {
    throw new ReportingError('E-option-value', `--share ${JSON.stringify(text)} is not a share`, {
      hint: 'name columns, and after a slash the group that is 100 %: --share revenue, --share revenue/source',
    });
  }
  return Array.from(`${text},`.matchAll(new RegExp(SHARE, 'gy')), (match) => {
    const nameAt = (index: number): string | undefined =>
      match[index]?.replaceAll('""', '"') ?? match[index + 1];
    return { column: nameAt(1)!, within: nameAt(3) };
  });
}

/**
 * The shares as ratios whose divisor is fixed: the sum of all rows of `groups`, or of those with the same key. A share is empty
 * if that sum is zero. Throws a usage error for a name that a column has already.
 */
export async function resolveShares(
  shares: readonly Share[],
  groups: RecordSet,
  isMarked = false,
): Promise<readonly Ratio[]> {
  if (shares.length === 0) return [];
  const measures = shares.map(({ measure }) => measure);
  const names = shares.map(shareName);
  for (const [index, name] of names.entries()) {
    assertNewName(name, groups, {
      source: `--share ${measures[index]!.name}`,
      hint: 'leave out --share, or the column: --sum revenue',
    });
  }
  // All groups together have one key.
  const sums = shares.map(() => new Map<string, ExactSum>());
  const keys = shares.map(({ within, measure }) => within ?? measure);
  for await (const rows of readRows(groups, [...measures, ...keys])) {
    for (const { cells } of rows) {
      for (let index = 0; index < sums.length; index++) {
        const figure = figureIn(cells[index]);
        if (figure === undefined) continue;
        const isWithin = shares[index]!.within !== undefined;
        const key = isWithin ? keyIdentity(cells[measures.length + index]) : ALL;
        const own = sums[index]!;
        if (!own.has(key)) own.set(key, new ExactSum());
        own.get(key)!.add(figure);
      }
    }
  }
  return shares.map(({ measure, within }, index) => {
    const totals = new Map(Array.from(sums[index]!, ([key, sum]) => [key, sum.result()] as const));
    const quotientOf =
      (total: Decimal | undefined): Ratio['quotientOf'] =>
      (cell) =>
        shareOf(numberIn(cell), total, isMarked);
    const ratio = { column: createColumn([names[index]!]), numerator: measure, denominator: measure };
    if (within === undefined) {
      const total = totals.get(ALL) ?? ZERO;
      return {
        ...ratio,
        arithmetic: { kind: 'share', of: formatDecimal(total) },
        quotientOf: quotientOf(total),
      };
    }
    return {
      ...ratio,
      // A row of several such groups has no share.
      quotientOf: quotientOf(undefined),
      within: { column: within, quotientOf: (key: Cell) => quotientOf(totals.get(keyIdentity(key))) },
    };
  });
}

const ALL = '';

/** The name of the column with a share: `revenue_share`, `revenue_share_in_source`. */
export function shareName({ measure, within }: Share): string {
  return `${measure.name}_share${within === undefined ? '' : `_in_${within.name}`}`;
}

function shareOf(part: Decimal | undefined, total: Decimal | undefined, isMarked: boolean): string {
  return quotientText(part && multiplyDecimals(HUNDRED, part), total, { isMarked });
}
