/** The values of numbers, dates and booleans, read from the bytes of cells. */

import { LOWER_F, LOWER_T, MINUS, NINE, ZERO } from '../core/bytes.ts';
import { epochDays, readPlainDate } from '../json/date-values.ts';
import { cellAt } from '../records/cells.ts';
import { PRECISION } from './column-types.ts';
import { type Int64Parts, readScaled9, readWhole } from './integer-values.ts';
import { parseDouble, parseInt64, parseUnits } from './number-values.ts';
import type { ValueBounds, ValueStore } from './value-store.ts';

const FIRST_VALUES = 1024;

/** Values of the same number of bytes. */
abstract class FixedStore {
  count = 0;
  protected view: DataView;
  private readonly width: number;

  constructor(width: number) {
    this.width = width;
    this.view = new DataView(new ArrayBuffer(FIRST_VALUES * width));
  }

  /** The offset of the next value. May replace `view`. */
  protected next(): number {
    const offset = this.count * this.width;
    if (offset === this.view.byteLength) {
      const larger = new ArrayBuffer(2 * offset);
      new Uint8Array(larger).set(new Uint8Array(this.view.buffer));
      this.view = new DataView(larger);
    }
    this.count++;
    return offset;
  }

  plain(): Uint8Array {
    return new Uint8Array(this.view.buffer, 0, this.count * this.width);
  }

  plainAt(indexes: Int32Array): Uint8Array {
    const { width } = this;
    const from = new Uint8Array(this.view.buffer);
    const bytes = new Uint8Array(indexes.length * width);
    let to = 0;
    for (const index of indexes) {
      const start = index * width;
      for (let at = start; at < start + width; at++) bytes[to++] = from[at]!;
    }
    return bytes;
  }

  clear(): void {
    this.count = 0;
  }
}

/** Whole numbers of any size. */
abstract class WholeStore extends FixedStore {
  /** The order of two values: negative, 0 or positive. */
  protected abstract compare(left: number, right: number): number;
  protected abstract valueAt(index: number): bigint;

  bounds(): ValueBounds | undefined {
    if (this.count === 0) return undefined;
    let [min, max] = [0, 0];
    for (let index = 1; index < this.count; index++) {
      if (this.compare(index, min) < 0) min = index;
      if (this.compare(index, max) > 0) max = index;
    }
    return { min: this.valueAt(min), max: this.valueAt(max) };
  }
}

const scratch: Int64Parts = { high: 0, low: 0 };

export class IntegerStore extends WholeStore implements ValueStore {
  constructor() {
    super(8);
  }

  add(block: Buffer, start: number, end: number): boolean {
    if (readWhole(block, start, end, scratch)) {
      const at = this.next();
      this.view.setUint32(at, scratch.low, true);
      this.view.setInt32(at + 4, scratch.high, true);
      return true;
    }
    const number = parseNumber(block, start, end, parseInt64);
    if (number === undefined) return false;
    const at = this.next();
    this.view.setBigInt64(at, number, true);
    return true;
  }

  protected compare(left: number, right: number): number {
    const { view } = this;
    const high = view.getInt32(8 * left + 4, true) - view.getInt32(8 * right + 4, true);
    return high || view.getUint32(8 * left, true) - view.getUint32(8 * right, true);
  }

  protected valueAt(index: number): bigint {
    return this.view.getBigInt64(8 * index, true);
  }
}

const BILLIONTHS = 9;

/** Units in 16 bytes, two's complement, the highest byte first (Parquet's logical types: DECIMAL). */
export class DecimalStore extends WholeStore implements ValueStore {
  private readonly scale: number;

  constructor(scale: number) {
    super(DECIMAL_BYTES);
    this.scale = scale;
  }

