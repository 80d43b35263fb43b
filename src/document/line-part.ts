/** The lines over time of a page: the chart, what is said about it, and its exact numbers as a table. */

import { factsOf, type Line, type LineChart, unitAt } from '../charts/chart-model.ts';
import { countOf } from '../core/text.ts';
import { plainCell } from '../core/tone.ts';
import { positionOf } from '../dates/calendar.ts';
import { formatRange } from '../dates/range.ts';
import { comparedDayPhrases, dayName, oddDayPhrase, sentenceStart } from '../findings/phrases.ts';
import type { EncoderInput } from '../formats/format.ts';
import { groupThousands } from './display-number.ts';
import type { LegendItem, LinePart, Table, TableColumn } from './document.ts';
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

/** The exact numbers of charts of the same units: those of both ranges in a row are drawn at the same place. */
export function figuresTable(charts: readonly LineChart[], measure: string): Table {
  const { span, sides, hasIncomplete } = charts[0]!;
  const runs = sides.filter((run) => run !== undefined);
  const isMixed = charts[0]!.currency !== undefined;
  const points = charts.map(({ lines }) =>
    runs.map((_, side) => {
      const line = lines.find(({ isComparison }) => isComparison === (side === 1));
      return new Map(line?.points.map((point) => [point.position, point.shown]));
    }),
  );
  const rows = Array.from({ length: span.count }, (_, position) =>
    charts.flatMap(({ currency }, at) => {
      const units = runs.map((run) => unitAt(run, position));
      const numbers = points[at]!.map((side) => side.get(position));
      if (numbers.every((number) => number === undefined)) return [];
      const shown = numbers.map((number, side) => number ?? plainCell(units[side] && '—'));
      return { cells: [...units.map(plainCell), ...(isMixed ? [plainCell(currency)] : []), ...shown] };
    }),
  ).flat();
  const column = (heading: string, kind: TableColumn['kind']): TableColumn => ({ heading, kind, importance: 1 });
  return {
    ...{ kind: 'table', id: 'figures', title: `Figures by ${span.unit}`, rowCount: rows.length, rows: [rows] },
    columns: [
      ...[span.unit, `${span.unit}_before`].slice(0, runs.length).map((name) => column(name, 'key')),
      ...(isMixed ? [column('currency', 'key')] : []),
      ...[measure, 'before'].slice(0, runs.length).map((name) => column(name, 'number')),
    ],
    notes: () => (hasIncomplete ? [`* incomplete ${span.unit}`] : []),
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
