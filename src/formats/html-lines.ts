/** The lines over time of a page: the drawing, the facts about it, and its exact numbers. */

import { extremesOf, type Line, type LineChart, type Point, type UnitRun } from '../charts/chart-model.ts';
import { drawSvgLines, type SvgMark } from '../charts/svg-lines.ts';
import { joinMarkup, type Markup, markup } from '../core/markup.ts';
import { countOf } from '../core/text.ts';
import type { CalendarDate } from '../dates/date.ts';
import { type DateRange, formatDays, formatRange } from '../dates/range.ts';
import { dayAt, positionOf, type TimeSpan } from '../dates/time-span.ts';
import { groupThousands } from '../document/display-number.ts';
import type { ReadFindings } from '../document/read-findings.ts';
import { comparedDayPhrases, dayName, oddDayPhrase, phraseText, sentenceStart } from '../findings/phrases.ts';
import type { EncoderInput } from './format.ts';
import { headCell, isolated, numberCell } from './html-text.ts';

/** The lines are drawn for a wide page and for a narrow one, so that their labels have the same size on both. */
const SIZES = { wide: { width: 1040, height: 300 }, narrow: { width: 348, height: 240 } };

interface LineFacts {
  readonly name: string;
  readonly input: EncoderInput;
  /** The findings about the line. */
  readonly found: ReadFindings | undefined;
}

/** A section for the lines of each currency. */
export function linesOf(charts: readonly LineChart[], facts: LineFacts): readonly Markup[] {
  return charts.map((chart, index) => {
    const { currency } = chart;
    const name = currency === undefined ? facts.name : `${sentenceStart(facts.name)} in ${currency}`;
    return linesSection(chart, { ...facts, name }, index);
  });
}

function linesSection(chart: LineChart, { name, input, found }: LineFacts, place: number): Markup {
  const { span } = chart;
  const line = chart.lines.find(({ isComparison }) => !isComparison)!;
  const gaps = missingUnits(chart);
  const heading = `${sentenceStart(name)} by ${span.unit}`;
  const odd = found === undefined ? [] : oddDayFacts(found);
  const average = found?.findings.total?.average;
  const averages = average === undefined ? [] : [`average ${groupThousands(average.number)} a day`];
  const facts = [...factsOf(line), ...averages, ...odd];
  const marks = found === undefined ? [] : marksOf(line, found, span);
  const label = `Line chart: ${heading}. ${facts.join(', ')}. The table after it has all figures.`;
  const drawn = Object.entries(SIZES).map(([size, dimensions]) => {
    const options = {
      ...dimensions,
      label,
      gaps,
      id: `gap-${size}${place === 0 ? '' : place}`,
      group: groupThousands,
      marks,
      average:
        span.unit !== 'day' || average === undefined
          ? undefined
          : {
              value: Number(average.number),
              label: size === 'wide' ? `avg ${groupThousands(average.number)}` : '',
            },
    };
    return markup`<div class="${size}">${drawSvgLines(chart, options)}</div>`;
  });
  const hasIncomplete = chart.lines.some(({ points }) => points.some(({ isIncomplete }) => isIncomplete));
  const parts = [
    legend(input, chart, hasIncomplete),
    markup`<div class="plot">${joinMarkup(drawn, '\n')}</div>\n`,
    facts.length === 0 ? undefined : markup`<p class="facts">${facts.join(' · ')}</p>\n`,
    gaps.length === 0 ? undefined : markup`<p class="facts gaps">${swatch('gap')}${nameGaps(gaps, chart)}</p>\n`,
    figures(chart, name, input),
  ];
  return markup`<section class="lines"><h2>${isolated(heading)}</h2>\n${parts}</section>\n`;
}

/** What is odd, in words, besides the day that the lead of the page names. */
function oddDayFacts({ findings, wording }: ReadFindings): readonly string[] {
  const oddDays = findings.oddDays.slice(1);
  const { moreOddDays } = findings;
  const more = moreOddDays === 0 ? [] : [`${countOf(moreOddDays, 'more odd day')}`];
  const compared = comparedDayPhrases(findings, wording).map(phraseText);
  return [...oddDays.map((day) => phraseText(oddDayPhrase(day, wording))), ...more, ...compared];
}

