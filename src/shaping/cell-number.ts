import { type Decimal, parseDecimal } from '../core/decimal.ts';
import { type Cell, isNumber, isText } from '../segments/cell.ts';

/** A figure that is sent as text: digits, perhaps with decimals, and no leading zero that a code or an id would have. */
const FIGURE = /^"-?(?:0|[1-9]\d*)(?:\.\d+)?"$/;

/** How a cell spells its number: a JSON number, or a text that is a plain figure, such as `"12.50"`. Undefined for anything else. */
export function figureIn(cell: Cell): string | undefined {
  if (cell === undefined) return undefined;
  if (!isText(cell)) return isNumber(cell) ? cell : undefined;
  if (FIGURE.test(cell)) return cell.slice(1, -1);
  // The same text with a digit escaped: as good, and never seen.
  return cell.includes('\\u00') ? figureIn(withoutEscapes(cell)) : undefined;
}

function withoutEscapes(cell: string): string {
  const spelled = JSON.stringify(JSON.parse(cell) as string);
  return spelled.includes('\\') ? '""' : spelled;
}

/** The number in a cell; undefined also for one that is written with hundreds of digits. */
export function numberIn(cell: Cell): Decimal | undefined {
  const figure = figureIn(cell);
  return figure === undefined ? undefined : parseDecimal(figure);
}

/** True for what a text format shows as nothing: null, a missing member, the empty text. */
export function isEmpty(cell: Cell): boolean {
  return cell === undefined || cell === 'null' || cell === '""';
}
