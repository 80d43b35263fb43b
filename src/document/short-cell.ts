/**
 * Cuts long texts for formats for people. Nobody reads megabytes in a table, and drawing a text needs many times its size in
 * memory, so it is cut before any other step. Numbers are never cut.
 */

import type { Column } from '../core/columns.ts';
import { countOf, toVisibleText } from '../core/text.ts';
import type { EncoderInput } from '../formats/format.ts';
import { type Cell, cellAt, isNumber } from '../records/cells.ts';

export const ELLIPSIS = '…';

/** Maximum size of a text that is shown whole, in characters of JSON. */
const MAX_SHOWN = 10_000;
/** The most bytes of a character. */
const MAX_BYTES = 4;
/** Characters and escapes of JSON text, as far as they are whole. */
const WHOLE = /^(?:[^\\]|\\[^u]|\\u[\da-f]{4})*(?<![\ud800-\udbff])/i;

export type CellCutter = ReturnType<typeof createCellCutter>;

/** Cuts the cells of a report to `most` characters, and counts the cut ones. */
export function createCellCutter(most: number = MAX_SHOWN) {
  let count = 0;
  function cut(cell: Cell): Cell {
    if (cell === undefined || cell.length <= most || isNumber(cell[0]!)) return cell;
    count++;
    const quote = cell.startsWith('"') ? '"' : '';
    return cell.slice(0, quote.length) + WHOLE.exec(cell.slice(quote.length, most))![0] + ELLIPSIS + quote;
  }
  return {
    cut,
    /** The cell from `start` to `end` of a block. A text may be longer than a string can be. */
    cellAt(block: Buffer, start: number, end: number): Cell {
      const limit = start + MAX_BYTES * most;
      const isWhole = end <= limit || isNumber(block.toString('latin1', start, start + 1));
      return isWhole ? cut(cellAt(block, start, end)) : cut(block.toString('utf8', start, limit));
    },
    /** A message about the cut texts; undefined if there are none. */
    truncation(): string | undefined {
      if (count === 0) return undefined;
      const which = `${countOf(count, 'long text')} ${count === 1 ? 'is' : 'are'}`;
      return `${which} cut after ${most} characters (--format csv -o <file> keeps all)`;
    },
  };
}

/** The visible name of a column, or its beginning; a new one, if the user renamed it. */
export function visibleName({ name: given }: Pick<Column, 'name'>, renames?: EncoderInput['renames']): string {
  const name = renames?.get(given) ?? given;
  if (name.length <= MAX_SHOWN) return toVisibleText(name);
  return toVisibleText(name.slice(0, MAX_SHOWN).replace(/[\ud800-\udbff]$/, '')) + ELLIPSIS;
}
