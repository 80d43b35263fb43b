/** Writes records as a Parquet file, one row group at a time. This is the only file that uses hyparquet-writer. */

import { gzipSync } from 'node:zlib';
import type { SchemaElement, Statistics } from 'hyparquet';
import { ByteWriter, ParquetWriter } from 'hyparquet-writer';
import { ReportingError } from '../core/errors.ts';
import type { RecordSet } from '../records/record-set.ts';
import { createRowScanner } from '../records/row-scanner.ts';
import { ByteArena } from './byte-arena.ts';
import { type ColumnType, PRECISION, scaleOf, type TypedColumn } from './column-types.ts';
import { ColumnValues } from './column-values.ts';
import { DECIMAL_BYTES } from './decimal-cells.ts';

export interface ParquetOptions {
  /** The columns of the file, in order. Their names differ. A column that no record has is null in all rows. */
  readonly columns: readonly TypedColumn[];
  /** Keys and values for the footer. */
  readonly metadata?: Readonly<Record<string, string>>;
}

/** A row group ends with any of these: more rows, larger records, or more cells take too much memory. */
const MAX_GROUP_ROWS = 10_000;
const MAX_GROUP_BYTES = 4 * 1024 * 1024;
const MAX_GROUP_CELLS = 1_000_000;

/** A column of a row group with texts longer than this has no bounds: they would be kept in memory up to the end. */
const MAX_BOUND_BYTES = 256;
/** A text with more bytes per value, on average, is not searched for repetitions: compression finds them. */
const MAX_DICTIONARY_BYTES = 256;

const GZIP = { level: 1 };
const FIRST_BYTES = 1024 * 1024;

/**
 * The records as the bytes of a Parquet file. Bytes are valid until the next piece is requested. Columns of the records that are
 * not in the options are left out. Throws a `columns` error for a value that its column's type does not hold.
 */
export async function* encodeParquet(
  recordSet: RecordSet,
  { columns, metadata = {} }: ParquetOptions,
): AsyncGenerator<Uint8Array> {
  const file = createFile(columns, metadata);
  const arena = new ByteArena();
  const values = columns.map(({ type }) => new ColumnValues(type, { arena, columnCount: columns.length }));
  const { scan, starts, ends } = createRowScanner(columns);
  const maxRows = Math.min(MAX_GROUP_ROWS, Math.ceil(MAX_GROUP_CELLS / columns.length));
  let record = 0;
  let rows = 0;
  let groupBytes = 0;
  for await (const block of recordSet.lines()) {
    for (let start = 0; start < block.length; ) {
      const end = scan(block, start);
      record++;
      for (let index = 0; index < columns.length; index++) {
        if (values[index]!.add(block, starts[index]!, ends[index]!)) continue;
        throw unfitValue(columns[index]!, block.toString('utf8', starts[index], ends[index]), record);
      }
      rows++;
      groupBytes += end - start;
      start = end;
      if (rows === maxRows || groupBytes >= MAX_GROUP_BYTES) {
        yield file.writeGroup(values);
        rows = groupBytes = 0;
      }
    }
  }
  if (rows > 0) yield file.writeGroup(values);
  yield file.finish();
}

const MAX_SHOWN = 60;

function unfitValue({ name, type }: TypedColumn, cell: string, record: number): ReportingError {
  const shown = cell.length > MAX_SHOWN ? `${cell.slice(0, MAX_SHOWN)}…` : cell;
  return new ReportingError(
    'columns',
    `column ${JSON.stringify(name)} is ${type}, which does not hold the value ${shown} of record ${record}`,
  );
}

interface ParquetFile {
  /** The bytes of a row group with the values of all columns, which it clears. */
  writeGroup(columns: readonly ColumnValues[]): Uint8Array;
  /** The last bytes of the file. */
  finish(): Uint8Array;
}

/**
 * While it writes values, the library sees physical types only, because it would convert each decimal slowly. Types for readers
 * are set at the end.
 */
