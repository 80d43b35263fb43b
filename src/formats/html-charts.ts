/** The charts of a page, from the summaries of its report: tiles, lines over time, and drawings of the groups. */

import type { Column } from '../core/columns.ts';
import type { Markup } from '../core/markup.ts';
import { visibleName } from '../document/short-cell.ts';
import type { Summaries, SummaryRows } from '../records/summaries.ts';
import { readLines } from './chart-lines.ts';
import { type ChartSource, createChartSource, withMeasure } from './chart-rows.ts';
import type { EncoderInput } from './format.ts';
import type { PageFindings } from './html-findings.ts';
import { barsSection, MAX_BARS } from './html-groups.ts';
import { linesOf } from './html-lines.ts';
import { moversSection } from './html-movers.ts';
import { tile } from './html-tiles.ts';

const MAX_TILES = 6;
/** Currencies that have a chart of their own. */
const MAX_LINES = 10;

export interface PageCharts {
  readonly tiles: readonly Markup[];
  /** Undefined without compared groups. */
  readonly movers: Markup | undefined;
  readonly lines: readonly Markup[];
  /** Bars; undefined without groups to draw. */
  readonly groups: Markup | undefined;
  /** Parts of the report that the charts do not show. */
  readonly omitted: readonly string[];
}

/** Reads the summaries and draws them. */
export async function drawCharts(
  input: EncoderInput,
  summaries: Summaries,
  found: PageFindings | undefined,
): Promise<PageCharts> {
  const omitted: string[] = [];
  const onTruncation = (text: string): void => void omitted.push(text);
  const { byTime, measures } = summaries;
  const main = measures[0]!.column;
  const currencies = await sourceOf(summaries.byCurrency, input);
  const rows = currencies ?? (await sourceOf(byTime, input));
  const source = rows && ofMeasure(rows, main, onTruncation);
  const isMixed = currencies === undefined && source?.chosen.canAdd === true && !source.chosen.canTotal;
  const ofTime = isMixed ? undefined : source && (await readLines(source, MAX_LINES));
  const movers = found && moversSection(found, input);
  return {
    tiles: measures.slice(0, MAX_TILES).map((measure) => tile(measure, input)),
    movers,
    lines: linesOf(ofTime, {
      name: visibleName(main, input.renames),
      input,
      found: currencies === undefined ? found : undefined,
    }),
    groups: movers === undefined ? await groupsOf(summaries, main, input, onTruncation) : undefined,
    omitted,
  };
}

/** The groups as bars; none for a pivot, whose table shows the same. */
async function groupsOf(
  { byGroup }: Summaries,
  main: Column,
  input: EncoderInput,
  onTruncation: EncoderInput['onTruncation'],
): Promise<Markup | undefined> {
  if (isPivot(input)) return undefined;
  const rows = await sourceOf(byGroup, input);
  const source = rows && ofMeasure(rows, main, onTruncation);
  return source && barsSection(source, visibleName(main, input.renames));
}

function isPivot({ recordSet }: EncoderInput): boolean {
  return recordSet.columns.some(({ meaning }) => meaning !== undefined);
}

/** The rows of a summary as those of a chart; undefined without rows. */
async function sourceOf(rows: SummaryRows | undefined, input: EncoderInput): Promise<ChartSource | undefined> {
  if (rows === undefined || rows.recordSet.recordCount === 0) return undefined;
  const names = new Set(rows.recordSet.columns.map(({ name }) => name));
  const renames = new Map([...(input.renames ?? [])].filter(([name]) => names.has(name)));
  const ofSummary = {
    ...{ ...input, ...rows, renames, chosen: undefined, totals: undefined },
    ...{ maxRows: MAX_BARS, isLimitChosen: true },
  };
  return createChartSource(ofSummary);
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
