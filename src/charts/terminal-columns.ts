/** Draws sums of few weeks, months, quarters or years as columns: no line leads from one sum to the next. */

import { shortMonth } from '../dates/range-name.ts';
import { dayAt } from '../dates/time-span.ts';
import { unitName } from '../dates/unit-names.ts';
import type { LineChart, Point } from './chart-model.ts';
import { drawFacts } from './line-facts.ts';
import { BEHIND_INK, COMPARISON_INK, joinCells } from './terminal-canvas.ts';
import { type ChartDisplay, dim, GAP, padStart, paintMain, widest } from './terminal-display.ts';
import { createFrame, type Frame } from './terminal-frame.ts';
import { createRowAxis } from './value-axis.ts';

/** More units are a line. */
const MAX_COLUMNS = 12;
/** Characters for a unit. */
const MIN_BAND = 4;
const MAX_WIDTH = 16;
const COLUMN_SHARE = 0.66;
const MIN_ROWS = 4;
/** A row that is filled from the bottom, by eighths. */
const EIGHTHS = [' ', '▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];
const [UPPER_HALF, LOWER_HALF, FULL] = ['▀', '▄', '█'];
/** Shades: of an incomplete unit, and of the earlier range. */
const [LIGHT, COMPARISON] = ['▒', '░'];
const COLUMN_INK = 0;
const NUMBER_INK = 1;

/** True for one line of sums of few units longer than a day, also with its earlier range. */
export function fitsColumns({ lines, span }: LineChart, { width }: ChartDisplay): boolean {
  const areOne = lines.every(({ place, total }) => place === lines[0]!.place && total !== undefined);
  const hasRoom = span.count <= MAX_COLUMNS && width / span.count >= 2 * MIN_BAND - 2;
  return areOne && span.unit !== 'day' && hasRoom;
}

/** The lines of text of the columns below the title of their chart. */
export function drawColumns(chart: LineChart, display: ChartDisplay): readonly string[] {
  const { lines, incomplete } = chart;
  const [now, comparison] = [
    lines.find(({ isComparison }) => !isComparison),
    lines.find(({ isComparison }) => isComparison),
  ];
  const above = lines.length === 1 ? drawFacts(lines[0]!, chart.span, display) : [''];
  const below = [
    ...(comparison === undefined ? [] : listRanges(chart, display)),
    ...(incomplete === undefined ? [] : [`* incomplete, drawn ${LIGHT}: ${incomplete}`]),
  ];
  const values = lines.flatMap(({ points }) => points.map(({ value }) => value));
  const hasNegative = values.some((value) => value < 0);
  // The title, the names of the units, and rows for the numbers of the longest columns.
  const around = 2 + above.length + below.length + 1 + (hasNegative ? 1 : 0);
  const axis = createRowAxis(values, Math.max(MIN_ROWS, display.height - around), display.group);
  const frame = createFrame(axis, lines.length === 1 ? now?.average?.value : undefined, display);
  const { count } = chart.span;
  const band = Math.floor(frame.room / count);
  const hasNumbers = (now?.points ?? []).every(({ shown }) => shown.text.length < band);
  const grid = createGrid(frame, {
    width: band * count,
    above: hasNumbers ? 1 : 0,
    below: hasNumbers && hasNegative ? 1 : 0,
  });
  const width = Math.max(2, Math.min(MAX_WIDTH, band - 1, Math.round(band * COLUMN_SHARE)));
  const own = comparison === undefined ? width : Math.ceil(width / 2);
  for (const point of comparison?.points ?? []) {
    const left = point.position * band + Math.floor((band - width) / 2);
    grid.column(left, width - own, point.value, { shade: COMPARISON, ink: COMPARISON_INK });
  }
  for (const point of now?.points ?? []) {
    const left = point.position * band + Math.floor((band - width) / 2) + width - own;
    const shade = point.isIncomplete ? LIGHT : undefined;
    const end = grid.column(left, own, point.value, { shade, ink: COLUMN_INK });
    const { text } = point.shown;
    const start = Math.min(band * count - text.length, left + Math.floor((own - text.length) / 2));
    if (hasNumbers) grid.text(end, Math.max(point.position * band, start), text);
  }
  return [...above, ...grid.lines(display), frame.indent + nameUnits(chart, band), ...below];
}

/** The names of both ranges with their totals, and the change. */
function listRanges({ lines }: LineChart, display: ChartDisplay): readonly string[] {
  const totalWidth = widest(
    lines.map(({ total }) => total!.text),
    display,
  );
  return lines.map(({ isComparison, name, total, change = '' }) => {
    const mark = isComparison ? dim(COMPARISON.repeat(2), display) : paintMain(FULL.repeat(2), display);
    return [mark, name, padStart(total!, totalWidth, display), change].join(GAP).trimEnd();
  });
}

/** The names of the units below their columns: whole names if all fit, or else short ones. */
function nameUnits({ lines, span }: LineChart, band: number): string {
  const partial = new Set(
    lines.flatMap(({ points }) =>
      points.filter(({ isIncomplete }: Point) => isIncomplete).map(({ position }) => position),
    ),
  );
  const days = Array.from({ length: span.count }, (_, position) => dayAt(position, span));
  const whole = days.map((day) => unitName(day, span.unit, span.weekStart));
  const areShort = whole.some((name, position) => name.length + (partial.has(position) ? 1 : 0) >= band);
  const short = days.map((day, position) =>
    span.unit === 'month' ? shortMonth(day) : whole[position]!.replace(/^\d{4}-/, ''),
  );
  const names = (areShort ? short : whole).map((name, position) =>
    partial.has(position) ? `${name}*` : name,
  );
  return names
    .map((name) => (' '.repeat(Math.max(0, Math.floor((band - name.length) / 2))) + name).padEnd(band))
    .join('')
    .trimEnd();
}

interface Grid {
  /** Draws a column from zero, and gives the row beyond its end. */
  column(left: number, width: number, value: number, style: ColumnStyle): number;
  text(row: number, left: number, text: string): void;
  lines(display: ChartDisplay): readonly string[];
}

interface ColumnStyle {
  /** Undefined for a column that is filled. */
  readonly shade: string | undefined;
  readonly ink: number;
}

interface GridSize {
  readonly width: number;
  /** Rows above and below the axis, for the numbers of the longest columns. */
  readonly above: number;
  readonly below: number;
}

function createGrid(frame: Frame, { width, above, below }: GridSize): Grid {
  const { axis } = frame;
  const zero = above + frame.rowOf(0);
  const rows = Array.from({ length: above + axis.rows + below }, (_, row) => ({
    characters: Array.from({ length: width }, (_each, column) => frame.behind(row - above, column)),
    inks: new Int8Array(width).fill(BEHIND_INK),
  }));

  function set(row: number, left: number, text: string, ink: number): void {
    for (const [index, character] of [...text].entries()) {
      rows[row]!.characters[left + index] = character;
      rows[row]!.inks[left + index] = ink;
    }
  }

  return {
    column(left, columnWidth, value, { shade, ink }) {
      if (value === 0) return zero - 1;
      const up = axis.rowsUp(value) - axis.rowsUp(0);
      const side = up > 0 ? -1 : 1;
      // Zero is in the middle of its row, so half of that row is filled.
      const filled = 4 + Math.max(1, Math.round(Math.abs(up) * 8));
      const last = Math.ceil(filled / 8) - 1;
      for (let distance = 0; distance <= last; distance++) {
        const eighths = Math.min(8, filled - 8 * distance);
        const row = zero + side * distance;
        const character =
          distance === 0
            ? (shade ?? (side < 0 ? UPPER_HALF : LOWER_HALF))
            : partOfRow(eighths, side < 0, shade);
        if (character !== ' ') set(row, left, character.repeat(columnWidth), ink);
      }
      return zero + side * (last + 1);
    },
    text: (row, left, text) => set(row, left, text, NUMBER_INK),
    lines: (display) =>
      rows.map(({ characters, inks }, row) =>
        frame.line(
          row - above,
          joinCells(characters, inks, (text, ink) => paint(text, ink, display)),
        ),
      ),
  };
}

/** The character of a row that is filled in part. Unicode has no eighths from the top, only halves. */
export function partOfRow(eighths: number, isUp: boolean, shade: string | undefined): string {
  if (shade !== undefined) return eighths >= 4 ? shade : ' ';
  if (isUp || eighths === 8) return EIGHTHS[eighths]!;
  return eighths >= 6 ? FULL : eighths >= 2 ? UPPER_HALF : ' ';
}

function paint(text: string, ink: number, display: ChartDisplay): string {
  if (ink === BEHIND_INK || ink === COMPARISON_INK) return dim(text, display);
  return ink === COLUMN_INK ? paintMain(text, display) : text;
}
