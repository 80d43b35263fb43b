/** A page to send to somebody: one file that loads nothing, with charts and the exact table. */

import { type Message, option, phrase } from '../core/message.ts';
import { countOf, formatCount } from '../core/text.ts';
import type { Encoder, EncoderInput, PageFacts } from './format.ts';
import { drawCharts, type PageCharts } from './html-charts.ts';
import { pageFoot, pageHead, pageHeader, titleOf, warningBox } from './html-page.ts';
import { pageStyle } from './html-style.ts';
import { encodeTable, readTable } from './html-table.ts';
import { columnsToShow } from './shown-columns.ts';

/** A browser shows this many rows without delay. */
const MAX_ROWS = 10_000;

export const html: Encoder = {
  async *encode(input) {
    const { recordSet, page } = input;
    if (page === undefined) throw new Error('a page needs its facts');
    const columns = columnsToShow(input);
    const rowCount = Math.min(recordSet.recordCount, MAX_ROWS);
    const table = await readTable(input, columns, rowCount);
    const omitted = [table.truncation, hiddenRows(input, rowCount)].filter(
      (message) => message !== undefined,
    );
    const charts = await chartsOf(input, page);
    omitted.push(...charts.omitted);
    for (const message of omitted) input.onTruncation(message);

    const title = titleOf(page, input);
    const days = input.range === undefined ? '' : `, ${input.range.from} to ${input.range.to}`;
    yield pageHead({ title: title + days, style: pageStyle(table) });
    yield pageHeader(page, title, input);
    yield warningBox(page, notesOf(input, page, { rowCount, omitted }));
    if (charts.tiles !== '') yield `<dl class="tiles">\n${charts.tiles}</dl>\n`;
    yield charts.lines + charts.bars;
    if (columns.length > 0) yield* encodeTable(input, page, table);
    else yield `<section><p>${recordSet.recordCount === 0 ? 'No records.' : 'No columns.'}</p></section>\n`;
    yield pageFoot(page);
  },
};

function hiddenRows({ recordSet }: EncoderInput, shownCount: number): Message | undefined {
  const count = recordSet.recordCount - shownCount;
  if (count <= 0) return undefined;
  const which = `${countOf(count, 'more row')} ${count === 1 ? 'is' : 'are'}`;
  return phrase`${which} not in the page, which shows ${formatCount(MAX_ROWS)} (${option('format')} csv -o <file> keeps all)`;
}

async function chartsOf(input: EncoderInput, { summaries }: PageFacts): Promise<PageCharts> {
  const none = { tiles: '', lines: '', bars: '', omitted: [] };
  if (summaries === undefined) return none;
  if ('reason' in summaries) return { ...none, omitted: [phrase`no charts: ${summaries.reason}`] };
  if (summaries.recordCount + input.recordSet.recordCount === 0) return none;
  return drawCharts(input, summaries);
}

interface Shown {
  readonly rowCount: number;
  readonly omitted: readonly Message[];
}

/** Everything that a reader has to know before trusting the page as the whole. */
function notesOf(
  { recordSet }: EncoderInput,
  { warnings, hidden, csvCommand, wordMessage }: PageFacts,
  { rowCount, omitted }: Shown,
): readonly string[] {
  const areHidden = (count: number): string =>
    `${countOf(count, 'row')} ${count === 1 ? 'is' : 'are'} hidden`;
  const charted = 'Tiles and charts cover all records.';
  return [
    ...warnings,
    ...(hidden.byHaving > 0
      ? [wordMessage(phrase`${areHidden(hidden.byHaving)} by ${option('having')}. ${charted}`)]
      : []),
    ...(hidden.byLimit > 0
      ? [wordMessage(phrase`${areHidden(hidden.byLimit)} by ${option('limit')}. ${charted}`)]
      : []),
    ...omitted.map(wordMessage),
    ...(rowCount < recordSet.recordCount ? [`All rows as CSV: ${csvCommand}`] : []),
  ];
}
