/** Numbers that look random and depend only on a text: the sandbox answers the same request in the same way. */

/** A number from 0 to below 1 that depends only on `text`. */
export function chance(text: string): number {
  return createRandom(text)();
}

/** A xorshift generator, seeded with the FNV-1a hash of the text. */
export function createRandom(text: string): () => number {
  let state = 0x811c9dc5;
  for (const byte of Buffer.from(text)) state = Math.imul(state ^ byte, 0x01000193);
  const next = (): number => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 0x1_0000_0000;
  };
  for (let round = 0; round < 4; round++) next();
  return next;
}
