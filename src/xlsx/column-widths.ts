/** The widths of a sheet's columns, from the first rows. */

import { MINUS } from '../core/bytes.ts';
import { readRowBlocks } from '../document/display-cells.ts';
import type { EncoderInput } from '../formats/format.ts';
import { type Cell, cellText, figureIn } from '../records/cells.ts';
import type { RecordSet } from '../records/record-set.ts';
import { createTextMeasure } from '../terminal/text-width.ts';
import type { SheetColumn } from './sheet-columns.ts';

const ROWS = 1000;
/** Widths in characters. A longer text is cut by the next cell, or continues in an empty one. */
const LEAST = 8;
const MOST = 60;
/** Longer texts are as wide as `MOST`. */
const MAX_MEASURED = 1000;
/** The button of the filter in the header. */
const BUTTON = 3;
const MARGIN = 1;

/** The width of each column in characters. CJK characters count two. */
export async function findWidths(
  recordSet: RecordSet,
  columns: readonly SheetColumn[],
  { totals }: Pick<EncoderInput, 'totals'>,
): Promise<readonly number[]> {
  const measure = createTextMeasure();
  const names = columns.map(({ name }) => name.slice(0, MAX_MEASURED));
  await measure.prepare(names);
  // A header is bold.
  const widths = names.map((name) => Math.ceil(measure.width(name) * 1.1) + BUTTON);
  const add = async (cells: readonly Cell[]): Promise<void> => {
    const texts = cells.map((cell, index) => shownText(cell, columns[index]!));
    await measure.prepare(texts);
    for (const [index, text] of texts.entries()) {
      const width = measure.width(text) + MARGIN;
      if (width > widths[index]!) widths[index] = width;
    }
  };
  if (totals !== undefined) await add(totals);
  const rowCount = Math.min(ROWS, recordSet.recordCount);
  for await (const rows of readRowBlocks(recordSet, columns, rowCount)) for (const cells of rows) await add(cells);
  return widths.map((width) => Math.min(MOST, Math.max(LEAST, width)));
}

/** A text as wide as the cell. */
function shownText(cell: Cell, { cells, isGrouped, decimals, isPercent }: SheetColumn): string {
  const text = cellText(cell).slice(0, MAX_MEASURED);
  if (cells !== 'number' || !isGrouped) return text.replace(/[\r\n].*/s, '');
  const figure = figureIn(cell);
  if (figure === undefined) return text;
  const [whole = ''] = figure.split(/[.e]/i);
  const digits = whole.length - (whole.charCodeAt(0) === MINUS ? 1 : 0);
  // The sign of a change, too.
  return '0'.repeat(
    1 + digits + Math.floor((digits - 1) / 3) + (decimals > 0 ? 1 + decimals : 0) + (isPercent ? 1 : 0),
  );
}
