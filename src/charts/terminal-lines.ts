/**
 * Draws lines over time: round numbers on whole rows with a dotted grid, an average or the names of the lines on the right, dates
 * below, and exact numbers above or below.
 */

import { paint, styled, type TextFormat } from '../core/tone.ts';
import type { TextMeasure } from '../terminal/text-width.ts';
import { extremesOf, inDrawingOrder, type Line, type LineChart, type Point, strokesOf, unitAt } from './chart-model.ts';
import { createCanvas, type Dot, type Pen } from './terminal-canvas.ts';
import { dateTicks, placeLabels } from './time-axis.ts';
import { createValueAxis, type ValueAxis } from './value-axis.ts';

/** The terminal that shows a chart. */
export interface ChartDisplay {
  /** Columns of the terminal. */
  readonly width: number;
  /** Lines for the whole chart; bars take as many as they need. */
  readonly height: number;
  readonly color: boolean;
  /** Must be prepared for all texts. */
  readonly measure: TextMeasure;
  /** Separates the thousands of round numbers. */
  readonly group: (number: string) => string;
}

/** Spaces between two texts of a line. */
const GAP = '  ';
/** Marks an incomplete unit of time. */
const INCOMPLETE = '○';
/** Labels are not cut to fewer columns. */
const MIN_LABEL_WIDTH = 10;
const MIN_PLOT_WIDTH = 22;
/** A plot as wide has room for the names of its lines beside it. */
const NAMED_PLOT_WIDTH = 36;
const PLOT_HEIGHT = { least: 5, most: 60 };
/** The most of the width that the names of lines take. */
const NAME_SHARE = 0.25;
/** Foreground colours (ECMA-48), and the marks of lines without colours. */
const COLORS: readonly TextFormat[] = ['cyan', 'yellow', 'magenta', 'green', 'blue', 'red'];
const MARKS = ['*', 'o', '+', 'x', '#', '@'];
const OTHER_MARK = '.';

/** The lines of text of a line chart below its title. */
export function drawLines(chart: LineChart, display: ChartDisplay): readonly string[] {
  const { lines, incomplete, shift, mark } = chart;
  const isAlone = lines.length === 1 && lines[0]!.name === '';
  const above = isAlone ? drawFacts(lines[0]!, display) : [''];
  const below = [
    ...(mark === undefined ? [] : [styled(mark, 'yellow', display.color)]),
    ...(isAlone ? [] : listLegend(lines, display)),
    ...(shift === undefined ? [] : [styled(shift, 'dim', display.color)]),
    ...(incomplete === undefined ? [] : [`${INCOMPLETE} incomplete: ${incomplete}`]),
  ];
  // The title, and the dates below the plot.
  return [...above, ...drawPlot(chart, display, display.height - 2 - above.length - below.length), ...below];
}

/** The plot with its axes. */
function drawPlot({ lines, span, sides }: LineChart, display: ChartDisplay, maxRows: number): readonly string[] {
  const values = lines.flatMap(({ points }) => points.map(({ value }) => value));
  const height = Math.min(PLOT_HEIGHT.most, Math.max(PLOT_HEIGHT.least, maxRows));
  const axis = createValueAxis(values, height, display.group);
  const rowOf = (value: number): number => Math.round(axis.rows - 1 - axis.rowsUp(value));
  const labels = new Map(axis.ticks.map(({ value, label }) => [rowOf(value), label]));
  const labelWidth = widest([...labels.values()], display);
  const room = display.width - labelWidth - 1;
  const ends = nameEnds(lines, axis, room, display);
  const texts = Array.from(ends.values(), ({ text }) => text);
  const width = Math.max(MIN_PLOT_WIDTH, room - (ends.size === 0 ? 0 : widest(texts, display) + 1));

  const canvas = createCanvas(width, axis.rows, usesMarks(lines, display));
  const { dotsAcross, dotsDown } = canvas;
  const lastDot = width * dotsAcross - 1;
  const xOf = (position: number): number => Math.round((position / (span.count - 1)) * lastDot);
  const columnOf = (position: number): number => Math.floor(xOf(position) / dotsAcross);
  // The number of a tick is in the middle of its row.
  const dotOf = ({ position, value }: Point): Dot => ({
    x: xOf(position),
    y: Math.round((axis.rows - 1 - axis.rowsUp(value)) * dotsDown + (dotsDown - 1) / 2),
  });
  for (const line of inDrawingOrder(lines)) {
    const pen = penOf(line, lines);
    for (const stroke of strokesOf(line.points)) canvas.stroke(stroke.map(dotOf), pen);
    for (const point of line.points) if (point.isIncomplete) canvas.put(dotOf(point), INCOMPLETE, pen);
  }

  // Units of the compared range alone have no dates in the range.
  const ticks = dateTicks(span, width)
    .filter(({ position }) => unitAt(sides[0], Math.floor(position)))
    .map((tick) => ({ ...tick, column: columnOf(tick.position) }));
  const tickColumns = new Set(ticks.map(({ column }) => column));
  const zero = rowOf(0);
  const behind = (row: number, column: number): string => {
    if (row === zero) return row === axis.rows - 1 && tickColumns.has(column) ? '┬' : '─';
    return labels.has(row) && column % 2 === 0 ? '·' : ' ';
  };
  const paint = (text: string, pen: Pen | undefined): string => styled(text, pen?.format ?? 'dim', display.color);
  const rows = canvas.lines(behind, paint).map((line, row) => {
    const end = ends.get(row);
    const drawn = `${(labels.get(row) ?? '').padStart(labelWidth)} ${line}`;
    return end === undefined ? drawn.trimEnd() : `${drawn} ${paint(end.text, end.pen)}`;
  });
  return [...rows, `${' '.repeat(labelWidth + 1)}${placeLabels(ticks, width)}`.trimEnd()];
}

