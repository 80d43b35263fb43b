/** Draws more than three lines over time as small charts on one scale, each with its name, its total and its change or its share. */

import type { Line, LineChart } from './chart-model.ts';
import { createMultiples, type MultiplesCell } from './multiples.ts';
import { type Canvas, COMPARISON_INK, createDotCanvas, drawStrokes } from './terminal-canvas.ts';
import { type ChartDisplay, dim, GAP, padEnd, paintMain, paintShown } from './terminal-display.ts';
import { dateTicks, placeLabels } from './time-axis.ts';
import type { ValueAxis } from './value-axis.ts';

/** Lines that are easy to tell apart in one drawing. */
const MAX_TOGETHER = 3;
const MIN_WIDTH = 30;
const CELL_GAP = '   ';
/** Rows of a small chart, without its name. */
const PLOT_ROWS = { least: 2, most: 8 };
/** The title, the scale, the dates, and the names of those that are not drawn. */
const LINES_AROUND = 4;
/** A long title takes more lines. */
const MORE_TITLE = 2;
const MIN_CELLS = 4;
const TICKS = 3;
const LINE_INK = 0;
const STYLE = /\u001b\[\d+m/g;

/** The number of small charts that fit. */
export function countMultiples({ width, height }: Pick<ChartDisplay, 'width' | 'height'>): number {
  const rows = Math.floor((height - LINES_AROUND - MORE_TITLE) / (PLOT_ROWS.least + 1));
  return Math.max(MIN_CELLS, rows * acrossOf(width));
}

function acrossOf(width: number): number {
  return Math.max(1, Math.floor((width + CELL_GAP.length) / (MIN_WIDTH + CELL_GAP.length)));
}

/** True for more lines than one drawing can have. */
export function needsMultiples({ lines }: LineChart): boolean {
  return lines.length > MAX_TOGETHER;
}

/** The lines of text below the title. */
export function drawMultiples(chart: LineChart, display: ChartDisplay): readonly string[] {
  const count = chart.lines.filter(({ isComparison }) => !isComparison).length;
  const across = Math.min(acrossOf(display.width), count);
  const width = Math.floor((display.width - (across - 1) * CELL_GAP.length) / across);
  const options = { across: 2 * width, ticks: TICKS, group: display.group };
  const { cells, axis, legend } = createMultiples(chart, options);
  const down = Math.ceil(cells.length / across);
  const below = [
    ...(chart.rest === undefined ? [] : [display.measure.cut(`(other): ${chart.rest}`, display.width)]),
    ...(chart.incomplete === undefined ? [] : [`* incomplete, drawn dashed: ${chart.incomplete}`]),
  ];
  const room = Math.floor((display.height - LINES_AROUND + 1 - below.length) / down) - 1;
  const rows = Math.max(PLOT_ROWS.least, Math.min(PLOT_ROWS.most, room));
  const names = display.measure.cutApart(
    cells.map(({ name }) => name),
    cells.map((cell) => nameRoom(cell, width)),
  );
  const drawn = cells.map((cell, index) => [
    drawHead(cell, names[index]!, width, display),
    ...drawCell(cell.lines, { chart, axis, width, rows }, display),
  ]);
  const grid = Array.from({ length: down }, (_, row) => drawn.slice(row * across, (row + 1) * across));
  const ticks = dateTicks(chart.span, width).map((tick) => ({
    ...tick,
    column: Math.floor(xOf(tick.position, chart, 2 * width) / 2),
  }));
  const dates = Array<string>(across).fill(placeLabels(ticks, width).padEnd(width)).join(CELL_GAP).trimEnd();
  return [
    dim(legend.join(GAP), display),
    ...grid.flatMap((row) =>
      row[0]!.map((_, index) =>
        row
          .map((cell) => cell[index]!)
          .join(CELL_GAP)
          .trimEnd(),
      ),
    ),
    dates,
    ...below,
  ];
}

/** A row of a small chart as wide as its cell, without its escape sequences. */
function padCell(text: string, width: number): string {
  return text + ' '.repeat(width - text.replaceAll(STYLE, '').length);
}

/** The columns for the name of a line, beside its numbers. */
function nameRoom({ total, part }: MultiplesCell, width: number): number {
  const numbers = [total?.text, part].filter((text) => text !== undefined);
  return Math.max(
    1,
    numbers.reduce((room, text) => room - text.length - GAP.length, width),
  );
}

/** The name of a line, its total, and its change or its share. */
function drawHead(cell: MultiplesCell, name: string, width: number, display: ChartDisplay): string {
  const { total, part } = cell;
  const label = padEnd(name, nameRoom(cell, width), display);
  const shown = total && paintShown(total, display);
  return [label, shown, part].filter((each) => each !== undefined).join(GAP);
}

interface CellFrame {
  readonly chart: LineChart;
  readonly axis: ValueAxis;
  readonly width: number;
  readonly rows: number;
}

function drawCell(
  lines: readonly Line[],
  { chart, axis, width, rows }: CellFrame,
  display: ChartDisplay,
): readonly string[] {
  const canvas = createDotCanvas(width, rows);
  for (const line of lines) {
    drawStrokes(canvas, line, line.isComparison ? COMPARISON_INK : LINE_INK, ({ position, value }) => ({
      x: xOf(position, chart, canvas.across),
      y: yOf(value, axis, canvas),
    }));
  }
  const zero = axis.least < 0 ? Math.floor(yOf(0, axis, canvas) / (canvas.down / rows)) : undefined;
  const paint = (text: string, ink: number): string =>
    ink === LINE_INK ? paintMain(text, display) : dim(text, display);
  return canvas.lines(paint, (row) => (row === zero ? '─' : ' ')).map((text) => padCell(text, width));
}

function xOf(position: number, { span }: LineChart, across: number): number {
  return Math.round((position / Math.max(1, span.count - 1)) * (across - 1));
}

function yOf(value: number, { least, most }: ValueAxis, { down }: Canvas): number {
  // Halves, because the difference may be too large for a double.
  return Math.round((1 - (value / 2 - least / 2) / (most / 2 - least / 2)) * (down - 1));
}
