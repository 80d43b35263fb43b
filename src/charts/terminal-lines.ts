/**
 * Draws lines over time: round numbers on whole rows with a dotted grid, an average or the names of the lines on the right, dates
 * below, and exact numbers above or below.
 */

import { paint, styled, type TextFormat } from '../core/tone.ts';
import { dayAt, shortMonth, type TimeSpan } from '../dates/calendar.ts';
import type { TextMeasure } from '../terminal/text-width.ts';
import { extremesOf, inDrawingOrder, type Line, type LineChart, type Point, strokesOf, unitAt } from './chart-model.ts';
import { createCanvas, type Dot, type Pen } from './terminal-canvas.ts';
import { dateTicks, dayOfWeek, placeLabels } from './time-axis.ts';
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
/** The line of an average, at its end. */
const AVERAGE = 'avg';
/** Foreground colours (ECMA-48), and the marks of lines without colours. */
const COLORS: readonly TextFormat[] = ['cyan', 'yellow', 'magenta', 'green', 'blue', 'red'];
const MARKS = ['*', 'o', '+', 'x', '#', '@'];
const OTHER_MARK = '.';
/** The mark of a notable unit, below its place. */
const POINTER = '▲';

/** The lines of text of a line chart below its title. */
export function drawLines(chart: LineChart, display: ChartDisplay): readonly string[] {
  const { lines, incomplete, shift, mark } = chart;
  const isAlone = lines.length === 1 && lines[0]!.name === '';
  const above = isAlone ? drawFacts(lines[0]!, chart.span, display) : [''];
  const below = [
    ...(isAlone ? [] : listLegend(lines, display)),
    ...(shift === undefined ? [] : [styled(shift, 'dim', display.color)]),
    ...(incomplete === undefined ? [] : [`${INCOMPLETE} incomplete: ${incomplete}`]),
  ];
  // The title, and the dates below the plot.
  const linesAround = 2 + above.length + below.length + (mark === undefined ? 0 : 1);
  return [...above, ...drawPlot(chart, display, display.height - linesAround), ...below];
}

/** The plot with its axes, and the marks below it. */
function drawPlot({ lines, span, sides, mark }: LineChart, display: ChartDisplay, maxRows: number): readonly string[] {
  const values = lines.flatMap(({ points }) => points.map(({ value }) => value));
  const height = Math.min(PLOT_HEIGHT.most, Math.max(PLOT_HEIGHT.least, maxRows));
  const axis = createValueAxis(values, height, display.group);
  const rowOf = (value: number): number => Math.round(axis.rows - 1 - axis.rowsUp(value));
  const labels = new Map(axis.ticks.map(({ value, label }) => [rowOf(value), label]));
  const labelWidth = widest([...labels.values()], display);
  const average = lines.length === 1 ? lines[0]!.average : undefined;
  const averageRow = average && rowOf(average.value);
  const room = display.width - labelWidth - 1;
  const ends: ReadonlyMap<number, LineEnd> =
    averageRow === undefined ? nameEnds(lines, axis, room, display) : new Map([[averageRow, { text: AVERAGE }]]);
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
    if (row === averageRow) return '┄';
    return labels.has(row) && column % 2 === 0 ? '·' : ' ';
  };
  const paint = (text: string, pen: Pen | undefined): string => styled(text, pen?.format ?? 'dim', display.color);
  const rows = canvas.lines(behind, paint).map((line, row) => {
    const end = ends.get(row);
    const drawn = `${(labels.get(row) ?? '').padStart(labelWidth)} ${line}`;
    return end === undefined ? drawn.trimEnd() : `${drawn} ${paint(end.text, end.pen)}`;
  });
  const indent = ' '.repeat(labelWidth + 1);
  return [
    ...rows,
    `${indent}${placeLabels(ticks, width)}`.trimEnd(),
    ...(mark === undefined
      ? []
      : [indent + styled(pointAt(columnOf(mark.position), mark.text, width), 'yellow', display.color)]),
  ];
}

/** A text at the end of a line. */
interface LineEnd {
  readonly text: string;
  readonly pen?: Pen;
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

/** A text that begins below its column. Without room to its right, it ends there instead. */
function pointAt(column: number, text: string, width: number): string {
  if (column + POINTER.length + 1 + text.length <= width) return `${' '.repeat(column)}${POINTER} ${text}`;
  return `${text} ${POINTER}`.padStart(column + 1);
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

/** The total, the average, the highest and the lowest unit; the last and the first one if they fit on the same line. */
export function drawFacts({ points, total, average }: Line, span: TimeSpan, display: ChartDisplay): readonly string[] {
  const { color } = display;
  const { highest, lowest } = extremesOf(points);
  const at = (name: string, point: Point) => ({ name, shown: point.shown, label: labelOf(point, span) });
  const facts = [
    { name: 'total', shown: total, label: '' },
    { name: 'average', shown: average?.shown, label: average?.label ?? '' },
    ...[at('highest', highest), at('lowest', lowest), at('last', points.at(-1)!), at('first', points[0]!)],
  ];
  const lines: string[] = [];
  let room = 0;
  for (const { name, shown, label } of facts) {
    if (shown === undefined) continue;
    const { text, tone } = shown;
    const width = [name, text, label].filter(Boolean).join(' ').length;
    const drawn = [styled(name, 'dim', color), paint(text, tone, color), label].filter(Boolean).join(' ');
    const fits = GAP.length + width <= room;
    if (!fits && (name === 'last' || name === 'first')) break;
    lines.push(fits ? `${lines.pop()}${GAP}${drawn}` : drawn);
    room = (fits ? room - GAP.length : display.width) - width;
  }
  return lines;
}

/** The name of a unit: a day is `Tue 27` within a month, and `Tue 27 Oct` within a year. */
function labelOf({ label, isIncomplete, position }: Point, span: TimeSpan): string {
  const { unit, first, count } = span;
  const mark = isIncomplete ? ` ${INCOMPLETE}` : '';
  if (unit !== 'day' || count > 366) return label + mark;
  const day = dayAt(position, span);
  const isOneMonth = first.slice(0, 7) === dayAt(count - 1, span).slice(0, 7);
  return `${dayOfWeek(day)}${isOneMonth ? '' : ` ${shortMonth(day)}`}${mark}`;
}

/** The width of the widest text, in columns. */
function widest(texts: readonly string[], { measure }: ChartDisplay): number {
  return texts.reduce((most, text) => Math.max(most, measure.width(text)), 0);
}