/** A text at the end of a line. */
interface LineEnd {
  readonly text: string;
  readonly pen: Pen;
}

/** The names of the lines by the rows where they end, or near them; none without room. */
function nameEnds(
  lines: readonly Line[],
  axis: ValueAxis,
  room: number,
  display: ChartDisplay,
): ReadonlyMap<number, LineEnd> {
  const ends = lines.flatMap((line) => {
    const last = line.points.at(-1);
    if (line.isComparison || line.group === undefined || last === undefined) return [];
    const text = display.measure.cut(line.group, Math.floor(display.width * NAME_SHARE));
    return [{ row: Math.round(axis.rows - 1 - axis.rowsUp(last.value)), text, pen: penOf(line, lines) }];
  });
  const texts = ends.map(({ text }) => text);
  if (room - widest(texts, display) - 1 < NAMED_PLOT_WIDTH) return new Map();
  ends.sort((one, other) => one.row - other.row);
  let least = 0;
  return new Map(
    ends.map(({ row, ...end }, index) => {
      const placed = Math.min(Math.max(row, least), axis.rows - (ends.length - index));
      least = placed + 1;
      return [placed, end];
    }),
  );
}

/** True if marks distinguish the lines, because there are no colours. One line, also with an earlier range, is clearer in dots. */
function usesMarks(lines: readonly Line[], { color }: ChartDisplay): boolean {
  return !color && lines.some(({ place }) => place !== lines[0]!.place);
}

/** The earlier range of one line is grey; those of several have the colours of their lines. */
function penOf({ place, isOther, isComparison }: Line, lines: readonly Line[]): Pen {
  const isGrey = isOther || (isComparison && lines.every((line) => line.place === place));
  return {
    format: isGrey ? 'dim' : COLORS[place % COLORS.length]!,
    mark: isOther ? OTHER_MARK : MARKS[place % MARKS.length]!,
    isDotted: isComparison,
  };
}

/** The legend: the name, the total, the share and the change of each line. */
function listLegend(lines: readonly Line[], display: ChartDisplay): readonly string[] {
  const { width, measure, color } = display;
  const hasMarks = usesMarks(lines, display);
  const keyOf = ({ mark, isDotted }: Pen): string => {
    if (!hasMarks) return isDotted ? '┄┄' : '──';
    return isDotted ? `${mark} ${mark}` : mark.repeat(3);
  };
  const widthOf = (textOf: (line: Line) => string | undefined): number =>
    widest(
      lines.map((line) => textOf(line) ?? ''),
      display,
    );
  const totals = widthOf(({ total }) => total?.text);
  const [shares, changes] = [widthOf(({ share }) => share), widthOf(({ change }) => change)];
  const taken = (hasMarks ? 3 : 2) + 4 * GAP.length + totals + shares + changes;
  const nameWidth = Math.min(
    widthOf(({ name }) => name),
    Math.max(MIN_LABEL_WIDTH, width - taken),
  );
  return lines.map((line) => {
    const { total = { text: '', tone: 'plain' }, share = '', change = '' } = line;
    const pen = penOf(line, lines);
    const name = measure.cut(line.name, nameWidth);
    const drawn = [
      styled(keyOf(pen), pen.format, color),
      name + ' '.repeat(nameWidth - measure.width(name)),
      ' '.repeat(totals - total.text.length) + paint(total.text, total.tone, color),
      share.padStart(shares),
      change.padStart(changes),
    ];
    return drawn.filter(Boolean).join(GAP).trimEnd();
  });
}

/** The total, the average, the highest and the lowest unit; the last one if it fits on the same line. `incomplete` marks units. */
export function drawFacts(
  { points, total, average }: Line,
  { color, width }: ChartDisplay,
  incomplete: string = INCOMPLETE,
): readonly string[] {
  const { highest, lowest } = extremesOf(points);
  const facts = { total: { shown: total, label: '' }, average, highest, lowest, last: points.at(-1)! };
  const lines: string[] = [];
  let room = 0;
  for (const [name, fact] of Object.entries(facts)) {
    if (fact?.shown === undefined) continue;
    const { text, tone } = fact.shown;
    const mark = 'isIncomplete' in fact && fact.isIncomplete ? ` ${incomplete}` : '';
    const end = fact.label === '' ? '' : ` ${fact.label}${mark}`;
    const drawn = `${styled(name, 'dim', color)} ${paint(text, tone, color)}${end}`;
    const needed = name.length + 1 + text.length + end.length;
    const fits = GAP.length + needed <= room;
    if (!fits && name === 'last') break;
    lines.push(fits ? `${lines.pop()}${GAP}${drawn}` : drawn);
    room = (fits ? room - GAP.length : width) - needed;
  }
  return lines;
}

/** The width of the widest text, in columns. */
function widest(texts: readonly string[], { measure }: ChartDisplay): number {
  return texts.reduce((most, text) => Math.max(most, measure.width(text)), 0);
}
