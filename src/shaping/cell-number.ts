import { type Decimal, parseDecimal } from '../core/decimal.ts';
import { ReportingError } from '../core/reporting-error.ts';
import { type Cell, figureIn } from '../segments/cell.ts';

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
