/** The charts of a page, from the summaries of its report: tiles, lines over time, and bars of the largest groups. */

import type { Line, LineChart, Point } from '../charts/chart-model.ts';
import { drawSvgBars } from '../charts/svg-bars.ts';
import { drawSvgLines, drawSvgSparkline, missingUnits, type UnitRun } from '../charts/svg-lines.ts';
import type { Column } from '../core/columns.ts';
import type { Message } from '../core/message.ts';
import { countOf, escapeMarkup, toVisibleLine, toVisibleText } from '../core/text.ts';
import type { CalendarDate } from '../dates/date.ts';
import { countDays, formatDays, formatRange } from '../dates/range.ts';
import { dayAt, spanOf, type TimeSpan } from '../dates/time-span.ts';
import type { MeasureSummary, Summaries, SummaryRows } from '../records/summaries.ts';
import { readBars } from './chart-bars.ts';
import { readLines } from './chart-lines.ts';
import { type ChartSource, createChartSource, MAX_LABEL_BYTES, withMeasure } from './chart-rows.ts';
import { createCellShower, groupThousands } from './display-cells.ts';
import type { EncoderInput } from './format.ts';
import { groupedNumber, isolated, numberCell, TONE_CLASSES } from './html-text.ts';
import { createCellCutter } from './short-cell.ts';

const MAX_TILES = 6;
const MAX_BARS = 10;
/** Characters of a label; the table has all of them. */
const MAX_LABEL = 80;
const SPARKLINE = { width: 160, height: 36 };
/** The lines are drawn for a wide page and for a narrow one, so that their labels have the same size on both. */
const SIZES = { wide: { width: 1040, height: 300 }, narrow: { width: 348, height: 240 } };

export interface PageCharts {
  /** Markup of each part; empty if there is nothing to draw. */
  readonly tiles: string;
  readonly lines: string;
  readonly bars: string;
  /** Parts of the report that the charts do not show. */
  readonly omitted: readonly Message[];
}

/** Reads the summaries and draws them. */
export async function drawCharts(input: EncoderInput, summaries: Summaries): Promise<PageCharts> {
  const omitted: Message[] = [];
  const onTruncation = (text: Message): void => void omitted.push(text);
  const { byTime, byGroup, measures } = summaries;
  const main = measures[0]!.column;
  const charts = new Map<MeasureSummary, LineChart>();
  const rows = await sourceOf(byTime, input);
  for (const measure of measures.slice(0, MAX_TILES)) {
    const isMain = measure.column === main;
    const source = rows && ofMeasure(rows, measure.column, isMain ? onTruncation : () => undefined);
    const chart = source && (await readLines(source));
    if (chart !== undefined) charts.set(measure, chart);
  }
  const ofTime = charts.get(measures[0]!);
  const groups = await sourceOf(byGroup, input);
  const ofGroups = groups && ofMeasure(groups, main, onTruncation);
  return {
    tiles: measures
      .slice(0, MAX_TILES)
      .map((measure) => tile(measure, charts.get(measure), input))
      .join(''),
    lines: ofTime === undefined ? '' : linesSection(ofTime, nameOf(main, input), input),
    bars: ofGroups === undefined ? '' : await barsSection(ofGroups, nameOf(main, input)),
    omitted,
  };
}

/** The rows of a summary as those of a chart; undefined without rows. */
async function sourceOf(
  rows: SummaryRows | undefined,
  input: EncoderInput,
): Promise<ChartSource | undefined> {
  if (rows === undefined || rows.recordSet.recordCount === 0) return undefined;
  const names = new Set(rows.recordSet.columns.map(({ name }) => name));
  const renames = new Map([...(input.renames ?? [])].filter(([name]) => names.has(name)));
  const ofSummary = {
    ...{ ...input, ...rows, renames, columnNames: undefined, totals: undefined },
    ...{ maxRows: MAX_BARS, isMaxRowsChosen: true },
  };
  return createChartSource(ofSummary, () => createCellCutter(MAX_LABEL_BYTES));
}

/** A chart of one measure; undefined if it has no numbers. */
function ofMeasure(
  rows: ChartSource,
  { name }: Column,
  onTruncation: EncoderInput['onTruncation'],
): ChartSource | undefined {
  const source = withMeasure(rows, { requestedMeasures: [name], onTruncation });
  return source.columns[source.chosen.measure]!.path.join('.') === name ? source : undefined;
}

/** The name of a column in the rows of the report. */
function nameOf({ name }: Column, { renames }: EncoderInput): string {
  return toVisibleText(renames?.get(name) ?? name);
}