/** The odd days and the highest day, with notes. */
function marksOf({ points }: Line, { findings, wording }: ReadFindings, span: TimeSpan): readonly SvgMark[] {
  if (points.length < 2) return [];
  const odd = findings.oddDays.map((each): SvgMark => {
    // A week has one point, and the facts have the sentence.
    const notes = [...(span.unit === 'day' ? [phraseText(oddDayPhrase(each, wording))] : []), dayName(each.day)];
    return { position: positionOf(each.day, span), notes, kind: 'odd' };
  });
  const { position, shown, label } = extremesOf(points).highest;
  if (odd.some((each) => each.position === position)) return odd;
  const name = span.unit === 'day' ? dayName(dayAt(position, span)) : label;
  const notes = [`highest ${groupThousands(shown.text)}, ${name}`, `highest ${name}`];
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

/** The runs of units of the range without a number. */
function missingUnits({ lines, own: [from, count] }: LineChart): readonly UnitRun[] {
  const now = lines.filter(({ isComparison }) => !isComparison);
  const filled = new Set(now.flatMap(({ points }) => points.map(({ position }) => position)));
  const runs: [number, number][] = [];
  for (let position = from; position < from + count; position++) {
    if (filled.has(position)) continue;
    const last = runs.at(-1);
    if (last !== undefined && last[0] + last[1] === position) last[1]++;
    else runs.push([position, 1]);
  }
  return runs;
}

function nameGaps(gaps: readonly UnitRun[], { span, own: [, count] }: LineChart): string {
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
  { lines, span: { unit }, shift }: LineChart,
  hasIncomplete: boolean,
): Markup | undefined {
  const hasComparison = lines.some(({ isComparison }) => isComparison);
  const item = (isShown: boolean, kind: string, text: string): readonly Markup[] =>
    isShown ? [markup`<span>${swatch(kind)}${text}</span>`] : [];
  const rangeName = (days: DateRange | undefined): string => (days === undefined ? '' : formatRange(days));
  const compared = [rangeName(comparedRange), shift].filter(Boolean).join(', ');
  const items = [
    ...item(hasComparison && range !== undefined, 'line', rangeName(range)),
    ...item(hasComparison && comparedRange !== undefined, 'line earlier', compared),
    ...item(unit === 'day', 'weekend', 'weekend'),
    ...item(hasIncomplete, 'part', `incomplete ${unit}`),
  ];
  return items.length === 0 ? undefined : markup`<p class="legend">${joinMarkup(items, ' ')}</p>\n`;
}

const SWATCHES: Readonly<Record<string, Markup>> = {
  weekend: markup`<rect class="weekend" width="24" height="12"/>`,
  part: markup`<circle class="dot part" cx="12" cy="6" r="3.5"/>`,
  gap: markup`<path class="gap" d="M0 12L12 0M6 12L18 0M12 12L24 0"/>`,
};

function swatch(kind: string): Markup {
  const drawing = SWATCHES[kind] ?? markup`<path class="${kind}" d="M1 6H23"/>`;
  return markup`<svg class="chart swatch" viewBox="0 0 24 12" aria-hidden="true">${drawing}</svg>`;
}

/** The exact numbers of the lines: one row for each unit of time. */
function figures(
  { lines, span, own, compared }: LineChart,
  name: string,
  { range, comparedRange }: EncoderInput,
): Markup {
  const isIn = ([first, count]: UnitRun, position: number): boolean => position >= first && position < first + count;
  const [line, comparison] = [false, true].map((side) => lines.find(({ isComparison }) => isComparison === side));
  const [now, before] = [line, comparison].map((each) => new Map(each?.points.map((point) => [point.position, point])));
  const rows = Array.from({ length: span.count }, (_, position) => {
    const point = now!.get(position);
    const label = point?.label ?? (isIn(own, position) ? dayAt(position, span) : '');
    const kind = point?.isIncomplete === true ? markup` class="part"` : undefined;
    const cells = markup`<th scope="row"${kind}>${label}</th>${figureCell(point, isIn(own, position))}`;
    if (comparison === undefined) return markup`<tr>${cells}</tr>\n`;
    const other = before!.get(position);
    const figure = figureCell(other, compared !== undefined && isIn(compared, position));
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

/** An empty cell outside of a range, and `no data` for a missing day in it. */
function figureCell(point: Point | undefined, isInRange: boolean): Markup {
  if (point !== undefined) return numberCell(point.shown);
  return markup`<td class="n">${isInRange ? 'no data' : ''}</td>`;
}
