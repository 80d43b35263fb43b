/** `1 window`, `1,000 windows`: a number with its noun, whose plural is regular. */
export function countOf(count: number, noun: string): string {
  return `${formatCount(count)} ${count === 1 ? noun : `${noun}s`}`;
}

/** Digits in groups of three: for people, never for data. */
export function formatCount(count: number): string {
  // Not by toLocaleString, which takes as long as a tenth of a start.
  return String(count).replace(/\B(?=(?:\d{3})+$)/g, ',');
}
