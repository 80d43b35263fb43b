/** Random choices that a seed repeats. */
export interface Random {
  /** At least 0, below 1. */
  next(): number;
  /** A whole number from 0, below `limit`. */
  below(limit: number): number;
  chance(share: number): boolean;
  pick<T>(list: readonly T[]): T;
}

/** The generator mulberry32. `stream` separates choices that must not depend on each other. */
export function createRandom(seed: number, stream: number): Random {
  let state = (Math.imul(seed, 0x9e3779b1) ^ Math.imul(stream + 1, 0x85ebca6b)) >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (limit: number): number => Math.floor(next() * limit);
  return { next, below, chance: (share) => next() < share, pick: (list) => list[below(list.length)]! };
}
