/** The keys of groups. Cells that show the same text, and numbers of the same value, are the same key. */

import type { Column } from '../core/columns.ts';
import { formatDecimal, parseDecimal, trimDecimal } from '../core/decimal.ts';
import type { DateUnit, Weekday } from '../dates/date.ts';
import { type Cell, isNumber, isText } from '../records/cells.ts';

/** A key of groups: a column, or the unit of time of a date column. */
export interface GroupKey {
  readonly column: Column;
  /** The key's name in the result. */
  readonly name: string;
  /** Gives the unit of time of a cell of one side, as a JSON value. Without it, the cell itself is the key. */
  readonly unitOf?: ((cell: Cell, side: number) => string) | undefined;
  /** That unit of time. */
  readonly unit?: { readonly unit: DateUnit; readonly weekStart: Weekday } | undefined;
}

const WHOLE = /^(?:0|-?[1-9]\d*)$/;

/**
 * A JSON string that is equal for cells of the same key only. Texts are the same key if their characters are, so are `7` and
 * `"7"`, and `1` and `1.0`. The texts `"1"` and `"1.0"` are different keys, as versions are. Null, missing and empty text
 * are one key.
 */
export function keyIdentity(cell: Cell): string {
  if (cell === undefined || cell === 'null') return '""';
  if (isText(cell)) return cell.includes('\\') ? JSON.stringify(JSON.parse(cell) as string) : cell;
  if (!isNumber(cell)) return JSON.stringify(cell);
  return `"${WHOLE.test(cell) ? cell : plainNumber(cell)}"`;
}

function plainNumber(text: string): string {
  const number = parseDecimal(text);
  return number === undefined ? text : formatDecimal(trimDecimal(number));
}
