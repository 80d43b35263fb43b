/**
 * Cuts long texts for formats for people. Nobody reads megabytes in a table, and drawing a text needs many times its size in
 * memory, so it is cut before any other step. Numbers are never cut.
 */

import { BACKSLASH, LOWER_U, QUOTATION_MARK } from '../core/bytes.ts';
import type { Column } from '../core/columns.ts';
import { countOf, surrogateAt, toVisibleText } from '../core/text.ts';
import type { EncoderInput } from '../formats/format.ts';
import { type Cell, cellAt, isNumber } from '../records/cells.ts';

export const ELLIPSIS = '…';

/** Maximum size of a text that is shown whole, in bytes of JSON. */
const MAX_SHOWN_BYTES = 10_000;

export type CellCutter = ReturnType<typeof createCellCutter>;

/** Cuts the cells of a report to `maxBytes` bytes, and counts the cut ones. */
export function createCellCutter(maxBytes: number = MAX_SHOWN_BYTES) {
  let count = 0;
  /** The cell from `start` to `end` of a block, or its beginning. */
  function cutAt(block: Buffer, start: number, end: number): Cell {
    const isLong = end - start > maxBytes && !isNumber(block.toString('latin1', start, start + 1));
    if (!isLong) return cellAt(block, start, end);
    const isString = block[start] === QUOTATION_MARK;
    count++;
    const cut = endOfCharacters(block, isString ? start + 1 : start, start + maxBytes);
    return block.toString('utf8', start, cut) + ELLIPSIS + (isString ? '"' : '');
  }
  return {
    cellAt: cutAt,
    /** Like `cellAt`, for a cell in memory. */
    cut(cell: Cell): Cell {
      // A character has at most three bytes.
      if (cell === undefined || 3 * cell.length <= maxBytes) return cell;
      const bytes = Buffer.from(cell);
      return cutAt(bytes, 0, bytes.length);
    },
    /** A message about the cut texts; undefined if there are none. */
    truncation(): string | undefined {
      if (count === 0) return undefined;
      const which = `${countOf(count, 'long text')} ${count === 1 ? 'is' : 'are'}`;
      return `${which} cut after ${maxBytes} bytes (--format csv -o <file> keeps all)`;
    },
  };
}

/** The visible name of a column, or its beginning; a new one, if the user renamed it. */
export function visibleName({ name: given }: Pick<Column, 'name'>, renames?: EncoderInput['renames']): string {
  const name = renames?.get(given) ?? given;
  if (name.length <= MAX_SHOWN_BYTES) return toVisibleText(name);
  return toVisibleText(name.slice(0, MAX_SHOWN_BYTES).replace(/[\ud800-\udbff]$/, '')) + ELLIPSIS;
}

/** The index after the last whole character or escape of JSON text; at most `limit`. */
function endOfCharacters(block: Buffer, start: number, limit: number): number {
  for (let at = start; ; ) {
    const next = at + characterLength(block, at);
    if (next > limit) return at;
    at = next;
  }
}

function characterLength(block: Buffer, at: number): number {
  const byte = block[at]!;
  if (byte === BACKSLASH) {
    if (block[at + 1] !== LOWER_U) return 2;
    const isPair = surrogateAt(block, at) === 'high' && surrogateAt(block, at + 6) === 'low';
    return isPair ? 12 : 6;
  }
  // UTF-8: RFC 3629, section 3.
  if (byte < 0xc0) return 1;
  return byte < 0xe0 ? 2 : byte < 0xf0 ? 3 : 4;
}
