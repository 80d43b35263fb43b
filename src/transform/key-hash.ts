/** Hashes the keys of rows by their bytes, to split rows over files. Rows of the same group have the same hash. */

import { BACKSLASH, MINUS, NINE, QUOTATION_MARK, ZERO } from '../core/bytes.ts';
import { cellAt } from '../records/cells.ts';
import { type GroupKey, keyIdentity } from './group-key.ts';
import type { RowBytes } from './key-table.ts';
import { KnownBytes } from './known-bytes.ts';

/** A function that gives the hash of a row of one side, which is not negative. The cells of the keys come first. */
export function createKeyHash(keys: readonly GroupKey[]): (row: RowBytes, side: number) => number {
  const hashes = keys.map(hashOfKey);
  return ({ block, starts, ends }, side) => {
    let hash = SEED;
    for (let index = 0; index < hashes.length; index++) {
      hash = Math.imul(hash ^ hashes[index]!(block, starts[index]!, ends[index]!, side), PRIME);
    }
    return hash >>> 0;
  };
}

type CellHash = (block: Buffer, start: number, end: number, side: number) => number;

function hashOfKey({ unitOf }: GroupKey): CellHash {
  if (unitOf === undefined) return hashOfCell;
  const known: (KnownBytes | undefined)[] = [];
  return (block, start, end, side) => {
    // No unit is the same as an empty cell.
    if (end === 0) return EMPTY;
    const ofSide = known[side] ?? new KnownBytes();
    known[side] = ofSide;
    let hash = ofSide.find(block, start, end);
    if (hash !== -1) return hash;
    hash = hashOfIdentity(keyIdentity(unitOf(cellAt(block, start, end), side)));
    ofSide.remember(block, start, end, hash);
    return hash;
  };
}

/**
 * The hash of the cell's identity, which is not negative. The bytes of most cells are those of their identity, apart from
 * quotation marks.
 */
function hashOfCell(block: Buffer, start: number, end: number): number {
  if (end === 0) return EMPTY;
  const isText = block[start] === QUOTATION_MARK;
  const isPlain = isText ? !hasEscape(block, start, end) : isWhole(block, start, end);
  if (!isPlain) return hashOfIdentity(keyIdentity(cellAt(block, start, end)));
  return isText ? hashOf(block, start + 1, end - 1) : hashOf(block, start, end);
}

function hashOfIdentity(identity: string): number {
  const bytes = Buffer.from(identity);
  return hashOf(bytes, 1, bytes.length - 1);
}

const SEED = 0x811c9dc5 | 0;
const PRIME = 0x01000193;
/** The hash of the empty text. */
const EMPTY = SEED >>> 1;

/** FNV-1a, without its last bit: not negative. */
function hashOf(bytes: Uint8Array, start: number, end: number): number {
  let hash = SEED;
  for (let at = start; at < end; at++) hash = Math.imul(hash ^ bytes[at]!, PRIME);
  return hash >>> 1;
}

function hasEscape(bytes: Uint8Array, start: number, end: number): boolean {
  for (let at = start; at < end; at++) if (bytes[at] === BACKSLASH) return true;
  return false;
}

/** True for a whole number other than `-0`, spelled without a point and an exponent. */
function isWhole(bytes: Uint8Array, start: number, end: number): boolean {
  const first = bytes[start] === MINUS ? start + 1 : start;
  if (bytes[first] === ZERO) return end - start === 1;
  for (let at = first; at < end; at++) if (bytes[at]! < ZERO || bytes[at]! > NINE) return false;
  return true;
}
