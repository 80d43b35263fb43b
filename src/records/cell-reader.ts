import type { Column } from '../core/columns.ts';
import { childNode, createKeyTree, createRecordWalker, type KeyNode } from '../json/record-walker.ts';
import { cellAt } from './cells.ts';

/** Calls `visit` for each cell of a block of whole lines, with the index of its column. */
type CellReader = (block: Buffer, visit: (column: number, cell: string) => void) => void;

/** Reads the cells that records have, record by record. A column that a record lacks costs no time. */
export function createCellReader(columns: readonly Column[]): CellReader {
  const root = createKeyTree();
  columns.forEach(({ path }, index) => {
    path.reduce(childNode, root).leaf = index;
  });
  /** The cells of the current record: their columns, and their beginnings and ends. */
  const found: number[] = [];
  const starts: number[] = [];
  const ends: number[] = [];

  /** Drops the cells of a member that the record repeats: its last value counts. */
  function drop({ leaf, children }: KeyNode): void {
    const index = leaf === -1 ? -1 : found.indexOf(leaf);
    if (index !== -1) for (const list of [found, starts, ends]) list.splice(index, 1);
    children.forEach(drop);
  }

  const walk = createRecordWalker(root, {
    leaf({ leaf }, start, end) {
      if (leaf === -1) return;
      found.push(leaf);
      starts.push(start);
      ends.push(end);
    },
    repeated: drop,
    isClosed: () => true,
  });

  return (block, visit) => {
    // A line feed follows each record.
    for (let start = 0; start < block.length; ) {
      found.length = starts.length = ends.length = 0;
      start = walk(block, start) + 1;
      for (let index = 0; index < found.length; index++) {
        visit(found[index]!, cellAt(block, starts[index]!, ends[index]!)!);
      }
    }
  };
}
