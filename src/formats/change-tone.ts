/** Decides whether a change is good or bad: the one rule for terminals and pages. */

import type { Column } from '../core/columns.ts';
import type { Tone } from '../core/tone.ts';
import { isCostName } from '../records/name-kind.ts';

/** A rise is good; that of a cost has no meaning, unless the user says that a fall is good: then a rise is bad. */
export function toneOfChange(
  sign: number,
  { name, path }: Column,
  goodWhenDown: readonly string[] | undefined,
): Tone {
  if (sign === 0) return 'plain';
  if (goodWhenDown?.includes(name) === true) return sign < 0 ? 'gain' : 'loss';
  return isCostName(path) ? 'plain' : sign < 0 ? 'loss' : 'gain';
}
