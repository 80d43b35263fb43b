/** Made-up figures. The same seed gives the same figure for a day and a name, however a range is split into requests. */

export interface Figures {
  readonly impressions: number;
  readonly clicks: number;
  /** Whole cents, so that sums are exact. */
  readonly revenueCents: number;
}

/** The figures of one day for `name`, a campaign or a domain with its source. */
export function figuresOf(seed: number, date: string, name: string): Figures {
  const random = createRandom(`${seed}|${date}|${name}`);
  const impressions = Math.floor(500 + random() * 9500);
  const clicks = Math.floor(impressions * (0.005 + random() * 0.045));
  const revenueCents = Math.floor(clicks * (10 + random() * 90));
  return { impressions, clicks, revenueCents };
}

export function addFigures(a: Figures, b: Figures): Figures {
  return {
    impressions: a.impressions + b.impressions,
    clicks: a.clicks + b.clicks,
    revenueCents: a.revenueCents + b.revenueCents,
  };
}

/** A number at least 0 and below 1 that depends on `text` alone. */
export function chance(text: string): number {
  return createRandom(text)();
}

/** FNV-1a over the text starts a xorshift: small, and good enough for figures that nobody earns. */
function createRandom(text: string): () => number {
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
