/** When two cells are one key: whatever shows the same is the same, and so are numbers of the same value. */

import { formatDecimal, parseDecimal, trimDecimal } from '../core/decimal.ts';
import { type Cell, isNumber, isText } from '../segments/cell.ts';

/**
 * The same for cells of the same key, and of no others: texts however they are spelled, `7` and `"7"`, `1` and `1.0`; the
 * texts `"1"` and `"1.0"` are two, as versions are. What is null, missing or the empty text is one key. A JSON string.
 */
export function keyIdentity(cell: Cell): string {
  if (cell === undefined || cell === 'null') return '""';
  if (isText(cell)) return cell.includes('\\') ? JSON.stringify(JSON.parse(cell) as string) : cell;
  if (!isNumber(cell)) return JSON.stringify(cell);
  return `"${WHOLE.test(cell) ? cell : plainNumber(cell)}"`;
}

const WHOLE = /^(?:0|-?[1-9]\d*)$/;

function plainNumber(text: string): string {
  const number = parseDecimal(text);
  return number === undefined ? text : formatDecimal(trimDecimal(number));
}
