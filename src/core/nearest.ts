/**
 * The candidate that `text` is most likely a slip of: nearest by letters left out, added, changed or swapped with their
 * neighbour, in any case. Undefined if none is within two slips, or within one for a text of up to six letters.
 */
export function nearest(text: string, candidates: readonly string[]): string | undefined {
  const wanted = text.toLowerCase();
  let best: string | undefined;
  let least = wanted.length > 6 ? 3 : 2;
  for (const candidate of candidates) {
    if (Math.abs(candidate.length - wanted.length) >= least) continue;
    const slips = countSlips(wanted, candidate.toLowerCase());
    if (slips < least) [best, least] = [candidate, slips];
  }
  return best;
}

/** Optimal string alignment distance, a row of the table at a time. */
function countSlips(left: string, right: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: right.length + 1 }, (_, index) => index);
  for (let row = 1; row <= left.length; row++) {
    const current = [row];
    for (let column = 1; column <= right.length; column++) {
      const isSame = left[row - 1] === right[column - 1];
      const isSwapped = left[row - 1] === right[column - 2] && left[row - 2] === right[column - 1];
      current[column] = Math.min(
        last[column]! + 1,
        current[column - 1]! + 1,
        last[column - 1]! + (isSame ? 0 : 1),
        row > 1 && column > 1 && isSwapped ? beforeLast[column - 2]! + 1 : Number.POSITIVE_INFINITY,
      );
    }
    [beforeLast, last] = [last, current];
  }
  return last[right.length]!;
}
