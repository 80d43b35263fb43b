/**
 * The types of columns in the files of a report, and how Parquet stores each of them. A type holds the exact value of every cell.
 * Few types are enough, because engines misread a column that has one type in one file and another type in the next.
 */

import type { ColumnMetaData, SchemaElement } from 'hyparquet';
import { BACKSLASH, LOWER_F, LOWER_T, MINUS, NINE, QUOTATION_MARK, ZERO } from '../core/bytes.ts';
import type { Column } from '../core/columns.ts';
import { compareNumbers, formatDecimal, parseDecimal, readShortDecimal, trimDecimal } from '../core/decimal.ts';
import { tryRead } from '../core/errors.ts';
import { epochDays, readPlainDate } from '../json/date-values.ts';

/** Every type of a column, spelled as in a list of types. All columns accept null. */
export const COLUMN_TYPES = ['INT64', 'DECIMAL(38,9)', 'DECIMAL(38,18)', 'DOUBLE', 'DATE', 'BOOLEAN', 'UTF8'] as const;

export type ColumnType = (typeof COLUMN_TYPES)[number];

/** A column of a Parquet file. `path` leads to its cells; `name` is its name in the file. */
export interface TypedColumn extends Column {
  readonly type: ColumnType;
}

/** A column of a dataset. Its type is undefined until a record has a value for it: no file has such a column. */
export interface PinnedColumn extends Column {
  readonly type: ColumnType | undefined;
}

/** The rows of a data file, read from it in batches. */
export interface FileRows {
  /** The columns of the file, in its order. */
  readonly columns: readonly TypedColumn[];
  readonly batches: AsyncIterable<readonly FileRow[]>;
}

/** The JSON text of each cell, in the order of the columns; undefined for null. */
export type FileRow = readonly (string | undefined)[];

/** Whole numbers and units of decimals, doubles and days since 1970-01-01, booleans, texts in UTF-8. */
export type Value = bigint | number | boolean | Uint8Array;

interface StoredType<Stored extends Value> {
  readonly stored: { readonly type: ColumnMetaData['type']; readonly type_length?: number };
  /** The meaning of stored values, in the older notation and the newer one. */
  readonly meaning: Partial<SchemaElement>;
  /** The value of a cell that is not null; undefined if the type does not hold it. */
  readonly read: (block: Buffer, start: number, end: number) => Value | undefined;
  /** The JSON text of a stored value. */
  readonly spell: (stored: Stored) => string;
}

/** The number of digits and of bytes of a decimal. */
const PRECISION = 38;
const DECIMAL_BYTES = 16;

export const STORED_TYPES: Readonly<Record<ColumnType, StoredType<never>>> = {
  INT64: {
    stored: { type: 'INT64' },
    meaning: {},
    read: (block, start, end) => readUnits(block, start, end, 0) ?? readNumber(block, start, end, parseInt64),
    spell: String,
  },
  'DECIMAL(38,9)': decimalType(9),
  'DECIMAL(38,18)': decimalType(18),
  DOUBLE: {
    stored: { type: 'DOUBLE' },
    meaning: {},
    read: (block, start, end) => readNumber(block, start, end, parseDouble),
    spell: String,
  },
  DATE: {
    stored: { type: 'INT32' },
    meaning: { converted_type: 'DATE', logical_type: { type: 'DATE' } },
    read(block, start, end) {
      const found = readPlainDate(block, start, end);
      return found && epochDays(found.date);
    },
    spell: (days: number) => JSON.stringify(new Date(days * 86_400_000).toISOString().slice(0, 10)),
  },
  BOOLEAN: {
    stored: { type: 'BOOLEAN' },
    meaning: {},
    read: (block, start) => block[start] === LOWER_T || (block[start] === LOWER_F ? false : undefined),
    spell: String,
  },
  UTF8: {
    stored: { type: 'BYTE_ARRAY' },
    meaning: { converted_type: 'UTF8', logical_type: { type: 'STRING' } },
    read: readText,
    spell: (text: Uint8Array) => textCell(Buffer.from(text.buffer, text.byteOffset, text.length).toString()),
  },
};

