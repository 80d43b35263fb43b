import { nearest } from '../core/nearest.ts';

/** A beginning that is shorter says too little. */
const MIN_BEGINNING = 3;

/**
 * The candidate that was most likely meant: the nearest by slips; else the one that `text` is the beginning of, as `col` of
 * `columns`, or that is a beginning of `text`, as `sort` of `sort-by`. Undefined if there is none, or no single one.
 */
export function likely(text: string, candidates: readonly string[]): string | undefined {
  const wanted = text.toLowerCase();
  const [same] = candidates.filter((candidate) => candidate.toLowerCase() === wanted);
  const near = same ?? nearest(text, candidates);
  if (near !== undefined || wanted.length < MIN_BEGINNING) return near;
  const longer = candidates.filter((candidate) => candidate.startsWith(wanted));
  if (longer.length > 0) return longer.length === 1 ? longer[0] : undefined;
  const shorter = candidates.filter(
    (candidate) => candidate.length >= MIN_BEGINNING && wanted.startsWith(candidate),
  );
  return shorter.length === 1 ? shorter[0] : undefined;
}
