/**
 * Writes records as a Parquet file, one row group at a time. hyparquet-writer writes headers and footer. Its own columns take
 * an object for each value; here, columns are bytes.
 */

import type { ColumnChunk, RowGroup, SchemaElement } from 'hyparquet';
import { ByteWriter } from 'hyparquet-writer';
import { writeMetadata } from 'hyparquet-writer/src/metadata.js';
import { ReportingError } from '../core/errors.ts';
import type { RecordSet } from '../records/record-set.ts';
import { scanRows } from '../records/scanned-rows.ts';
import { ColumnChunkWriter, PHYSICAL_TYPES } from './column-chunk.ts';
import { type ColumnType, PRECISION, scaleOf, type TypedColumn } from './column-types.ts';
import { DECIMAL_BYTES } from './fixed-stores.ts';

/** The columns and the metadata of a Parquet file. */
export interface ParquetOptions {
  /** The columns of the file, in order; at least one. Their names differ. A column that no record has is null in all rows. */
  readonly columns: readonly TypedColumn[];
  /** Keys and values for the footer. */
  readonly metadata?: Readonly<Record<string, string>>;
}

/** A row group ends with any of these: more rows, larger records, or more cells take too much memory. */
const MAX_GROUP_ROWS = 10_000;
const MAX_GROUP_BYTES = 4 * 1024 * 1024;
const MAX_GROUP_CELLS = 1_000_000;

/**
 * The records as the bytes of a Parquet file. Bytes are valid until the next piece is requested. Columns of the
 * records that are not in the options are left out. Throws a `columns` error for a value that its column's type does not hold.
 */
export async function* encodeParquet(
  recordSet: RecordSet,
  { columns, metadata = {} }: ParquetOptions,
): AsyncGenerator<Uint8Array> {
  const chunks = chunksOf(columns);
  const file = createFile(columns, metadata);
  for await (const rowCount of fillGroups(recordSet, columns, chunks))
    yield file.writeGroup(chunks, rowCount);
  // The library gives an empty list of groups a wrong type.
  if (recordSet.recordCount === 0) yield file.writeGroup(chunks, 0);
  yield file.finish();
}

/** Throws a `columns` error for a value that its column's type does not hold, as `encodeParquet` does. */
export async function assertTypes(recordSet: RecordSet, columns: readonly TypedColumn[]): Promise<void> {
  const chunks = chunksOf(columns);
  for await (const _ of fillGroups(recordSet, columns, chunks)) for (const chunk of chunks) chunk.clear();
}

function chunksOf(columns: readonly TypedColumn[]): readonly ColumnChunkWriter[] {
  const shape = { columnCount: columns.length, maxRows: maxRowsOf(columns) };
  return columns.map((column) => new ColumnChunkWriter(column, shape));
}

function maxRowsOf(columns: readonly TypedColumn[]): number {
  return Math.min(MAX_GROUP_ROWS, Math.ceil(MAX_GROUP_CELLS / columns.length));
}

/** Adds the records to the chunks of their columns. Yields the number of rows of each row group, when the chunks hold it. */
async function* fillGroups(
  recordSet: RecordSet,
  columns: readonly TypedColumn[],
  chunks: readonly ColumnChunkWriter[],
): AsyncGenerator<number> {
  const maxRows = maxRowsOf(columns);
  let record = 0;
  let rowCount = 0;
  let groupBytes = 0;
  for await (const rows of scanRows(recordSet, columns)) {
    const { block, starts, ends } = rows;
    while (rows.next()) {
      record++;
      for (let index = 0; index < chunks.length; index++) {
        if (chunks[index]!.add(block, starts[index]!, ends[index]!)) continue;
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

interface ParquetFile {
  /** The bytes of a row group, valid until the next call. */
  writeGroup(chunks: readonly ColumnChunkWriter[], rows: number): Uint8Array;
  /** The last bytes of the file. */
  finish(): Uint8Array;
}

/** Both ends of a Parquet file: `PAR1`. */
const MAGIC = Uint8Array.from(Buffer.from('PAR1'));
const VERSION = 2;
/** A larger buffer is released after a row group. */
const MAX_KEPT_BYTES = 4 * 1024 * 1024;

function createFile(
  columns: readonly TypedColumn[],
  metadata: Readonly<Record<string, string>>,
): ParquetFile {
  const groups: RowGroup[] = [];
  const pairs = Object.entries(metadata).map(([key, value]) => ({ key, value }));
  const writer = new ByteWriter();
  writer.appendBytes(MAGIC);

  /** The bytes since the last call. */
  function takeBytes(): Uint8Array {
    const bytes = writer.getBytes();
    writer.index = 0;
    if (writer.buffer.byteLength > MAX_KEPT_BYTES) writer.buffer = new ArrayBuffer(0);
    return bytes;
  }

  return {
    writeGroup(chunks, rows) {
      const start = writer.offset;
      const written = chunks.map((chunk): ColumnChunk => chunk.write(writer));
      const sizes = written.map(({ meta_data: chunk }) => chunk!.total_uncompressed_size);
      groups.push({
        columns: written,
        num_rows: BigInt(rows),
        total_byte_size: sizes.reduce((sum, size) => sum + size, 0n),
        total_compressed_size: BigInt(writer.offset - start),
      });
      return takeBytes();
    },
    finish() {
      writeMetadata(writer, {
        version: VERSION,
        schema: [{ name: 'root', num_children: columns.length }, ...columns.map(schemaElement)],
        num_rows: groups.reduce((sum, { num_rows }) => sum + num_rows, 0n),
        row_groups: groups,
        // The library gives an empty list a wrong type.
        ...(pairs.length > 0 && { key_value_metadata: pairs }),
        created_by: 'reporting-cli',
        // The library writes the real length.
        metadata_length: 0,
      });
      writer.appendBytes(MAGIC);
      return takeBytes();
    },
  };
}

/** A column in the schema, with its meaning in the older notation and the newer one. */
export function schemaElement({ name, type }: Pick<TypedColumn, 'name' | 'type'>): SchemaElement {
  const element: SchemaElement = { name, type: PHYSICAL_TYPES[type], repetition_type: 'OPTIONAL' };
  const scale = scaleOf(type);
  if (scale === undefined) return { ...element, ...LOGICAL_TYPES[type] };
  const decimal = { precision: PRECISION, scale };
  return {
    ...element,
    type_length: DECIMAL_BYTES,
    converted_type: 'DECIMAL',
    ...decimal,
    logical_type: { type: 'DECIMAL', ...decimal },
  };
}

const LOGICAL_TYPES: Readonly<Partial<Record<ColumnType, Partial<SchemaElement>>>> = {
  DATE: { converted_type: 'DATE', logical_type: { type: 'DATE' } },
  UTF8: { converted_type: 'UTF8', logical_type: { type: 'STRING' } },
};
