/** A chart for a terminal: a line over time, several of them, or bars, with exact numbers beside the drawing. */

import type { LineChart } from '../charts/chart-model.ts';
import { type Column, columnKey } from '../core/columns.ts';
import { countOf, toVisibleText } from '../core/text.ts';
import { groupBars, unitBars } from '../document/bar-chart.ts';
import { captionParts } from '../document/caption.ts';
import { groupThousands } from '../document/display-number.ts';
import { lineCharts } from '../document/line-chart.ts';
import { assertColumnCount, withoutColumns } from '../document/shown-columns.ts';
import { isNamedAmount } from '../records/currency.ts';
import { type ChartDisplay, drawLines } from '../terminal/terminal-lines.ts';
import { drawCaption, drawTable } from '../terminal/terminal-table.ts';
import { createTextMeasure } from '../terminal/text-width.ts';
import type { EncoderInput } from './format.ts';

/** Lines of groups that are easy to tell apart in one drawing. */
const MAX_LINES = 4;
/** The size of a chart without a terminal. */
const DEFAULT_SIZE = { width: 80, height: 21 };
/** Lines of a terminal after the chart: a note of two lines, the summary, the two lines about sandbox data, the prompt. */
const LINES_AFTER = 6;

export async function* chart(input: EncoderInput): AsyncGenerator<string | Uint8Array> {
  const { recordSet, chart: charted, color, roundsNumbers = false, maxRows, onTruncation } = input;
  assertColumnCount(recordSet);
  if (charted === undefined) {
    yield `${withoutColumns(input)}\n`;
    return;
  }
  const { measure: own, schema } = charted;
  const { terminalWidth = DEFAULT_SIZE.width, terminalHeight } = input;
  const screenLines = terminalHeight === undefined ? undefined : terminalHeight - LINES_AFTER;
  const isChosen = input.isLimitChosen === true;
  // A chosen number of lines has one of all others, too.
  const chosen = isChosen && maxRows <= MAX_LINES ? maxRows : undefined;
  const units = await unitBars(charted, input, isChosen ? maxRows : Number.POSITIVE_INFINITY);
  const charts = units === undefined ? await lineCharts(charted, input, MAX_LINES, chosen) : undefined;
  const bars = charts === undefined ? (units ?? (await groupBars(charted, input, maxRows))) : undefined;
  // A count has no currency.
  const hasCurrency = own.amount !== undefined || isNamedAmount(schema.column);
  const currencies = hasCurrency ? input.currencies : undefined;
  const measure = createTextMeasure();
  await measure.prepare((charts ?? []).flatMap(({ lines }) => lines.map(({ name }) => name)));
  const terminal = { width: terminalWidth, color, measure };
  const title = bars?.table.title ?? charts![0]!.title;
  const heading = await drawCaption(captionParts({ ...input, currencies }), 'dim', terminal, title);
  const display: ChartDisplay = {
    ...terminal,
    height: (screenLines ?? DEFAULT_SIZE.height) - (heading.split('\n').length - 1),
    group: roundsNumbers !== false ? groupThousands : (number) => number,
  };
  const lines = bars
    ? ['', (await drawTable(bars.table, display, onTruncation)).trimEnd()]
    : await drawOverTime(charts!, display);
  yield `${[heading, ...lines].join('\n')}\n`;
  if (bars && bars.otherCount > 0) {
    const { other, otherCount } = bars;
    const which = `${countOf(otherCount, other === undefined ? 'more bar' : 'more group')} ${otherCount === 1 ? 'is' : 'are'}`;
    onTruncation(`${which} ${other === undefined ? 'not shown' : `added up in ${other}`} (--limit all shows all)`);
  }
  reportOtherMeasures(input, own.column);
}

/** The lines of text below the title: one drawing, or one for each currency below its code. */
async function drawOverTime(charts: readonly LineChart[], display: ChartDisplay): Promise<readonly string[]> {
  if (charts.length === 1) return drawLines(charts[0]!, display);
  const height = Math.floor(display.height / charts.length) - 1;
  const parts = charts.map(async (chart): Promise<readonly string[]> => {
    const drawn = await drawLines(chart, { ...display, height });
    // The currency takes the place of an empty first line.
    return ['', chart.currency!, ...drawn.slice(drawn[0] === '' ? 1 : 0)];
  });
  return (await Promise.all(parts)).flat();
}

/** Reports the sums that the user asked for, and that the chart does not show. */
function reportOtherMeasures({ requestedMeasures = [], keys, onTruncation }: EncoderInput, { name }: Column): void {
  const others = requestedMeasures.filter((each) => each !== name && keys?.addable?.has(columnKey([each])) === true);
  if (others.length === 0) return;
  onTruncation(`a chart shows one column; not shown: ${others.map(toVisibleText).join(', ')}`);
}
