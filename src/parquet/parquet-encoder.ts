/** Writes records as a Parquet file, one row group at a time. hyparquet-writer gets the values as they are stored. */

import { gzipSync } from 'node:zlib';
import type { ColumnChunk, ColumnMetaData, RowGroup, SchemaElement } from 'hyparquet';
import { ByteWriter, ParquetWriter } from 'hyparquet-writer';
import { LOWER_N, QUOTATION_MARK } from '../core/bytes.ts';
import { ReportingError } from '../core/errors.ts';
import { CellNumbers } from '../records/cell-numbers.ts';
import type { RecordSet } from '../records/record-set.ts';
import { scanRows } from '../records/scanned-rows.ts';
import { bytesOfUnits, type ColumnType, STORED_TYPES, type TypedColumn, type Value } from './column-types.ts';

/** A row group ends with any of these: more rows, larger records, or more cells take too much memory. */
const MAX_GROUP_ROWS = 5000;
const MAX_GROUP_BYTES = 4 * 1024 * 1024;
const MAX_GROUP_CELLS = 1_000_000;

/**
 * The records as the bytes of a Parquet file, which has these columns, at least one, with different names; one that no record has is
 * null in all rows. Bytes are valid until the next piece is requested. Throws a `columns` error for a
 * value that its column's type does not hold.
 */
export async function* encodeParquet(
  recordSet: RecordSet,
  columns: readonly TypedColumn[],
): AsyncGenerator<Uint8Array> {
  const writer = new ByteWriter();
  const stored = columns.map(({ name, type }): SchemaElement => {
    return { name, ...STORED_TYPES[type].stored, repetition_type: 'OPTIONAL' };
  });
  const file = new ParquetWriter({
    writer,
    schema: schemaOf(stored),
    codec: 'GZIP',
    compressors: { GZIP: gzip },
    statistics: false,
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

/** A row group with a longer text has no bounds: they would stay in memory up to the end of the file. */
const MAX_BOUND_BYTES = 256;

/** The cells of a column in a row group, as the values that Parquet stores. Its code runs for every cell of a report. */
class ColumnValues {
  /** The value of each row, without its meaning: a decimal is its bytes. Undefined for null. */
  stored: (Value | undefined)[] = [];
  private nullCount = 0;
  /** Values that occurred, which `known` finds again: equal ones are one object. */
  private distinct: Value[] = [];
  private readonly known = new CellNumbers();
  private min: Value | undefined;
  private max: Value | undefined;
  private hasLong = false;
  private readonly read: (block: Buffer, start: number, end: number) => Value | undefined;

  constructor(private readonly type: ColumnType) {
    this.read = STORED_TYPES[type].read;
  }

  /**
   * Adds the cell between two indexes of a block, as a row scanner reports them. False if the type does not hold it. The empty
   * text is null in a column of other values.
   */
  add(block: Buffer, start: number, end: number): boolean {
    const { known, stored } = this;
    if (end === 0 || block[start] === LOWER_N || (this.type !== 'UTF8' && isEmptyText(block, start, end))) {
      stored.push(undefined);
      this.nullCount++;
      return true;
    }
    const number = known.find(block, start, end);
    if (number !== -1) {
      stored.push(this.distinct[number]);
      return true;
    }
    const value = this.read(block, start, end);
    if (value === undefined) return false;
    this.include(value);
    const own = typeof value === 'bigint' && this.type !== 'INT64' ? bytesOfUnits(value) : value;
    stored.push(own);
    known.remember(block, start, end, this.distinct.push(own) - 1);
    return true;
  }

  /** The bounds of the values, and the number of nulls. A wrong bound makes engines skip rows. */
  statistics(): NonNullable<ColumnMetaData['statistics']> {
    const { min, max, hasLong } = this;
    const null_count = BigInt(this.nullCount);
    if (min === undefined || max === undefined || hasLong) return { null_count };
    // Zero may have either sign (Parquet's format: `Statistics`).
    return { null_count, min_value: min === 0 ? -0 : min, max_value: max === 0 ? 0 : max };
  }

  /** Starts again without any cells. */
  clear(): void {
    this.stored = [];
    this.distinct = [];
    this.known.clear();
    this.nullCount = 0;
    this.min = this.max = undefined;
    this.hasLong = false;
  }

  private include(value: Value): void {
    if (value instanceof Uint8Array && value.length > MAX_BOUND_BYTES) this.hasLong = true;
    if (this.min === undefined || isLess(value, this.min)) this.min = value;
    if (this.max === undefined || isLess(this.max, value)) this.max = value;
  }
}

/** The order of UTF-8 bytes is that of code points. */
function isLess(one: Value, other: Value): boolean {
  return one instanceof Uint8Array ? Buffer.compare(one, other as Uint8Array) < 0 : one < other;
}

function isEmptyText(block: Buffer, start: number, end: number): boolean {
  return end - start === 2 && block[start] === QUOTATION_MARK;
}
