/**
 * Draws lines over time as SVG: round numbers on the left, dates below, weekends shaded, and units without a number hatched.
 * The style comes from `html/page-style.ts`.
 */

import { type Markup, markup } from '../core/markup.ts';
import { weekdayOf } from '../dates/calendar.ts';
import { dayAt, type TimeSpan } from '../dates/time-span.ts';
import { inDrawingOrder, type Line, type LineChart, type Point, strokesOf, type UnitRun } from './chart-model.ts';
import { dateTicks } from './time-axis.ts';
import { createValueAxis, type ValueAxis } from './value-axis.ts';

/** The size of a drawing in pixels. */
export interface SvgSize {
  readonly width: number;
  readonly height: number;
}

interface SvgLinesOptions extends SvgSize {
  /** The text that a screen reader says in place of the drawing. */
  readonly label: string;
  /** Unique among the drawings of a page. */
  readonly id: string;
  /** Units of the range without a number. */
  readonly gaps: readonly UnitRun[];
  /** Separates the thousands of round numbers. */
  readonly group: (number: string) => string;
  /** A line at the average of the range; its label stands on the right. */
  readonly average?: { readonly value: number; readonly label: string } | undefined;
  /** Notable units of the range. */
  readonly marks?: readonly SvgMark[];
}

/** A unit of time with a note beside it. A note of which no part fits is left out. */
export interface SvgMark {
  readonly position: number;
  /** The same note, the longest first. */
  readonly notes: readonly string[];
  readonly kind: 'odd' | 'highest';
}

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
/** Room above the lines for the note of the highest point. */
const NOTE_HEIGHT = 16;
const NOTE_CHARACTER = 6.6;
const NOTE_GAP = 22;
/** The height of a row of the axis, which has a tick every few rows. */
const ROW_HEIGHT = 18;
const HATCH = 6;
/** Narrower weekends are not drawn: they could not be seen. */
const MIN_WEEKEND = 3;

/** The drawing. */
export function drawSvgLines(chart: LineChart, options: SvgLinesOptions): Markup {
  const { lines, span } = chart;
  const { width, height, label, id, gaps, group, average, marks = [] } = options;
  const values = lines.flatMap(({ points }) => points.map(({ value }) => value));
  const axis = createValueAxis(values, Math.floor((height - MARGIN.top - MARGIN.bottom) / ROW_HEIGHT) + 1, group);
  const left = 8 + CHARACTER * axis.ticks.reduce((most, tick) => Math.max(most, tick.label.length), 0);
  const right = width - MARGIN.right - CHARACTER * (average?.label.length ?? 0);
  const top = MARGIN.top + (marks.length === 0 ? 0 : NOTE_HEIGHT);
  const step = (right - left) / span.count;
  const plot: Plot = { left, right, top, bottom: height - MARGIN.bottom, step, axis };
  const drawn = [
    hatch(id),
    weekends(span, plot),
    valueAxis(plot),
    gaps.map((run) => markup`<rect fill="url(#${id})"${bounds(run, plot)}/>`),
    average && averageLine(average, plot),
    inDrawingOrder(lines).map((line) => drawLine(line, plot)),
    marks.map((mark) => drawMark(mark, lines, plot)),
    dateAxis(span, plot),
  ];
  return markup`<svg class="chart" viewBox="0 0 ${width} ${height}" role="img" aria-label="${label}">${drawn}</svg>`;
}

function hatch(id: string): Markup {
  return markup`<defs><pattern id="${id}" width="${HATCH}" height="${HATCH}" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><line class="gap" x1="0" y1="0" x2="0" y2="${HATCH}"/></pattern></defs>`;
}

function weekends(span: TimeSpan, plot: Plot): readonly Markup[] {
  if (span.unit !== 'day' || plot.step * 2 < MIN_WEEKEND) return [];
  const positions = Array.from({ length: span.count }, (_, position) => position);
  const bands = positions.filter((position) => weekdayOf(dayAt(position, span)) >= 6);
  return bands.map((position) => markup`<rect class="weekend"${bounds([position, 1], plot)}/>`);
}

/** The attributes of a band. */
function bounds([first, count]: UnitRun, { left, top, bottom, step }: Plot): Markup {
  const [x, width] = [left + first * step, count * step].map(round);
  return markup` x="${x}" y="${round(top)}" width="${width}" height="${round(bottom - top)}"`;
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

function dateAxis(span: TimeSpan, plot: Plot): readonly Markup[] {
  const { left, right, bottom } = plot;
  return dateTicks(span, Math.floor((right - left) / CHARACTER)).map(({ position, label }) => {
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
    const path = pathOf(stroke, plot);
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

function averageLine({ value, label }: NonNullable<SvgLinesOptions['average']>, plot: Plot): Markup {
  const [x, end, y] = [plot.left, plot.right, yOf(value, plot)].map(round) as [number, number, number];
  const text = label === '' ? undefined : markup`<text x="${end + 6}" y="${round(y + 4)}">${label}</text>`;
  return markup`<line class="average" x1="${x}" x2="${end}" y1="${y}" y2="${y}"/>${text}`;
}

/** A circle, and the longest note that fits: above the highest point, and beside others. */
function drawMark({ position, notes, kind }: SvgMark, lines: readonly Line[], plot: Plot): Markup | undefined {
  const line = lines.find(({ isComparison }) => !isComparison);
  const point = line?.points.find((each) => each.position === position);
  if (point === undefined) return undefined;
  const [x, y] = [xOf(position, plot), yOf(point.value, plot)];
  const circle = markup`<circle class="mark ${kind}" cx="${round(x)}" cy="${round(y)}" r="${kind === 'odd' ? 5 : 3.5}"/>`;
  for (const note of notes) {
    const width = note.length * NOTE_CHARACTER;
    const place = placeNote({ x, y, width, isAbove: kind === 'highest' }, plot);
    if (place === undefined) continue;
    const text = markup`<text class="note" x="${round(place.x)}" y="${round(place.y)}" text-anchor="${place.anchor}">${note}</text>`;
    return markup`${circle}${text}`;
  }
  return circle;
}

interface NotePlace {
  readonly x: number;
  readonly y: number;
  readonly anchor: 'start' | 'middle' | 'end';
}

function placeNote(
  { x, y, width, isAbove }: { x: number; y: number; width: number; isAbove: boolean },
  { left, right, top, bottom }: Plot,
): NotePlace | undefined {
  if (isAbove) {
    if (width > right - left) return undefined;
    const middle = Math.min(Math.max(x, left + width / 2), right - width / 2);
    return { x: middle, y: y - 9, anchor: 'middle' };
  }
  const beside = Math.min(Math.max(y - 8, top + 12), bottom - 6);
  if (x + NOTE_GAP + width <= right) return { x: x + NOTE_GAP, y: beside, anchor: 'start' };
  return x - NOTE_GAP - width >= left ? { x: x - NOTE_GAP, y: beside, anchor: 'end' } : undefined;
}

function dot({ position, value }: Point, plot: Plot, kind: string): Markup {
  const radius = kind.endsWith(' part') ? 3.5 : 2.5;
  return markup`<circle class="dot${kind}" cx="${round(xOf(position, plot))}" cy="${round(yOf(value, plot))}" r="${radius}"/>`;
}

function pathOf(points: readonly Point[], plot: Plot): string {
  const pairs = points.map(({ position, value }) => `${round(xOf(position, plot))} ${round(yOf(value, plot))}`);
  return `M${pairs.join('L')}`;
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
