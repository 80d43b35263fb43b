/** The exact numbers of a single line, as text above its plot. */

import { shortMonth } from '../dates/range-name.ts';
import { dayAt, type TimeSpan } from '../dates/time-span.ts';
import { extremesOf, type Line, type Point } from './chart-model.ts';
import { type ChartDisplay, dim, GAP, INCOMPLETE, paintShown } from './terminal-display.ts';
import { dayOfWeek } from './time-axis.ts';

/** The total, the average, the highest and the lowest unit; the last and the first one if they fit on the same line. */
export function drawFacts({ points, total, average }: Line, span: TimeSpan, display: ChartDisplay): readonly string[] {
  const { highest, lowest } = extremesOf(points);
  const at = (name: string, point: Point): Fact => [name, point.shown, labelOf(point, span)];
  const needed: readonly Fact[] = [
    ...(total === undefined ? [] : [['total', total, ''] as const]),
    ...(average === undefined ? [] : [['average', average.shown, average.label] as const]),
    at('highest', highest),
    at('lowest', lowest),
  ];
  const lines: string[] = [];
  let room = 0;
  for (const [index, [name, shown, label]] of [
    ...needed,
    at('last', points.at(-1)!),
    at('first', points[0]!),
  ].entries()) {
    const width = [name, shown.text, label].filter(Boolean).join(' ').length;
    const drawn = [dim(name, display), paintShown(shown, display), label].filter(Boolean).join(' ');
    const fits = GAP.length + width <= room;
    if (!fits && index >= needed.length) break;
    lines.push(fits ? `${lines.pop()}${GAP}${drawn}` : drawn);
    room = (fits ? room - GAP.length : display.width) - width;
  }
  return lines;
}

type Fact = readonly [name: string, shown: Point['shown'], label: string];

/** The name of a unit: a day is `Tue 27` within a month, and `Tue 27 Oct` within a year. */
function labelOf({ label, isIncomplete, position }: Point, span: TimeSpan): string {
  const { unit, first, count } = span;
  const mark = isIncomplete ? ` ${INCOMPLETE}` : '';
  if (unit !== 'day' || count > 366) return label + mark;
  const day = dayAt(position, span);
  const isOneMonth = first.slice(0, 7) === dayAt(count - 1, span).slice(0, 7);
  return `${dayOfWeek(day)}${isOneMonth ? '' : ` ${shortMonth(day)}`}${mark}`;
}
