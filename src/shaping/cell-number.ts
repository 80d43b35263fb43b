import { type Decimal, parseDecimal } from '../core/decimal.ts';
import { type Cell, isText } from '../segments/cell.ts';

/** A figure that is sent as text: digits, perhaps with decimals, and no leading zero that a code or an id would have. */
const FIGURE = /^"-?(?:0|[1-9]\d*)(?:\.\d+)?"$/;

/** The number in a cell: a JSON number, or a text that is a plain figure, such as `"12.50"`. Undefined for anything else. */
export function numberIn(cell: Cell): Decimal | undefined {
  if (cell === undefined) return undefined;
  if (!isText(cell)) return parseDecimal(cell);
  return FIGURE.test(cell) ? parseDecimal(cell.slice(1, -1)) : undefined;
}
