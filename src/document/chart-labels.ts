/** The groups that a chart names, and the words about them. */

import type { Charted } from '../charts/charted.ts';
import { countOf } from '../core/text.ts';
import type { ShownCell } from '../core/tone.ts';
import type { EncoderInput } from '../formats/format.ts';
import type { Frame } from '../frame/frame.ts';
import type { Measure } from '../frame/measures.ts';
import { mergeOthers } from '../frame/steps.ts';
import { isNumber } from '../records/cells.ts';
import { createCellShower, visibleName } from './display-cells.ts';
import { decimalsOfRatio } from './display-number.ts';

export type ChartInput = Pick<
  EncoderInput,
  'keys' | 'renames' | 'roundsNumbers' | 'range' | 'comparedRange' | 'onTruncation'
>;

export interface ShownGroups extends Pick<Frame, 'table' | 'rows'> {
  /** The number of groups that its last row stands for; 0 if there is no such row. */
  readonly otherCount: number;
}

/** The first `count` groups, and one of all others, or a message about them if their sum means nothing. */
export async function firstGroups(
  { measure, canTotal }: Charted,
  groups: Frame,
  { count, noun, input }: { readonly count: number; readonly noun: string; readonly input: ChartInput },
): Promise<ShownGroups> {
  const { table, rows } = groups;
  if (canTotal) {
    const frame = await mergeOthers(groups, count);
    return { table, rows: frame.rows, otherCount: frame === groups ? 0 : rows.length - count };
  }
  if (rows.length > count) {
    input.onTruncation(
      `only ${countOf(count, noun)} ${count === 1 ? 'is' : 'are'} shown: a sum of ${visibleName(measure.column, input.renames)} for all others would mean nothing (--format csv -o <file> keeps all)`,
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

/** A function that shows these numbers of a chart, and sums of them. */
export function createChartShower(
  { measure, schema }: Charted,
  input: ChartInput,
  numbers: readonly (string | undefined)[],
): (number: string | undefined) => ShownCell {
  const ratioDecimals = [numbers.reduce((most, each) => Math.max(most, decimalsOfRatio(each)), 0)];
  const show = createCellShower([measure.column], [schema], { ...input, ratioDecimals });
  return (number) => show(number, 0);
}
