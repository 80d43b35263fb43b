/** Reads the columns of a Parquet file from its footer, to compare them with those that it should have. */

import { type FileHandle, open } from 'node:fs/promises';
import type { FileMetaData, SchemaElement } from 'hyparquet';
import { parquetMetadata } from 'hyparquet/src/metadata.js';
import { COLUMN_TYPES, type ColumnType, type TypedColumn } from './column-types.ts';
import { schemaElement } from './parquet-encoder.ts';

/** A column of a file. Its type is undefined if it is none of ours. */
interface FileColumn {
  readonly name: string;
  readonly type: ColumnType | undefined;
}

/** The length of the footer and `PAR1`. */
const TAIL_BYTES = 8;

/** The columns of a file, in order; undefined if it is not a whole Parquet file. Throws the system's error for one that cannot be read. */
async function readColumns(file: string): Promise<readonly FileColumn[] | undefined> {
  const handle = await open(file, 'r');
  try {
    return columnsOf(await readFooter(handle, (await handle.stat()).size));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).syscall !== undefined) throw error;
    return undefined;
  } finally {
    await handle.close();
  }
}

/** The footer of a file of this size. Throws for a file that is not a whole Parquet file. */
export async function readFooter(handle: FileHandle, size: number): Promise<FileMetaData> {
  const read = async (start: number): Promise<Buffer> => {
    const { buffer } = await handle.read(Buffer.alloc(size - start), { position: start });
    return buffer;
  };
  const start = size - TAIL_BYTES - (await read(size - TAIL_BYTES)).readUInt32LE();
  return parquetMetadata(Uint8Array.from(await read(start)).buffer);
}

/** The columns of a file with this footer. */
export function columnsOf({ schema }: FileMetaData): readonly FileColumn[] {
  return schema.slice(1).map((element) => ({
    name: element.name,
    type: COLUMN_TYPES.find((type) => meaningOf(schemaElement({ name: '', type })) === meaningOf(element)),
  }));
}

function meaningOf({ type, type_length, converted_type, scale, precision }: SchemaElement): string {
  return [type, type_length, converted_type, scale, precision].join(' ');
}

/**
 * How the columns of a file differ from `columns`, such as `has "id" as INT64, not UTF8`; undefined if they do not, or if the file
 * is not whole. A file may lack columns, but has the others in their order.
 */
export async function findOtherColumn(
  file: string,
  columns: readonly TypedColumn[],
): Promise<string | undefined> {
  let rest = columns;
  for (const { name, type } of (await readColumns(file)) ?? []) {
    const index = rest.findIndex((column) => column.name === name);
    const shown = JSON.stringify(name);
    if (index === -1) return `has a column ${shown} that its schema does not have in this place`;
    const expected = rest[index]!.type;
    if (type !== expected) return `has ${shown} as ${type ?? 'an unknown type'}, not ${expected}`;
    rest = rest.slice(index + 1);
  }
  return undefined;
}
