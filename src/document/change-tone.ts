/** Decides whether a change is good or bad: the one rule for terminals and pages. */

import type { Column } from '../core/columns.ts';
import type { Tone } from '../core/tone.ts';
import { kindOfName } from '../records/name-kind.ts';

/** A rise is good, and a fall is bad. The change of a cost is neither. */
export function toneOfChange(sign: number, { path }: Column): Tone {
  if (sign === 0 || kindOfName(path).isCost) return 'plain';
  return sign < 0 ? 'loss' : 'gain';
}
