/** Finds the cells of records in the bytes of the spool, where they are valid JSON, minified. */

import type { Column } from '../core/column.ts';
import { childNode, createKeyTree, createRecordWalker, damaged, type KeyNode } from './record-walker.ts';

export interface RowScanner {
  /** Finds the cells of the record that is the line at `start`. Returns the index behind its line feed. */
  scan(block: Buffer, start: number): number;
  /**
   * Where the cell of each column begins in the block, and ends; the end is 0 where the record has none. Of a member that
   * comes twice in a record, this is the last.
   */
  readonly starts: Int32Array;
  readonly ends: Int32Array;
}

export interface RowScannerOptions {
  /** True if a column whose path leads to an object is the whole object; false if only what is in it are columns. */
  readonly wholeObjects?: boolean;
}

const LINE_FEED = 0x0a;

export function createRowScanner(
  columns: readonly Column[],
  { wholeObjects = false }: RowScannerOptions = {},
): RowScanner {
  const starts = new Int32Array(columns.length);
  const ends = new Int32Array(columns.length);
  const root = createKeyTree();
  columns.forEach(({ path }, index) => {
    const node = path.reduce(childNode, root);
    node.leaf = index;
    if (wholeObjects) node.object = index;
  });

  function put(column: number, start: number, end: number): void {
    if (column === -1) return;
    starts[column] = start;
    ends[column] = end;
  }

  function forget({ leaf, children }: KeyNode): void {
    if (leaf !== -1) ends[leaf] = 0;
    children.forEach(forget);
  }

  const walk = createRecordWalker(root, {
    leaf: (node, start, end) => put(node.leaf, start, end),
    object: (node, start, end) => put(node.object, start, end),
    repeated: forget,
    isClosed: () => true,
  });

  return {
    starts,
    ends,
    scan(block, start) {
      for (let column = 0; column < ends.length; column++) ends[column] = 0;
      const end = walk(block, start);
      if (block[end] !== LINE_FEED) throw damaged();
      return end + 1;
    },
  };
}
