/** Days that are too many for their places in a drawing: means of seven days, and the range of the days of each place. */

import type { Line, LineChart, Point } from './chart-model.ts';

/** More days than this share one dot: a line through each would be a scribble. */
const DAYS_PER_DOT = 2;
/** Days before and after the one whose mean is drawn. */
const REACH = 3;
const WINDOW = 2 * REACH + 1;

/** A line of means, and the lowest and the highest number of each column of the drawing. */
export interface DenseLine {
  readonly mean: Line;
  readonly ranges: ReadonlyMap<number, { readonly least: number; readonly most: number }>;
}

/** True for sums of more days than a drawing of `across` dots can show. */
export function isDense({ lines, span }: LineChart, across: number): boolean {
  const areSums = lines.every(({ total }) => total !== undefined);
  return areSums && span.unit === 'day' && span.count > DAYS_PER_DOT * across;
}

/** The means of all lines. A mean is of seven days with numbers: at a gap and at the ends of the range, there is none. */
export function smoothDays({ lines }: LineChart, columnOf: (position: number) => number): readonly DenseLine[] {
  return lines.map((line) => {
    const ranges = new Map<number, { least: number; most: number }>();
    for (const { position, value } of line.points) {
      const column = columnOf(position);
      const { least, most } = ranges.get(column) ?? { least: value, most: value };
      ranges.set(column, { least: Math.min(least, value), most: Math.max(most, value) });
    }
    return { mean: { ...line, points: meansOf(line.points) }, ranges };
  });
}

function meansOf(points: readonly Point[]): readonly Point[] {
  return points.flatMap((point, index): readonly Point[] => {
    const window = points.slice(Math.max(0, index - REACH), index + REACH + 1);
    const isWhole = window.length === WINDOW && window.at(-1)!.position - window[0]!.position === WINDOW - 1;
    if (!isWhole || window.some(({ isIncomplete }) => isIncomplete)) return [];
    return [{ ...point, value: window.reduce((sum, { value }) => sum + value / WINDOW, 0) }];
  });
}
