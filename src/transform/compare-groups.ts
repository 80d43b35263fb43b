/** The groups of two ranges side by side: now, before, the change, and the change in percent. */

import { type Column, columnKey, createColumn } from '../core/columns.ts';
import { type Decimal, formatDecimal, subtractDecimals, trimDecimal, ZERO } from '../core/decimal.ts';
import { median } from '../core/exact-math.ts';
import { type Cell, isEmpty } from '../records/cells.ts';
import type { DerivedColumn } from '../records/row-keys.ts';
import { numberIn } from './aggregate.ts';
import type { Grouping } from './group-table.ts';
import { percentOf, type Ratio } from './ratio.ts';
import { COUNT } from './transform-request.ts';

const PARTS = ['before', 'change', 'percent'] as const;

/** The four columns of a compared measure: now, before, change, percent. */
export function comparedColumns({ name }: Column): readonly [Column, Column, Column, Column] {
  const [before, change, percent] = PARTS.map((part) => createColumn([`${name}_${part}`]));
  return [createColumn([name]), before!, change!, percent!];
}

/** The columns that a comparison adds to each of the `measures`, by `columnKey`. */
export function derivedByComparison(measures: readonly Column[]): ReadonlyMap<string, DerivedColumn> {
  const derived = measures.flatMap((measure) => {
    const [, ...added] = comparedColumns(measure);
    return added.map(({ path }, index) => [columnKey(path), { measure, part: PARTS[index]! }] as const);
  });
  return new Map(derived);
}

const SUMS: ReadonlySet<string> = new Set(['sum', COUNT]);

/** The results of a group in each record set; undefined for one without the group. The first is the report's. */
type Sides = readonly (readonly string[] | undefined)[];

/** A function that gives the cells of the compared columns. Several comparisons count as one with their medians. */
export function comparerOf(grouping: Grouping): (sides: Sides) => readonly string[] {
  const kinds = [...grouping.aggregations.map(({ kind }) => kind), ...(grouping.withCount ? [COUNT] : [])];
  const isAverage = kinds.map((kind) => kind === 'avg');
  // A key that one range lacks has a sum of zero there, but no average and no extreme.
  const absent = kinds.map((kind) => (SUMS.has(kind) ? ZERO : undefined));
  return ([now, ...comparisons]) => {
    const before = comparisons.length > 1 ? mediansOf(comparisons, absent) : comparisons[0];
    return absent.flatMap((value, index) => {
      // If both ranges have the key, an empty sum is unknown, not zero.
      const isMissing = now === undefined || before === undefined;
      return comparedCells(now?.[index] ?? 'null', before?.[index] ?? 'null', {
        absent: isMissing ? value : undefined,
        isAverage: isAverage[index]!,
        isMarked: grouping.isMarked,
      });
    });
  };
}

/** The median of each result; undefined if no side has the group. A side without it counts as `absent`, and not at all without that. */
function mediansOf(sides: Sides, absent: readonly (Decimal | undefined)[]): readonly string[] | undefined {
  if (sides.every((side) => side === undefined)) return undefined;
  return absent.map((value, index) => {
    const numbers = sides.flatMap((side) => (side === undefined ? value : numberIn(side[index])) ?? []);
    return numbers.length === 0 ? 'null' : formatDecimal(median(numbers));
  });
}

/** The change of a measure and its percentage as ratios, to compute them again for totals: now − before, as in each row. */
export function changeRatios(measure: Column, isMarked = false): readonly Ratio[] {
  const [now, before, change] = comparedColumns(measure);
  const difference: Ratio = {
    column: change,
    numerator: now,
    denominator: before,
    quotientOf: (cell, cellBefore) => changeOf(cell, cellBefore, { absent: undefined, isAverage: false }),
  };
  return [difference, percentRatio(measure, isMarked)];
}

/** The percentage of a measure as a ratio. */
function percentRatio(measure: Column, isMarked = false): Ratio {
  const [, before, change, percent] = comparedColumns(measure);
  return {
    column: percent,
    numerator: change,
    denominator: before,
    quotientOf: (top, bottom) => percentOf(top, bottom, isMarked),
  };
}

interface Figure {
  /** Replaces an empty side. */
  readonly absent: Decimal | undefined;
  /** True for averages: neither they nor their changes have zeros after the last decimal. */
  readonly isAverage: boolean;
  /** True for a document that rounds the percentage again. */
  readonly isMarked?: boolean | undefined;
}

function comparedCells(now: string, before: string, figure: Figure): readonly string[] {
  const change = changeOf(now, before, figure);
  return [now, before, change, percentOf(change, before, figure.isMarked)];
}

/** The change from `before` to `now`: `null` if both are empty or one holds a text. */
export function changeOf(now: Cell, before: Cell, { absent, isAverage }: Figure): string {
  if (isEmpty(now) && isEmpty(before)) return 'null';
  const left = isEmpty(now) ? absent : numberIn(now);
  const right = isEmpty(before) ? absent : numberIn(before);
  if (left === undefined || right === undefined) return 'null';
  const change = subtractDecimals(left, right);
  return formatDecimal(isAverage ? trimDecimal(change) : change);
}
