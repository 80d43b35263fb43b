/** The parts of a page above its rows, from the summaries of its report: tiles, a table of the groups, and lines over time. */

import { type Charted, chartOf } from '../charts/charted.ts';
import { type Column, columnKey } from '../core/columns.ts';
import { parseDecimal, signOf } from '../core/decimal.ts';
import { type Markup, markup } from '../core/markup.ts';
import { countOf, signed } from '../core/text.ts';
import { barChart } from '../document/bar-chart.ts';
import type { Table } from '../document/document.ts';
import { lineCharts } from '../document/line-chart.ts';
import type { ReadFindings } from '../document/read-findings.ts';
import { rowsTable } from '../document/rows-table.ts';
import { visibleName } from '../document/short-cell.ts';
import { totalsRow } from '../document/shown-columns.ts';
import { sentenceStart } from '../findings/phrases.ts';
import { type Frame, measureNamed, recordsOfFrame, rowKeysOf, surveyMeasures } from '../frame/frame.ts';
import { comparedColumns } from '../frame/measures.ts';
import { mergeOthers, sortBySize } from '../frame/steps.ts';
import type { Summaries } from '../frame/summaries.ts';
import { isQuantity } from '../records/schema.ts';
import type { EncoderInput } from './format.ts';
import { linesOf } from './html-lines.ts';
import { isolated } from './html-text.ts';
import { tile } from './html-tiles.ts';

const MAX_BARS = 10;
const MAX_TILES = 6;
/** Groups of a comparison; the table of the rows has the others. */
const MAX_MOVERS = 30;
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
  const { byTime, byCurrency, measures } = summaries;
  const [main] = measures as [Column];
  const charted = await chartOfSummary(byCurrency ?? byTime, main);
  const byUnit =
    charted && (await lineCharts(charted, { ...input, onTruncation }, { most: MAX_LINES, chosen: MAX_LINES }));
  return {
    tiles: measures.slice(0, MAX_TILES).map((measure) => tile(measure, summaries, input)),
    groups:
      (found && (await changesOf(found, summaries.byGroup, input))) ??
      (await barsOf(summaries, main, input, onTruncation)),
    lines: linesOf(byUnit ?? [], {
      name: visibleName(main, input.renames),
      input,
      found: byCurrency === undefined ? found : undefined,
    }),
    omitted,
  };
}

/** The groups of a comparison by the size of their changes. Medians do not explain their total. */
async function changesOf(
  { findings, wording, measure }: ReadFindings,
  frame: Frame | undefined,
  input: EncoderInput,
): Promise<GroupsSection | undefined> {
  const { total, groupCount, movers } = findings;
  if (frame === undefined || total?.change === undefined || input.comparedRange?.weeks !== undefined) return undefined;
  const measures = comparedColumns(measure).flatMap((column) => measureNamed(frame, column) ?? []);
  const sorted = await sortBySize({ ...frame, measures, form: 'shown' }, measures[2]!.column);
  const figures = [total.now, total.before ?? 'null', total.change, total.percent ?? 'null'];
  const totals = new Map(measures.map(({ column: { path } }, index) => [columnKey(path), figures[index]!]));
  const others = countOf(groupCount - MAX_MOVERS, 'other');
  const recordSet = recordsOfFrame(await mergeOthers(sorted, MAX_MOVERS, others));
  const table = await rowsTable(
    {
      ...{ ...input, recordSet, keys: rowKeysOf(frame), chosen: undefined, currencies: undefined },
      ...{ totals: groupCount > 1 ? totalsRow(totals, recordSet.columns, groupCount) : undefined, maxRows: groupCount },
      ...{ roundsNumbers: 'percents', showsBars: true },
    },
    movers,
  );
  const isZero = signOf(parseDecimal(total.change)!) === 0;
  const heading = isZero ? markup`What changed` : markup`Where the ${signed(wording.number(total.change))} came from`;
  return { heading, table: { ...table!, id: 'movers' }, isWhole: table!.rowCount === groupCount };
}

/** The groups as bars. */
async function barsOf(
  { byGroup }: Summaries,
  main: Column,
  input: EncoderInput,
  onTruncation: EncoderInput['onTruncation'],
): Promise<GroupsSection | undefined> {
  if (isPivot(input)) return undefined;
  const charted = await chartOfSummary(byGroup, main);
  if (charted === undefined) return undefined;
  const { table, otherCount } = await barChart(charted, { ...input, onTruncation }, MAX_BARS);
  const [label, number] = table.columns;
  const heading = isolated(`${sentenceStart(number!.name)} by ${label!.name}`);
  return table.rowCount < 2 ? undefined : { heading, table, isWhole: otherCount === 0 };
}

/** True for rows with a column for each value of a key. */
export function isPivot({ recordSet }: EncoderInput): boolean {
  return recordSet.columns.some(({ meaning }) => meaning !== undefined);
}

/** The chart of a measure of a summary; undefined without rows, and if it has no numbers. */
async function chartOfSummary(frame: Frame | undefined, { name }: Column): Promise<Charted | undefined> {
  const measure = frame?.measures.find(({ column }) => column.name === name);
  if (frame === undefined || measure === undefined || frame.rows.length === 0) return undefined;
  const [schema] = await surveyMeasures(frame, [measure]);
  return isQuantity(schema!) ? chartOf(frame, measure, schema!) : undefined;
}
