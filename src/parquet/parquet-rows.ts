/**
 * Reads the Parquet files of a dataset, one row group at a time. hyparquet decodes pages to the physical values. Their meaning is
 * read here: hyparquet would make doubles of decimals.
 */

import type { FileHandle } from 'node:fs/promises';
import { gunzipSync } from 'node:zlib';
import { type ColumnData, parquetRead } from 'hyparquet';
import { formatDecimal, trimDecimal } from '../core/decimal.ts';
import { type ColumnType, type FileRow, type FileRows, scaleOf, type TypedColumn } from './column-types.ts';
import { columnsOf, readFooter } from './parquet-footer.ts';
import { textCell } from './text-cells.ts';

/** The rows of an open file of this size. `known` are the columns of its schema. Throws for a file that is none of a dataset. */
export async function readParquetRows(
  handle: FileHandle,
  bytes: number,
  known: readonly TypedColumn[],
): Promise<FileRows> {
  const footer = await readFooter(handle, bytes);
  const columns = columnsOf(footer).map(({ name, type }) => {
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
  return value === undefined || value === null ? undefined : WRITERS[type](value as never);
}

/** The JSON text of a stored value. */
const WRITERS: Readonly<Record<ColumnType, (value: never) => string>> = {
  INT64: (value: bigint) => value.toString(),
  'DECIMAL(38,9)': (value: Uint8Array) => decimalText(value, 'DECIMAL(38,9)'),
  'DECIMAL(38,18)': (value: Uint8Array) => decimalText(value, 'DECIMAL(38,18)'),
  DOUBLE: (value: number) => String(value),
  DATE: (value: number) => JSON.stringify(new Date(value * 86_400_000).toISOString().slice(0, 10)),
  BOOLEAN: (value: boolean) => String(value),
  UTF8: (value: Uint8Array) => textCell(Buffer.from(value.buffer, value.byteOffset, value.length).toString()),
};

/** Two's complement, the highest byte first, without zeros at the end: `0.1` for `0.10`. */
function decimalText(bytes: Uint8Array, type: ColumnType): string {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const units = (view.getBigInt64(0) << 64n) | view.getBigUint64(8);
  return formatDecimal(trimDecimal({ units, scale: scaleOf(type)! }));
}