/** The total of a measure, its change, and a small line. */
function tile(
  { column, total, compared }: MeasureSummary,
  chart: LineChart | undefined,
  input: EncoderInput,
): string {
  const show = createCellShower([], [], {});
  const shown = show(total, 0);
  const spark = chart === undefined ? '' : drawSvgSparkline(chart, SPARKLINE);
  return [
    `<div class="tile"><dt>${isolated(nameOf(column, input))}</dt>`,
    `<dd class="total ${TONE_CLASSES[shown.tone]}">${groupedNumber(shown.text || 'no data')}</dd>`,
    compared === undefined ? '' : `<dd>${change(compared)}</dd>`,
    `${spark}</div>\n`,
  ].join('');
}

function change({ before, change, percent }: NonNullable<MeasureSummary['compared']>): string {
  const text = (cell: MeasureSummary['total']): string => (cell === undefined || cell === 'null' ? '' : cell);
  const amount = text(change);
  const isBelow = amount.startsWith('-');
  const isZero = !/[1-9]/.test(amount);
  const kind = isZero ? '' : isBelow ? 'loss' : 'gain';
  const plus = isZero || isBelow ? '' : '+';
  const percentage = text(percent) === '' ? '' : ` (${plus}${text(percent)}%)`;
  const shown = amount === '' ? '' : `<b class="${kind}">${plus}${groupedNumber(amount)}${percentage}</b> `;
  return `${shown}<span>from ${text(before) === '' ? 'no data' : groupedNumber(text(before))}</span>`;
}

function linesSection(chart: LineChart, name: string, input: EncoderInput): string {
  const { span } = chart;
  const line = chart.lines.find(({ isEarlier }) => !isEarlier);
  const earlier = chart.lines.find(({ isEarlier }) => isEarlier);
  const count = input.range === undefined ? span.count : spanOf(input.range.from, input.range.to, span).count;
  const gaps = missingUnits(chart, count);
  const heading = `${name} by ${span.unit}`;
  const facts = line === undefined ? [] : factsOf(line);
  const label = `Line chart: ${heading}. ${facts.join(', ')}. The table after it has all figures.`;
  const drawn = Object.entries(SIZES).map(([size, dimensions]) => {
    const options = { ...dimensions, label, gaps, id: `gap-${size}`, group: groupThousands };
    return `<div class="${size}">${drawSvgLines(chart, options)}</div>`;
  });
  return [
    `<section class="lines"><h2>${isolated(heading)}</h2>\n`,
    legend(input, { hasEarlier: earlier !== undefined, isDaily: span.unit === 'day' }),
    `<div class="plot">${drawn.join('\n')}</div>\n`,
    facts.length === 0 ? '' : `<p class="facts">${escapeMarkup(facts.join(' · '))}</p>\n`,
    gaps.length === 0
      ? ''
      : `<p class="facts gaps">${swatch('gap')}${escapeMarkup(nameGaps(gaps, span, count))}</p>\n`,
    figures({ span, line, earlier, name }, input),
    '</section>\n',
  ].join('');
}

/** The numbers of a line that readers look for. */
function factsOf({ points, total }: Line): readonly string[] {
  if (points.length === 0) return [];
  const most = points.reduce((best, point) => (point.value > best.value ? point : best));
  const least = points.reduce((best, point) => (point.value < best.value ? point : best));
  const fact = (word: string, { shown, label }: Point): string => `${word} ${shown.text} (${label})`;
  const sum = total === undefined ? [] : [`total ${total.text}`];
  return [...sum, fact('highest', most), fact('lowest', least)];
}

function nameGaps(gaps: readonly UnitRun[], span: TimeSpan, count: number): string {
  const days = gaps.flatMap(([first, length]) =>
    Array.from({ length }, (_, index): CalendarDate => dayAt(first + index, span)),
  );
  const names = span.unit === 'day' ? formatDays(days) : formatStarts(days);
  return `No data for ${days.length} of ${countOf(count, span.unit)}: ${names}`;
}

function formatStarts(days: readonly CalendarDate[]): string {
  return `beginning ${days.slice(0, 10).join(', ')}${days.length > 10 ? ' …' : ''}`;
}

function legend(
  { range, comparedRange }: EncoderInput,
  { hasEarlier, isDaily }: { readonly hasEarlier: boolean; readonly isDaily: boolean },
): string {
  const items = [
    hasEarlier && range !== undefined ? `${swatch('line')}${formatRange(range)}` : '',
    hasEarlier && comparedRange !== undefined ? `${swatch('line earlier')}${formatRange(comparedRange)}` : '',
    isDaily ? `${swatch('weekend')}weekend` : '',
  ].filter(Boolean);
  return items.length === 0
    ? ''
    : `<p class="legend">${items.map((item) => `<span>${item}</span>`).join(' ')}</p>\n`;
}

