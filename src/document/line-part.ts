/** The lines over time of a page: the chart, what is said about it, and its exact numbers as a table. */

import { factsOf, type Line, type LineChart } from '../charts/chart-model.ts';
import { countOf } from '../core/text.ts';
import { positionOf } from '../dates/calendar.ts';
import { formatRange } from '../dates/range.ts';
import { comparedDayPhrases, dayName, oddDayPhrase, sentenceStart } from '../findings/phrases.ts';
import type { EncoderInput } from '../formats/format.ts';
import { groupThousands } from './display-number.ts';
import type { LegendItem, LinePart } from './document.ts';
import type { ReadFindings } from './read-findings.ts';

/** The part of a measure with this name. `found` are the findings about the line. */
export function linePart(
  chart: LineChart,
  measure: string,
  input: EncoderInput,
  found: ReadFindings | undefined,
): LinePart {
  const { span, currency } = chart;
  const name = currency === undefined ? measure : `${sentenceStart(measure)} in ${currency}`;
  const line = chart.lines[0]!;
  // The line lacks records without a date.
  const total = found?.findings.total;
  const isOfAll = total !== undefined && line.total?.text === groupThousands(total.now);
  const number = isOfAll ? total.average?.number : undefined;
  return {
    kind: 'lines',
    title: `${sentenceStart(name)} by ${span.unit}`,
    chart,
    legend: legendOf(chart, line, input),
    facts: [
      ...factsOf(line),
      ...(number === undefined ? [] : [`average ${groupThousands(number)} a day`]),
      ...(found === undefined ? [] : oddDayFacts(found)),
    ],
    marks: (found?.findings.oddDays ?? []).map(({ day }) => ({ position: positionOf(day, span), note: dayName(day) })),
  };
}

/** What is odd, in words, besides the day that the lead of the page names. */
function oddDayFacts({ findings, wording }: ReadFindings): readonly string[] {
  const { oddDays, moreOddDays } = findings;
  return [
    ...oddDays.slice(1).map((day) => oddDayPhrase(day, wording)),
    ...(moreOddDays === 0 ? [] : [countOf(moreOddDays, 'more odd day')]),
    ...comparedDayPhrases(findings, wording),
  ];
}

function legendOf(
  { lines, span: { unit }, sides: [{ names }], shift, hasIncomplete }: LineChart,
  { points }: Line,
  { range, comparedRange }: EncoderInput,
): readonly LegendItem[] {
  const hasComparison = lines.some(({ isComparison }) => isComparison);
  const missing = names.length - points.length;
  const items: readonly (LegendItem | undefined)[] = [
    hasComparison && range ? { swatch: 'line', text: formatRange(range) } : undefined,
    hasComparison && comparedRange
      ? { swatch: 'line earlier', text: [formatRange(comparedRange), shift].filter(Boolean).join(', ') }
      : undefined,
    unit === 'day' ? { swatch: 'weekend', text: 'weekend' } : undefined,
    hasIncomplete ? { swatch: 'part', text: `incomplete ${unit}` } : undefined,
    missing === 0 ? undefined : { swatch: 'none', text: `no data for ${missing} of ${countOf(names.length, unit)}` },
  ];
  return items.filter((item) => item !== undefined);
}
