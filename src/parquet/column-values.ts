/** The cells of a column in a row group, as the values that Parquet stores, and the bounds of these values. */

import type { ColumnMetaData, SchemaElement } from 'hyparquet';
import { BACKSLASH, LOWER_F, LOWER_N, LOWER_T, MINUS, NINE, QUOTATION_MARK, ZERO } from '../core/bytes.ts';
import { readShortDecimal } from '../core/decimal.ts';
import { epochDays, readPlainDate } from '../json/date-values.ts';
import { cellAt } from '../records/cells.ts';
import { CellDictionary, type DictionaryOptions } from './cell-dictionary.ts';
import { type ColumnType, PRECISION, scaleOf } from './column-types.ts';
import { parseDouble, parseInt64, parseUnits } from './number-values.ts';

/** Whole numbers and units of decimals, doubles and days since 1970-01-01, booleans, texts in UTF-8. */
type Value = bigint | number | boolean | Uint8Array;

const MAX_REMEMBERED_BYTES = 32;
const MOST_SLOTS = 2048;
const LEAST_SLOTS = 16;
/** The slots of all columns together. */
const ALL_SLOTS = 64 * 1024;
/** A row group with a longer text has no bounds: they would stay in memory up to the end of the file. */
const MAX_BOUND_BYTES = 256;
/** The number of bytes of a decimal. */
const DECIMAL_BYTES = 16;

/** The size of the dictionary of a column when `columnCount` columns have one at the same time. */
export function dictionaryFor(columnCount: number): DictionaryOptions {
  let slots = LEAST_SLOTS;
  while (slots < MOST_SLOTS && slots * columnCount < ALL_SLOTS) slots *= 2;
  return { slots, maxBytes: MAX_REMEMBERED_BYTES };
}

/** Collects cells. Its code runs for every cell of a report. */
export class ColumnValues {
  /** The value of each row, without its meaning: a decimal is its bytes. Undefined for null. */
  stored: (Value | undefined)[] = [];
  private nullCount = 0;
  /** Values that occurred, which `recent` finds again: equal ones are one object. */
  private distinct: Value[] = [];
  private readonly recent: CellDictionary;
  private min: Value | undefined;
  private max: Value | undefined;
  private hasLong = false;
  private readonly read: (block: Buffer, start: number, end: number) => Value | undefined;

  constructor(
    private readonly type: ColumnType,
    columnCount: number,
  ) {
    this.read = readerOf(type);
    this.recent = new CellDictionary(dictionaryFor(columnCount));
  }

  /**
   * Adds the cell between two indexes of a block, as a row scanner reports them. False if the type does not hold it. The empty
   * text is null in a column of other values.
   */
  add(block: Buffer, start: number, end: number): boolean {
    if (end === 0 || block[start] === LOWER_N || (this.type !== 'UTF8' && isEmptyText(block, start, end))) {
      this.stored.push(undefined);
      this.nullCount++;
      return true;
    }
    const known = this.recent.find(block, start, end);
    if (known !== -1) {
      this.stored.push(this.distinct[known]);
      return true;
    }
    const value = this.read(block, start, end);
    if (value === undefined) return false;
    this.include(value);
    const stored = scaleOf(this.type) === undefined ? value : bytesOf(value as bigint);
    this.stored.push(stored);
    this.recent.remember(block, start, end, this.distinct.push(stored) - 1);
    return true;
  }

  /** The bounds of the values, and the number of nulls. */
  statistics(): NonNullable<ColumnMetaData['statistics']> {
    const { min, max, hasLong } = this;
    const bounds = min !== undefined && max !== undefined && !hasLong && { min_value: min, max_value: max };
    return {
      null_count: BigInt(this.nullCount),
      // Zero may have either sign (Parquet's format: `Statistics`).
      ...(bounds && { ...bounds, ...(min === 0 && { min_value: -0 }), ...(max === 0 && { max_value: 0 }) }),
    };
  }

  /** Starts again without any cells. */
  clear(): void {
    this.stored = [];
    this.distinct = [];
    this.recent.clear();
    this.nullCount = 0;
    this.min = this.max = undefined;
    this.hasLong = false;
  }

  private include(value: Value): void {
    if (value instanceof Uint8Array) {
      if (value.length > MAX_BOUND_BYTES) this.hasLong = true;
      // The order of UTF-8 bytes is that of code points.
      if (this.min === undefined || Buffer.compare(value, this.min as Uint8Array) < 0) this.min = value;
      if (this.max === undefined || Buffer.compare(value, this.max as Uint8Array) > 0) this.max = value;
    } else {
      if (this.min === undefined || value < this.min) this.min = value;
      if (this.max === undefined || value > this.max) this.max = value;
    }
  }
}

