/** Draws lines over time: round numbers on whole rows with a dotted grid, an average, dates below, and exact numbers above or below. */

import { styled, type TextFormat } from '../core/tone.ts';
import type { Line, LineChart } from './chart-model.ts';
import { type DenseLine, isDense, smoothDays } from './dense-days.ts';
import { drawFacts } from './line-facts.ts';
import {
  BEHIND_INK,
  type Canvas,
  COMPARISON_INK,
  createDotCanvas,
  createMarkCanvas,
  drawStrokes,
} from './terminal-canvas.ts';
import { type ChartDisplay, dim, GAP, MIN_LABEL_WIDTH, padEnd, padStart, widest } from './terminal-display.ts';
import { dateTicks, placeLabels } from './time-axis.ts';
import { createValueAxis, type ValueAxis } from './value-axis.ts';

const MIN_PLOT_WIDTH = 22;

const MIN_PLOT_HEIGHT = 5;

const MAX_PLOT_HEIGHT = 60;

/** Foreground colours (ECMA-48): cyan, yellow, magenta, green, blue, red. */
const COLORS: readonly TextFormat[] = ['cyan', 'yellow', 'magenta', 'green', 'blue', 'red'];

/** Without colours, each line has a mark. */
const MARKS = ['*', 'o', '+', 'x', '#', '@'];

const OTHER_MARK = '.';

/** The mark of a notable unit, below its place. */
const POINTER = '▲';

/** Maximum number of lines that are easy to distinguish, besides the line of all others. */
const MAX_LINES = COLORS.length;

const OTHER_INK = MAX_LINES;

/** The lines of text of a line chart below its title. */
export function drawLines(chart: LineChart, display: ChartDisplay): readonly string[] {
  const { lines, marks = [] } = chart;
  const isAlone = lines.length === 1 && lines[0]!.name === '';
  const above = isAlone ? drawFacts(lines[0]!, chart.span, display) : [''];
  const legend = isAlone ? [] : listLegend(lines, display);
  const below =
    chart.incomplete === undefined ? legend : [...legend, `* incomplete, drawn dashed: ${chart.incomplete}`];
  // The title, and the dates below the plot.
  const linesAround = 2 + above.length + below.length + Math.min(1, marks.length);
  const draw = (lessHeight: number): DrawnPlot =>
    drawPlot(chart, display, Math.max(MIN_PLOT_HEIGHT, display.height - linesAround - lessHeight));
  const plot = draw(0);
  if (!plot.isDense) return [...above, ...plot.lines, ...below];
  return [...above, ...draw(1).lines, dim(DENSE_LEGEND, display), ...below];
}

const DENSE_LEGEND = '── mean of 7 days   ░ lowest to highest';

interface DrawnPlot {
  readonly lines: readonly string[];
  /** True if the plot has means of days. */
  readonly isDense: boolean;
}

/** The plot with its axes, and the marks below it. */
function drawPlot(chart: LineChart, display: ChartDisplay, maxRows: number): DrawnPlot {
  const { lines, span, marks = [] } = chart;
  const values = lines.flatMap(({ points }) => points.map(({ value }) => value));
  const axis = createValueAxis(values, Math.min(MAX_PLOT_HEIGHT, maxRows), display.group);
  const frame = createFrame(axis, lines.length === 1 ? lines[0]!.average?.value : undefined, display);
  const width = Math.max(MIN_PLOT_WIDTH, frame.room);
  const canvas = usesMarks(lines, display)
    ? createMarkCanvas(width, axis.rows, [...MARKS, OTHER_MARK])
    : createDotCanvas(width, axis.rows);
  const dense = isDense(chart, canvas.across)
    ? smoothDays(chart, (position) => columnOf(position, chart, canvas, width))
    : undefined;
  plot(dense === undefined ? chart : { ...chart, lines: dense.map(({ mean }) => mean) }, axis, canvas);

  const ticks = dateTicks(span, width).map((tick) => ({
    ...tick,
    column: columnOf(tick.position, chart, canvas, width),
  }));
  const tickColumns = new Set(ticks.map(({ column }) => column));
  const bands = dense?.length === 1 ? bandOf(dense[0]!, frame.rowOf) : undefined;
  const behind = (row: number, column: number): string => {
    const isZero = row === frame.rowOf(0);
    if (isZero && row === axis.rows - 1 && tickColumns.has(column)) return '┬';
    return !isZero && bands?.(row, column) === true ? '░' : frame.behind(row, column);
  };
  const rows = canvas
    .lines((text, ink) => paintInk(text, ink, display), behind)
    .map((line, row) => frame.line(row, line));
  const { indent } = frame;
  const pointed = marks.map(({ position, text }) => ({
    column: columnOf(position, chart, canvas, width),
    text: `${POINTER} ${text}`,
  }));
  return {
    lines: [
      ...rows,
      `${indent}${placeLabels(ticks, width)}`.trimEnd(),
      ...(pointed.length === 0 ? [] : [`${indent}${paintMark(placePointers(pointed, width), display)}`]),
    ],
    isDense: dense !== undefined,
  };
}

/** After the row of the average. */
const AVERAGE = ' avg';

