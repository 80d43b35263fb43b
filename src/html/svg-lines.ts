/**
 * Draws lines over time as SVG: round numbers on the left, dates below, and weekends shaded. A unit without a number is a gap.
 * The style comes from `page-style.ts`.
 */

import { createValueAxis, dateTicks, type ValueAxis } from '../charts/axes.ts';
import { inDrawingOrder, type Line, type LineChart, type Point, strokesOf, unitAt } from '../charts/chart-model.ts';
import { type Markup, markup } from '../core/markup.ts';
import { dayAt, type TimeSpan, weekdayOf } from '../dates/calendar.ts';
import { groupThousands } from '../document/display-number.ts';
import type { LinePart, OddMark } from '../document/document.ts';

/** The area of the lines. A unit of time is a band of `step`. */
interface Plot {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
  readonly step: number;
  readonly axis: ValueAxis;
}

const CHARACTER = 7;
const MARGIN = { top: 10, right: 10, bottom: 26 };
/** The height of a row of the axis, which has a tick every few rows. */
const ROW_HEIGHT = 18;
/** Narrower weekends are not drawn: they could not be seen. */
const MIN_WEEKEND = 3;

/** The drawing, in pixels. `label` is what a screen reader says in its place. */
export function drawSvgLines(
  { chart, marks }: Pick<LinePart, 'chart' | 'marks'>,
  { width, height }: Readonly<Record<'width' | 'height', number>>,
  label: string,
): Markup {
  const { lines, span } = chart;
  const values = lines.flatMap(({ points }) => points.map(({ value }) => value));
  const maxRows = Math.floor((height - MARGIN.top - MARGIN.bottom) / ROW_HEIGHT) + 1;
  const axis = createValueAxis(values, maxRows, groupThousands);
  const left = 8 + CHARACTER * axis.ticks.reduce((most, tick) => Math.max(most, tick.label.length), 0);
  const right = width - MARGIN.right;
  const step = (right - left) / span.count;
  const plot: Plot = { left, right, top: MARGIN.top, bottom: height - MARGIN.bottom, step, axis };
  const drawn = [
    weekends(span, plot),
    valueAxis(plot),
    inDrawingOrder(lines).map((line) => drawLine(line, plot)),
    marks.map((mark) => drawMark(mark, lines, plot)),
    dateAxis(chart, plot),
  ];
  return markup`<svg class="chart" viewBox="0 0 ${width} ${height}" role="img" aria-label="${label}">${drawn}</svg>`;
}

function weekends(span: TimeSpan, { left, top, bottom, step }: Plot): readonly Markup[] {
  if (span.unit !== 'day' || step * 2 < MIN_WEEKEND) return [];
  const positions = Array.from({ length: span.count }, (_, position) => position);
  const bands = positions.filter((position) => weekdayOf(dayAt(position, span)) >= 6);
  const [y, height] = [round(top), round(bottom - top)];
  return bands.map((position) => {
    return markup`<rect class="weekend" x="${round(left + position * step)}" y="${y}" width="${round(step)}" height="${height}"/>`;
  });
}

function valueAxis(plot: Plot): readonly Markup[] {
  const { left, right, axis } = plot;
  const [start, end] = [round(left), round(right)];
  return axis.ticks.map(({ value, label }) => {
    const y = yOf(value, plot);
    const kind = value === 0 && axis.ticks[0]!.value < 0 ? 'zero' : 'grid';
    return markup`<line class="${kind}" x1="${start}" x2="${end}" y1="${round(y)}" y2="${round(y)}"/><text x="${round(left - 6)}" y="${round(y + 4)}" text-anchor="end">${label}</text>`;
  });
}

/** Units of the compared range alone have no dates in the range. */
function dateAxis({ span, sides: [own] }: LineChart, plot: Plot): readonly Markup[] {
  const { left, right, bottom } = plot;
  const ticks = dateTicks(span, Math.floor((right - left) / CHARACTER));
  return ticks
    .filter(({ position }) => unitAt(own, position))
    .map(({ position, label }) => {
      const half = (label.length * CHARACTER) / 2;
      const x = Math.min(Math.max(xOf(position, plot), left + half), right - half);
      return markup`<text x="${round(x)}" y="${round(bottom + 18)}" text-anchor="middle">${label}</text>`;
    });
}

/** The line of the complete units, and a hollow point for each incomplete one. */
function drawLine({ points, isComparison }: Line, plot: Plot): readonly Markup[] {
  const kind = isComparison ? ' earlier' : '';
  const lines = strokesOf(points).map((stroke) => {
    const [first, last] = [stroke[0]!, stroke.at(-1)!];
    if (first === last) return dot(first, plot, kind);
    const places = stroke.map((point) => `${round(xOf(point.position, plot))} ${round(yOf(point.value, plot))}`);
    const path = `M${places.join('L')}`;
    const line = markup`<path class="line${kind}" d="${path}"/>`;
    if (isComparison) return line;
    const ground = round(yOf(0, plot));
    return markup`<path class="area" d="${path}V${ground}H${round(xOf(first.position, plot))}Z"/>${line}`;
  });
  return [
    ...lines,
    ...points.filter(({ isIncomplete }) => isIncomplete).map((point) => dot(point, plot, `${kind} part`)),
  ];
}

/** A circle, and a note beside it. */
function drawMark({ position, note }: OddMark, lines: readonly Line[], plot: Plot): Markup | undefined {
  const line = lines.find(({ isComparison }) => !isComparison);
  const point = line?.points.find((each) => each.position === position);
  if (point === undefined) return undefined;
  const [cx, cy] = [xOf(position, plot), yOf(point.value, plot)];
  const [x, anchor] = cx > (plot.left + plot.right) / 2 ? [cx - 12, 'end'] : [cx + 12, 'start'];
  return markup`<circle class="odd" cx="${round(cx)}" cy="${round(cy)}" r="5"/><text class="note" x="${round(x)}" y="${round(cy + 4)}" text-anchor="${anchor}">${note}</text>`;
}

function dot({ position, value }: Point, plot: Plot, kind: string): Markup {
  const radius = kind.endsWith(' part') ? 3.5 : 2.5;
  return markup`<circle class="dot${kind}" cx="${round(xOf(position, plot))}" cy="${round(yOf(value, plot))}" r="${radius}"/>`;
}

/** A tenth of a pixel is invisible. */
function round(length: number): number {
  return Math.round(length * 10) / 10;
}

function xOf(position: number, { left, step }: Plot): number {
  return left + (position + 0.5) * step;
}

function yOf(value: number, { top, bottom, axis }: Plot): number {
  return bottom - (axis.rowsUp(value) / (axis.rows - 1)) * (bottom - top);
}
