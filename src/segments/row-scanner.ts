/**
 * Finds the cells of records in the bytes of the spool, where they are valid JSON, minified. Each member is first compared
 * with the one that followed last time, so that records of one shape cost no more than a comparison of their names; a name
 * in another place is looked up by a hash of its bytes, so that records of many shapes cost little more.
 */

import type { Column } from '../core/column.ts';
import { damaged } from './record-walker.ts';

export interface RowScanner {
  /** Finds the cells of the record that is the line at `start`. Returns the index behind its line feed. */
  scan(block: Buffer, start: number): number;
  /**
   * Where the cell of each column begins in the block, and ends; the end is 0 where the record has none. Of a member that
   * comes twice in a record, this is the last.
   */
  readonly starts: Int32Array;
  readonly ends: Int32Array;
}

/** A place in the records' trees of names: one that leads to columns, or any other. */
interface Place {
  /** Index of its column; -1 for none. */
  column: number;
  /** By name, those that lead to columns. */
  readonly inner: Map<string, Place>;
  /** The member that came first last time. */
  first: Member;
  /** By a hash of their names' bytes. */
  readonly members: Map<number, Member>;
  /** The record, by its number, in which this was last seen. */
  seenIn: number;
}

/** A name as records spell it in a place, and what it leads to. */
interface Member {
  /** With its quotation marks and the colon behind it: `"date":`. */
  readonly spelling: Uint8Array;
  /** Undefined where no column is. */
  readonly place: Place | undefined;
  /** The member that followed last time. */
  next: Member;
  /** The next one of the same hash. */
  readonly other: Member | undefined;
}

export interface RowScannerOptions {
  /** True if a column whose path leads to an object is the whole object; false if only what is in it are columns. */
  readonly wholeObjects?: boolean;
}

/** Bytes of names that are remembered, about: records may have any number of members that are no columns. */
const MAX_REMEMBERED_BYTES = 4 * 1024 * 1024;
/** What a name takes in memory beside its bytes. */
const MEMBER_BYTES = 250;

/** Follows no member, and no name is spelled like it. */
const NONE: Member = { spelling: Uint8Array.of(0), place: undefined, next: undefined!, other: undefined };
NONE.next = NONE;

export function createRowScanner(
  columns: readonly Column[],
  { wholeObjects = false }: RowScannerOptions = {},
): RowScanner {
  const starts = new Int32Array(columns.length);
  const ends = new Int32Array(columns.length);
  const root = createPlace();
  columns.forEach(({ path }, index) => {
    placeAt(root, path).column = index;
  });
  let record = 0;
  let rememberedBytes = 0;

  /** The member at `start` that is not the expected one. */
  function findMember(block: Buffer, start: number, parent: Place): Member {
    let hash = 0;
    let at = start + 1;
    for (let byte = block[at]; byte !== QUOTATION_MARK; byte = block[++at]) {
      if (byte === BACKSLASH) byte = block[++at];
      if (isDamage(byte)) throw damaged();
      hash = (Math.imul(hash, 31) + byte!) | 0;
    }
    const known = parent.members.get(hash);
    for (let member = known; member !== undefined; member = member.other) {
      if (isAt(block, start, member.spelling)) return member;
    }
    const spelling = Uint8Array.prototype.slice.call(block, start, at + 2);
    const name = parent.inner.size === 0 ? '' : (JSON.parse(block.toString('utf8', start, at + 1)) as string);
    const member: Member = { spelling, place: parent.inner.get(name), next: NONE, other: known };
    if (rememberedBytes < MAX_REMEMBERED_BYTES) {
      rememberedBytes += spelling.length + MEMBER_BYTES;
      parent.members.set(hash, member);
    }
    return member;
  }

  /** The record has this member again: what came of the first is void. */
  function forget({ column, inner }: Place): void {
    if (column !== -1) ends[column] = 0;
    for (const each of inner.values()) forget(each);
  }

  function put(column: number, start: number, end: number): void {
    starts[column] = start;
    ends[column] = end;
  }

  /** Returns the index behind the object at `start`. */
  function scanObject(block: Buffer, start: number, parent: Place): number {
    let at = start + 1;
    if (block[at] === CLOSING_BRACE) return at + 1;
    let expected = parent.first;
    for (let before = NONE; ; at++) {
      let member = expected;
      if (!isAt(block, at, member.spelling)) {
        member = findMember(block, at, parent);
        if (before === NONE) parent.first = member;
        else before.next = member;
      }
      before = member;
      expected = member.next;
      at += member.spelling.length;

      const { place } = member;
      const valueStart = at;
      if (place === undefined) at = endOfValue(block, at);
      else {
        if (place.seenIn === record) forget(place);
        place.seenIn = record;
        if (block[at] !== OPENING_BRACE || block[at + 1] === CLOSING_BRACE) {
          at = endOfValue(block, at);
          if (place.column !== -1) put(place.column, valueStart, at);
        } else {
          at = scanObject(block, at, place);
          if (wholeObjects && place.column !== -1) put(place.column, valueStart, at);
        }
      }
      const byte = block[at];
      if (byte === CLOSING_BRACE) return at + 1;
      if (byte !== COMMA) throw damaged();
    }
  }

  return {
    starts,
    ends,
    scan(block, start) {
      for (let column = 0; column < ends.length; column++) ends[column] = 0;
      record++;
      const end = scanObject(block, start, root);
      if (block[end] !== LINE_FEED) throw damaged();
      return end + 1;
    },
  };
}

