/** Draws a chart in a terminal: its title, and bars or lines over time. */

import type { BarChart, LineChart } from './chart-model.ts';
import { drawBars } from './terminal-bars.ts';
import type { ChartDisplay } from './terminal-display.ts';
import { drawLines } from './terminal-lines.ts';

/** All texts of a chart that can hold more than ASCII. */
export function textsOf(chart: LineChart | BarChart): readonly string[] {
  return 'bars' in chart ? chart.bars.map(({ label }) => label) : chart.lines.map(({ name }) => name);
}

/** The text of a chart. Ends with a line feed. */
export function drawChart(chart: LineChart | BarChart, display: ChartDisplay): string {
  const lines = 'bars' in chart ? drawBars(chart, display) : drawLines(chart, display);
  const title = display.color ? `\u001b[1m${chart.title}\u001b[22m` : chart.title;
  return `${[title, '', ...lines].join('\n')}\n`;
}
