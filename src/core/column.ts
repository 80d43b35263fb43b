/** A column of a report: the path of keys that leads to its value. */
export interface Column {
  /** The path's keys, outermost first: `['campaign', 'id']`. */
  readonly path: readonly string[];
  /** As a header shows it: `campaign.id`. */
  readonly name: string;
}

export function createColumn(path: readonly string[]): Column {
  return { path, name: path.join('.') };
}

/** What tells columns apart: two of different paths may share a name. */
export function columnKey(path: readonly string[]): string {
  return JSON.stringify(path);
}

/** All columns of all lists, once each, in order of first appearance. Columns are the same if their paths are. */
export function uniteColumns(lists: Iterable<readonly Column[]>): readonly Column[] {
  const united = new Map<string, Column>();
  for (const columns of lists) {
    for (const column of columns) {
      const key = columnKey(column.path);
      if (!united.has(key)) united.set(key, column);
    }
  }
  return [...united.values()];
}
