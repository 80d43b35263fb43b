/** Numbers as people read them on a terminal: fewer decimals, and thousands with commas. Data formats keep all digits. */

import { MINUS } from '../core/bytes.ts';
import { compareNumbers, formatDecimal, parseDecimal, roundDecimal } from '../core/decimal.ts';
import type { EncoderInput } from '../formats/format.ts';
import { isChange, partOf } from '../records/row-keys.ts';
import { type ColumnSchema, isQuantity } from '../records/schema.ts';

/** The line below a table whose amounts lost digits. */
export const ROUNDED = 'rounded: --all-digits shows all digits';

const GROUPABLE = /^([-+]?)(\d{4,400})(\.\d+)?$/;
/** A plain number that can be rounded: others stay as they are. */
const ROUNDABLE = /^(-?)(\d{1,400})(?:\.(\d{1,400}))?$/;
const NOT_ZERO = /[1-9]/;

/** Decimals of amounts, and of percents of a comparison and of a total; the least digits of ratios and averages. */
const AMOUNT_DECIMALS = 2;
const PERCENT_DECIMALS = 1;
const RATIO_DIGITS = 3;
/** A longer number keeps its exponent. */
const MAX_PLAIN = 24;

interface NumberOptions extends Pick<EncoderInput, 'roundsNumbers' | 'keys'> {
  /** Called for each number but a percent that lost digits other than zero. */
  readonly onRounded?: () => void;
}

/** A function that shows a JSON number of the column. */
export function createNumberShower(
  schema: ColumnSchema,
  { roundsNumbers = false, keys, onRounded }: NumberOptions,
): (number: string) => string {
  if (!isQuantity(schema)) return (number) => number;
  const { kind, column, cells } = schema;
  // The measure of a pivoted column is its meaning.
  const measured = { ...column, path: column.meaning ?? column.path };
  const isPercent = ['percent', 'share'].includes(partOf(keys, measured) ?? '');
  // Whole numbers stay whole: counts, and amounts in a currency without cents.
  const amountDecimals = roundsNumbers === true && cells.hasDecimals ? AMOUNT_DECIMALS : undefined;
  const roundsQuotients = roundsNumbers === true || roundsNumbers === 'quotients';
  const decimals = isPercent ? PERCENT_DECIMALS : amountDecimals;
  const isRatio = kind === 'ratio' && !isPercent;
  const isGrouped = roundsNumbers !== false;
  const isSigned = isChange(keys, column);
  return (sent) => {
    const number = isGrouped ? withoutExponent(sent) : sent;
    // A rounded amount has all its decimals, also if they are zero.
    const roundedOf = (exact: string) => {
      if (isRatio) return roundRatio(exact, AMOUNT_DECIMALS);
      return decimals === undefined ? exact : round(exact, decimals, true);
    };
    const rounded = roundsQuotients ? roundedOf(number) : number;
    const isLess = rounded.length < number.length && compareNumbers(rounded, number) !== 0;
    if (isLess && !isPercent && roundsNumbers === true) onRounded?.();
    const text = isGrouped ? groupThousands(rounded) : rounded;
    // A rise has a sign.
    const sign = !isSigned || text.charCodeAt(0) === MINUS || !NOT_ZERO.test(text) ? '' : '+';
    return `${sign}${text}${isPercent ? '%' : ''}`;
  };
}

/** A sum of the main measure, or its change. `hasDecimals` says whether any of them has decimals. */
export function showAmount(
  exact: string,
  { roundsNumbers = false }: Pick<EncoderInput, 'roundsNumbers'>,
  hasDecimals: boolean,
): string {
  const number = roundsNumbers === true && hasDecimals ? round(exact, AMOUNT_DECIMALS, true) : exact;
  return roundsNumbers === false ? number : groupThousands(number);
}

/** `100` for `1e2`, unless that takes many digits. */
function withoutExponent(number: string): string {
  const decimal = /e/i.test(number) ? parseDecimal(number) : undefined;
  const plain = decimal && formatDecimal(decimal);
  return plain !== undefined && plain.length <= MAX_PLAIN ? plain : number;
}

/** A JSON number with commas between the thousands: `1,234.50`. No digit changes. A number with an exponent stays as it is. */
export function groupThousands(token: string): string {
  const match = GROUPABLE.exec(token);
  if (match === null) return token;
  const [, sign, whole, fraction = ''] = match;
  return sign + whole!.replace(/\B(?=(?:\d{3})+$)/g, ',') + fraction;
}

/** A ratio or an average with three digits, or with all digits before the point and `decimals`. */
export function roundRatio(number: string, decimals = 0): string {
  const match = ROUNDABLE.exec(number);
  if (match === null) return number;
  const [, , whole, fraction = ''] = match;
  const wholeDigits = NOT_ZERO.test(whole!) ? whole!.length : -fraction.search(NOT_ZERO);
  return round(number, Math.max(decimals, RATIO_DIGITS - wholeDigits), false);
}

/** The number with at most `decimals` decimals, halves away from zero. A number that is not zero keeps its first digit. */
export function round(number: string, decimals: number, isFixed: boolean): string {
  const match = ROUNDABLE.exec(number);
  if (match === null) return number;
  const { length } = match[3] ?? '';
  if (length === decimals) return number;
  if (length < decimals)
    return isFixed ? `${number}${length === 0 ? '.' : ''}${'0'.repeat(decimals - length)}` : number;
  const isZero = !NOT_ZERO.test(number);
  const exact = parseDecimal(number);
  if (exact === undefined) return number;
  for (let kept = decimals; kept < length; kept++) {
    const rounded = roundDecimal(exact, kept);
    if (rounded.units !== 0 || isZero) return formatDecimal(rounded);
  }
  return number;
}
