/** Whole numbers and decimals, read from the bytes of cells without floating point and, if they fit 64 bits, without bigint. */

import { MINUS, POINT, ZERO } from '../core/bytes.ts';

/** A signed number of 64 bits, as two parts. */
export interface Int64Parts {
  /** Signed. */
  high: number;
  /** From 0 to 2³² - 1. */
  low: number;
}

const BILLION = 1e9;
const DIGITS_OF_BILLION = 9;
/** Below it, the number times a billion, plus less than a billion, fits 63 bits. */
const MAX_BILLIONS = 9_223_372_036;
const TWO_16 = 2 ** 16;
const TWO_32 = 2 ** 32;
const POWERS = [1, 10, 100, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9];

/** Reads a whole number. False for all other cells, and for some numbers near the limits of 64 bits. */
export function readWhole(block: Uint8Array, start: number, end: number, parts: Int64Parts): boolean {
  const isNegative = block[start] === MINUS;
  const split = end - DIGITS_OF_BILLION;
  let billions = 0;
  let rest = 0;
  for (let at = isNegative ? start + 1 : start; at < end; at++) {
    const digit = block[at]! - ZERO;
    if (digit < 0 || digit > 9) return false;
    if (at < split) billions = billions * 10 + digit;
    else rest = rest * 10 + digit;
  }
  return setParts(billions, rest, isNegative, parts);
}

/**
 * Reads a number times a billion. False for cells that are not numbers in plain notation with up to nine decimals, and for
 * large ones.
 */
export function readScaled9(block: Uint8Array, start: number, end: number, parts: Int64Parts): boolean {
  const isNegative = block[start] === MINUS;
  let whole = 0;
  let fraction = 0;
  let decimals = -1;
  for (let at = isNegative ? start + 1 : start; at < end; at++) {
    const byte = block[at]!;
    const digit = byte - ZERO;
    if (digit >= 0 && digit <= 9) {
      if (decimals < 0) whole = whole * 10 + digit;
      else if (decimals === DIGITS_OF_BILLION) return false;
      else {
        fraction = fraction * 10 + digit;
        decimals++;
      }
    } else if (byte === POINT) decimals = 0;
    else return false;
  }
  return setParts(whole, fraction * POWERS[DIGITS_OF_BILLION - Math.max(0, decimals)]!, isNegative, parts);
}

/** Sets the parts of `billions` times a billion plus `rest`. */
function setParts(billions: number, rest: number, isNegative: boolean, parts: Int64Parts): boolean {
  if (billions >= MAX_BILLIONS) return false;
  // Both factors of each product have few enough bits for a double.
  const upper = Math.floor(billions / TWO_16) * BILLION;
  const lower = (billions % TWO_16) * BILLION + rest;
  const lowSum = (upper % TWO_16) * TWO_16 + (lower % TWO_32);
  let low = lowSum % TWO_32;
  let high = Math.floor(upper / TWO_16) + Math.floor(lower / TWO_32) + Math.floor(lowSum / TWO_32);
  if (isNegative) {
    high = low === 0 ? -high : -high - 1;
    low = low === 0 ? 0 : TWO_32 - low;
  }
  parts.high = high;
  parts.low = low;
  return true;
}
