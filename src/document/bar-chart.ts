/** The groups that a chart names; and groups, and sums of few units of time, as rows with bars. */

import { type Charted, labelAt } from '../charts/charted.ts';
import { countOf } from '../core/text.ts';
import type { EncoderInput } from '../formats/format.ts';
import { atAllRows, type Frame, measureNamed, rowKeysOf } from '../frame/frame.ts';
import { comparedColumns, type Measure } from '../frame/measures.ts';
import { mergeByKeys, mergeOthers, sortBySize, sortFrame } from '../frame/steps.ts';
import { isNumber } from '../records/cells.ts';
import { visibleName } from './display-cells.ts';
import type { Table } from './document.ts';
import { type FrameTable, frameTable } from './rows-table.ts';
import { totalLabel } from './shown-columns.ts';

/** More units of time are a line. */
const MAX_UNITS = 12;

export interface ShownGroups extends Pick<Frame, 'table' | 'rows'> {
  /** The number of groups that its last row stands for; 0 if there is no such row. */
  readonly otherCount: number;
}

/** The first `count` groups, and one of all others, or a message about them if their sum means nothing. */
export async function firstGroups(
  { measure, canTotal }: Charted,
  groups: Frame,
  count: number,
  input: EncoderInput,
): Promise<ShownGroups> {
  const { table, rows } = groups;
  if (canTotal) {
    const frame = await mergeOthers(groups, count);
    return { table, rows: frame.rows, otherCount: frame === groups ? 0 : rows.length - count };
  }
  if (rows.length > count) {
    input.onTruncation(
      `${count} of ${countOf(rows.length, 'group')} shown: a sum of ${visibleName(measure.column, input.renames)} for all others would mean nothing (--format csv -o <file> keeps all)`,
    );
  }
  return { table, rows: rows.slice(0, count), otherCount: 0 };
}

/** The number of a measure in a row; undefined without one. */
export function numberAt(
  { at }: Measure,
  { table, form }: Pick<Frame, 'table' | 'form'>,
  row: number,
): string | undefined {
  const cell = at(table.spotOf(row), form);
  return cell !== undefined && isNumber(cell) ? cell : undefined;
}

interface BarTable {
  readonly table: Table;
  /** The number of rows that it leaves out. */
  readonly otherCount: number;
  /** The name of its last row, if that adds them up. */
  readonly other?: string;
}

/**
 * A bar for each unit of time, in order; undefined for days, and for more units than a few: no line leads from one sum to the next.
 * Amounts of several currencies have a row for each, and no bar.
 */
export async function unitBars(charted: Charted, input: EncoderInput, limit: number): Promise<BarTable | undefined> {
  const { frame, labels, currencies, time } = charted;
  if (time === undefined || labels.length > currencies.length) return undefined;
  const units = await mergeByKeys(frame, [...time.keys, ...labels]);
  const { rows } = units;
  if (rows.length > 1 && (time.unit === 'day' || rows.length > MAX_UNITS)) return undefined;
  const keys = units.table.keys.map(({ column }) => ({ column, isDescending: false }));
  const sorted = await sortFrame(units, keys, limit);
  const otherCount = rows.length - sorted.rows.length;
  const table = await tableOf(charted, sorted, units, input, otherCount > 0 ? totalLabel(rows.length) : undefined);
  return { table, otherCount };
}

/** The largest `limit` groups, or the first ones if the user chose an order. The last bar adds up all others. */
export async function groupBars(charted: Charted, input: EncoderInput, limit: number): Promise<BarTable> {
  const { frame, measure, labels, time } = charted;
  const groups = await mergeByKeys(frame, labels.length > 0 ? labels : (time?.keys ?? []));
  const sorted = frame.isOrdered === true ? groups : await sortBySize(groups, measure.column);
  const { rows, otherCount } = await firstGroups(charted, sorted, limit, input);
  const table = await tableOf(charted, { ...groups, rows }, groups, input);
  return { table, otherCount, other: labelAt(groups.table, [0], rows.at(-1)!) };
}

/** The `shown` rows with the numbers of the chart, and the total of `all`. */
async function tableOf(
  { measure, comparison, canTotal }: Charted,
  shown: Frame,
  all: Frame,
  input: EncoderInput,
  label = 'total',
): Promise<Table> {
  const columns = comparison ? comparedColumns(measure.column) : [measure.column];
  const measures = columns.flatMap((column) => measureNamed(all, column) ?? []);
  const at = await atAllRows(all);
  const hasTotal = canTotal && all.rows.length > 1;
  const options: FrameTable = {
    totals: hasTotal ? [label, ...measures.map(at)] : undefined,
    showsBars: measure.amount === undefined,
  };
  const table = await frameTable({ ...shown, measures }, options, input);
  const { groups, time } = rowKeysOf(shown);
  const keys = [...groups, ...(time ? [time.column] : [])].map((column) => visibleName(column, input.renames));
  return { ...table!, id: 'bars', title: `${visibleName(measure.column, input.renames)} by ${keys.join(', ')}` };
}
