/**
 * Draws lines over time: round numbers on whole rows with a dotted grid, the names of the lines on the right, dates below, and exact
 * numbers above or below.
 */

import { createValueAxis, dateTicks, placeLabels, type ValueAxis } from '../charts/axes.ts';
import {
  factsOf,
  inDrawingOrder,
  type Line,
  type LineChart,
  type Point,
  strokesOf,
  unitAt,
} from '../charts/chart-model.ts';
import { styled, type TextFormat } from '../core/tone.ts';
import { drawCaption, type TerminalSize } from './terminal-table.ts';

/** The terminal that shows a chart. */
export interface ChartDisplay extends TerminalSize {
  readonly width: number;
  /** Lines for the whole chart; bars take as many as they need. */
  readonly height: number;
  /** Separates the thousands of round numbers. */
  readonly group: (number: string) => string;
}

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
export async function drawLines(chart: LineChart, display: ChartDisplay): Promise<readonly string[]> {
  const { lines, hasIncomplete, shift } = chart;
  const isAlone = lines.length === 1 && lines[0]!.name === '';
  const parts = isAlone ? factsOf(lines[0]!).map((text) => ({ name: '', value: '', text })) : [];
  const above = (await drawCaption(parts, 'dim', display)).split('\n');
  const below = [
    ...(isAlone ? [] : listLegend(lines, display)),
    ...(shift === undefined ? [] : [styled(shift, 'dim', display.color)]),
    ...(hasIncomplete ? [`${INCOMPLETE} incomplete ${chart.span.unit}`] : []),
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
    .filter(({ position }) => unitAt(sides[0], position))
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

/** The names of the lines by the rows where they end, or near them; none without room. */
function nameEnds(
  lines: readonly Line[],
  axis: ValueAxis,
  room: number,
  display: ChartDisplay,
): ReadonlyMap<number, { readonly text: string; readonly pen: Pen }> {
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

/** The legend: the name, the total and the change of each line. */
function listLegend(lines: readonly Line[], display: ChartDisplay): readonly string[] {
  const { width, measure, color } = display;
  const hasMarks = usesMarks(lines, display);
  const keyOf = ({ mark, isDotted }: Pen): string => {
    if (!hasMarks) return isDotted ? '┄┄' : '──';
    return isDotted ? `${mark} ${mark}` : mark.repeat(3);
  };
  const totals = lines.map(({ total }) => total?.text ?? '');
  const numbers = lines.map(({ change = '' }, at) => `${totals[at]!.padStart(widest(totals, display))}  ${change}`);
  const room = Math.max(MIN_LABEL_WIDTH, width - 'key    '.length - widest(numbers, display));
  const names = lines.map(({ name }) => measure.cut(name, room));
  return lines.map((line, at) => {
    const [pen, name] = [penOf(line, lines), names[at]!];
    const padding = ' '.repeat(widest(names, display) - measure.width(name));
    return `${styled(keyOf(pen), pen.format, color)}  ${name}${padding}  ${numbers[at]}`.trimEnd();
  });
}

/** The width of the widest text, in columns. */
function widest(texts: readonly string[], { measure }: ChartDisplay): number {
  return texts.reduce((most, text) => Math.max(most, measure.width(text)), 0);
}

/** A place on the canvas; (0, 0) is at the top left. */
interface Dot {
  readonly x: number;
  readonly y: number;
}

interface Pen {
  readonly format: TextFormat;
  readonly mark: string;
  /** Other lines replace a dotted one where they cross. */
  readonly isDotted: boolean;
}

interface Cell {
  readonly bits: number;
  readonly text: string;
  readonly pen: Pen;
}

const NO_DOTS = 0x2800;
/** The bit of each dot in a pattern, by line and column (Unicode 15, section 21.1). */
const BITS = [
  [0x01, 0x08],
  [0x02, 0x10],
  [0x04, 0x20],
  [0x40, 0x80],
] as const;

/** A character that several lines cross belongs to the last. */
function createCanvas(columns: number, lines: number, hasMarks: boolean) {
  const [dotsAcross, dotsDown] = hasMarks ? [1, 1] : [2, 4];
  // A dotted line has the first dots of every few.
  const [drawn, period] = hasMarks ? [1, 2] : [2, 4];
  const cells = Array.from({ length: lines }, () => new Array<Cell | undefined>(columns).fill(undefined));

  function put({ x, y }: Dot, text: string, pen: Pen, bits = 0): void {
    cells[Math.floor(y / dotsDown)]![Math.floor(x / dotsAcross)] = { bits, text, pen };
  }

  function set(dot: Dot, pen: Pen): void {
    const cell = cells[Math.floor(dot.y / dotsDown)]![Math.floor(dot.x / dotsAcross)];
    const before = cell === undefined || (cell.pen.isDotted && !pen.isDotted) ? 0 : cell.bits;
    const bits = before | BITS[dot.y % dotsDown]![dot.x % dotsAcross]!;
    put(dot, hasMarks ? pen.mark : String.fromCharCode(NO_DOTS + bits), pen, bits);
  }

  return {
    /** Dots of a character. */
    ...{ dotsAcross, dotsDown },
    /** Draws a character at the place of a dot. */
    put: (dot: Dot, text: string, pen: Pen): void => put(dot, text, pen),
    /** Draws from dot to dot. A dot alone is drawn larger. Later strokes cover earlier ones. */
    stroke(dots: readonly Dot[], pen: Pen): void {
      let count = 0;
      dots.forEach((to, index) => {
        const from = dots[index - 1] ?? to;
        const [across, down] = [to.x - from.x, to.y - from.y];
        // One mark per column: steep lines of several marks would hide each other.
        const steps = Math.max(1, Math.abs(across), hasMarks ? 0 : Math.abs(down));
        for (let step = index === 0 ? steps : 1; step <= steps; step++, count++) {
          const [x, y] = [from.x + (across * step) / steps, from.y + (down * step) / steps];
          if (!pen.isDotted || count % period < drawn) set({ x: Math.round(x), y: Math.round(y) }, pen);
        }
      });
      // The second dot of the line in its character.
      if (dots.length === 1 && !hasMarks) set({ x: dots[0]!.x ^ 1, y: dots[0]!.y }, pen);
    },
    /** The text of each line, from the top. `behind` gives the character where nothing is drawn, which has no pen. */
    lines: (
      behind: (line: number, column: number) => string,
      paint: (text: string, pen: Pen | undefined) => string,
    ): readonly string[] =>
      cells.map((row, line) => {
        let text = '';
        for (let start = 0, end = 0; start < columns; start = end) {
          const { pen } = row[start] ?? {};
          let run = '';
          for (; end < columns && row[end]?.pen === pen; end++) run += row[end]?.text ?? behind(line, end);
          text += run.trim() === '' ? run : paint(run, pen);
        }
        return text;
      }),
  };
}
