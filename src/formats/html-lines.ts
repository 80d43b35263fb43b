/** The lines over time of a page: the drawing, the facts about it, and its exact numbers. */

import { extremesOf, type Line, type LineChart, type Point } from '../charts/chart-model.ts';
import { drawSvgLines, missingUnits, type SvgMark, type UnitRun } from '../charts/svg-lines.ts';
import { joinMarkup, type Markup, markup } from '../core/markup.ts';
import { countOf } from '../core/text.ts';
import type { CalendarDate, DateUnit } from '../dates/date.ts';
import { countDays, formatDays, formatRange } from '../dates/range.ts';
import { dayAt, positionOf, spanOf, type TimeSpan } from '../dates/time-span.ts';
import { groupThousands } from '../document/display-number.ts';
import { comparedDayPhrases, dayName, oddDayPhrase, phraseText } from '../findings/phrases.ts';
import { rangeName } from './chart-rows.ts';
import type { EncoderInput } from './format.ts';
import { type PageFindings, sentenceStart } from './html-findings.ts';
import { headCell, isolated, numberCell } from './html-text.ts';

/** The lines are drawn for a wide page and for a narrow one, so that their labels have the same size on both. */
const SIZES = { wide: { width: 1040, height: 300 }, narrow: { width: 348, height: 240 } };

interface LineFacts {
  readonly name: string;
  readonly input: EncoderInput;
  /** The findings about the line. */
  readonly found: PageFindings | undefined;
}

/** A section for the lines; one for each currency, which are the names of several lines. */
export function linesOf(chart: LineChart | undefined, facts: LineFacts): readonly Markup[] {
  const { name, input } = facts;
  const places = new Set(chart?.lines.map(({ place }) => place));
  return Array.from(places, (place) => {
    const lines = chart!.lines.filter((line) => line.place === place);
    const currency = lines[0]!.name.replace(rangeName(input.range), '').trim();
    const isNamed = currency !== '';
    const ownName = isNamed ? `${sentenceStart(name)} in ${currency}` : name;
    return linesSection({ ...chart!, lines }, { ...facts, name: ownName }, place);
  });
}

function linesSection(chart: LineChart, { name, input, found }: LineFacts, place: number): Markup {
  const { span } = chart;
  const line = chart.lines.find(({ isComparison }) => !isComparison);
  const comparison = chart.lines.find(({ isComparison }) => isComparison);
  const count = input.range === undefined ? span.count : spanOf(input.range.from, input.range.to, span).count;
  const gaps = missingUnits(chart, count);
  const heading = `${sentenceStart(name)} by ${span.unit}`;
  const odd = found === undefined || span.unit !== 'day' ? [] : oddDayFacts(found);
  const average = found === undefined || span.unit !== 'day' ? undefined : found.findings.total?.average;
  const averages = average === undefined ? [] : [`average ${groupThousands(average.number)} a day`];
  const facts = line === undefined ? [] : [...factsOf(line), ...averages, ...odd];
  const marks = line === undefined || found === undefined ? [] : marksOf(line, found, span);
  const label = `Line chart: ${heading}. ${facts.join(', ')}. The table after it has all figures.`;
  const drawn = Object.entries(SIZES).map(([size, dimensions]) => {
    const options = {
      ...dimensions,
      label,
      gaps,
      id: `gap-${size}${place === 0 ? '' : place}`,
      group: groupThousands,
      marks,
      average: average && {
        value: Number(average.number),
        label: size === 'wide' ? `avg ${groupThousands(average.number)}` : '',
      },
    };
    return markup`<div class="${size}">${drawSvgLines(chart, options)}</div>`;
  });
  const hasIncomplete = line?.points.some(({ isIncomplete }) => isIncomplete) === true;
  const parts = [
    legend(input, { hasComparison: comparison !== undefined, unit: span.unit, hasIncomplete }),
    markup`<div class="plot">${joinMarkup(drawn, '\n')}</div>\n`,
    facts.length === 0 ? undefined : markup`<p class="facts">${facts.join(' · ')}</p>\n`,
    gaps.length === 0 ? undefined : markup`<p class="facts gaps">${swatch('gap')}${nameGaps(gaps, span, count)}</p>\n`,
    figures({ span, line, comparison, name }, input),
  ];
  return markup`<section class="lines"><h2>${isolated(heading)}</h2>\n${parts}</section>\n`;
}

/** What is odd, in words, besides the day that the lead of the page names. */
function oddDayFacts({ findings, wording }: PageFindings): readonly string[] {
  const oddDays = findings.oddDays.slice(1);
  const { moreOddDays } = findings;
  const more = moreOddDays === 0 ? [] : [`${countOf(moreOddDays, 'more odd day')}`];
  const compared = comparedDayPhrases(findings, wording).map(phraseText);
  return [...oddDays.map((day) => phraseText(oddDayPhrase(day, wording))), ...more, ...compared];
}