function createPlace(): Place {
  return { column: -1, inner: new Map(), first: NONE, members: new Map(), seenIn: 0 };
}

/** The place that `path` leads to from `root`, made if it is new. */
function placeAt(root: Place, path: readonly string[]): Place {
  let place = root;
  for (const name of path) {
    const next = place.inner.get(name) ?? createPlace();
    place.inner.set(name, next);
    place = next;
  }
  return place;
}

function isAt(block: Buffer, start: number, spelling: Uint8Array): boolean {
  for (let index = 0; index < spelling.length; index++) {
    if (block[start + index] !== spelling[index]) return false;
  }
  return true;
}

function endOfValue(block: Buffer, start: number): number {
  const first = block[start];
  if (first === QUOTATION_MARK) return endOfString(block, start);
  if (first === OPENING_BRACKET || first === OPENING_BRACE) return endOfContainer(block, start);
  for (let at = start; ; at++) {
    const byte = block[at];
    if (byte === COMMA || byte === CLOSING_BRACE) return at;
    if (isDamage(byte)) throw damaged();
  }
}

function endOfString(block: Buffer, start: number): number {
  for (let at = start + 1; ; at++) {
    const byte = block[at];
    if (byte === QUOTATION_MARK) return at + 1;
    if (byte === BACKSLASH) at++;
    else if (isDamage(byte)) throw damaged();
  }
}

function endOfContainer(block: Buffer, start: number): number {
  let depth = 0;
  for (let at = start; ; at++) {
    const byte = block[at];
    if (byte === QUOTATION_MARK) at = endOfString(block, at) - 1;
    else if (byte === OPENING_BRACKET || byte === OPENING_BRACE) depth++;
    else if (byte === CLOSING_BRACKET || byte === CLOSING_BRACE) {
      depth--;
      if (depth === 0) return at + 1;
    } else if (isDamage(byte)) throw damaged();
  }
}

/** True for what no value holds as a byte: a control character, such as the line's end, or nothing at all. */
function isDamage(byte: number | undefined): boolean {
  return byte === undefined || byte < SPACE;
}

const LINE_FEED = 0x0a;
const SPACE = 0x20;
const QUOTATION_MARK = 0x22;
const COMMA = 0x2c;
const OPENING_BRACKET = 0x5b;
const BACKSLASH = 0x5c;
const CLOSING_BRACKET = 0x5d;
const OPENING_BRACE = 0x7b;
const CLOSING_BRACE = 0x7d;
