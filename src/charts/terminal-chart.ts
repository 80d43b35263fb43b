/** Draws a chart in a terminal: bars or lines over time. */

import type { BarChart, LineChart } from './chart-model.ts';
import { drawBars } from './terminal-bars.ts';
import { drawColumns, fitsColumns } from './terminal-columns.ts';
import type { ChartDisplay } from './terminal-display.ts';
import { drawLines } from './terminal-lines.ts';
import { drawMultiples, needsMultiples } from './terminal-multiples.ts';

/** All texts of a chart that can hold more than ASCII. */
export function textsOf(chart: LineChart | BarChart): readonly string[] {
  if ('bars' in chart) return chart.bars.map(({ label }) => label);
  return [...chart.lines.flatMap(({ name, group = '' }) => [name, group]), chart.rest ?? ''];
}

/** The lines of a chart below `heading`, which has its title. Ends with a line feed. */
export function drawChart(chart: LineChart | BarChart, heading: string, display: ChartDisplay): string {
  const lines = 'bars' in chart ? ['', ...drawBars(chart, display)] : drawOverTime(chart, display);
  return `${[heading, ...lines].join('\n')}\n`;
}

function drawOverTime(chart: LineChart, display: ChartDisplay): readonly string[] {
  if (needsMultiples(chart)) return drawMultiples(chart, display);
  return fitsColumns(chart, display) ? drawColumns(chart, display) : drawLines(chart, display);
}
