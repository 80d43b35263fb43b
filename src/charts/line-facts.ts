/** The exact numbers of a single line, as text above its plot. */

import { shortMonth } from '../dates/range-name.ts';
import { dayAt, type TimeSpan } from '../dates/time-span.ts';
import { extremesOf, type Line, type Point } from './chart-model.ts';
import { type ChartDisplay, dim, GAP, INCOMPLETE, paintShown } from './terminal-display.ts';
import { dayOfWeek } from './time-axis.ts';

/** The total, the average, the highest and the lowest unit; the last and the first one if they fit on the same line. */
export function drawFacts(line: Line, span: TimeSpan, display: ChartDisplay): readonly string[] {
  const { points, total, average } = line;
  const { highest, lowest } = extremesOf(points);
  const at = (name: string, point: Point): Fact => ({
    name,
    shown: point.shown,
    label: labelOf(point, span),
  });
  const needed = [
    ...(total === undefined ? [] : [{ name: 'total', shown: total, label: '' }]),
    ...(average === undefined ? [] : [{ name: 'average', shown: average.shown, label: average.label }]),
    at('highest', highest),
    at('lowest', lowest),
  ];
  const rows: string[] = [];
  let used = 0;
  for (const [index, fact] of [...needed, at('last', points.at(-1)!), at('first', points[0]!)].entries()) {
    const width = textOf(fact).length;
    const fits = rows.length > 0 && used + GAP.length + width <= display.width;
    if (!fits && index >= needed.length) break;
    if (fits) rows.push(`${rows.pop()}${GAP}${drawFact(fact, display)}`);
    else rows.push(drawFact(fact, display));
    used = fits ? used + GAP.length + width : width;
  }
  return rows;
}

interface Fact {
  readonly name: string;
  readonly shown: Point['shown'];
  readonly label: string;
}

function textOf({ name, shown, label }: Fact): string {
  return [name, shown.text, label].filter(Boolean).join(' ');
}

function drawFact({ name, shown, label }: Fact, display: ChartDisplay): string {
  return [dim(name, display), paintShown(shown, display), label].filter(Boolean).join(' ');
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
