/** The values of numbers, dates and booleans, read from the bytes of cells. */

import { LOWER_F, LOWER_T, MINUS, NINE, ZERO } from '../core/bytes.ts';
import { readPlainDate } from '../json/date-values.ts';
import { cellAt } from '../records/cells.ts';
import { PRECISION } from './column-types.ts';
import { type Int64Parts, IntegerBounds, readScaled9, readWhole } from './integer-values.ts';
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
  protected readonly range = new IntegerBounds();

  bounds(): ValueBounds | undefined {
    return this.range.result();
  }

  override clear(): void {
    super.clear();
    this.range.clear();
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
      this.range.add(scratch);
      return true;
    }
    const number = parseNumber(block, start, end, parseInt64);
    if (number === undefined) return false;
    const at = this.next();
    this.view.setBigInt64(at, number, true);
    this.range.addLarge(number);
    return true;
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
      this.range.add(scratch);
      return true;
    }
    const units = parseNumber(block, start, end, (token) => parseUnits(token, this.scale, PRECISION));
    if (units === undefined) return false;
    const at = this.next();
    this.view.setBigInt64(at, units >> 64n);
    this.view.setBigUint64(at + 8, BigInt.asUintN(64, units));
    this.range.addLarge(units);
    return true;
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

/** Days from 1970-01-01 to the date that a number like 20260131 stands for. */
function epochDays(date: number): number {
  const day = new Date(0).setUTCFullYear(
    Math.floor(date / 10_000),
    (Math.floor(date / 100) % 100) - 1,
    date % 100,
  );
  return day / 86_400_000;
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
