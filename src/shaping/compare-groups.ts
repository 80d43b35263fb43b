/** Groups of one range beside those of another: now, before, the change, and the change in percent. */

import { type Column, createColumn } from '../core/column.ts';
import { type Decimal, formatDecimal, subtractDecimals, ZERO } from '../core/decimal.ts';
import { type Cell, isEmpty } from '../segments/cell.ts';
import { numberIn } from './cell-number.ts';
import { COUNT, type Grouping } from './grouping.ts';
import { percentOf, type Ratio } from './ratio.ts';

/** Names of what stands beside a measure. */
const SUFFIXES = { before: '_before', change: '_change', percent: '_percent' };

/** The columns of a measure that is compared: now, before, change, percent. */
export function comparedColumns({ name }: Column): readonly [Column, Column, Column, Column] {
  const named = (suffix: string): Column => createColumn([name + suffix]);
  return [named(''), named(SUFFIXES.before), named(SUFFIXES.change), named(SUFFIXES.percent)];
}

/** What gives the cells of these columns, for what was made of a group's records in each range; undefined where it has none. */
export function comparerOf(
  grouping: Grouping,
): (now: readonly string[] | undefined, before: readonly string[] | undefined) => readonly string[] {
  const kinds = [...grouping.aggregations.map(({ kind }) => kind), ...(grouping.withCount ? [COUNT] : [])];
  // Of a key that one range lacks, the sum there is nothing; an average or an extreme there is none.
  const absent = kinds.map((kind) => (kind === 'sum' || kind === COUNT ? ZERO : undefined));
  return (now, before) =>
    absent.flatMap((none, index) => {
      // Where both have the key, an empty sum is one of figures that are not known.
      const isLacking = now === undefined || before === undefined;
      return comparedCells(now?.[index] ?? 'null', before?.[index] ?? 'null', isLacking ? none : undefined);
    });
}

/** The percentage of a measure, to be made anew of totals. */
export function percentRatio(measure: Column): Ratio {
  const [, before, change, percent] = comparedColumns(measure);
  return { column: percent, numerator: change, denominator: before, quotientOf: percentOf };
}

function comparedCells(now: string, before: string, absent: Decimal | undefined): readonly string[] {
  const change = changeOf(now, before, absent);
  return [now, before, change, percentOf(change, before)];
}

/** `null` where there is nothing to subtract: both sides are empty, or one holds a text. */
function changeOf(now: Cell, before: Cell, absent: Decimal | undefined): string {
  if (isEmpty(now) && isEmpty(before)) return 'null';
  const left = isEmpty(now) ? absent : numberIn(now);
  const right = isEmpty(before) ? absent : numberIn(before);
  return left === undefined || right === undefined ? 'null' : formatDecimal(subtractDecimals(left, right));
}
