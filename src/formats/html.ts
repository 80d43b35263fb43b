/** A page to send to somebody: one file that loads nothing, with charts and the exact table. */

import { Markup, markup } from '../core/markup.ts';
import { countOf, formatCount } from '../core/text.ts';
import { wordRange } from '../dates/range.ts';
import type { Table } from '../document/document.ts';
import { type ReadFindings, readFindings } from '../document/read-findings.ts';
import { rowsTable } from '../document/rows-table.ts';
import { columnsToShow } from '../document/shown-columns.ts';
import { NOTHING_HIDDEN } from '../frame/summaries.ts';
import { drawTable } from '../html/html-table.ts';
import { pageStyle } from '../html/page-style.ts';
import type { Encoder, EncoderInput, PageFacts } from './format.ts';
import { drawCharts, type GroupsSection, isPivot, type PageCharts } from './html-charts.ts';
import { pageFoot, pageHead, pageHeader, titleOf, warningBox } from './html-page.ts';
import { fileName } from './html-text.ts';
import { encodeSpreadsheetCsv } from './spreadsheet-csv.ts';

/** A browser shows this many rows without delay. */
const MAX_ROWS = 10_000;

export const html: Encoder = {
  async *encode(input) {
    for await (const piece of piecesOf({ ...input, roundsNumbers: 'thousands' }))
      yield piece instanceof Markup ? piece.toString() : piece;
  },
};

async function* piecesOf(input: EncoderInput): AsyncGenerator<Markup | Uint8Array> {
  const { recordSet, page } = input;
  if (page === undefined) throw new Error('a page needs its facts');
  const rows = await rowsTable({ ...input, maxRows: MAX_ROWS });
  const hiddenRows = nameHiddenRows(input, rows?.rowCount ?? 0);
  const omitted = [rows?.truncation()].filter((message) => message !== undefined);
  const { found, charts } = await drawSummaries(input, page);
  omitted.push(...charts.omitted);
  for (const message of [...hiddenRows, ...omitted]) input.onTruncation(message);

  const title = titleOf(page, input);
  const days = input.range === undefined ? '' : `, ${wordRange(input.range)}`;
  const { groups } = charts;
  const { areGroups, time } = input.keys ?? {};
  const hasAll = groups?.isWhole === true && recordSet.recordCount <= groups.table.rowCount;
  const repeats = hasAll && areGroups === true && time === undefined;
  yield pageHead({ title: title + days, style: pageStyle(rows, groups?.table, repeats) });
  yield pageHeader(page, title, input, found);
  yield warningBox(page, notesOf(input, page, { hiddenRows, omitted }));
  if (charts.tiles.length > 0) yield markup`<dl class="tiles">\n${charts.tiles}</dl>\n`;
  const isFirst = isPivot(input);
  if (isFirst) yield* rowsSection(input, rows, repeats);
  if (groups !== undefined) yield* groupsSection(groups);
  yield markup`${charts.lines}`;
  if (!isFirst) yield* rowsSection(input, rows, repeats);
  yield pageFoot(page, input);
}

async function* groupsSection({ heading, table }: GroupsSection): AsyncGenerator<Markup> {
  const title = `${table.id}-title`;
  yield markup`<section class="groups"><h2 id="${title}">${heading}</h2>\n${scrolling(title)}`;
  yield* drawTable(table);
  yield markup`</div>${notesBelow(table)}</section>\n`;
}

/** The rows, behind a summary if the groups above have them all, and their CSV. */
async function* rowsSection(
  input: EncoderInput,
  rows: Table | undefined,
  repeats: boolean,
): AsyncGenerator<Markup | Uint8Array> {
  if (rows === undefined) {
    yield markup`<section><p>${input.recordSet.recordCount === 0 ? 'No records.' : 'No columns.'}</p></section>\n`;
    return;
  }
  yield markup`<section class="${repeats ? 'table repeated' : 'table'}"><h2 id="rows-title">Rows</h2>\n`;
  yield* csvLink(input, rows.rowCount);
  if (repeats) yield markup`<details><summary>${countOf(rows.rowCount, 'row')} with all columns</summary>\n`;
  yield scrolling('rows-title');
  yield* drawTable(rows);
  yield markup`</div>${notesBelow(rows)}${repeats ? markup`</details>` : undefined}</section>\n`;
}

function scrolling(title: string): Markup {
  return markup`<div class="scroll" tabindex="0" role="region" aria-labelledby="${title}">`;
}

function notesBelow(table: Table): Markup {
  return markup`${table.notes([...table.columns.keys()]).map((note) => markup`<p class="facts">${note}</p>`)}`;
}

/** A link that saves the rows of the page as CSV for spreadsheets. The page itself has the file. */
async function* csvLink(input: EncoderInput, rowCount: number): AsyncGenerator<Markup | Uint8Array> {
  const { recordSet, range, page } = input;
  const days = range === undefined ? [] : [range.from, range.to];
  yield markup`<p class="save"><a download="${fileName([page!.report, ...days].join('-'))}.csv" href="data:text/csv;charset=utf-8;base64,`;
  // Base64 stands for three bytes at a time.
  let rest = Buffer.alloc(0);
  for await (const text of encodeSpreadsheetCsv(recordSet, columnsToShow(input), rowCount)) {
    const bytes = Buffer.concat([rest, Buffer.from(text)]);
    const whole = bytes.length - (bytes.length % 3);
    yield Buffer.from(bytes.toString('base64', 0, whole));
    rest = bytes.subarray(whole);
  }
  const which = rowCount < recordSet.recordCount ? `the first ${countOf(rowCount, 'row')}` : 'the rows';
  yield markup`${rest.toString('base64')}">Save ${which} as CSV</a></p>\n`;
}

function nameHiddenRows({ recordSet }: EncoderInput, shownCount: number): readonly string[] {
  const count = recordSet.recordCount - shownCount;
  if (count <= 0) return [];
  const which = `${formatCount(shownCount)} of ${countOf(recordSet.recordCount, 'row')}`;
  return [`the page has ${which} (--format csv -o <file> keeps all)`];
}

interface Drawn {
  /** Undefined without records in either range. */
  readonly found?: ReadFindings | undefined;
  readonly charts: PageCharts;
}

const NO_CHARTS: PageCharts = { tiles: [], groups: undefined, lines: [], omitted: [] };

async function drawSummaries(input: EncoderInput, { summaries }: PageFacts): Promise<Drawn> {
  if (summaries === undefined) return { charts: NO_CHARTS };
  if ('reason' in summaries) return { charts: { ...NO_CHARTS, omitted: [`no charts: ${summaries.reason}`] } };
  if (summaries.recordCount + input.recordSet.recordCount === 0) return { charts: NO_CHARTS };
  const { measures, totals, byGroup, byTime } = summaries;
  const figures = { measure: measures[0]!, totals, groups: byGroup, days: byTime };
  const found = await readFindings(input, figures);
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
