/**
 * The shape of a record: everything of its text but the values. Records of a report tend to share one, so what is known
 * of it (which bytes stand where, which column a value belongs to) need not be found out anew for each of them.
 */

import { type Column, createColumn } from '../core/column.ts';
import { createKeyTree, createRecordWalker, pathOf } from './record-walker.ts';

export interface RecordShape {
  /** The minified text in front of each leaf's value, and behind the last: one piece more than there are leaves. */
  readonly glue: readonly string[];
  /** In the record's order; no column twice. */
  readonly leaves: readonly Leaf[];
}

export interface Leaf {
  readonly column: Column;
  /** The value that the record had, as JSON text. */
  readonly sample: string;
}

/** Records of more leaves are read one by one: what is prepared for a shape grows with them. */
export const MAX_LEAVES = 256;

/** The shape of a record, minified; undefined for one without leaves, with too many, or with a member twice. */
export function shapeOf(record: Buffer): RecordShape | undefined {
  const glue: string[] = [];
  const leaves: Leaf[] = [];
  let behind = 0;
  let isRepeated = false;
  const walk = createRecordWalker(createKeyTree(), {
    leaf(node, start, end) {
      glue.push(record.toString('utf8', behind, start));
      leaves.push({ column: createColumn(pathOf(node)), sample: record.toString('utf8', start, end) });
      behind = end;
    },
    repeated() {
      isRepeated = true;
    },
    isClosed: () => false,
  });
  walk(record, 0);
  glue.push(record.toString('utf8', behind));
  return isRepeated || leaves.length === 0 || leaves.length > MAX_LEAVES ? undefined : { glue, leaves };
}
