/** Decimal numbers, exact: what figures are compared, added and divided as. No binary fraction comes near them. */

/** `units` times ten to the power of `-scale`; `scale` is at least 0. `1.50` is 150 units of scale 2. */
export interface Decimal {
  readonly units: bigint;
  readonly scale: number;
}

export const ZERO: Decimal = { units: 0n, scale: 0 };

const PATTERN = /^([+-]?)(\d+|(?=\.))(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/;
/** A number of more digits than this, written out, is no figure of a report. */
const MAX_DIGITS = 400;

/** A number as small integers: exact, and many times faster than others. */
export interface SmallDecimal {
  /** Of at most 15 digits. */
  readonly units: number;
  readonly scale: number;
}

const MAX_SMALL_LENGTH = 16;
const ZERO_CODE = 0x30;
const POINT = 0x2e;
const MINUS = 0x2d;

/** The number that `text` spells in at most 15 digits with a point or without; undefined for any other text. */
export function parseSmallDecimal(text: string): SmallDecimal | undefined {
  if (text.length > MAX_SMALL_LENGTH) return undefined;
  const start = text.charCodeAt(0) === MINUS ? 1 : 0;
  let units = 0;
  let point = -1;
  for (let at = start; at < text.length; at++) {
    const code = text.charCodeAt(at);
    const digit = code - ZERO_CODE;
    if (digit >= 0 && digit <= 9) units = units * 10 + digit;
    else if (code === POINT && point === -1 && at > start && at < text.length - 1) point = at;
    else return undefined;
  }
  const digits = text.length - start - (point === -1 ? 0 : 1);
  if (digits === 0 || digits >= MAX_SMALL_LENGTH) return undefined;
  return { units: start === 1 ? -units : units, scale: point === -1 ? 0 : text.length - 1 - point };
}

/** The number that `text` spells, as JSON or a person does: `0.10`, `-3`, `1e-7`, `.5`. Undefined for anything else, and for thousands of digits. */
export function parseDecimal(text: string): Decimal | undefined {
  const small = parseSmallDecimal(text);
  if (small !== undefined) return { units: BigInt(small.units), scale: small.scale };
  const match = PATTERN.exec(text);
  if (match === null) return undefined;
  const [, sign, whole = '', fraction = '', exponentText = '0'] = match;
  const exponent = Number(exponentText);
  if (whole.length + fraction.length + Math.abs(exponent) > MAX_DIGITS) return undefined;
  const digits = BigInt(whole + fraction);
  const scale = fraction.length - exponent;
  const units = (sign === '-' ? -digits : digits) * (scale < 0 ? 10n ** BigInt(-scale) : 1n);
  return { units, scale: Math.max(0, scale) };
}

/** Plain notation, with as many decimals as the scale says: `150` units of scale 2 are `1.50`. */
export function formatDecimal({ units, scale }: Decimal): string {
  const digits = (units < 0n ? -units : units).toString().padStart(scale + 1, '0');
  const point = digits.length - scale;
  const text = scale === 0 ? digits : `${digits.slice(0, point)}.${digits.slice(point)}`;
  return units < 0n ? `-${text}` : text;
}

export function addDecimals(left: Decimal, right: Decimal): Decimal {
  const scale = Math.max(left.scale, right.scale);
  return { units: unitsAt(left, scale) + unitsAt(right, scale), scale };
}

export function subtractDecimals(left: Decimal, right: Decimal): Decimal {
  return addDecimals(left, { units: -right.units, scale: right.scale });
}

/** Negative, 0 or positive, as `left` is less than, equal to, or greater than `right`. */
export function compareDecimals(left: Decimal, right: Decimal): number {
  const scale = Math.max(left.scale, right.scale);
  const difference = unitsAt(left, scale) - unitsAt(right, scale);
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
}

/** The quotient with `scale` decimals, halves rounded away from zero, as on paper. Undefined for a divisor of zero. */
export function divideDecimals(dividend: Decimal, divisor: Decimal, scale: number): Decimal | undefined {
  if (divisor.units === 0n) return undefined;
  const common = Math.max(dividend.scale, divisor.scale);
  const numerator = unitsAt(dividend, common) * 10n ** BigInt(scale);
  const denominator = unitsAt(divisor, common);
  const isNegative = numerator < 0n !== denominator < 0n;
  const [top, bottom] = [absolute(numerator), absolute(denominator)];
  const rounded = (2n * top + bottom) / (2n * bottom);
  return { units: isNegative ? -rounded : rounded, scale };
}

/** The same number without zeros at the end of its decimals, down to `least` of them. */
export function trimDecimal(decimal: Decimal, least = 0): Decimal {
  let { units, scale } = decimal;
  while (scale > least && units % 10n === 0n) {
    units /= 10n;
    scale--;
  }
  return { units, scale };
}

function unitsAt({ units, scale }: Decimal, wanted: number): bigint {
  return scale === wanted ? units : units * 10n ** BigInt(wanted - scale);
}

function absolute(value: bigint): bigint {
  return value < 0n ? -value : value;
}
