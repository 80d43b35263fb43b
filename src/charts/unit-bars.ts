/** Sums of few weeks, months, quarters or years as bars: no line leads from one sum to the next. */

import { dayAt } from '../dates/time-span.ts';
import { unitName } from '../dates/unit-names.ts';
import type { BarChart, Line, LineChart } from './chart-model.ts';

/** More units are a line. */
const MAX_BARS = 12;

/** True for one line of sums of few units longer than a day, also with its earlier range. */
export function areBarsOfUnits({ lines, span }: LineChart): boolean {
  const areOne = lines.every(({ place, total }) => place === lines[0]!.place && total !== undefined);
  return areOne && span.unit !== 'day' && span.count <= MAX_BARS;
}

/** A bar for each unit, in the order of time. */
export function barsOfUnits({ title, lines, span, incomplete }: LineChart): BarChart {
  const now = lines.find(({ isComparison }) => !isComparison);
  const comparison = lines.find(({ isComparison }) => isComparison);
  const pointAt = (line: Line | undefined, position: number) =>
    line?.points.find((point) => point.position === position);
  const numberAt = (line: Line | undefined, position: number) => {
    const { value, shown = { text: '', tone: 'plain' } as const } = pointAt(line, position) ?? {};
    return { value, shown };
  };
  const nameOf = (line: Line): string =>
    [line.name, line.total!.text, line.change].filter((text) => text !== undefined).join('  ');
  return {
    title,
    bars: Array.from({ length: span.count }, (_, position) => {
      const name = unitName(dayAt(position, span), span.unit, span.weekStart);
      return {
        label: pointAt(now, position)?.isIncomplete === true ? `${name}*` : name,
        isOther: false,
        share: undefined,
        ...numberAt(now, position),
        comparison: comparison && numberAt(comparison, position),
      };
    }),
    otherCount: 0,
    legend: incomplete === undefined ? undefined : `* incomplete: ${incomplete}`,
    ranges: now && comparison && { now: nameOf(now), comparison: nameOf(comparison) },
  };
}
