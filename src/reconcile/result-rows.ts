/** The rows of a comparison, as a document has them, and the sentence about all of them. */

import { type Column, columnKey, createColumn } from '../core/columns.ts';
import { addDecimals, type Decimal, formatDecimal, subtractDecimals } from '../core/decimal.ts';
import { countOf } from '../core/text.ts';
import type { Weekday } from '../dates/date.ts';
import { saysCurrency } from '../records/currency.ts';
import { recordsOfRows } from '../records/record-set.ts';
import type { SpooledRows } from '../report/run.ts';
import { plainRows } from '../transform/transformed-rows.ts';
import type { ComparedKeyName } from './amounts-file.ts';
import { type ComparedKey, sumOf } from './comparison.ts';
import type { Side } from './report-side.ts';

/** A finished comparison. */
export interface Comparison {
  readonly keys: readonly ComparedKeyName[];
  readonly sides: readonly [first: Side, second: Side];
  /** All keys, also those that agree. */
  readonly compared: readonly ComparedKey[];
}

/** The rows of a document: those of `shown`. With `hasTotals`, also the totals of all keys. */
export function resultRows(
  comparison: Comparison,
  shown: readonly ComparedKey[],
  weekStart: Weekday,
  hasTotals: boolean,
): SpooledRows {
  const { keys, sides, compared } = comparison;
  const keyColumns = keys.map(({ name }) => createColumn([name]));
  const amountColumns = [...sides.map(({ column }) => column), 'difference'].map(
    (name): Column => ({ ...createColumn([name]), meaning: ['amount'] }),
  );
  const columns = shown.length === 0 ? [] : [...keyColumns, ...amountColumns, createColumn(['status'])];
  const scale = Math.max(0, ...compared.map(({ difference }) => difference.scale));
  const cellOf = (amount: Decimal | undefined): string =>
    amount === undefined ? 'null' : formatDecimal(addDecimals(amount, { units: 0n, scale }));
  const rows = shown.map((row) => [
    ...row.keys,
    ...[row.first, row.second, row.difference].map(cellOf),
    JSON.stringify(statusOf(row, sides)),
  ]);
  const totals = hasTotals ? totalsOf(comparison)?.map(cellOf) : undefined;
  const [time] = keys[0]?.unit === undefined ? [] : keyColumns;
  return {
    ...plainRows(recordsOfRows(columns, rows), {
      areGroups: true,
      groups: keyColumns.slice(time === undefined ? 0 : 1),
      time: time && { column: time, unit: keys[0]!.unit!, weekStart },
      isOrdered: true,
    }),
    totals: totals && new Map(amountColumns.map(({ path }, index) => [columnKey(path), totals[index]!])),
    totalRows: compared.length,
    newFile: () => '',
  };
}

function statusOf({ state }: ComparedKey, [first, second]: Comparison['sides']): string {
  if (state === 'only-first') return `only_in_${first.name}`;
  return state === 'only-second' ? `only_in_${second.name}` : state;
}

/** The sums of both sides, and their difference; undefined for amounts of several currencies, which no sum has. */
function totalsOf({ keys, compared }: Comparison): readonly [Decimal, Decimal, Decimal] | undefined {
  const place = keys.findIndex(({ name, unit }) => unit === undefined && saysCurrency(createColumn([name])));
  if (place !== -1 && new Set(compared.map((row) => row.keys[place])).size > 1) return undefined;
  const first = sumOf(compared.map((row) => row.first));
  const second = sumOf(compared.map((row) => row.second));
  return [first, second, subtractDecimals(first, second)];
}

/** `All 12 months agree: revenue 10.00, domains 10.00`, or `revenue and domains: 1 of 12 months differs …`. */
export function summaryOf(comparison: Comparison): string {
  const { keys, sides, compared } = comparison;
  const [first, second] = sides;
  const noun = (keys.length === 1 && keys[0]!.unit) || 'row';
  const totals = totalsOf(comparison)?.map(formatDecimal);
  const inAll =
    totals === undefined
      ? ''
      : `: ${first.title} ${totals[0]}, ${second.title} ${totals[1]}, difference ${totals[2]}`;
  const differing = compared.filter(({ state }) => state !== 'agrees');
  const all = countOf(compared.length, noun);
  if (differing.length === 0) {
    const isExact = compared.every(({ difference }) => difference.units === 0n);
    return `${all} ${compared.length === 1 ? 'agrees' : 'agree'}${isExact ? '' : ' within the tolerance'}${inAll}`;
  }
  const only = sides.flatMap(({ title }, index) => {
    const count = differing.filter(
      ({ state }) => state === (index === 0 ? 'only-first' : 'only-second'),
    ).length;
    return count === 0 ? [] : [`${count} only in ${title}`];
  });
  const which = only.length === 0 ? '' : ` (${only.join(', ')})`;
  return `${differing.length} of ${all} ${differing.length === 1 ? 'differs' : 'differ'}${which}${inAll}`;
}
