import type { ColumnMetaData } from 'hyparquet';
import { LOWER_N, QUOTATION_MARK } from '../core/bytes.ts';
import { CellNumbers } from '../records/cell-numbers.ts';
import { bytesOfUnits, type ColumnType, STORED_TYPES, type Value } from './column-types.ts';

/** A row group with a longer text has no bounds: they would stay in memory up to the end of the file. */
const MAX_BOUND_BYTES = 256;

/** The cells of a column in a row group, as the values that Parquet stores. Its code runs for every cell of a report. */
export class ColumnValues {
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
