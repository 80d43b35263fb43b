/**
 * Reads the Parquet files of a dataset, one row group at a time. hyparquet decodes pages to the physical values. Their meaning is
 * read here: hyparquet would make doubles of decimals.
 */

import type { FileHandle } from 'node:fs/promises';
import { gunzipSync } from 'node:zlib';
import { type ColumnData, type FileMetaData, parquetMetadata, parquetRead, type SchemaElement } from 'hyparquet';
import {
  COLUMN_TYPES,
  type ColumnType,
  type FileRow,
  type FileRows,
  STORED_TYPES,
  type TypedColumn,
} from './column-types.ts';

/** The rows of an open file of this size. `known` are the columns of its schema. Throws for a file that is none of a dataset. */
export async function readParquetRows(
  handle: FileHandle,
  bytes: number,
  known: readonly TypedColumn[],
): Promise<FileRows> {
  const footer = await readFooter(handle, bytes);
  const columns = footer.schema.slice(1).map((element) => {
    const { name } = element;
    const type = typeOf(element);
    const column = known.find((each) => each.name === name && each.type === type);
    if (column === undefined) throw new Error(`its schema has no column ${JSON.stringify(name)} of the type ${type}`);
    return column;
  });
  const file = {
    byteLength: bytes,
    async slice(start: number, end = bytes): Promise<ArrayBuffer> {
      const buffer = new ArrayBuffer(end - start);
      await handle.read(new Uint8Array(buffer), { position: start });
      return buffer;
    },
  };
  // Without the meaning of the types, hyparquet gives the values as they are stored.
  const schema = footer.schema.map(({ converted_type: _, logical_type: __, ...element }) => element);
  const options = { file, metadata: { ...footer, schema }, compressors: { GZIP: gunzip }, utf8: false };
  async function* batches(): AsyncGenerator<readonly FileRow[]> {
    let rowStart = 0;
    for (const { num_rows: rowCount } of footer.row_groups) {
      const rowEnd = rowStart + Number(rowCount);
      const cells = new Map(columns.map(({ name }) => [name, [] as (string | undefined)[]]));
      const onChunk = ({ columnName, columnData }: ColumnData): void => {
        const { type } = columns.find(({ name }) => name === columnName)!;
        const to = cells.get(columnName)!;
        for (const value of columnData as ArrayLike<unknown> & Iterable<unknown>) to.push(cellOf(value, type));
      };
      await parquetRead({ ...options, rowStart, rowEnd, onChunk });
      const read = [...cells.values()];
      if (read.some(({ length }) => length !== rowEnd - rowStart))
        throw new Error(`a column does not have ${rowEnd - rowStart} cells`);
      yield Array.from({ length: rowEnd - rowStart }, (_, row) => read.map((each) => each[row]));
      rowStart = rowEnd;
    }
  }
  return { columns, batches: batches() };
}

const gunzip = (input: Uint8Array): Uint8Array => gunzipSync(input);

function cellOf(value: unknown, type: ColumnType): string | undefined {
  return value === undefined || value === null ? undefined : STORED_TYPES[type].spell(value as never);
}

/** The length of the footer and `PAR1`. */
const TAIL_BYTES = 8;

/** The footer of a file of this size. Throws for a file that is not a whole Parquet file. */
async function readFooter(handle: FileHandle, size: number): Promise<FileMetaData> {
  const read = async (start: number): Promise<Buffer> => {
    const { buffer } = await handle.read(Buffer.alloc(size - start), { position: start });
    return buffer;
  };
  const start = size - TAIL_BYTES - (await read(size - TAIL_BYTES)).readUInt32LE();
  return parquetMetadata(Uint8Array.from(await read(start)).buffer);
}

/** The type of a column; undefined if it is none of ours. */
function typeOf(element: SchemaElement): ColumnType | undefined {
  return COLUMN_TYPES.find((type) => {
    const { stored, meaning } = STORED_TYPES[type];
    return meaningOf({ name: '', ...stored, ...meaning }) === meaningOf(element);
  });
}

function meaningOf({ type, type_length, converted_type, scale, precision }: SchemaElement): string {
  return [type, type_length, converted_type, scale, precision].join(' ');
}
