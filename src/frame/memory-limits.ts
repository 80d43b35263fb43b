/** Limits of what stays in memory. They are reached before any output. */

import { getHeapStatistics } from 'node:v8';
import { ReportingError } from '../core/errors.ts';

/** A group of one key and one sum takes about 200 bytes. */
const MAX_GROUPS = 1_000_000;
/** A sort key takes about 50 bytes, and those of a text the text. */
const MAX_SORT_KEYS = 3_000_000;
/** Cells of pivoted rows. */
const MAX_CELLS = 5_000_000;

const HINT =
  'keep the records with reporting sync, and query them with DuckDB; or select fewer with --where, or group by fewer columns';
/** Memory is looked at after this many new groups or keys. */
const STRIDE = 4096;
/** V8 counts the space for new objects into its limit, and needs the rest for others. */
const NEW_SPACE_BYTES = 48 * 1024 * 1024;
/** Tables double: what a group or key takes while one does. */
const GROWTH_BYTES = 40;
/** Above this share of a limit, V8 or the system may end the process. */
const MAX_SHARE = 0.9;

/** Throws a usage error for more groups than memory should hold. */
export function assertGroups(count: number): void {
  assertCount(count, MAX_GROUPS, 'groups');
}

/** Throws a usage error for more sort keys than memory should hold. */
export function assertSortKeys(count: number): void {
  assertCount(count, MAX_SORT_KEYS, 'sort keys');
}

/** Throws a usage error for more cells of pivoted rows than memory should hold. */
export function assertCells(count: number): void {
  if (count > MAX_CELLS) throw tooLarge(`--pivot: more than ${MAX_CELLS.toLocaleString('en')} cells`);
}

/** Looks at V8's heap, and at the limit of a container, which ends the process without a message. */
function assertCount(count: number, most: number, what: string): void {
  if (count > most) throw tooLarge(`more than ${most.toLocaleString('en')} ${what}`);
  if (count % STRIDE !== 0) return;
  const { used_heap_size: used, heap_size_limit: limit } = getHeapStatistics();
  const growth = count * GROWTH_BYTES;
  const isHeapFull = used + growth > (limit - NEW_SPACE_BYTES) * MAX_SHARE;
  const constrained = process.constrainedMemory() || Number.POSITIVE_INFINITY;
  if (!isHeapFull && process.memoryUsage.rss() + growth <= constrained * MAX_SHARE) return;
  throw tooLarge(`${count.toLocaleString('en')} ${what}, and this machine allows no more memory`);
}

function tooLarge(what: string): ReportingError {
  const message = `the report is too large to compute in memory: ${what}`;
  return new ReportingError('E-too-large', message, { hint: HINT });
}
