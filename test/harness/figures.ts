/** Records with difficult numbers, and exact arithmetic for expected results, which shares no code with the program. */

/** An exact quotient. The divisor is positive. */
export interface Fraction {
  readonly top: bigint;
  readonly bottom: bigint;
}

/** The number that `text` spells, with or without decimals. */
export function fraction(text: string): Fraction {
  const [whole, decimals = ''] = text.split('.') as [string, string?];
  return { top: BigInt(whole + decimals), bottom: 10n ** BigInt(decimals.length) };
}

export function sumOf(texts: readonly (string | null)[]): Fraction {
  return texts
    .filter((text) => text !== null)
    .map(fraction)
    .reduce(
      (sum, each) => ({
        top: sum.top * each.bottom + each.top * sum.bottom,
        bottom: sum.bottom * each.bottom,
      }),
      { top: 0n, bottom: 1n },
    );
}

export function quotientOf(left: Fraction, right: Fraction): Fraction {
  const [top, bottom] = [left.top * right.bottom, left.bottom * right.top];
  return bottom < 0n ? { top: -top, bottom: -bottom } : { top, bottom };
}

export function times(factor: bigint, { top, bottom }: Fraction): Fraction {
  return { top: factor * top, bottom };
}

export function isLess(left: Fraction, right: Fraction): boolean {
  return left.top * right.bottom < right.top * left.bottom;
}

/** With at most six decimals and no zeros after them. Halves are rounded away from zero. */
export function sixDecimals({ top, bottom }: Fraction): string {
  const scaled = (top < 0n ? -top : top) * 1_000_000n;
  const rounded = scaled / bottom + ((scaled % bottom) * 2n >= bottom ? 1n : 0n);
  const text = `${rounded / 1_000_000n}.${String(rounded % 1_000_000n).padStart(6, '0')}`;
  const trimmed = text.replace(/\.?0+$/, '');
  return top < 0n && trimmed !== '0' ? `-${trimmed}` : trimmed;
}

/** With as many decimals as the number of most decimals among `texts`: how a sum of them is spelled. */
export function spelledSum(texts: readonly (string | null)[]): string {
  const { top, bottom } = sumOf(texts);
  const decimals = Math.max(...texts.map((text) => text?.split('.')[1]?.length ?? 0));
  const units = (top * 10n ** BigInt(decimals)) / bottom;
  const digits = String(units < 0n ? -units : units).padStart(decimals + 1, '0');
  const point = digits.length - decimals;
  const text = decimals === 0 ? digits : `${digits.slice(0, point)}.${digits.slice(point)}`;
  return units < 0n ? `-${text}` : text;
}

export interface Figures {
  readonly day: string;
  readonly name: string;
  readonly views: string | null;
  readonly clicks: string | null;
  readonly revenue: string | null;
}

const HARD: readonly (string | null)[] = [
  '0.10',
  '-1000.20',
  '9007199254740993',
  null,
  '1234567890123456789',
  '-1234567890123456788.5',
  '0',
  '0.000000001',
  '33.3',
  '-7',
  '0.005',
  '12.500',
];

/** Records of January 2026 in some names: nulls, negative numbers, many scales, and integers of 19 digits. */
export const FIGURES: readonly Figures[] = Array.from({ length: 60 }, (_, index) => ({
  day: `2026-01-${String(1 + ((index * 7) % 31)).padStart(2, '0')}`,
  name: `n${index % 7}`,
  views: index % 11 === 3 ? null : String((index * 137) % 1009),
  clicks: index % 13 === 5 ? null : String((index * 31) % 17),
  revenue: HARD[(index * 5 + (index >> 3)) % HARD.length]!,
}));

export function jsonOf({ day, name, views, clicks, revenue }: Figures): string {
  return `{"day":"${day}","name":"${name}","views":${views},"clicks":${clicks},"revenue":${revenue}}`;
}

/** The records of each name, in order of first appearance. */
export function byName(figures: readonly Figures[] = FIGURES): ReadonlyMap<string, readonly Figures[]> {
  const groups = new Map<string, Figures[]>();
  for (const each of figures) groups.set(each.name, [...(groups.get(each.name) ?? []), each]);
  return groups;
}

export function valuesOf(
  figures: readonly Figures[],
  column: 'views' | 'clicks' | 'revenue',
): readonly (string | null)[] {
  return figures.map((each) => each[column]);
}
