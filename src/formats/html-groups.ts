/** The groups of a page in drawings: bars, or small charts over time on one scale. */

import { extremesOf, type Point } from '../charts/chart-model.ts';
import { createMultiples, type MultiplesCell } from '../charts/multiples.ts';
import { drawSvgBars } from '../charts/svg-bars.ts';
import { drawSvgCell } from '../charts/svg-lines.ts';
import { joinMarkup, type Markup, markup } from '../core/markup.ts';
import { toVisibleLine, toVisibleText } from '../core/text.ts';
import { readBars } from './chart-bars.ts';
import { readLines } from './chart-lines.ts';
import { type ChartSource, labelNames } from './chart-rows.ts';
import { groupThousands } from './display-number.ts';
import { sentenceStart } from './html-findings.ts';
import { groupedNumber, headCell, isolated, numberCell } from './html-text.ts';

export const MAX_BARS = 10;
/** Small charts, with that of all others. */
const MAX_CELLS = 12;
const CELL_SIZE = { width: 250, height: 90 };
/** Pixels of a place for a day. */
const DAY_PIXELS = 2;
const TICKS = 2;
/** Characters of a label; the table has all of them. */
const MAX_LABEL = 80;
/** Characters of the names of all others. */
const MAX_REST = 300;

export async function barsSection(source: ChartSource, name: string): Promise<Markup | undefined> {
  const { bars, ranges, noBars } = await readBars(source, undefined);
  if (bars.length < 2) return undefined;
  const drawings = drawSvgBars(bars);
  const keys = source.chosen.labels.map((index) => toVisibleText(source.columns[index]!.name)).join(', ');
  const heading = `${sentenceStart(name)} by ${keys}`;
  const hasShares = bars.some(({ share }) => share !== undefined);
  const head = [
    headCell(isolated(keys), false),
    headCell(isolated(name), true),
    hasShares ? headCell('share', true) : undefined,
    ranges === undefined ? undefined : headCell('before', true),
  ];
  const rows = bars.map(({ label, isOther, shown, share, comparison }, index) => {
    const cells = [
      markup`<th scope="row">${isolated(toVisibleLine(label, MAX_LABEL))}</th>`,
      numberCell(shown),
      hasShares ? markup`<td class="n">${share}</td>` : undefined,
      ranges === undefined ? undefined : numberCell(comparison?.shown ?? { text: '', tone: 'plain' }),
    ];
    return markup`<tr${isOther ? markup` class="other"` : undefined}>${cells}<td class="drawing">${drawings[index]}</td></tr>\n`;
  });
  return markup`<section class="bars"><h2>${isolated(heading)}</h2>
<div class="scroll" tabindex="0" role="region" aria-label="${heading}"><table><thead><tr>${head}<td class="drawing"></td></tr></thead>
<tbody>
${rows}</tbody></table></div>${noBars === undefined ? undefined : markup`<p class="facts">${noBars}</p>`}</section>
`;
}

/** A small chart for each group; undefined unless there are several groups and units of time. */
export async function multiplesSection(source: ChartSource, name: string): Promise<Markup | undefined> {
  const input = { ...source.input, isLimitChosen: false };
  const chart = await readLines({ ...source, input }, MAX_CELLS);
  if (chart === undefined || chart.lines.length < 2) return undefined;
  const options = { across: CELL_SIZE.width / DAY_PIXELS, ticks: TICKS, group: groupThousands };
  const { cells, axis, legend } = createMultiples(chart, options);
  const heading = `${sentenceStart(name)} by ${[...labelNames(source), chart.span.unit].join(', ')}`;
  const items = cells.map((cell) => {
    const total = cell.total === undefined ? [] : [groupedNumber(cell.total.text)];
    const part = cell.part === undefined ? [] : [markup`${cell.part}`];
    const figures = joinMarkup([...total, ...part], ' · ');
    const drawing = drawSvgCell({ chart, lines: cell.lines, axis, label: describeCell(cell) }, CELL_SIZE);
    return markup`<li><b>${isolated(toVisibleLine(cell.name, MAX_LABEL))}</b><span>${figures}</span>${drawing}</li>\n`;
  });
  const facts = [
    ...legend,
    ...(chart.incomplete === undefined ? [] : [`incomplete, drawn dashed: ${chart.incomplete}`]),
    ...(chart.rest === undefined ? [] : [`(other): ${toVisibleLine(chart.rest, MAX_REST)}`]),
  ];
  return markup`<section class="multiples"><h2>${isolated(heading)}</h2>
<p class="facts">${facts.join(' · ')}</p>
<ul>
${items}</ul></section>
`;
}

/** What a screen reader says in place of a small chart. */
function describeCell({ name, lines }: MultiplesCell): string {
  const points = lines.find(({ isComparison }) => !isComparison)?.points ?? [];
  const label = toVisibleLine(name, MAX_LABEL);
  if (points.length === 0) return `${label}: no data`;
  const { highest, lowest } = extremesOf(points);
  const at = ({ shown, label }: Point): string => `${shown.text} (${label})`;
  return `${label}: highest ${at(highest)}, lowest ${at(lowest)}`;
}
