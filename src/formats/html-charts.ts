/** The parts of a page above its rows, from the summaries of its report: tiles, a table of the groups, and lines over time. */

import { toDrawnNumber } from '../charts/value-axis.ts';
import type { Column } from '../core/columns.ts';
import { parseDecimal, signOf } from '../core/decimal.ts';
import { type Markup, markup } from '../core/markup.ts';
import { signed } from '../core/text.ts';
import { rangeTitle } from '../dates/range-name.ts';
import { toneOfChange } from '../document/change-tone.ts';
import { changesTable } from '../document/changes-table.ts';
import type { Table } from '../document/document.ts';
import type { ReadFindings } from '../document/read-findings.ts';
import { visibleName } from '../document/short-cell.ts';
import { restOf } from '../findings/findings.ts';
import { sentenceStart } from '../findings/phrases.ts';
import type { Summaries, SummaryRows } from '../records/summaries.ts';
import { readBars } from './chart-bars.ts';
import { readLines } from './chart-lines.ts';
import { type ChartSource, createChartSource, withMeasure } from './chart-rows.ts';
import type { EncoderInput } from './format.ts';
import { linesOf } from './html-lines.ts';
import { isolated } from './html-text.ts';
import { tile } from './html-tiles.ts';

const MAX_BARS = 10;
const MAX_TILES = 6;
/** Currencies that have a chart of their own. */
const MAX_LINES = 10;

export interface PageCharts {
  readonly tiles: readonly Markup[];
  /** The groups that moved, or else bars; undefined without groups, and for a pivot, whose rows show the same. */
  readonly groups: GroupsSection | undefined;
  readonly lines: readonly Markup[];
  /** Parts of the report that the charts do not show. */
  readonly omitted: readonly string[];
}

export interface GroupsSection {
  readonly heading: Markup;
  readonly table: Table;
  /** True if it has every group. */
  readonly isWhole: boolean;
}

/** Reads the summaries and draws them. */
export async function drawCharts(
  input: EncoderInput,
  summaries: Summaries,
  found: ReadFindings | undefined,
): Promise<PageCharts> {
  const omitted: string[] = [];
  const onTruncation = (text: string): void => void omitted.push(text);
  const { byTime, measures } = summaries;
  const [main] = measures as [Column];
  const currencies = await sourceOf(summaries.byCurrency, input);
  const rows = currencies ?? (await sourceOf(byTime, input));
  const source = rows && ofMeasure(rows, main, onTruncation);
  const isMixed = currencies === undefined && source?.chosen.canAdd === true && !source.chosen.canTotal;
  const ofTime = isMixed ? undefined : source && (await readLines(source, MAX_LINES));
  return {
    tiles: measures.slice(0, MAX_TILES).map((measure) => tile(measure, summaries, input)),
    groups: (found && changesOf(found, input)) ?? (await barsOf(summaries, main, input, onTruncation)),
    lines: linesOf(ofTime, {
      name: visibleName(main, input.renames),
      input,
      found: currencies === undefined ? found : undefined,
    }),
    omitted,
  };
}

/** The groups of a comparison by the size of their changes. */
function changesOf({ findings, wording, measure }: ReadFindings, input: EncoderInput): GroupsSection | undefined {
  const { range, comparedRange } = input;
  if (findings.groupCount === 0 || range === undefined || comparedRange === undefined) return undefined;
  const table = changesTable(findings, {
    ...wording,
    ranges: [rangeTitle(range), rangeTitle(comparedRange)],
    toneOf: (sign) => toneOfChange(sign, measure),
    drawn: toDrawnNumber,
  });
  if (table === undefined) return undefined;
  const change = findings.total!.change!;
  const isZero = signOf(parseDecimal(change)!) === 0;
  const heading = isZero ? markup`What changed` : markup`Where the ${signed(wording.number(change))} came from`;
  return { heading, table, isWhole: restOf(findings) === undefined };
}

/** The groups as bars. */
async function barsOf(
  { byGroup }: Summaries,
  main: Column,
  input: EncoderInput,
  onTruncation: EncoderInput['onTruncation'],
): Promise<GroupsSection | undefined> {
  if (isPivot(input)) return undefined;
  const rows = await sourceOf(byGroup, input);
  const source = rows && ofMeasure(rows, main, onTruncation);
  if (source === undefined) return undefined;
  const { table, otherCount } = await readBars(source, undefined);
  const [label, number] = table.columns;
  const heading = isolated(`${sentenceStart(number!.name)} by ${label!.name}`);
  return table.rowCount < 2 ? undefined : { heading, table, isWhole: otherCount === 0 };
}

/** True for rows with a column for each value of a key. */
export function isPivot({ recordSet }: EncoderInput): boolean {
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
