/** Decimals as Parquet stores them: a whole number of units in 16 bytes, two's complement, the highest byte first. */

import type { ByteArena } from './byte-arena.ts';
import { type ColumnType, PRECISION, scaleOf } from './column-types.ts';
import { parseUnits } from './number-values.ts';

export const DECIMAL_BYTES = 16;

const MINUS = 0x2d;
const POINT = 0x2e;
const ZERO = 0x30;
const NINE = 0x39;
const TWO_32 = 2 ** 32;
const MAX_SAFE = Number.MAX_SAFE_INTEGER;
/** More digits are read with bigint. */
const MAX_FAST_LENGTH = 17;

/** Reads decimals from cells, and remembers their bounds. */
export class DecimalReader {
  private readonly scale: number;
  private readonly arena: ByteArena;
  private min: Uint8Array | undefined;
  private max: Uint8Array | undefined;

  constructor(type: ColumnType, arena: ByteArena) {
    this.scale = scaleOf(type)!;
    this.arena = arena;
  }

  /** The bytes of the number in a cell; undefined if it is no number, or has too many digits. */
  readonly read = (block: Buffer, start: number, end: number): Uint8Array | undefined => {
    const units = readSmallUnits(block, start, end, this.scale);
    let bytes: Uint8Array;
    if (units !== undefined) bytes = this.fromNumber(units);
    else {
      const first = block[start]!;
      if (first !== MINUS && !(first >= ZERO && first <= NINE)) return undefined;
      const large = parseUnits(block.toString('latin1', start, end), this.scale, PRECISION);
      if (large === undefined) return undefined;
      bytes = this.fromBigInt(large);
    }
    if (this.min === undefined || compareSigned(bytes, this.min) < 0) this.min = bytes;
    if (this.max === undefined || compareSigned(bytes, this.max) > 0) this.max = bytes;
    return bytes;
  };

  /** The least and the largest number of units since the last `clear`; undefined if there was none. */
  bounds(): { readonly min: bigint; readonly max: bigint } | undefined {
    return this.min && this.max && { min: toBigInt(this.min), max: toBigInt(this.max) };
  }

  clear(): void {
    this.min = this.max = undefined;
  }

  private fromNumber(units: number): Uint8Array {
    const bytes = this.arena.take(DECIMAL_BYTES);
    bytes.fill(units < 0 ? 0xff : 0, 0, DECIMAL_BYTES / 2);
    let high = Math.floor(units / TWO_32);
    let low = units - high * TWO_32;
    for (let at = DECIMAL_BYTES - 1; at >= DECIMAL_BYTES - 4; at--) {
      bytes[at] = low;
      bytes[at - 4] = high;
      low = Math.floor(low / 256);
      high = Math.floor(high / 256);
    }
    return bytes;
  }

  private fromBigInt(units: bigint): Uint8Array {
    const bytes = this.arena.take(DECIMAL_BYTES);
    const view = viewOf(bytes);
    view.setBigInt64(0, units >> 64n);
    view.setBigUint64(8, BigInt.asUintN(64, units));
    return bytes;
  }
}

/** The powers of ten up to 10¹⁸, which are exact. */
const POWERS = Array.from({ length: 19 }, (_, exponent) => Number(`1e${exponent}`));

/**
 * The number times ten to the power of `scale`, for a number without exponent and a safe result. Undefined for all other cells.
 */
function readSmallUnits(block: Uint8Array, start: number, end: number, scale: number): number | undefined {
  if (end - start > MAX_FAST_LENGTH) return undefined;
  const isNegative = block[start] === MINUS;
  let units = 0;
  let decimals = -1;
  for (let at = isNegative ? start + 1 : start; at < end; at++) {
    const byte = block[at]!;
    if (byte === POINT) decimals = 0;
    else if (byte >= ZERO && byte <= NINE) {
      units = units * 10 + (byte - ZERO);
      if (decimals >= 0) decimals++;
    } else return undefined;
  }
  if (decimals > scale) return undefined;
  units *= POWERS[scale - Math.max(0, decimals)]!;
  if (units > MAX_SAFE) return undefined;
  return isNegative && units !== 0 ? -units : units;
}

function toBigInt(bytes: Uint8Array): bigint {
  const view = viewOf(bytes);
  return (view.getBigInt64(0) << 64n) | view.getBigUint64(8);
}

function viewOf({ buffer, byteOffset, byteLength }: Uint8Array): DataView {
  return new DataView(buffer, byteOffset, byteLength);
}

/** Compares two numbers of the same size. The first byte has the sign. */
function compareSigned(left: Uint8Array, right: Uint8Array): number {
  const sign = (left[0]! ^ 0x80) - (right[0]! ^ 0x80);
  if (sign !== 0) return sign;
  for (let at = 1; at < DECIMAL_BYTES; at++) {
    const difference = left[at]! - right[at]!;
    if (difference !== 0) return difference;
  }
  return 0;
}