  add(block: Buffer, start: number, end: number): boolean {
    if (this.scale === BILLIONTHS && readScaled9(block, start, end, scratch)) {
      const at = this.next();
      const sign = scratch.high < 0 ? -1 : 0;
      this.view.setInt32(at, sign);
      this.view.setInt32(at + 4, sign);
      this.view.setInt32(at + 8, scratch.high);
      this.view.setUint32(at + 12, scratch.low);
      return true;
    }
    const units = parseNumber(block, start, end, (token) => parseUnits(token, this.scale, PRECISION));
    if (units === undefined) return false;
    const at = this.next();
    this.view.setBigInt64(at, units >> 64n);
    this.view.setBigUint64(at + 8, BigInt.asUintN(64, units));
    return true;
  }

  protected compare(left: number, right: number): number {
    const { view } = this;
    const [at, other] = [DECIMAL_BYTES * left, DECIMAL_BYTES * right];
    let order = view.getInt32(at) - view.getInt32(other);
    for (let word = 4; order === 0 && word < DECIMAL_BYTES; word += 4) {
      order = view.getUint32(at + word) - view.getUint32(other + word);
    }
    return order;
  }

  protected valueAt(index: number): bigint {
    const at = DECIMAL_BYTES * index;
    return (this.view.getBigInt64(at) << 64n) + this.view.getBigUint64(at + 8);
  }
}

/** The number of bytes of a decimal. */
export const DECIMAL_BYTES = 16;

/** The least and the largest of plain numbers. */
abstract class NumberStore extends FixedStore {
  private min = Number.POSITIVE_INFINITY;
  private max = Number.NEGATIVE_INFINITY;

  protected include(number: number): void {
    if (number < this.min) this.min = number;
    if (number > this.max) this.max = number;
  }

  bounds(): ValueBounds | undefined {
    if (this.count === 0) return undefined;
    // Zero may have either sign (Parquet's format: `Statistics`).
    return { min: this.min === 0 ? -0 : this.min, max: this.max === 0 ? 0 : this.max };
  }

  override clear(): void {
    super.clear();
    this.min = Number.POSITIVE_INFINITY;
    this.max = Number.NEGATIVE_INFINITY;
  }
}

/** Doubles whose shortest spelling is the number of the cell. */
export class DoubleStore extends NumberStore implements ValueStore {
  constructor() {
    super(8);
  }

  add(block: Buffer, start: number, end: number): boolean {
    const number = parseNumber(block, start, end, parseDouble);
    if (number === undefined) return false;
    const at = this.next();
    this.view.setFloat64(at, number, true);
    this.include(number);
    return true;
  }
}

/** Dates, as days since 1970-01-01. */
export class DateStore extends NumberStore implements ValueStore {
  constructor() {
    super(4);
  }

  add(block: Buffer, start: number, end: number): boolean {
    const found = readPlainDate(cellAt(block, start, end)!);
    if (found === undefined) return false;
    const days = epochDays(found.date);
    const at = this.next();
    this.view.setInt32(at, days, true);
    this.include(days);
    return true;
  }
}

/** Eight values a byte. */
export class BooleanStore implements ValueStore {
  private readonly values: boolean[] = [];

  get count(): number {
    return this.values.length;
  }

  add(block: Buffer, start: number): boolean {
    const first = block[start];
    if (first === LOWER_T || first === LOWER_F) this.values.push(first === LOWER_T);
    return first === LOWER_T || first === LOWER_F;
  }

  plain(): Uint8Array {
    return this.plainAt(Int32Array.from(this.values.keys()));
  }

  plainAt(indexes: Int32Array): Uint8Array {
    const bytes = new Uint8Array(Math.ceil(indexes.length / 8));
    indexes.forEach((index, at) => {
      if (this.values[index] === true) bytes[at >> 3]! |= 1 << (at & 7);
    });
    return bytes;
  }

  bounds(): ValueBounds | undefined {
    if (this.values.length === 0) return undefined;
    return { min: !this.values.includes(false), max: this.values.includes(true) };
  }

  clear(): void {
    this.values.length = 0;
  }
}

function parseNumber<Parsed>(
  block: Buffer,
  start: number,
  end: number,
  parse: (token: string) => Parsed | undefined,
): Parsed | undefined {
  const first = block[start]!;
  const isNumber = first === MINUS || (first >= ZERO && first <= NINE);
  return isNumber ? parse(block.toString('latin1', start, end)) : undefined;
}
