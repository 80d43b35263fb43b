/** A page to send to somebody: one file that loads nothing, with charts and the exact table. */

import type { Column } from '../core/columns.ts';
import { Markup, markup } from '../core/markup.ts';
import { countOf, formatCount } from '../core/text.ts';
import { wordRange } from '../dates/range.ts';
import { readingOrder } from '../document/column-roles.ts';
import { columnsToShow } from '../document/shown-columns.ts';
import type { Cell } from '../records/cells.ts';
import { NOTHING_HIDDEN } from '../records/summaries.ts';
import type { Encoder, EncoderInput, PageFacts } from './format.ts';
import { drawCharts, type PageCharts } from './html-charts.ts';
import { type PageFindings, readPageFindings } from './html-findings.ts';
import { pageFoot, pageHead, pageHeader, titleOf, warningBox } from './html-page.ts';
import { pageStyle } from './html-style.ts';
import { encodeTable, readTable } from './html-table.ts';

/** A browser shows this many rows without delay. */
const MAX_ROWS = 10_000;

export const html: Encoder = {
  async *encode(input) {
    for await (const piece of piecesOf(input)) yield piece instanceof Markup ? piece.toString() : piece;
  },
};

async function* piecesOf(input: EncoderInput): AsyncGenerator<Markup | Uint8Array> {
  const { recordSet, page } = input;
  if (page === undefined) throw new Error('a page needs its facts');
  const { columns, totals } = inReadingOrder(input, page);
  const rowCount = Math.min(recordSet.recordCount, MAX_ROWS);
  const table = await readTable({ ...input, totals }, columns, rowCount);
  const hiddenRows = nameHiddenRows(input, rowCount);
  const omitted = [table.truncation].filter((message) => message !== undefined);
  const { found, charts } = await drawSummaries(input, page);
  omitted.push(...charts.omitted);
  for (const message of [...hiddenRows, ...omitted]) input.onTruncation(message);

  const title = titleOf(page, input);
  const days = input.range === undefined ? '' : `, ${wordRange(input.range)}`;
  yield pageHead({ title: title + days, style: pageStyle(table) });
  yield pageHeader(page, title, input, found);
  yield warningBox(page, notesOf(input, page, { hiddenRows, omitted }));
  if (charts.tiles.length > 0) yield markup`<dl class="tiles">\n${charts.tiles}</dl>\n`;
  yield markup`${charts.movers}${charts.lines}${charts.groups}`;
  if (columns.length > 0) yield* encodeTable(input, page, table);
  else yield markup`<section><p>${recordSet.recordCount === 0 ? 'No records.' : 'No columns.'}</p></section>\n`;
  yield pageFoot(page, input);
}

/** The columns, and the cells of the totals, with the main measure first. */
function inReadingOrder(
  input: EncoderInput,
  { summaries }: PageFacts,
): { readonly columns: readonly Column[]; readonly totals: readonly Cell[] | undefined } {
  const columns = columnsToShow(input);
  const main = summaries !== undefined && 'measures' in summaries ? summaries.measures[0]?.column : undefined;
  const order = readingOrder(columns, main, input);
  return {
    columns: order.map((index) => columns[index]!),
    totals: input.totals && order.map((index) => input.totals![index]),
  };
}

function nameHiddenRows({ recordSet }: EncoderInput, shownCount: number): readonly string[] {
  const count = recordSet.recordCount - shownCount;
  if (count <= 0) return [];
  const which = `${formatCount(shownCount)} of ${countOf(recordSet.recordCount, 'row')}`;
  return [`the page has ${which} (--format csv -o <file> keeps all)`];
}

interface Drawn {
  /** Undefined without records in either range. */
  readonly found?: PageFindings | undefined;
  readonly charts: PageCharts;
}

const NO_CHARTS: PageCharts = { tiles: [], movers: undefined, lines: [], groups: undefined, omitted: [] };

async function drawSummaries(input: EncoderInput, { summaries }: PageFacts): Promise<Drawn> {
  if (summaries === undefined) return { charts: NO_CHARTS };
  if ('reason' in summaries) return { charts: { ...NO_CHARTS, omitted: [`no charts: ${summaries.reason}`] } };
  if (summaries.recordCount + input.recordSet.recordCount === 0) return { charts: NO_CHARTS };
  const found = await readPageFindings(input, summaries);
  return { found, charts: await drawCharts(input, summaries, found) };
}

interface Shown {
  /** The message about rows that the page does not have. */
  readonly hiddenRows: readonly string[];
  readonly omitted: readonly string[];
}

/** Everything that a reader has to know before trusting the page as the whole. */
function notesOf(
  { hidden }: EncoderInput,
  { warnings, rangeNotes, csvCommand }: PageFacts,
  { hiddenRows, omitted }: Shown,
): readonly string[] {
  const areHidden = (count: number): string => `${countOf(count, 'row')} ${count === 1 ? 'is' : 'are'} hidden`;
  const { byConditions, byLimit } = hidden ?? NOTHING_HIDDEN;
  const charted = 'Tiles and charts cover all records.';
  return [
    ...hiddenRows.flatMap((message) => [message, `All rows as CSV: ${csvCommand}`]),
    ...warnings,
    ...rangeNotes,
    ...(byConditions > 0 ? [`${areHidden(byConditions)} by conditions. ${charted}`] : []),
    ...(byLimit > 0 ? [`${areHidden(byLimit)} by --limit. ${charted}`] : []),
    ...omitted,
  ];
}