function createFile(
  columns: readonly TypedColumn[],
  metadata: Readonly<Record<string, string>>,
): ParquetFile {
  const root: SchemaElement = { name: 'root', num_children: columns.length };
  const writer = new ByteWriter(FIRST_BYTES);
  const parquet = new ParquetWriter({
    writer,
    schema: [root, ...columns.map(physicalElement)],
    codec: 'GZIP',
    compressors: { GZIP: (bytes) => gzipSync(bytes, GZIP) },
    kvMetadata: Object.entries(metadata).map(([key, value]) => ({ key, value })),
    createdBy: 'reporting-cli',
  });
  const schema = [root, ...columns.map(logicalElement)];

  /** The bytes written since the last call. */
  function takeBytes(): Uint8Array {
    const bytes = writer.getBytes();
    writer.index = 0;
    return bytes;
  }

  return {
    writeGroup(group) {
      const columnData = group.map(({ values, textBytes }, index) => ({
        name: columns[index]!.name,
        data: values,
        // The library compares bytes without a sign.
        statistics: !isDecimal(columns[index]!),
        ...(textBytes > values.length * MAX_DICTIONARY_BYTES && { encoding: 'PLAIN' as const }),
      }));
      parquet.write({ columnData, rowGroupSize: group[0]!.values.length });
      parquet.row_groups.at(-1)!.columns.forEach(({ meta_data: chunk }, index) => {
        const column = group[index]!;
        if (isDecimal(columns[index]!)) chunk!.statistics = decimalStatistics(column);
        else if (columns[index]!.type === 'UTF8') limitBounds(chunk!.statistics!);
        column.clear();
      });
      return takeBytes();
    },
    finish() {
      parquet.schema = schema;
      parquet.finish();
      return takeBytes();
    },
  };
}

function isDecimal({ type }: TypedColumn): boolean {
  return scaleOf(type) !== undefined;
}

function decimalStatistics(column: ColumnValues): Statistics {
  const { min, max } = column.bounds() ?? {};
  return {
    null_count: BigInt(column.nullCount),
    ...(min !== undefined && max !== undefined && { min_value: min, max_value: max }),
  };
}

/** Keeps copies of short bounds, and no long ones. */
function limitBounds(statistics: Statistics): void {
  const bounds = [statistics.min_value, statistics.max_value] as readonly (Uint8Array | undefined)[];
  const areShort = bounds.every((bound) => bound !== undefined && bound.length <= MAX_BOUND_BYTES);
  const [min, max] = areShort ? bounds.map((bound) => Uint8Array.from(bound!)) : [];
  if (min === undefined || max === undefined) {
    delete statistics.min_value;
    delete statistics.max_value;
  } else Object.assign(statistics, { min_value: min, max_value: max });
}

const PHYSICAL_TYPES: Readonly<Record<ColumnType, Pick<SchemaElement, 'type' | 'type_length'>>> = {
  INT64: { type: 'INT64' },
  'DECIMAL(38,9)': { type: 'FIXED_LEN_BYTE_ARRAY', type_length: DECIMAL_BYTES },
  'DECIMAL(38,18)': { type: 'FIXED_LEN_BYTE_ARRAY', type_length: DECIMAL_BYTES },
  DOUBLE: { type: 'DOUBLE' },
  DATE: { type: 'INT32' },
  BOOLEAN: { type: 'BOOLEAN' },
  UTF8: { type: 'BYTE_ARRAY' },
};

function physicalElement({ name, type }: TypedColumn): SchemaElement {
  return { name, ...PHYSICAL_TYPES[type], repetition_type: 'OPTIONAL' };
}

function logicalElement(column: TypedColumn): SchemaElement {
  return { ...physicalElement(column), ...logicalType(column.type) };
}

function logicalType(type: ColumnType): Partial<SchemaElement> {
  const scale = scaleOf(type);
  if (scale !== undefined) {
    const decimal = { precision: PRECISION, scale };
    return { converted_type: 'DECIMAL', ...decimal, logical_type: { type: 'DECIMAL', ...decimal } };
  }
  if (type === 'DATE') return { converted_type: 'DATE', logical_type: { type: 'DATE' } };
  if (type === 'UTF8') return { converted_type: 'UTF8', logical_type: { type: 'STRING' } };
  return {};
}
