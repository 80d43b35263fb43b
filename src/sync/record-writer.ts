import type { FileRow, TypedColumn } from '../parquet/column-types.ts';

/** A member of a record, or of an object in it. */
interface Member {
  /** The name with its colon. */
  readonly prefix: string;
  /** The index of its column; -1 for an object whose members are columns. */
  column: number;
  readonly members: Map<string, Member>;
}

/** Writes rows as JSON records. A cell is where its column's path leads, and null if it is empty. */
export function createRecordWriter(columns: readonly TypedColumn[]): (row: FileRow) => string {
  const root = new Map<string, Member>();
  for (const [column, { path }] of columns.entries()) {
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
