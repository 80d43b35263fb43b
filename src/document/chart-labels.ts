/** The groups that a chart names, and the words about them. */

import { countOf } from '../core/text.ts';
import type { ShownCell } from '../core/tone.ts';
import type { EncoderInput } from '../formats/format.ts';
import type { Charted } from '../frame/charted.ts';
import type { Frame } from '../frame/frame.ts';
import type { Measure } from '../frame/measures.ts';
import { mergeOthers } from '../frame/steps.ts';
import { isNumber } from '../records/cells.ts';
import { createCellShower } from './display-cells.ts';
import { visibleName } from './short-cell.ts';

export type ChartInput = Pick<
  EncoderInput,
  'keys' | 'renames' | 'roundsNumbers' | 'range' | 'comparedRange' | 'onTruncation'
>;

export interface ShownGroups extends Pick<Frame, 'table' | 'rows'> {
  /** The number of groups that its last row stands for; 0 if there is no such row. */
  readonly otherCount: number;
}

/** The first `count` groups, and one of all others if their sum means something. */
export async function firstGroups({ canTotal }: Charted, groups: Frame, count: number): Promise<ShownGroups> {
  const { table, rows } = groups;
  if (!canTotal) return { table, rows: rows.slice(0, count), otherCount: 0 };
  const frame = await mergeOthers(groups, count);
  return { table, rows: frame.rows, otherCount: frame === groups ? 0 : rows.length - count };
}

/** Reports that the chart has no bar or line for all others. `noun` names one that is shown. */
export function reportOmitted(
  { measure, canTotal }: Charted,
  omitted: number,
  count: number,
  noun: string,
  input: ChartInput,
): void {
  if (canTotal || omitted === 0) return;
  input.onTruncation(
    `only ${countOf(count, noun)} ${count === 1 ? 'is' : 'are'} shown: a sum of ${nameOf(measure, input)} for all others would mean nothing (--format csv -o <file> keeps all)`,
  );
}

export function nameOf({ column }: Pick<Measure, 'column'>, { renames }: ChartInput): string {
  return visibleName(column, renames);
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

/** A function that shows the numbers of a chart. */
export function createChartShower(
  { measure, schema }: Charted,
  input: ChartInput,
): (number: string | undefined) => ShownCell {
  const show = createCellShower([measure.column], [schema], input);
  return (number) => show(number, 0);
}
