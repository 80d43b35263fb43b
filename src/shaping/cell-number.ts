import { type Decimal, parseDecimal } from '../core/decimal.ts';
import { ReportingError } from '../core/reporting-error.ts';
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

/** The number in a cell. Throws a usage error for one of hundreds of digits: taken for a text it would be in the wrong place. */
export function numberIn(cell: Cell): Decimal | undefined {
  const figure = figureIn(cell);
  if (figure === undefined) return undefined;
  const number = parseDecimal(figure);
  if (number !== undefined) return number;
  throw new ReportingError(
    'usage',
    `a record holds ${figure.slice(0, 60)}, a number of too many digits to reckon with`,
    {
      hint: 'leave out what compares, sorts or divides by that column',
    },
  );
}

/** True for what a text format shows as nothing: null, a missing member, the empty text. */
export function isEmpty(cell: Cell): boolean {
  return cell === undefined || cell === 'null' || cell === '""';
}
