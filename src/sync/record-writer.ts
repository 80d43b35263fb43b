import type { FileRow, PinnedColumn, TypedColumn } from '../parquet/column-types.ts';

/** A member of a record, or of an object in it. */
interface Member {
  /** The name with its colon. */
  readonly prefix: string;
  /** The index of its column; -1 for an object whose members are columns, and for a column of no file. */
  column: number;
  readonly members: Map<string, Member>;
}

/**
 * Writes rows of a file with these columns as JSON records, in the order of the schema. A cell is where its column's path leads.
 * An empty one is null, also in a column without a type, which no file has.
 */
export function createRecordWriter(
  schema: readonly PinnedColumn[],
  columns: readonly TypedColumn[],
): (row: FileRow) => string {
  const root = new Map<string, Member>();
  for (const { name: inFiles, path, type } of schema) {
    const column = columns.findIndex(({ name }) => name === inFiles);
    if (column === -1 && type !== undefined) continue;
    let members = root;
    let member: Member | undefined;
    for (const name of path) {
      member = members.get(name) ?? { prefix: `${JSON.stringify(name)}:`, column: -1, members: new Map() };
      members.set(name, member);
      members = member.members;
    }
    member!.column = column;
  }
  return (row) => objectOf(root, row);
}

function objectOf(members: ReadonlyMap<string, Member>, row: FileRow): string {
  let text = '';
  for (const { prefix, column, members: inner } of members.values()) {
    const cell = row[column];
    text += text === '' ? prefix : `,${prefix}`;
    // A service may send a value in some records, and an object in others.
    text += cell ?? (inner.size === 0 ? 'null' : objectOf(inner, row));
  }
  return `{${text}}`;
}
