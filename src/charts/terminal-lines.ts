/** Draws lines over time: round numbers on the left, dates below, and the exact numbers under them. */

import { extremesOf, type Line, type LineChart, type Point, segmentsOf, strokesOf } from './chart-model.ts';
import { type Canvas, createDotCanvas, createMarkCanvas } from './terminal-canvas.ts';
import { type ChartDisplay, GAP, MIN_LABEL_WIDTH, padEnd, paintShown, widest } from './terminal-display.ts';
import { type TimeTick, timeTicks } from './time-axis.ts';
import { createValueAxis, type ValueAxis } from './value-axis.ts';

const MIN_PLOT_WIDTH = 22;

const MIN_PLOT_HEIGHT = 5;

const MAX_PLOT_HEIGHT = 60;

/** Lines of a plot for each number on the left, about. */
const LINES_PER_TICK = 4;

/** With fewer ticks, the axis of a low plot would end far above the largest number. It then has at most five ticks, one a line. */
const LEAST_TICKS = 3;

/** Title, a blank line after it, the axis of time with its labels, and a blank line before the exact numbers. */
const LINES_AROUND_PLOT = 5;

/** Between two columns of exact numbers. */
const FACT_GAP = '    ';

/** Foreground colours (ECMA-48): cyan, yellow, magenta, green, blue, red. */
const COLORS = [36, 33, 35, 32, 34, 31];

/** Without colours, each line has a mark. */
const MARKS = ['*', 'o', '+', 'x', '#', '@'];

const OTHER_MARK = '.';

/** Maximum number of lines that are easy to distinguish, besides the line of all others. */
export const MAX_LINES = COLORS.length;

const OTHER_INK = MAX_LINES;

/** The lines of text of a line chart. */
export function drawLines(chart: LineChart, display: ChartDisplay): readonly string[] {
  const { lines, span } = chart;
  const isAlone = lines.length === 1 && lines[0]!.name === '';
  const facts = isAlone ? listFacts(lines[0]!.points, display) : listLegend(lines, display);
  const below = chart.legend === undefined ? facts : [...facts, chart.legend];
  const height = Math.min(
    MAX_PLOT_HEIGHT,
    Math.max(MIN_PLOT_HEIGHT, display.height - LINES_AROUND_PLOT - below.length),
  );
  const values = lines.flatMap(({ points }) => points.map(({ value }) => value));
  const tickCount = Math.max(LEAST_TICKS, Math.round(height / LINES_PER_TICK));
  const axis = createValueAxis(values, tickCount, display.group);
  const axisWidth = widest(
    axis.ticks.map(({ label }) => label),
    display,
  );
  const width = Math.max(MIN_PLOT_WIDTH, display.width - axisWidth - 2);
  const canvas = usesMarks(lines, display)
    ? createMarkCanvas(width, height, [...MARKS, OTHER_MARK])
    : createDotCanvas(width, height);
  plot(chart, axis, canvas);

  const labels = new Map(
    axis.ticks.map(({ value, label }) => [
      Math.floor((yOf(value, axis, canvas) * height) / canvas.down),
      label,
    ]),
  );
  const rows = canvas
    .lines((text, ink) => paintInk(text, ink, display))
    .map((line, index) => {
      const label = labels.get(index);
      return `${(label ?? '').padStart(axisWidth)} ${label === undefined ? '│' : '┤'}${line}`;
    });
  const columnOf = ({ position }: TimeTick): number =>
    Math.floor((xOf(position, span.count, canvas) * width) / canvas.across);
  const ticks = timeTicks(span, width).map((tick) => ({ ...tick, column: columnOf(tick) }));
  const indent = ' '.repeat(axisWidth + 1);
  const columns = new Set(ticks.map(({ column }) => column));
  const ruler = Array.from({ length: width }, (_, column) => (columns.has(column) ? '┬' : '─')).join('');
  return [...rows, `${indent}└${ruler}`, `${indent} ${placeLabels(ticks, width)}`, '', ...below];
}

/** True if marks distinguish the lines, because there are no colours. One line, also with an earlier range, is clearer in dots. */
function usesMarks(lines: readonly Line[], { color }: ChartDisplay): boolean {
  return !color && new Set(lines.map(({ place }) => place)).size > 1;
}

/** The most important line last, over the others. */
function plot({ lines, span }: LineChart, axis: ValueAxis, canvas: Canvas): void {
  const order = [...lines].reverse().sort((one, other) => Number(other.isEarlier) - Number(one.isEarlier));
  for (const line of order) {
    for (const { points, isDashed } of segmentsOf(line.points).flatMap(strokesOf)) {
      const dots = points.map(({ position, value }) => ({
        x: xOf(position, span.count, canvas),
        y: yOf(value, axis, canvas),
      }));
      canvas.stroke(dots, { ink: inkOf(line), isDotted: line.isEarlier || isDashed });
    }
  }
}

