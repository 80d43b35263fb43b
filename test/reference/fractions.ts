/** Exact fractions of integers, for expected figures. They share no code with src. */

/** `over / under`, with `under` above 0. */
export interface Fraction {
  readonly over: bigint;
  readonly under: bigint;
}

/** The fraction of a decimal such as `-12.50` or `1e2`; undefined for another text. */
export function fractionOf(text: string): Fraction | undefined {
  const match = /^(-?\d+)(?:\.(\d+))?(?:e([+-]?\d+))?$/i.exec(text);
  if (match === null) return undefined;
  const [, whole, digits = '', exponent = '0'] = match;
  const shift = Number(exponent) - digits.length;
  const integer = BigInt(whole + digits);
  return shift >= 0
    ? { over: integer * 10n ** BigInt(shift), under: 1n }
    : { over: integer, under: 10n ** BigInt(-shift) };
}

export const add = (a: Fraction, b: Fraction): Fraction => ({
  over: a.over * b.under + b.over * a.under,
  under: a.under * b.under,
});

export const divide = (a: Fraction, b: Fraction): Fraction =>
  b.over < 0n
    ? { over: -a.over * b.under, under: a.under * -b.over }
    : { over: a.over * b.under, under: a.under * b.over };

/** Negative, 0 or positive. */
export function compareFractions(a: Fraction, b: Fraction): number {
  const difference = a.over * b.under - b.over * a.under;
  return difference === 0n ? 0 : difference < 0n ? -1 : 1;
}

/** Rounded to `digits` decimals, halves away from zero. */
export function rounded({ over, under }: Fraction, digits: number): Fraction {
  const scale = 10n ** BigInt(digits);
  const size = (over < 0n ? -over : over) * scale;
  const whole = (2n * size + under) / (2n * under);
  return { over: over < 0n ? -whole : whole, under: scale };
}

export const ZERO: Fraction = { over: 0n, under: 1n };
export const HUNDRED: Fraction = { over: 100n, under: 1n };

export const multiply = (a: Fraction, b: Fraction): Fraction => ({ over: a.over * b.over, under: a.under * b.under });

export type Cell = Fraction | string | null;

export function difference(a: Cell, b: Cell): Fraction | null {
  if (a === null || b === null || typeof a === 'string' || typeof b === 'string') return null;
  return add(a, { over: -b.over, under: b.under });
}

export function sizeOf(cell: Cell): Fraction | null {
  return cell === null || typeof cell === 'string' ? null : cell.over < 0n ? { ...cell, over: -cell.over } : cell;
}

/** Null for a base of zero. */
export function percentOf(part: Cell, base: Fraction | null): Fraction | null {
  if (part === null || typeof part === 'string' || base === null || base.over === 0n) return null;
  return divide(multiply(part, HUNDRED), base);
}

/** Null for no numbers. */
export function sum(numbers: readonly (Fraction | string | null)[]): Fraction | null {
  const filled = numbers.filter((each): each is Fraction => each !== null && typeof each !== 'string');
  return filled.length === 0 ? null : filled.reduce(add);
}
