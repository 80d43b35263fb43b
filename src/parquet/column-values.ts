/** Collects the values of one column of a row group, read from the bytes of cells. */

import { cellAt } from '../records/cells.ts';
import type { ByteArena } from './byte-arena.ts';
import type { ColumnType } from './column-types.ts';
import { epochDays, readPlainDate } from './date-cells.ts';
import { DecimalReader } from './decimal-cells.ts';
import { parseDouble, parseInt64 } from './number-values.ts';
import { RecentCells } from './recent-cells.ts';

/** A value as the writer takes it. */
export type Value = boolean | number | bigint | Uint8Array;

/** The value of a cell that is not null; undefined if the type does not hold it. */
type ReadCell = (block: Buffer, start: number, end: number) => Value | undefined;

const QUOTATION_MARK = 0x22;
const MINUS = 0x2d;
const ZERO = 0x30;
const NINE = 0x39;
const BACKSLASH = 0x5c;
const LETTER_F = 0x66;
/** First byte of `null`; no other value begins with it. */
const LETTER_N = 0x6e;
const LETTER_T = 0x74;

/** Bounds of a column for statistics. */
export interface Bounds {
  readonly min: bigint;
  readonly max: bigint;
}

export class ColumnValues {
  values: (Value | null)[] = [];
  nullCount = 0;
  /** Bytes of texts that were not seen lately. */
  textBytes = 0;
  private readonly recent: RecentCells<Value>;
  private readonly read: ReadCell;
  private readonly isText: boolean;
  private readonly decimals: DecimalReader | undefined;

  constructor(
    type: ColumnType,
    { arena, columnCount }: { readonly arena: ByteArena; readonly columnCount: number },
  ) {
    this.recent = new RecentCells(columnCount);
    this.isText = type === 'UTF8';
    this.decimals = type.startsWith('DECIMAL') ? new DecimalReader(type, arena) : undefined;
    this.read = this.decimals?.read ?? readerOf(type, arena);
  }

  /** Adds the cell between two indexes of a block, as a row scanner reports them. False if the type does not hold it. */
  add(block: Buffer, start: number, end: number): boolean {
    if (
      end === 0 ||
      block[start] === LETTER_N ||
      (end - start === 2 && !this.isText && block[start] === QUOTATION_MARK)
    ) {
      this.values.push(null);
      this.nullCount++;
      return true;
    }
    let value = this.recent.find(block, start, end);
    if (value === undefined) {
      value = this.read(block, start, end);
      if (value === undefined) return false;
      this.recent.set(value);
      if (this.isText) this.textBytes += (value as Uint8Array).length;
    }
    this.values.push(value);
    return true;
  }

  /** The least and the largest of the decimals; undefined for other types and without values. */
  bounds(): Bounds | undefined {
    return this.decimals?.bounds();
  }

  /** Starts the next row group. */
  clear(): void {
    this.values = [];
    this.nullCount = this.textBytes = 0;
    this.recent.clear();
    this.decimals?.clear();
  }
}

function readerOf(type: ColumnType, arena: ByteArena): ReadCell {
  switch (type) {
    case 'INT64':
      return readInt64;
    case 'DOUBLE':
      return (block, start, end) => readNumber(block, start, end, parseDouble);
    case 'DATE':
      return readDate;
    case 'BOOLEAN':
      return readBoolean;
    default:
      return (block, start, end) => readText(block, start, end, arena);
  }
}

function readBoolean(block: Buffer, start: number): boolean | undefined {
  return block[start] === LETTER_T ? true : block[start] === LETTER_F ? false : undefined;
}

function readDate(block: Buffer, start: number, end: number): number | undefined {
  const found = readPlainDate(cellAt(block, start, end)!);
  return found && epochDays(found.date);
}

/** An integer with at most so many characters is exact in a double. */
const MAX_SAFE_LENGTH = 15;

function readInt64(block: Buffer, start: number, end: number): bigint | undefined {
  if (end - start <= MAX_SAFE_LENGTH) {
    const isNegative = block[start] === MINUS;
    let number = 0;
    let at = isNegative ? start + 1 : start;
    for (; at < end; at++) {
      const digit = block[at]! - ZERO;
      if (digit < 0 || digit > 9) break;
      number = number * 10 + digit;
    }
    if (at === end) return BigInt(isNegative ? -number : number);
  }
  return readNumber(block, start, end, parseInt64);
}

function readNumber<Parsed>(
  block: Buffer,
  start: number,
  end: number,
  parse: (token: string) => Parsed | undefined,
): Parsed | undefined {
  const first = block[start]!;
  const isNumber = first === MINUS || (first >= ZERO && first <= NINE);
  return isNumber ? parse(block.toString('latin1', start, end)) : undefined;
}

/** The characters of a string, and the JSON text of other values. U+FFFD replaces half of a surrogate pair. */
function readText(block: Buffer, start: number, end: number, arena: ByteArena): Uint8Array {
  if (block[start] !== QUOTATION_MARK) return arena.copy(block, start, end);
  for (let at = start + 1; at < end; at++) {
    if (block[at] === BACKSLASH) return Buffer.from(JSON.parse(block.toString('utf8', start, end)) as string);
  }
  return arena.copy(block, start + 1, end - 1);
}
