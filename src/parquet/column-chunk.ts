/** One column of a row group: its nulls and its values, and the pages that hold them. */

import { gzipSync } from 'node:zlib';
import type { ColumnChunk, ColumnMetaData, Encoding, PageHeader } from 'hyparquet';
import { ByteWriter } from 'hyparquet-writer';
import { writePageHeader } from 'hyparquet-writer/src/datapage.js';
import { writeRleBitPackedHybrid } from 'hyparquet-writer/src/encoding.js';
import { LOWER_N, QUOTATION_MARK } from '../core/bytes.ts';
import { CellDictionary, type DictionaryOptions } from './cell-dictionary.ts';
import { type ColumnType, scaleOf } from './column-types.ts';
import { BooleanStore, DateStore, DecimalStore, DoubleStore, IntegerStore } from './fixed-stores.ts';
import { TextStore } from './text-store.ts';
import type { ValueStore } from './value-store.ts';

const MAX_REMEMBERED_BYTES = 32;
const MOST_SLOTS = 2048;
const LEAST_SLOTS = 16;
/** The slots of all columns together. */
const ALL_SLOTS = 64 * 1024;

/** The size of the dictionary of a column when `columnCount` columns have one at the same time. */
export function dictionaryFor(columnCount: number): DictionaryOptions {
  let slots = LEAST_SLOTS;
  while (slots < MOST_SLOTS && slots * columnCount < ALL_SLOTS) slots *= 2;
  return { slots, maxBytes: MAX_REMEMBERED_BYTES };
}

/** Higher levels take much more time for little space. */
const GZIP = { level: 1 };

/** Collects the cells of a column, and writes them. Its code runs for every cell of a report. */
export class ColumnChunkWriter {
  private readonly name: string;
  private readonly type: ColumnType;
  private readonly store: ValueStore;
  private readonly recent: CellDictionary;
  /** For each row 1, or 0 for null (Parquet's definition levels). */
  private readonly levels: Uint8Array;
  /** For each value its index in the store. */
  private readonly indexes: Int32Array;
  private rowCount = 0;
  private valueCount = 0;

  /** `columnCount` and `maxRows` are those of the row group. */
  constructor(
    { name, type }: { readonly name: string; readonly type: ColumnType },
    { columnCount, maxRows }: { readonly columnCount: number; readonly maxRows: number },
  ) {
    this.name = name;
    this.type = type;
    this.store = createValueStore(type);
    this.recent = new CellDictionary(dictionaryFor(columnCount));
    this.levels = new Uint8Array(maxRows);
    this.indexes = new Int32Array(maxRows);
  }

  /**
   * Adds the cell between two indexes of a block, as a row scanner reports them. False if the type does not hold it. The empty
   * text is null in a column of other values.
   */
  add(block: Buffer, start: number, end: number): boolean {
    if (end === 0 || block[start] === LOWER_N || (this.type !== 'UTF8' && isEmptyText(block, start, end))) {
      this.levels[this.rowCount++] = 0;
      return true;
    }
    let index = this.recent.find(block, start, end);
    if (index === -1) {
      index = this.store.count;
      if (!this.store.add(block, start, end)) return false;
      this.recent.remember(block, start, end, index);
    }
    this.indexes[this.valueCount++] = index;
    this.levels[this.rowCount++] = 1;
    return true;
  }

  /** Writes the cells, and starts again without any. Returns the description of the chunk for the footer. */
  write(writer: ByteWriter): ColumnChunk {
    const start = writer.offset;
    const isRepeating = this.type !== 'BOOLEAN' && 2 * this.store.count <= this.valueCount;
    const dictionaryBytes = isRepeating && this.valueCount > 0 ? this.writeDictionary(writer) : undefined;
    const dataStart = writer.offset;
    const encoding: Encoding = dictionaryBytes === undefined ? 'PLAIN' : 'RLE_DICTIONARY';
    const dataBytes = this.writeData(
      writer,
      dictionaryBytes === undefined ? this.plain() : this.packIndexes(),
      encoding,
    );
    const { min, max } = this.store.bounds() ?? {};
    const chunk: ColumnMetaData = {
      type: PHYSICAL_TYPES[this.type],
      encodings: dictionaryBytes === undefined ? ['PLAIN'] : ['PLAIN', 'RLE_DICTIONARY'],
      path_in_schema: [this.name],
      codec: 'GZIP',
      num_values: BigInt(this.rowCount),
      total_compressed_size: BigInt(writer.offset - start),
      total_uncompressed_size: BigInt(dataBytes + (dictionaryBytes ?? 0)),
      data_page_offset: BigInt(dataStart),
      ...(dictionaryBytes !== undefined && { dictionary_page_offset: BigInt(start) }),
      statistics: {
        null_count: BigInt(this.rowCount - this.valueCount),
        ...(min !== undefined && max !== undefined && { min_value: min, max_value: max }),
      },
    };
    this.clear();
    return { meta_data: chunk, file_offset: BigInt(start) };
  }

