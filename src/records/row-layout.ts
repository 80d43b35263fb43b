/** Where the values of like records are: most records have the same names in the same places as the one before. */

import { LINE_FEED } from '../core/bytes.ts';
import type { Column } from '../core/columns.ts';
import { shapeOf } from '../json/record-shape.ts';

export interface RowLayout {
  /** The text before each value, and after the last one with the line feed, one after another. */
  readonly names: Uint8Array;
  /** The end of each of these texts in `names`. */
  readonly nameEnds: Int32Array;
  /** The columns of the values, in the order of the record; none twice. */
  readonly columns: readonly Column[];
}

/** The layout of a minified record. Undefined for a record without values, with very many, or with a repeated member. */
export function layoutOf(record: Buffer): RowLayout | undefined {
  const shape = shapeOf(record);
  if (shape === undefined) return undefined;
  const names = shape.separators.map((text) => Buffer.from(text));
  let end = 0;
  const nameEnds = Int32Array.from(names, (name) => (end += name.length));
  nameEnds[names.length - 1]!++;
  return {
    names: Buffer.concat([...names, Buffer.of(LINE_FEED)]),
    nameEnds,
    columns: shape.values.map(({ column }) => column),
  };
}
