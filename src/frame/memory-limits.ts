/** Limits of what stays in memory. They are reached before any output. */

import { getHeapStatistics } from 'node:v8';
import { ReportingError } from '../core/errors.ts';

/** A group of one key and one sum takes about 200 bytes, and a sort key about 50 and its text. Cells are those of pivoted rows. */
const MOST = { groups: 1_000_000, 'sort keys': 3_000_000, cells: 5_000_000 } as const;

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

/**
 * Throws a usage error for more than memory should hold. Looks at V8's heap, and at the limit of a container, which ends the process
 * without a message.
 */
export function assertFits(count: number, what: keyof typeof MOST): void {
  if (count > MOST[what]) throw tooLarge(`more than ${MOST[what].toLocaleString('en')} ${what}`);
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
