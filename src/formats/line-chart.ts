/** A line over days, from zero up, and the numbers that it leads to: each point stands where its day is. */

import { daysBetween } from '../core/calendar-date.ts';
import type { ChartLook } from './bar-chart.ts';
import type { ChartPoint } from './chart-plan.ts';
import { createDotCanvas, type Dot, dotsOf } from './dot-canvas.ts';
import { paint } from './shown-cell.ts';
import { GAP } from './table-layout.ts';

const HEIGHT = 12;
/** Room for the first day and the last below the line. */
const MIN_WIDTH = 22;

/** `points` have a day each, no two the same; in any order. */
export function drawLine(unordered: readonly ChartPoint[], look: ChartLook): string {
  const points = unordered.toSorted((one, other) => daysBetween(other.day!, one.day!));
  const known = points.filter(({ share }) => share !== undefined);
  const highest = known.reduce((most, point) => (point.share! > most.share! ? point : most));
  const lowest = known.reduce((least, point) => (point.share! < least.share! ? point : least));
  const [top, bottom] = [Math.max(0, highest.share!), Math.min(0, lowest.share!)];

  const marks = new Map([
    [0, top === 0 ? '0' : highest.shown.text],
    [HEIGHT - 1, bottom === 0 ? '0' : lowest.shown.text],
  ]);
  const zeroLine = top > 0 && bottom < 0 ? Math.round((top / (top - bottom)) * (HEIGHT - 1)) : undefined;
  if (zeroLine !== undefined && !marks.has(zeroLine)) marks.set(zeroLine, '0');
  const marksWidth = Math.max(...Array.from(marks.values(), (mark) => look.measure.width(mark)));
  const width = Math.max(MIN_WIDTH, look.width - marksWidth - 2);

  const lines = plot(points, { width, top, bottom }).map((line, index) => {
    const mark = marks.get(index);
    return `${(mark ?? '').padStart(marksWidth)} ${mark === undefined ? '│' : '┤'}${line}`.trimEnd();
  });
  const [first, last] = [points[0]!.day!, points.at(-1)!.day!];
  const days = ' '.repeat(marksWidth + 2) + first + last.padStart(width - first.length);
  const facts = [
    ['highest', highest],
    ['lowest', lowest],
    ['first', known[0]!],
    ['last', known.at(-1)!],
  ] as const;
  return [...lines, days, '', ...listFacts(facts, look)].join('\n');
}

interface Plot {
  readonly width: number;
  readonly top: number;
  readonly bottom: number;
}

/** The lines of the drawing. Where days are missing between two points, so is the line. */
function plot(points: readonly ChartPoint[], { width, top, bottom }: Plot): readonly string[] {
  const canvas = createDotCanvas(width, HEIGHT);
  const { across, down } = dotsOf(width, HEIGHT);
  const first = points[0]!.day!;
  const days = daysBetween(first, points.at(-1)!.day!);
  const steps = points.slice(1).map((point, index) => daysBetween(points[index]!.day!, point.day!));
  const usualStep = steps.reduce((least, step) => Math.min(least, step));
  let before: Dot | undefined;
  points.forEach(({ day, share }, index) => {
    if (share === undefined) {
      before = undefined;
      return;
    }
    const height = top === bottom ? 0 : (share - bottom) / (top - bottom);
    const here = {
      x: Math.round((daysBetween(first, day!) / days) * (across - 1)),
      y: Math.round((1 - height) * (down - 1)),
    };
    const isNext = index > 0 && steps[index - 1]! < 2 * usualStep;
    if (isNext && before !== undefined) canvas.line(before, here);
    else canvas.dot(here.x, here.y);
    before = here;
  });
  return canvas.lines();
}

function listFacts(facts: readonly (readonly [string, ChartPoint])[], look: ChartLook): readonly string[] {
  const gap = ' '.repeat(GAP);
  const nameWidth = Math.max(...facts.map(([name]) => name.length));
  const numberWidth = Math.max(...facts.map(([, { shown }]) => shown.text.length));
  return facts.map(([name, { shown, day }]) => {
    const number = look.color ? paint(shown.text, shown.tone) : shown.text;
    const padding = ' '.repeat(numberWidth - shown.text.length);
    return `${name.padEnd(nameWidth)}${gap}${padding}${number}${gap}${day}`;
  });
}
