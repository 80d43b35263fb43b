/** Limits of what stays in memory. They are reached before any output. */

import { getHeapStatistics } from 'node:v8';
import { ReportingError } from '../core/errors.ts';

/** A group of one key and one sum takes about 200 bytes. */
const MAX_GROUPS = 1_000_000;
/** A sort key takes about 50 bytes, and those of a text the text. */
export const MAX_SORT_KEYS = 3_000_000;
/** Cells of pivoted rows. */
const MAX_CELLS = 5_000_000;

const HINT =
  'keep the records with reporting sync, and query them with DuckDB; or select fewer with --where, or group by fewer columns';
/** The heap is looked at after this many new groups or keys. */
const STRIDE = 4096;
/** Above this share of the limit, V8 may end the process. */
const MAX_HEAP_SHARE = 0.9;

/** Throws a usage error for more groups than memory should hold. */
export function assertGroups(count: number): void {
  if (count > MAX_GROUPS) throw tooLarge(`more than ${MAX_GROUPS.toLocaleString('en')} groups`);
  if (count % STRIDE === 0) assertHeap(`${count.toLocaleString('en')} groups`);
}

/** Throws a usage error for more sort keys than memory should hold. */
export function assertSortKeys(count: number): void {
  if (count > MAX_SORT_KEYS) throw tooLarge(`more than ${MAX_SORT_KEYS.toLocaleString('en')} sort keys`);
  if (count % STRIDE === 0) assertHeap(`${count.toLocaleString('en')} sort keys`);
}

/** Throws a usage error for more cells of pivoted rows than memory should hold. */
export function assertCells(count: number): void {
  if (count > MAX_CELLS) throw tooLarge(`--pivot: more than ${MAX_CELLS.toLocaleString('en')} cells`);
}

function assertHeap(what: string): void {
  const { used_heap_size: used, heap_size_limit: limit } = getHeapStatistics();
  if (used > limit * MAX_HEAP_SHARE) throw tooLarge(`${what}, and this machine allows no more memory`);
}

function tooLarge(what: string): ReportingError {
  return new ReportingError('E-too-large', `the report is too large to compute in memory: ${what}`, {
    hint: HINT,
  });
}