/** Two's complement, the highest byte first (Parquet's logical types: DECIMAL). */
function bytesOf(units: bigint): Uint8Array {
  scratch.setBigInt64(0, units >> 64n);
  scratch.setBigUint64(8, BigInt.asUintN(64, units));
  // V8 keeps the bytes of a short array on its heap, unless they are those of a view.
  return scratchBytes.slice();
}

const scratchBytes = new Uint8Array(DECIMAL_BYTES);
const scratch = new DataView(scratchBytes.buffer);

function isEmptyText(block: Buffer, start: number, end: number): boolean {
  return end - start === 2 && block[start] === QUOTATION_MARK;
}

/** A function that gives the value of a cell that is not null; undefined if the type does not hold it. */
function readerOf(type: ColumnType): (block: Buffer, start: number, end: number) => Value | undefined {
  switch (type) {
    case 'INT64':
      return (block, start, end) => readUnits(block, start, end, 0) ?? numberIn(block, start, end, parseInt64);
    case 'DOUBLE':
      return (block, start, end) => numberIn(block, start, end, parseDouble);
    case 'DATE':
      return (block, start, end) => {
        const found = readPlainDate(cellAt(block, start, end)!);
        return found && epochDays(found.date);
      };
    case 'BOOLEAN':
      return (block, start) =>
        block[start] === LOWER_T || block[start] === LOWER_F ? block[start] === LOWER_T : undefined;
    case 'UTF8':
      return textIn;
    default: {
      const scale = scaleOf(type)!;
      const parse = (token: string): bigint | undefined => parseUnits(token, scale, PRECISION);
      return (block, start, end) => readUnits(block, start, end, scale) ?? numberIn(block, start, end, parse);
    }
  }
}

const short = { units: 0, scale: 0 };
const POWERS = Array.from({ length: 19 }, (_, exponent) => 10n ** BigInt(exponent));

/** A short number times ten to the power of `scale`; undefined for other cells. */
function readUnits(block: Buffer, start: number, end: number, scale: number): bigint | undefined {
  if (!readShortDecimal(block, start, end, short) || short.scale > scale) return undefined;
  return BigInt(short.units) * POWERS[scale - short.scale]!;
}

function numberIn<Parsed>(
  block: Buffer,
  start: number,
  end: number,
  parse: (token: string) => Parsed | undefined,
): Parsed | undefined {
  const first = block[start]!;
  const isNumber = first === MINUS || (first >= ZERO && first <= NINE);
  return isNumber ? parse(block.toString('latin1', start, end)) : undefined;
}

/** The characters of a string, and the JSON text of any other value. */
function textIn(block: Buffer, start: number, end: number): Uint8Array {
  if (block[start] !== QUOTATION_MARK) return Uint8Array.prototype.slice.call(block, start, end);
  for (let at = start + 1; at < end; at++) {
    // UTF-8 has no bytes for half of a surrogate pair (RFC 3629, section 3): U+FFFD takes its place.
    if (block[at] === BACKSLASH) return Buffer.from(JSON.parse(block.toString('utf8', start, end)) as string);
  }
  return Uint8Array.prototype.slice.call(block, start + 1, end - 1);
}

/** A column in the schema, as its values are stored. */
export function storedElement({ name, type }: { readonly name: string; readonly type: ColumnType }): SchemaElement {
  const isDecimal = scaleOf(type) !== undefined;
  return {
    ...{ name, type: STORED_TYPES[type], repetition_type: 'OPTIONAL' },
    ...(isDecimal && { type_length: DECIMAL_BYTES }),
  };
}

const STORED_TYPES = {
  INT64: 'INT64',
  'DECIMAL(38,9)': 'FIXED_LEN_BYTE_ARRAY',
  'DECIMAL(38,18)': 'FIXED_LEN_BYTE_ARRAY',
  DOUBLE: 'DOUBLE',
  DATE: 'INT32',
  BOOLEAN: 'BOOLEAN',
  UTF8: 'BYTE_ARRAY',
} as const satisfies Record<ColumnType, ColumnMetaData['type']>;

/** A column in the schema, with the meaning of its values in the older notation and the newer one. */
export function schemaElement(column: { readonly name: string; readonly type: ColumnType }): SchemaElement {
  const scale = scaleOf(column.type);
  const decimal = { precision: PRECISION, scale: scale! };
  const meaning: Partial<SchemaElement> | undefined =
    scale === undefined
      ? MEANINGS[column.type]
      : { converted_type: 'DECIMAL', ...decimal, logical_type: { type: 'DECIMAL', ...decimal } };
  return { ...storedElement(column), ...meaning };
}

const MEANINGS: Readonly<Partial<Record<ColumnType, Partial<SchemaElement>>>> = {
  DATE: { converted_type: 'DATE', logical_type: { type: 'DATE' } },
  UTF8: { converted_type: 'UTF8', logical_type: { type: 'STRING' } },
};
