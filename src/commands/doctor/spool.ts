import type { SpoolSpace } from '../../segments/spool-space.ts';
import type { Ports } from '../ports.ts';
import { type Outcome, ok, warning } from './checkup.ts';

/** Below this a report of some size may not fit: about five million records of 200 bytes. */
const LEAST_FREE_BYTES = 1_000_000_000;

/** Throws the output error of a report whose windows have no place to wait. */
export async function checkSpool({ spoolSpace, createSpool }: Ports): Promise<Outcome<undefined>> {
  const space = await spoolSpace();
  const spool = await createSpool();
  await spool.remove();
  return judgeSpace(space);
}

export function judgeSpace({ directory, freeBytes }: SpoolSpace): Outcome<undefined> {
  const gigabytes = Math.floor(freeBytes / 1e8) / 10;
  if (freeBytes >= LEAST_FREE_BYTES) {
    return ok(`${directory} can be written, with ${gigabytes.toFixed(1)} GB free`, undefined);
  }
  const free = `${Math.floor(freeBytes / 1e6)} MB`;
  return warning(
    `${directory} has ${free} free, and a report waits there until all of it is in`,
    'free some space there, or name another directory with TMPDIR=/path/with/space',
    undefined,
  );
}