/** The values of cells are units, and the stored values are their bytes. */
function decimalType(scale: number): StoredType<Uint8Array> {
  const parse = (token: string): bigint | undefined => parseUnits(token, scale);
  const decimal = { precision: PRECISION, scale };
  return {
    stored: { type: 'FIXED_LEN_BYTE_ARRAY', type_length: DECIMAL_BYTES },
    meaning: { converted_type: 'DECIMAL', ...decimal, logical_type: { type: 'DECIMAL', ...decimal } },
    read: (block, start, end) => readUnits(block, start, end, scale) ?? readNumber(block, start, end, parse),
    spell: (bytes) => formatDecimal(trimDecimal({ units: unitsOf(bytes), scale })),
  };
}

const scratchBytes = new Uint8Array(DECIMAL_BYTES);
const scratch = new DataView(scratchBytes.buffer);

/** Two's complement, the highest byte first (Parquet's logical types: DECIMAL). */
export function bytesOfUnits(units: bigint): Uint8Array {
  scratch.setBigInt64(0, units >> 64n);
  scratch.setBigUint64(8, BigInt.asUintN(64, units));
  // V8 keeps the bytes of a short array on its heap, unless they are those of a view.
  return scratchBytes.slice();
}

function unitsOf(bytes: Uint8Array): bigint {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  return (view.getBigInt64(0) << 64n) | view.getBigUint64(8);
}

const short = { units: 0, scale: 0 };
const POWERS = Array.from({ length: 19 }, (_, exponent) => 10n ** BigInt(exponent));

/** A short number times ten to the power of `scale`; undefined for other cells. */
function readUnits(block: Buffer, start: number, end: number, scale: number): bigint | undefined {
  if (!readShortDecimal(block, start, end, short) || short.scale > scale) return undefined;
  return BigInt(short.units) * POWERS[scale - short.scale]!;
}

function readNumber(
  block: Buffer,
  start: number,
  end: number,
  parse: (token: string) => Value | undefined,
): Value | undefined {
  const first = block[start]!;
  const isNumber = first === MINUS || (first >= ZERO && first <= NINE);
  return isNumber ? parse(block.toString('latin1', start, end)) : undefined;
}

/** A decimal is smaller. */
const LIMIT = 10n ** BigInt(PRECISION);

/** The number times ten to the power of `scale`. Undefined if that is not whole, or has more than 38 digits. */
function parseUnits(token: string, scale: number): bigint | undefined {
  const parsed = parseDecimal(token);
  const number = parsed && trimDecimal(parsed);
  if (number === undefined || number.scale > scale) return undefined;
  const units = BigInt(number.units) * 10n ** BigInt(scale - number.scale);
  return units > -LIMIT && units < LIMIT ? units : undefined;
}

function parseInt64(token: string): bigint | undefined {
  const units = parseUnits(token, 0);
  return units !== undefined && units === BigInt.asIntN(64, units) ? units : undefined;
}

/** The double whose shortest spelling is this number; undefined if there is none. */
function parseDouble(token: string): number | undefined {
  const double = Number(token);
  return Number.isFinite(double) && compareNumbers(String(double), token) === 0 ? double : undefined;
}

/** The characters of a string, and the JSON text of any other value. */
function readText(block: Buffer, start: number, end: number): Uint8Array {
  if (block[start] !== QUOTATION_MARK) return Uint8Array.prototype.slice.call(block, start, end);
  for (let at = start + 1; at < end; at++) {
    // UTF-8 has no bytes for half of a surrogate pair (RFC 3629, section 3): U+FFFD takes its place.
    if (block[at] === BACKSLASH) return Buffer.from(JSON.parse(block.toString('utf8', start, end)) as string);
  }
  return Uint8Array.prototype.slice.call(block, start + 1, end - 1);
}

/** A string in JSON. */
const STRINGS = /"(?:[^"\\]|\\.)*"/g;

/**
 * The JSON text of a value in a column of texts. The files do not tell a list from a text that spells one: what is spelled as the
 * JSON of a list, without spaces, is taken for a list. Either has the same text in every format.
 */
export function textCell(text: string): string {
  return isList(text) || text === '{}' ? text : JSON.stringify(text);
}

function isList(text: string): boolean {
  if (!text.startsWith('[') || !text.endsWith(']') || /\s/.test(text.replace(STRINGS, ''))) return false;
  return tryRead(() => JSON.parse(text) as unknown) !== undefined;
}