const SWATCHES: Readonly<Record<string, string>> = {
  weekend: '<rect class="weekend" width="24" height="12"/>',
  gap: '<path class="gap" d="M0 12L12 0M6 12L18 0M12 12L24 0"/>',
};

function swatch(kind: string): string {
  const drawing = SWATCHES[kind] ?? `<path class="${kind}" d="M1 6H23"/>`;
  return `<svg class="chart swatch" viewBox="0 0 24 12" aria-hidden="true">${drawing}</svg>`;
}

interface Figures {
  readonly span: TimeSpan;
  readonly line: Line | undefined;
  readonly earlier: Line | undefined;
  readonly name: string;
}

/** The exact numbers of the lines: one row for each unit of time. The script reads them for the pointer. */
function figures({ span, line, earlier, name }: Figures, { range, comparedRange }: EncoderInput): string {
  const [now, before] = [line, earlier].map(
    (each) => new Map(each?.points.map((point) => [point.position, point])),
  );
  // One range may be longer than the other.
  const comparedDays =
    span.unit === 'day' && comparedRange !== undefined ? countDays(comparedRange) : span.count;
  const rows = Array.from({ length: span.count }, (_, position) => {
    const point = now!.get(position);
    const isAfter = range !== undefined && dayAt(position, span) > range.to;
    const label = point?.label ?? (isAfter ? '' : dayAt(position, span));
    const cells = `<th scope="row">${escapeMarkup(label)}</th>${figureCell(point, isAfter)}`;
    if (earlier === undefined) return `<tr>${cells}</tr>\n`;
    const other = before!.get(position);
    const figure = figureCell(other, position >= comparedDays);
    return `<tr>${cells}<td>${escapeMarkup(other?.label ?? '')}</td>${figure}</tr>\n`;
  });
  const unit = span.unit;
  const columns = [
    ...[unit, range === undefined || earlier === undefined ? name : `${name}, ${formatRange(range)}`],
    ...(earlier === undefined || comparedRange === undefined
      ? []
      : [`compared ${unit}`, `${name}, ${formatRange(comparedRange)}`]),
  ];
  const head = columns.map(
    (column, index) => `<th scope="col"${index % 2 === 1 ? ' class="n"' : ''}>${escapeMarkup(column)}</th>`,
  );
  return [
    `<details class="figures"><summary>Figures by ${unit}</summary><div class="scroll" tabindex="0" role="region" aria-label="Figures by ${unit}">`,
    `<table><thead><tr>${head.join('')}</tr></thead>\n<tbody>\n${rows.join('')}</tbody></table></div></details>\n`,
  ].join('');
}

/** An empty cell after the end of a range, and `no data` for a missing day in it. */
function figureCell(point: Point | undefined, isAfter: boolean): string {
  if (point !== undefined) return numberCell(point.shown);
  return `<td class="n">${isAfter ? '' : 'no data'}</td>`;
}

async function barsSection(source: ChartSource, name: string): Promise<string> {
  const chart = await readBars(source, undefined);
  const { bars, ranges } = chart;
  if (bars.length < 2) return '';
  const drawings = drawSvgBars(chart);
  const keys = source.chosen.labels.map((index) => toVisibleText(source.columns[index]!.name)).join(', ');
  const heading = `${name} by ${keys}`;
  const hasShares = bars.some(({ share }) => share !== undefined);
  const head = [
    `<th scope="col">${isolated(keys)}</th>`,
    `<th scope="col" class="n">${isolated(name)}</th>`,
    hasShares ? '<th scope="col" class="n">share</th>' : '',
    ranges === undefined ? '' : '<th scope="col" class="n">before</th>',
    '<td class="drawing"></td>',
  ];
  const rows = bars.map(({ label, isOther, shown, share = '', earlier }, index) =>
    [
      `<tr${isOther ? ' class="other"' : ''}><th scope="row">${isolated(toVisibleLine(label, MAX_LABEL))}</th>`,
      numberCell(shown),
      hasShares ? `<td class="n">${share}</td>` : '',
      ranges === undefined ? '' : numberCell(earlier?.shown ?? { text: '', tone: 'plain' }),
      `<td class="drawing">${drawings[index]}</td></tr>\n`,
    ].join(''),
  );
  return [
    `<section class="bars"><h2>${isolated(heading)}</h2>\n`,
    `<div class="scroll" tabindex="0" role="region" aria-label="${escapeMarkup(heading)}"><table><thead><tr>${head.join('')}</tr></thead>\n`,
    `<tbody>\n${rows.join('')}</tbody></table></div></section>\n`,
  ].join('');
}
