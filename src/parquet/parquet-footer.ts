/** Reads the columns of a Parquet file from its footer. */

import type { FileHandle } from 'node:fs/promises';
import { type FileMetaData, parquetMetadata, type SchemaElement } from 'hyparquet';
import { COLUMN_TYPES, type ColumnType } from './column-types.ts';
import { schemaElement } from './column-values.ts';

/** A column of a file. Its type is undefined if it is none of ours. */
interface FileColumn {
  readonly name: string;
  readonly type: ColumnType | undefined;
}

/** The length of the footer and `PAR1`. */
const TAIL_BYTES = 8;

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
