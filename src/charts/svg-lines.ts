/**
 * Draws lines over time as SVG: round numbers on the left, dates below, weekends shaded, and units without a number hatched.
 * The style comes from `svg-style.ts`.
 */

import { weekdayOf } from '../dates/calendar.ts';
import { dayAt, type TimeSpan } from '../dates/time-span.ts';
import { type Line, type LineChart, type Point, segmentsOf } from './chart-model.ts';
import { coordinate, element } from './svg-element.ts';
import { timeTicks } from './time-axis.ts';
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
}

/** The first position of a run of units, and their number. */
export type UnitRun = readonly [first: number, count: number];

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
const PIXELS_PER_TICK = 55;
const HATCH = 6;
/** Narrower weekends are not drawn: they could not be seen. */
const MIN_WEEKEND = 3;

/** The drawing. Its attributes `data-left` and `data-step` locate the units of time. */
export function drawSvgLines(chart: LineChart, options: SvgLinesOptions): string {
  const { lines, span } = chart;
  const { width, height, label, id, gaps, group } = options;
  const values = lines.flatMap(({ points }) => points.map(({ value }) => value));
  const axis = createValueAxis(values, Math.max(2, Math.round(height / PIXELS_PER_TICK)), group);
  const left = 8 + CHARACTER * axis.ticks.reduce((most, tick) => Math.max(most, tick.label.length), 0);
  const right = width - MARGIN.right;
  const step = (right - left) / span.count;
  const plot: Plot = { left, right, top: MARGIN.top, bottom: height - MARGIN.bottom, step, axis };
  const isBehind = ({ isEarlier }: Line): boolean => isEarlier;
  return element(
    'svg',
    {
      ...{ class: 'chart', viewBox: `0 0 ${width} ${height}`, role: 'img', 'aria-label': label },
      ...{ 'data-left': left, 'data-step': String(step) },
    },
    hatch(id),
    weekends(span, plot),
    valueAxis(plot),
    ...gaps.map((run) => band(run, plot, { fill: `url(#${id})` })),
    ...[...lines.filter(isBehind), ...lines.filter((line) => !isBehind(line)).reverse()].map((line) =>
      drawLine(line, plot),
    ),
    dateAxis(span, plot),
  );
}

/** The runs of positions below `count` at which no line of the range has a number. */
export function missingUnits({ lines }: LineChart, count: number): readonly UnitRun[] {
  const filled = new Set(
    lines
      .filter(({ isEarlier }) => !isEarlier)
      .flatMap(({ points }) => points.map(({ position }) => position)),
  );
  const runs: [number, number][] = [];
  for (let position = 0; position < count; position++) {
    if (filled.has(position)) continue;
    const last = runs.at(-1);
    if (last !== undefined && last[0] + last[1] === position) last[1]++;
    else runs.push([position, 1]);
  }
  return runs;
}

function hatch(id: string): string {
  const size = {
    width: HATCH,
    height: HATCH,
    patternUnits: 'userSpaceOnUse',
    patternTransform: 'rotate(45)',
  };
  const stroke = element('line', { class: 'gap', x1: 0, y1: 0, x2: 0, y2: HATCH });
  return element('defs', {}, element('pattern', { id, ...size }, stroke));
}

function weekends(span: TimeSpan, plot: Plot): string {
  if (span.unit !== 'day' || plot.step * 2 < MIN_WEEKEND) return '';
  const positions = Array.from({ length: span.count }, (_, position) => position);
  const bands = positions.filter((position) => weekdayOf(dayAt(position, span)) >= 6);
  return bands.map((position) => band([position, 1], plot, { class: 'weekend' })).join('');
}

function band(
  [first, count]: UnitRun,
  { left, top, bottom, step }: Plot,
  attributes: Readonly<Record<string, string>>,
): string {
  return element('rect', {
    ...attributes,
    ...{ x: left + first * step, y: top, width: count * step, height: bottom - top },
  });
}

function valueAxis(plot: Plot): string {
  const { left, right, axis } = plot;
  return axis.ticks
    .map(({ value, label }) => {
      const y = yOf(value, plot);
      const isZero = value === 0 && axis.least < 0;
      const line = { class: isZero ? 'zero' : 'grid', x1: left, x2: right, y1: y, y2: y };
      const text = { x: left - 6, y: y + 4, 'text-anchor': 'end' };
      return element('line', line) + element('text', text, label);
    })
    .join('');
}

function dateAxis(span: TimeSpan, plot: Plot): string {
  const { left, right, bottom } = plot;
  const texts = timeTicks(span, Math.floor((right - left) / CHARACTER)).map(({ position, label }) => {
    const half = (label.length * CHARACTER) / 2;
    const x = Math.min(Math.max(xOf(position, plot), left + half), right - half);
    return element('text', { x, y: bottom + 18, 'text-anchor': 'middle' }, label);
  });
  return texts.join('');
}

function drawLine({ points, isEarlier }: Line, plot: Plot): string {
  const kind = isEarlier ? ' earlier' : '';
  return segmentsOf(points)
    .map((segment) => {
      const [first, last] = [segment[0]!, segment.at(-1)!];
      if (first === last) return dot(first, plot, kind);
      const path = pathOf(segment, plot);
      const line = element('path', { class: `line${kind}`, d: path });
      if (isEarlier) return line;
      const ground = coordinate(yOf(0, plot));
      const area = `${path}V${ground}H${coordinate(xOf(first.position, plot))}Z`;
      return element('path', { class: 'area', d: area }) + line;
    })
    .join('');
}

function dot({ position, value }: Point, plot: Plot, kind: string): string {
  return element('circle', { class: `dot${kind}`, cx: xOf(position, plot), cy: yOf(value, plot), r: 2.5 });
}

function pathOf(points: readonly Point[], plot: Plot): string {
  const pairs = points.map(
    ({ position, value }) => `${coordinate(xOf(position, plot))} ${coordinate(yOf(value, plot))}`,
  );
  return `M${pairs.join('L')}`;
}

function xOf(position: number, { left, step }: Plot): number {
  return left + (position + 0.5) * step;
}

function yOf(value: number, { top, bottom, axis: { least, most } }: Plot): number {
  // Halves, because the difference may be too large for a double.
  const part = (value / 2 - least / 2) / (most / 2 - least / 2);
  return bottom - part * (bottom - top);
}

/** A small line of one range without axes: from the lowest to the highest number. Only decoration. */
export function drawSvgSparkline({ lines, span }: LineChart, { width, height }: SvgSize): string {
  const ofRange = lines.filter(({ isEarlier }) => !isEarlier);
  const values = ofRange.flatMap(({ points }) => points.map(({ value }) => value));
  const least = values.reduce((low, value) => Math.min(low, value), Number.POSITIVE_INFINITY);
  const most = values.reduce((high, value) => Math.max(high, value), Number.NEGATIVE_INFINITY);
  const plot: Plot = {
    ...{ left: 1, right: width - 1, top: 2, bottom: height - 2, step: (width - 2) / span.count },
    axis: { least, most: most > least ? most : least + 1, ticks: [] },
  };
  const drawn = ofRange
    .flatMap(({ points }) => segmentsOf(points))
    .map((segment) =>
      segment.length === 1
        ? dot(segment[0]!, plot, '')
        : element('path', { class: 'line', d: pathOf(segment, plot) }),
    );
  return element(
    'svg',
    {
      class: 'chart spark',
      viewBox: `0 0 ${width} ${height}`,
      preserveAspectRatio: 'none',
      'aria-hidden': 'true',
    },
    ...drawn,
  );
}
