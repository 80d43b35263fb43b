/**
 * Reads the Parquet files of a dataset, one row group at a time. hyparquet decodes pages to the physical values. Their meaning is
 * read here: hyparquet would make doubles of decimals.
 */

import type { FileHandle } from 'node:fs/promises';
import { gunzipSync } from 'node:zlib';
import type { ColumnChunk, DecodedArray, SchemaElement } from 'hyparquet';
import { readColumn } from 'hyparquet/src/column.js';
import { DEFAULT_PARSERS } from 'hyparquet/src/convert.js';
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
    if (column === undefined)
      throw new Error(`its schema has no column ${JSON.stringify(name)} of the type ${type}`);
    return column;
  });
  async function* batches(): AsyncGenerator<readonly FileRow[]> {
    for (const { columns: chunks, num_rows: rowCount } of footer.row_groups) {
      const cells: (readonly (string | undefined)[])[] = [];
      for (const [index, chunk] of chunks.entries()) {
        const column = columns[index]!;
        cells.push(
          await readCells(handle, chunk, {
            column,
            element: footer.schema[index + 1]!,
            rowCount: Number(rowCount),
          }),
        );
      }
      yield Array.from({ length: Number(rowCount) }, (_, row) => cells.map((each) => each[row]));
    }
  }
  return { columns, batches: batches() };
}

async function readCells(
  handle: FileHandle,
  { meta_data: chunk }: ColumnChunk,
  {
    column,
    element,
    rowCount,
  }: { readonly column: TypedColumn; readonly element: SchemaElement; readonly rowCount: number },
): Promise<readonly (string | undefined)[]> {
  const { dictionary_page_offset, data_page_offset, total_compressed_size, type, codec, path_in_schema } =
    chunk!;
  const bytes = new Uint8Array(Number(total_compressed_size));
  await handle.read(bytes, { position: Number(dictionary_page_offset ?? data_page_offset) });
  // Without the meaning of the type, hyparquet gives the values as they are stored.
  const { converted_type: _converted, logical_type: _logical, ...leaf } = element;
  const { data } = readColumn(
    { view: new DataView(bytes.buffer), offset: 0 },
    { groupStart: 0, selectStart: 0, selectEnd: rowCount, groupRows: rowCount },
    {
      pathInSchema: path_in_schema,
      type,
      element: leaf,
      schemaPath: [
        { count: 2, element: { name: 'root', num_children: 1 }, children: [], path: [] },
        { count: 1, element: leaf, children: [], path: path_in_schema },
      ],
      codec,
      parsers: DEFAULT_PARSERS,
      compressors: { GZIP: (input: Uint8Array) => gunzipSync(input) },
      utf8: false,
    },
  );
  const cells = data.flatMap((page) => cellsOf(page, column.type));
  if (cells.length !== rowCount)
    throw new Error(`column ${JSON.stringify(column.name)} has ${cells.length} of ${rowCount} cells`);
  return cells;
}

function cellsOf(page: DecodedArray, type: ColumnType): readonly (string | undefined)[] {
  const write = WRITERS[type];
  return Array.from(page as ArrayLike<unknown>, (value) =>
    value === undefined || value === null ? undefined : write(value as never),
  );
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
