/** Finds the cells of records in the bytes of a spool file: checked JSON, minified, one record a line. */

import type { Column } from '../core/columns.ts';
import {
  childNode,
  createKeyTree,
  createRecordWalker,
  damaged,
  type KeyNode,
} from '../json/record-walker.ts';

export interface RowScanner {
  /** Finds the cells of the record on the line at `start`. Returns the index after its line feed. */
  scan(block: Buffer, start: number): number;
  /**
   * The bounds of each column's cell in the block; the end is 0 if the record has no such cell. Of a repeated member, the last
   * value counts.
   */
  readonly starts: Int32Array;
  readonly ends: Int32Array;
}

export interface RowScannerOptions {
  /** True to read a column whose path leads to an object as the whole object; false to leave it empty. */
  readonly wholeObjects?: boolean;
}

const LINE_FEED = 0x0a;

/** A column may occur twice. */
export function createRowScanner(
  columns: readonly Column[],
  { wholeObjects = false }: RowScannerOptions = {},
): RowScanner {
  const starts = new Int32Array(columns.length);
  const ends = new Int32Array(columns.length);
  const root = createKeyTree();
  /** The columns that occurred before, each with the index of the first one. */
  const repeated: (readonly [column: number, first: number])[] = [];
  columns.forEach(({ path }, index) => {
    const node = path.reduce(childNode, root);
    if (node.leaf !== -1) repeated.push([index, node.leaf]);
    else {
      node.leaf = index;
      if (wholeObjects) node.object = index;
    }
  });

  function setCell(column: number, start: number, end: number): void {
    if (column === -1) return;
    starts[column] = start;
    ends[column] = end;
  }

  function clear({ leaf, children }: KeyNode): void {
    if (leaf !== -1) ends[leaf] = 0;
    children.forEach(clear);
  }

  const walk = createRecordWalker(root, {
    leaf: (node, start, end) => setCell(node.leaf, start, end),
    object: (node, start, end) => setCell(node.object, start, end),
    repeated: clear,
    isClosed: () => true,
  });

  return {
    starts,
    ends,
    scan(block, start) {
      for (let column = 0; column < ends.length; column++) ends[column] = 0;
      const end = walk(block, start);
      if (block[end] !== LINE_FEED) throw damaged();
      for (const [column, first] of repeated) {
        starts[column] = starts[first]!;
        ends[column] = ends[first]!;
      }
      return end + 1;
    },
  };
}
