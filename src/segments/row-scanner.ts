/**
 * Finds the cells of records in the bytes of the spool, where a record has the shape of one before it: by comparing what
 * is the same in all of them, and stepping over the values. The spool holds valid JSON, minified, so that is all it takes.
 */

import { type Column, columnKey } from '../core/column.ts';
import { type RecordShape, shapeOf } from './record-shape.ts';
import { damaged } from './record-walker.ts';

export interface RowScanner {
  /**
   * Finds the cells of the record that is the line at `start`. Returns the index behind its line feed; -1 for a record that
   * is to be read otherwise.
   */
  scan(block: Buffer, start: number): number;
  /** Where the cell of each column begins in the block, and ends; the same index twice where the record has none. */
  readonly starts: Int32Array;
  readonly ends: Int32Array;
}

interface KnownShape {
  /** All of the shape's glue, and where each piece ends in it. */
  readonly glue: Buffer;
  readonly glueEnds: Int32Array;
  /** For each leaf, the index of its column; one behind the last for a leaf that is not wanted. */
  readonly columnOf: Int32Array;
  readonly hasAllColumns: boolean;
}

/** Shapes that are tried, and shapes that are learned at all: optional members can make a new shape of every record. */
const MAX_SHAPES = 8;
const MAX_LEARNED = 32;

export function createRowScanner(columns: readonly Column[]): RowScanner {
  const starts = new Int32Array(columns.length + 1);
  const ends = new Int32Array(columns.length + 1);
  const indexOf = new Map(columns.map(({ path }, index) => [columnKey(path), index]));
  /** The one that matched last comes first. */
  const known: KnownShape[] = [];
  let learned = 0;

  /** Index behind the line, or -1 if its record has another shape. */
  function scanAs(
    { glue, glueEnds, columnOf, hasAllColumns }: KnownShape,
    block: Buffer,
    start: number,
  ): number {
    if (!hasAllColumns) {
      starts.fill(0);
      ends.fill(0);
    }
    let at = start;
    let glueAt = 0;
    for (let leaf = 0; leaf < columnOf.length; leaf++) {
      for (const end = glueEnds[leaf]!; glueAt < end; glueAt++, at++) {
        if (block[at] !== glue[glueAt]) return -1;
      }
      const column = columnOf[leaf]!;
      starts[column] = at;
      let byte = block[at];
      if (byte === QUOTATION_MARK) {
        for (at++; ; at++) {
          byte = block[at];
          if (byte === QUOTATION_MARK) break;
          if (byte === BACKSLASH) at++;
          else if (isDamage(byte)) throw damaged();
        }
        at++;
      } else if (byte === OPENING_BRACKET) {
        at = endOfArray(block, at);
      } else if (byte === OPENING_BRACE) {
        // What is in an object are columns of their own.
        if (block[at + 1] !== CLOSING_BRACE) return -1;
        at += 2;
      } else {
        while (byte !== COMMA && byte !== CLOSING_BRACE) {
          if (isDamage(byte)) throw damaged();
          byte = block[++at];
        }
      }
      ends[column] = at;
    }
    for (; glueAt < glue.length; glueAt++, at++) {
      if (block[at] !== glue[glueAt]) return -1;
    }
    return at;
  }

  function learn(record: string): KnownShape | undefined {
    learned++;
    const shape = shapeOf(record);
    if (shape === undefined) return undefined;
    known.unshift(prepare(shape, indexOf));
    known.length = Math.min(known.length, MAX_SHAPES);
    return known[0];
  }

  return {
    starts,
    ends,
    scan(block, start) {
      for (let index = 0; index < known.length; index++) {
        const candidate = known[index]!;
        const end = scanAs(candidate, block, start);
        if (end === -1) continue;
        if (index > 0) {
          known.splice(index, 1);
          known.unshift(candidate);
        }
        return end;
      }
      if (learned === MAX_LEARNED) return -1;
      const shape = learn(block.toString('utf8', start, block.indexOf(LINE_FEED, start)));
      return shape === undefined ? -1 : scanAs(shape, block, start);
    },
  };
}

function prepare({ glue, leaves }: RecordShape, indexOf: ReadonlyMap<string, number>): KnownShape {
  const pieces = [...glue.slice(0, -1), `${glue.at(-1)}\n`].map((piece) => Buffer.from(piece));
  let end = 0;
  const glueEnds = pieces.map((piece) => {
    end += piece.length;
    return end;
  });
  const columnOf = leaves.map(({ column }) => indexOf.get(columnKey(column.path)) ?? indexOf.size);
  return {
    glue: Buffer.concat(pieces),
    glueEnds: Int32Array.from(glueEnds),
    columnOf: Int32Array.from(columnOf),
    hasAllColumns: new Set(columnOf.filter((index) => index < indexOf.size)).size === indexOf.size,
  };
}

/** Index behind the array at `start`. */
function endOfArray(block: Buffer, start: number): number {
  let depth = 0;
  for (let at = start; ; at++) {
    const byte = block[at];
    if (byte === QUOTATION_MARK) {
      for (at++; block[at] !== QUOTATION_MARK; at++) {
        if (block[at] === BACKSLASH) at++;
        else if (isDamage(block[at])) throw damaged();
      }
    } else if (byte === OPENING_BRACKET || byte === OPENING_BRACE) depth++;
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
