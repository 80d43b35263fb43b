/** Writes records as a Parquet file, one row group at a time. hyparquet-writer gets the values as they are stored. */

import { gzipSync } from 'node:zlib';
import type { ColumnChunk, RowGroup, SchemaElement } from 'hyparquet';
import { ByteWriter, ParquetWriter } from 'hyparquet-writer';
import { ReportingError } from '../core/errors.ts';
import type { RecordSet } from '../records/record-set.ts';
import { scanRows } from '../records/scanned-rows.ts';
import { STORED_TYPES, type TypedColumn } from './column-types.ts';
import { ColumnValues } from './column-values.ts';

/** A row group ends with any of these: more rows, larger records, or more cells take too much memory. */
const MAX_GROUP_ROWS = 5000;
const MAX_GROUP_BYTES = 4 * 1024 * 1024;
const MAX_GROUP_CELLS = 1_000_000;

/**
 * The records as the bytes of a Parquet file, which has these columns, at least one, with different names; one that no record has is
 * null in all rows. The metadata is in the footer. Bytes are valid until the next piece is requested. Throws a `columns` error for a
 * value that its column's type does not hold.
 */
export async function* encodeParquet(
  recordSet: RecordSet,
  columns: readonly TypedColumn[],
  metadata: Readonly<Record<string, string>> = {},
): AsyncGenerator<Uint8Array> {
  const writer = new ByteWriter();
  const pairs = Object.entries(metadata).map(([key, value]) => ({ key, value }));
  const stored = columns.map(({ name, type }): SchemaElement => {
    return { name, ...STORED_TYPES[type].stored, repetition_type: 'OPTIONAL' };
  });
  const file = new ParquetWriter({
    writer,
    schema: schemaOf(stored),
    codec: 'GZIP',
    compressors: { GZIP: gzip },
    statistics: false,
    // The library gives an empty list a wrong type.
    ...(pairs.length > 0 && { kvMetadata: pairs }),
    createdBy: 'reporting-cli',
  });
  const values = valuesOf(columns);
  for await (const rowCount of fillGroups(recordSet, columns, values)) {
    const columnData = columns.map(({ name }, index) => ({ name, data: values[index]!.stored }));
    file.write({ columnData, rowGroupSize: rowCount, pageSize: 0 });
    file.row_groups.at(-1)!.columns.forEach(({ meta_data: chunk }, index) => {
      chunk!.statistics = values[index]!.statistics();
      values[index]!.clear();
    });
    yield takeBytes(writer);
  }
  if (file.row_groups.length === 0) file.row_groups.push(emptyGroup(stored));
  // The library would make bytes of decimals once more for each row if it knew the meaning of the values before.
  file.schema = schemaOf(
    stored.map((element, index) => ({ ...element, ...STORED_TYPES[columns[index]!.type].meaning })),
  );
  file.finish();
  yield takeBytes(writer);
}

/** A row group without pages. The library gives an empty list of groups a wrong type. */
function emptyGroup(elements: readonly SchemaElement[]): RowGroup {
  const sizes = { num_values: 0n, total_compressed_size: 0n, total_uncompressed_size: 0n };
  const columns = elements.map(({ type, name }): ColumnChunk => {
    const column = { type: type!, path_in_schema: [name], ...sizes };
    return { file_offset: 4n, meta_data: { ...column, codec: 'GZIP', encodings: ['PLAIN'], data_page_offset: 4n } };
  });
  return { columns, num_rows: 0n, total_byte_size: 0n };
}

/** Throws a `columns` error for a value that its column's type does not hold, as `encodeParquet` does. */
export async function assertTypes(recordSet: RecordSet, columns: readonly TypedColumn[]): Promise<void> {
  const values = valuesOf(columns);
  for await (const _ of fillGroups(recordSet, columns, values)) for (const each of values) each.clear();
}

function valuesOf(columns: readonly TypedColumn[]): readonly ColumnValues[] {
  return columns.map(({ type }) => new ColumnValues(type));
}

/** Adds the records to the values of their columns. Yields the number of rows of each row group, when the values hold it. */
async function* fillGroups(
  recordSet: RecordSet,
  columns: readonly TypedColumn[],
  values: readonly ColumnValues[],
): AsyncGenerator<number> {
  const maxRows = Math.min(MAX_GROUP_ROWS, Math.ceil(MAX_GROUP_CELLS / columns.length));
  let record = 0;
  let rowCount = 0;
  let groupBytes = 0;
  for await (const rows of scanRows(recordSet, columns)) {
    const { block, starts, ends } = rows;
    while (rows.next()) {
      record++;
      for (let index = 0; index < values.length; index++) {
        if (values[index]!.add(block, starts[index]!, ends[index]!)) continue;
        throw unfitValue(columns[index]!, block.toString('utf8', starts[index], ends[index]), record);
      }
      rowCount++;
      groupBytes += rows.end - rows.start;
      if (rowCount === maxRows || groupBytes >= MAX_GROUP_BYTES) {
        yield rowCount;
        rowCount = groupBytes = 0;
      }
    }
  }
  if (rowCount > 0) yield rowCount;
}

const MAX_SHOWN = 60;

function unfitValue({ name, type }: TypedColumn, cell: string, record: number): ReportingError {
  const shown = cell.length > MAX_SHOWN ? `${cell.slice(0, MAX_SHOWN)}…` : cell;
  return new ReportingError(
    'E-types',
    `column ${JSON.stringify(name)} is ${type}, which does not hold the value ${shown} of record ${record}`,
  );
}

/** A larger buffer is released after a row group. */
const MAX_KEPT_BYTES = 4 * 1024 * 1024;

/** The bytes since the last call. */
function takeBytes(writer: ByteWriter): Uint8Array {
  const bytes = writer.getBytes();
  writer.index = 0;
  if (writer.buffer.byteLength > MAX_KEPT_BYTES) writer.buffer = new ArrayBuffer(0);
  return bytes;
}

/** Higher levels take much more time for little space. */
const gzip = (bytes: Uint8Array): Uint8Array => gzipSync(bytes, { level: 1 });

function schemaOf(elements: readonly SchemaElement[]): SchemaElement[] {
  return [{ name: 'root', num_children: elements.length }, ...elements];
}