function xOf(position: number, count: number, { across }: Canvas): number {
  return count === 1 ? 0 : Math.round((position / (count - 1)) * (across - 1));
}

function yOf(value: number, { least, most }: ValueAxis, { down }: Canvas): number {
  // Halves, because the difference may be too large for a double.
  const part = (value / 2 - least / 2) / (most / 2 - least / 2);
  return Math.round((1 - part) * (down - 1));
}

function inkOf({ isOther, place }: Line): number {
  return isOther ? OTHER_INK : place;
}

function paintInk(text: string, ink: number, { color }: ChartDisplay): string {
  if (!color) return text;
  return ink === OTHER_INK ? `\u001b[2m${text}\u001b[22m` : `\u001b[${COLORS[ink]}m${text}\u001b[39m`;
}

/** Labels below their ticks, centred, within `width` columns. */
function placeLabels(ticks: readonly (TimeTick & { readonly column: number })[], width: number): string {
  let text = '';
  for (const [index, { label, column }] of ticks.entries()) {
    const centred = Math.min(column - Math.floor(label.length / 2), width - label.length);
    const start = Math.max(centred, index === 0 ? 0 : text.length + 1);
    if (start + label.length > width) break;
    text = text.padEnd(start) + label;
  }
  return text;
}

/** The exact numbers under a single line. They stand in two columns if these fit, which leaves more lines for the plot. */
function listFacts(points: readonly Point[], display: ChartDisplay): readonly string[] {
  const { highest: most, lowest: least } = extremesOf(points);
  const facts = [
    ['highest', most],
    ['lowest', least],
    ['first', points[0]!],
    ['last', points.at(-1)!],
  ] as const;
  const nameWidth = Math.max(...facts.map(([name]) => name.length));
  const numberWidth = Math.max(...facts.map(([, { shown }]) => shown.text.length));
  const labelWidth = Math.max(...facts.map(([, point]) => labelOf(point).length));
  const texts = facts.map(([name, { shown, ...point }]) => {
    const padding = ' '.repeat(numberWidth - shown.text.length);
    return `${name.padEnd(nameWidth)}${GAP}${padding}${paintShown(shown, display)}${GAP}${labelOf(point).padEnd(labelWidth)}`;
  });
  const width = nameWidth + numberWidth + labelWidth + 2 * GAP.length;
  if (2 * width + FACT_GAP.length > display.width) return texts.map((text) => text.trimEnd());
  const [highest, lowest, first, last] = texts;
  return [`${highest}${FACT_GAP}${first}`, `${lowest}${FACT_GAP}${last}`].map((text) => text.trimEnd());
}

function labelOf({ label, isIncomplete }: Pick<Point, 'label' | 'isIncomplete'>): string {
  return isIncomplete ? `${label}*` : label;
}

const SOLID = '──';

const DOTTED = '┄┄';

/** The legend: the name, the total and the share of each line. */
function listLegend(lines: readonly Line[], display: ChartDisplay): readonly string[] {
  const { width, measure } = display;
  const hasMarks = usesMarks(lines, display);
  const markOf = (line: Line): string => {
    if (!hasMarks) return line.isEarlier ? DOTTED : SOLID;
    const mark = [...MARKS, OTHER_MARK][inkOf(line)]!;
    return line.isEarlier ? `${mark} ${mark}` : mark.repeat(3);
  };
  const totalWidth = widest(
    lines.map(({ total }) => total?.text ?? ''),
    display,
  );
  const shareWidth = lines.reduce((most, { share = '' }) => Math.max(most, share.length), 0);
  const taken = (hasMarks ? 3 : 2) + 3 * GAP.length + totalWidth + shareWidth;
  const nameWidth = Math.min(
    widest(
      lines.map(({ name }) => name),
      display,
    ),
    Math.max(MIN_LABEL_WIDTH, width - taken),
  );
  return lines.map((line) => {
    const { name, total = { text: '', tone: 'plain' }, share = '' } = line;
    const mark = paintInk(markOf(line), inkOf(line), display);
    const number = ' '.repeat(totalWidth - measure.width(total.text)) + paintShown(total, display);
    const texts = [
      mark,
      padEnd(measure.cut(name, nameWidth), nameWidth, display),
      number,
      share.padStart(shareWidth),
    ];
    return texts.join(GAP).trimEnd();
  });
}
