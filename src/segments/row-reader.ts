import type { Column } from '../core/column.ts';
import type { Cell } from './cell.ts';
import { childNode, createKeyTree, type KeyNode, walkRecord } from './record-walker.ts';

/**
 * Reads the cells of `columns` out of a record's text; of a member that a record has twice, the last.
 * With `wholeObjects`, a column whose path leads to an object holds that object's text.
 */
export function createRowReader(
  columns: readonly Column[],
  { wholeObjects = false }: { readonly wholeObjects?: boolean } = {},
): (record: string) => Cell[] {
  const root = createKeyTree();
  columns.forEach((column, index) => {
    const node = column.path.reduce((parent, key) => childNode(parent, key), root);
    node.leaf = index;
    if (wholeObjects) node.object = index;
  });

  return (record) => {
    const cells = new Array<Cell>(columns.length).fill(undefined);
    const put = (index: number, start: number, end: number): void => {
      if (index !== -1) cells[index] = record.slice(start, end);
    };
    const clear = (node: KeyNode): void => {
      if (node.leaf !== -1) cells[node.leaf] = undefined;
      node.children.forEach(clear);
    };
    walkRecord(record, root, {
      leaf: (node, start, end) => put(node.leaf, start, end),
      object: (node, start, end) => put(node.object, start, end),
      repeated: clear,
    });
    return cells;
  };
}
