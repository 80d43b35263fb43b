/**
 * The shape of a record: its text without the values. Most records of a report share a shape, so the fast path works out
 * once, and not for each record, which bytes stand where and which column a value belongs to.
 */

import { type Column, createColumn } from '../core/columns.ts';
import { createKeyTree, createRecordWalker, pathOf } from './record-walker.ts';

/** The parts of a record's text that its shape fixes, and its values. */
export interface RecordShape {
  /** The minified text before each value, and after the last one: one piece more than there are values. */
  readonly separators: readonly string[];
  /** The leaves in the record's order; no column twice. */
  readonly values: readonly Leaf[];
}

/** A value that is not an object with members, and its column. */
export interface Leaf {
  readonly column: Column;
  /** The value in the record that the shape was taken from, as JSON text. */
  readonly sample: string;
}

/** Records with more leaves are left to the scanner: the pattern of a shape grows with its leaves. */
const MAX_VALUES = 256;

/** The shape of a minified record. Undefined for a record without leaves, with too many, or with a repeated member. */
export function shapeOf(record: Buffer): RecordShape | undefined {
  const separators: string[] = [];
  const values: Leaf[] = [];
  let previousEnd = 0;
  let isRepeated = false;
  const walk = createRecordWalker(createKeyTree(), {
    leaf(node, start, end) {
      separators.push(record.toString('utf8', previousEnd, start));
      values.push({ column: createColumn(pathOf(node)), sample: record.toString('utf8', start, end) });
      previousEnd = end;
    },
    repeated() {
      isRepeated = true;
    },
    isClosed: () => false,
  });
  walk(record, 0);
  separators.push(record.toString('utf8', previousEnd));
  return isRepeated || values.length === 0 || values.length > MAX_VALUES ? undefined : { separators, values };
}