/** What stands around and behind the numbers: the axis, a dotted grid, and the row of the average. */
interface PlotFrame {
  readonly axis: ValueAxis;
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
function createFrame(axis: ValueAxis, average: number | undefined, display: ChartDisplay): PlotFrame {
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

/** True for the rows from the lowest to the highest day of a column. */
function bandOf({ ranges }: DenseLine, rowOf: (value: number) => number): (row: number, column: number) => boolean {
  const rows = new Map(
    Array.from(ranges, ([column, { least, most }]) => [column, [rowOf(most), rowOf(least)] as const]),
  );
  return (row, column) => {
    const [top, bottom] = rows.get(column) ?? [1, 0];
    return row >= top && row <= bottom;
  };
}

/** True if marks distinguish the lines, because there are no colours. One line, also with an earlier range, is clearer in dots. */
function usesMarks(lines: readonly Line[], { color }: ChartDisplay): boolean {
  return !color && new Set(lines.map(({ place }) => place)).size > 1;
}

/** The most important line last, over the others. */
function plot({ lines, span }: Pick<LineChart, 'lines' | 'span'>, axis: ValueAxis, canvas: Canvas): void {
  const order = [...lines].reverse().sort((one, other) => Number(other.isComparison) - Number(one.isComparison));
  for (const line of order) {
    drawStrokes(canvas, line, inkOf(line, lines), ({ position, value }) => ({
      x: xOf(position, span.count, canvas),
      y: yOf(value, axis, canvas),
    }));
  }
}

function xOf(position: number, count: number, { across }: Canvas): number {
  return count === 1 ? 0 : Math.round((position / (count - 1)) * (across - 1));
}

function columnOf(position: number, { span }: LineChart, canvas: Canvas, width: number): number {
  return Math.floor((xOf(position, span.count, canvas) * width) / canvas.across);
}

/** The number of a tick is in the middle of its row. */
function yOf(value: number, axis: ValueAxis, { down }: Canvas): number {
  const dots = down / axis.rows;
  return Math.round((axis.rows - 1 - axis.rowsUp(value)) * dots + (dots - 1) / 2);
}

/** The ink of a line of marks. */
function placeInk({ isOther, place }: Line): number {
  return isOther ? OTHER_INK : place;
}

/** The earlier range of one line is grey; those of several have the colours of their lines. */
function inkOf(line: Line, lines: readonly Line[]): number {
  const isAlone = lines.every(({ place }) => place === line.place);
  return line.isComparison && isAlone ? COMPARISON_INK : placeInk(line);
}

function paintInk(text: string, ink: number, display: ChartDisplay): string {
  if (ink === BEHIND_INK || ink === COMPARISON_INK || ink === OTHER_INK) return dim(text, display);
  return styled(text, COLORS[ink]!, display.color);
}

function paintMark(text: string, { color }: ChartDisplay): string {
  return styled(text, 'yellow', color);
}

/** Texts that begin below their columns. One without room to its right ends with the pointer instead. */
function placePointers(pointers: readonly { readonly column: number; readonly text: string }[], width: number): string {
  let line = '';
  for (const { column, text } of pointers) {
    if (column + text.length <= width) line = line.padEnd(column) + text;
    else {
      const turned = `${text.slice(POINTER.length + 1)} ${POINTER}`;
      line = line.padEnd(Math.max(0, column + 1 - turned.length)) + turned;
    }
  }
  return line;
}

const SOLID = '──';

const DOTTED = '┄┄';

/** The legend: the name, the total, the share and the change of each line. */
function listLegend(lines: readonly Line[], display: ChartDisplay): readonly string[] {
  const { width, measure } = display;
  const hasMarks = usesMarks(lines, display);
  const markOf = (line: Line): string => {
    if (!hasMarks) return line.isComparison ? DOTTED : SOLID;
    const mark = [...MARKS, OTHER_MARK][placeInk(line)]!;
    return line.isComparison ? `${mark} ${mark}` : mark.repeat(3);
  };
  const totalWidth = widest(
    lines.map(({ total }) => total?.text ?? ''),
    display,
  );
  const shareWidth = lines.reduce((most, { share = '' }) => Math.max(most, share.length), 0);
  const changeWidth = lines.reduce((most, { change = '' }) => Math.max(most, change.length), 0);
  const taken = (hasMarks ? 3 : 2) + 4 * GAP.length + totalWidth + shareWidth + changeWidth;
  const nameWidth = Math.min(
    widest(
      lines.map(({ name }) => name),
      display,
    ),
    Math.max(MIN_LABEL_WIDTH, width - taken),
  );
  return lines.map((line) => {
    const { name, total = { text: '', tone: 'plain' }, share = '', change = '' } = line;
    const mark = paintInk(markOf(line), inkOf(line, lines), display);
    const texts = [
      mark,
      padEnd(measure.cut(name, nameWidth), nameWidth, display),
      padStart(total, totalWidth, display),
      share.padStart(shareWidth),
      change.padStart(changeWidth),
    ];
    return texts
      .filter((text) => text !== '')
      .join(GAP)
      .trimEnd();
  });
}
