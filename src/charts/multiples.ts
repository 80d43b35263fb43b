/** Lines over time as small charts on one scale: which lines, of which numbers, and what explains them. */

import type { Line, LineChart } from './chart-model.ts';
import { isDense, smoothDays } from './dense-days.ts';
import { createValueAxis, type ValueAxis } from './value-axis.ts';

/** Small charts of one scale. */
export interface Multiples {
  readonly cells: readonly MultiplesCell[];
  readonly axis: ValueAxis;
  /** The parts of the line that explains them. */
  readonly legend: readonly string[];
}

/** A small chart of one group. */
export interface MultiplesCell {
  readonly name: string;
  /** The exact total; undefined if there is none. */
  readonly total: Line['total'];
  /** The change of the total if there is an earlier range, or else its share. */
  readonly part: string | undefined;
  /** The lines to draw, that of the earlier range first. */
  readonly lines: readonly Line[];
}

interface MultiplesOptions {
  /** Places for days across a small chart. */
  readonly across: number;
  readonly ticks: number;
  readonly group: (number: string) => string;
}

/** One small chart for each line of the range. Days that are too many for their places are means of seven days. */
export function createMultiples(chart: LineChart, { across, ticks, group }: MultiplesOptions): Multiples {
  const areMeans = isDense(chart, across);
  const lines = areMeans ? smoothDays(chart, () => 0).map(({ mean }) => mean) : chart.lines;
  const values = lines.flatMap(({ points }) => points.map(({ value }) => value));
  const axis = createValueAxis(values, ticks, group);
  const { comparison } = chart;
  const isCompared = comparison !== undefined;
  return {
    axis,
    cells: chart.lines
      .filter(({ isComparison }) => !isComparison)
      .map((line) => ({
        name: line.group ?? line.name,
        total: line.total,
        part: isCompared ? line.change : line.share,
        lines: lines
          .filter(({ place }) => place === line.place)
          .sort((one, other) => Number(other.isComparison) - Number(one.isComparison)),
      })),
    legend: [
      `each on one scale ${axis.ticks[0]!.label}..${axis.ticks.at(-1)!.label}`,
      ...(areMeans ? ['mean of 7 days'] : []),
      ...(isCompared ? [`grey: ${comparison}`] : []),
    ],
  };
}