/** The odd days and the highest day, with notes. */
function marksOf({ points }: Line, { findings, wording }: PageFindings, span: TimeSpan): readonly SvgMark[] {
  if (span.unit !== 'day' || points.length < 2) return [];
  const odd = findings.oddDays.map((each): SvgMark => {
    const notes = [phraseText(oddDayPhrase(each, wording)), dayName(each.day)];
    return { position: positionOf(each.day, span), notes, kind: 'odd' };
  });
  const { position, shown } = extremesOf(points).highest;
  if (odd.some((each) => each.position === position)) return odd;
  const day = dayName(dayAt(position, span));
  const notes = [`highest ${groupThousands(shown.text)}, ${day}`, `highest ${day}`];
  return [...odd, { position, notes, kind: 'highest' }];
}

/** The numbers of a line that readers look for. */
function factsOf({ points, total }: Line): readonly string[] {
  if (points.length === 0) return [];
  const { highest, lowest } = extremesOf(points);
  const fact = (word: string, { shown, label }: Point): string => `${word} ${groupThousands(shown.text)} (${label})`;
  const sum = total === undefined ? [] : [`total ${groupThousands(total.text)}`];
  return [...sum, fact('highest', highest), fact('lowest', lowest)];
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

interface LegendFacts {
  readonly hasComparison: boolean;
  readonly unit: DateUnit;
  readonly hasIncomplete: boolean;
}

function legend(
  { range, comparedRange }: EncoderInput,
  { hasComparison, unit, hasIncomplete }: LegendFacts,
): Markup | undefined {
  const item = (isShown: boolean, kind: string, text: string): readonly Markup[] =>
    isShown ? [markup`<span>${swatch(kind)}${text}</span>`] : [];
  const items = [
    ...item(hasComparison && range !== undefined, 'line', rangeName(range)),
    ...item(hasComparison && comparedRange !== undefined, 'line earlier', rangeName(comparedRange)),
    ...item(unit === 'day', 'weekend', 'weekend'),
    ...item(hasIncomplete, 'line part', `incomplete ${unit}`),
  ];
  return items.length === 0 ? undefined : markup`<p class="legend">${joinMarkup(items, ' ')}</p>\n`;
}

const SWATCHES: Readonly<Record<string, Markup>> = {
  weekend: markup`<rect class="weekend" width="24" height="12"/>`,
  gap: markup`<path class="gap" d="M0 12L12 0M6 12L18 0M12 12L24 0"/>`,
};

function swatch(kind: string): Markup {
  const drawing = SWATCHES[kind] ?? markup`<path class="${kind}" d="M1 6H23"/>`;
  return markup`<svg class="chart swatch" viewBox="0 0 24 12" aria-hidden="true">${drawing}</svg>`;
}

interface Figures {
  readonly span: TimeSpan;
  readonly line: Line | undefined;
  readonly comparison: Line | undefined;
  readonly name: string;
}

/** The exact numbers of the lines: one row for each unit of time. */
function figures({ span, line, comparison, name }: Figures, { range, comparedRange }: EncoderInput): Markup {
  const [now, before] = [line, comparison].map((each) => new Map(each?.points.map((point) => [point.position, point])));
  // One range may be longer than the other.
  const comparedDays = span.unit === 'day' && comparedRange !== undefined ? countDays(comparedRange) : span.count;
  const rows = Array.from({ length: span.count }, (_, position) => {
    const point = now!.get(position);
    const isAfter = range !== undefined && dayAt(position, span) > range.to;
    const label = point?.label ?? (isAfter ? '' : dayAt(position, span));
    const kind = point?.isIncomplete === true ? markup` class="part"` : undefined;
    const cells = markup`<th scope="row"${kind}>${label}</th>${figureCell(point, isAfter)}`;
    if (comparison === undefined) return markup`<tr>${cells}</tr>\n`;
    const other = before!.get(position);
    const figure = figureCell(other, position >= comparedDays);
    return markup`<tr>${cells}<td>${other?.label}</td>${figure}</tr>\n`;
  });
  const unit = span.unit;
  const columns = [
    ...[unit, range === undefined || comparison === undefined ? name : `${name}, ${formatRange(range)}`],
    ...(comparison === undefined || comparedRange === undefined
      ? []
      : [`compared ${unit}`, `${name}, ${formatRange(comparedRange)}`]),
  ];
  const head = columns.map((column, index) => headCell(column, index % 2 === 1));
  return markup`<details class="figures"><summary>Figures by ${unit}</summary><div class="scroll" tabindex="0" role="region" aria-label="Figures by ${unit}"><table><thead><tr>${head}</tr></thead>
<tbody>
${rows}</tbody></table></div></details>
`;
}

/** An empty cell after the end of a range, and `no data` for a missing day in it. */
function figureCell(point: Point | undefined, isAfter: boolean): Markup {
  if (point !== undefined) return numberCell(point.shown);
  return markup`<td class="n">${isAfter ? '' : 'no data'}</td>`;
}
