/** What stands around and behind the numbers of a drawing in a terminal: the axis, a dotted grid, and the row of the average. */

import { type ChartDisplay, dim, widest } from './terminal-display.ts';
import type { RowAxis } from './value-axis.ts';

/** After the row of the average. */
const AVERAGE = ' avg';

export interface Frame {
  readonly axis: RowAxis;
  /** Columns of the terminal for the drawing, and blanks as wide as the axis on its left. */
  readonly room: number;
  readonly indent: string;
  /** The row of a number from the top of the axis. */
  rowOf(value: number): number;
  /** The character behind the drawing. */
  behind(row: number, column: number): string;
  /** A drawn row with its label and its end. */
  line(row: number, drawn: string): string;
}

/** The frame of an axis. `average` is the number of a dashed row. */
export function createFrame(axis: RowAxis, average: number | undefined, display: ChartDisplay): Frame {
  const rowOf = (value: number): number => Math.round(axis.rows - 1 - axis.rowsUp(value));
  const labels = new Map(axis.ticks.map(({ value, label }) => [rowOf(value), label]));
  const width = widest([...labels.values()], display);
  const averageRow = average === undefined ? undefined : rowOf(average);
  return {
    axis,
    room: display.width - width - 1 - (average === undefined ? 0 : AVERAGE.length),
    indent: ' '.repeat(width + 1),
    rowOf,
    behind(row, column) {
      if (row === rowOf(0)) return '─';
      if (row === averageRow) return '┄';
      return labels.has(row) && column % 2 === 0 ? '·' : ' ';
    },
    line(row, drawn) {
      const end = row === averageRow ? dim(AVERAGE, display) : '';
      return `${(labels.get(row) ?? '').padStart(width)} ${drawn}${end}`.trimEnd();
    },
  };
}
