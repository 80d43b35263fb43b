/** Decides whether a change is good or bad: the one rule for terminals and pages. */

import { type Column, unknownColumn } from '../core/columns.ts';
import type { Tone } from '../core/tone.ts';
import { isCostName } from '../records/name-kind.ts';

/** The end of the name of an average, an extreme, or a sum a day of a column. */
const AGGREGATE = /_(?:avg|min|max|per_day)$/;

/** Throws a usage error for a name that is none of the `columns`, and no average, extreme or sum a day of one. */
export function assertGoodWhenDown(names: readonly string[], columns: readonly Column[]): void {
  const known = columns.map(({ name }) => name.replace(AGGREGATE, ''));
  const unknown = names.find((name) => !known.includes(name));
  if (unknown !== undefined) throw unknownColumn(unknown, columns, '--good-when-down');
}

/** A rise is good; that of a cost has no meaning, unless the user says that a fall is good: then a rise is bad. */
export function toneOfChange(
  sign: number,
  { name, path }: Column,
  goodWhenDown: readonly string[] | undefined,
): Tone {
  if (sign === 0) return 'plain';
  if (goodWhenDown?.includes(name.replace(AGGREGATE, '')) === true) return sign < 0 ? 'gain' : 'loss';
  return isCostName(path) ? 'plain' : sign < 0 ? 'loss' : 'gain';
}