  /** Starts again without any cells. */
  clear(): void {
    this.store.clear();
    this.recent.clear();
    this.rowCount = this.valueCount = 0;
  }

  private plain(): Uint8Array {
    const isAll = this.store.count === this.valueCount;
    return isAll ? this.store.plain() : this.store.plainAt(this.indexes.subarray(0, this.valueCount));
  }

  private packIndexes(): Uint8Array {
    const packed = new ByteWriter();
    const bitWidth = Math.max(1, 32 - Math.clz32(this.store.count - 1));
    packed.appendUint8(bitWidth);
    writeRleBitPackedHybrid(packed, this.indexes.subarray(0, this.valueCount), bitWidth);
    return packed.getBytes();
  }

  /** Returns the bytes of the page before compression. */
  private writeDictionary(writer: ByteWriter): number {
    const values = this.store.plain();
    const compressed = gzipSync(values, GZIP);
    return writePage(writer, [compressed], {
      type: 'DICTIONARY_PAGE',
      uncompressed_page_size: values.length,
      compressed_page_size: compressed.length,
      dictionary_page_header: { num_values: this.store.count, encoding: 'PLAIN' },
    });
  }

  /** Returns the bytes of the page before compression. */
  private writeData(writer: ByteWriter, values: Uint8Array, encoding: Encoding): number {
    const levelWriter = new ByteWriter();
    writeRleBitPackedHybrid(levelWriter, this.levels.subarray(0, this.rowCount), 1);
    const levels = levelWriter.getBytes();
    const isCompressed = values.length > 0;
    const compressed = isCompressed ? gzipSync(values, GZIP) : values;
    return writePage(writer, [levels, compressed], {
      type: 'DATA_PAGE_V2',
      uncompressed_page_size: levels.length + values.length,
      compressed_page_size: levels.length + compressed.length,
      data_page_header_v2: {
        num_values: this.rowCount,
        num_nulls: this.rowCount - this.valueCount,
        num_rows: this.rowCount,
        encoding,
        definition_levels_byte_length: levels.length,
        repetition_levels_byte_length: 0,
        is_compressed: isCompressed,
      },
    });
  }
}

function writePage(writer: ByteWriter, parts: readonly Uint8Array[], header: PageHeader): number {
  const start = writer.offset;
  writePageHeader(writer, header);
  const headerBytes = writer.offset - start;
  for (const part of parts) writer.appendBytes(part);
  return headerBytes + header.uncompressed_page_size;
}

function isEmptyText(block: Buffer, start: number, end: number): boolean {
  return end - start === 2 && block[start] === QUOTATION_MARK;
}

/** The types of values in the file. The schema says what they mean. */
export const PHYSICAL_TYPES = {
  INT64: 'INT64',
  'DECIMAL(38,9)': 'FIXED_LEN_BYTE_ARRAY',
  'DECIMAL(38,18)': 'FIXED_LEN_BYTE_ARRAY',
  DOUBLE: 'DOUBLE',
  DATE: 'INT32',
  BOOLEAN: 'BOOLEAN',
  UTF8: 'BYTE_ARRAY',
} as const satisfies Record<ColumnType, ColumnMetaData['type']>;

function createValueStore(type: ColumnType): ValueStore {
  switch (type) {
    case 'INT64':
      return new IntegerStore();
    case 'DOUBLE':
      return new DoubleStore();
    case 'DATE':
      return new DateStore();
    case 'BOOLEAN':
      return new BooleanStore();
    case 'UTF8':
      return new TextStore();
    default:
      return new DecimalStore(scaleOf(type)!);
  }
}
