/**
 * Writes CSV rows from the bytes of JSON records: most values are copied without decoding. In records like those before, one loop
 * finds the end of a value and copies it, which takes 12 % off a CSV of a million records (`npm run bench -- csv`).
 */

import {
  BACKSLASH,
  CLOSING_BRACE,
  COMMA,
  LINE_FEED,
  NINE,
  OPENING_BRACE,
  QUOTATION_MARK,
  SPACE,
} from '../core/bytes.ts';
import type { Column } from '../core/columns.ts';
import { endOfValue } from '../json/record-walker.ts';
import type { RecordSet } from '../records/record-set.ts';
import { type RowLayout, ScannedRows } from '../records/scanned-rows.ts';
import { writeField } from './csv-field.ts';

const FIRST_BYTES = 512 * 1024;

/** Rows with a field for each column, in blocks. A line of one empty field is `""`. A block is valid until the next is requested. */
export async function* copyRows(recordSet: RecordSet, columns: readonly Column[]): AsyncGenerator<Buffer> {
  const scanner = new ScannedRows(columns);
  const { starts, ends } = scanner;
  let known: RowLayout | undefined;
  let layout: CopyLayout | undefined;
  let bytes = Buffer.allocUnsafe(FIRST_BYTES);
  let length = 0;

  for await (const block of recordSet.lines()) {
    length = 0;
    for (let start = 0; start < block.length; ) {
      reserve(block.length - start);
      const next = layout === undefined ? -1 : copyLike(block, start, layout);
      start = next === -1 ? copyAny(block, start) : next;
    }
    yield bytes.subarray(0, length);
  }

  /** Makes room for the rows of `sizeBytes` bytes. They may be one text of quotation marks, each of which is doubled. */
  function reserve(sizeBytes: number): void {
    const needed = 2 * sizeBytes + columns.length + 3;
    if (length + needed <= bytes.length) return;
    const larger = Buffer.allocUnsafe(Math.max(bytes.length * 2, length + needed));
    bytes.copy(larger, 0, 0, length);
    bytes = larger;
  }

  /** Writes the row of the record on the line at `start`. Returns the index after its line feed. */
  function copyAny(block: Buffer, start: number): number {
    const next = scanner.scan(block, start);
    length = writeRow({ block, starts, ends }, bytes, length);
    if (scanner.layout !== known) {
      known = scanner.layout;
      layout = known && copyLayout(known, columns.length);
    }
    return next;
  }

  /** As `copyAny`, for a record with the layout. Returns -1 for any other record, and writes nothing. */
  function copyLike(block: Buffer, start: number, { of: { names, nameEnds }, separators }: CopyLayout): number {
    const out = bytes;
    const last = separators.length - 1;
    let at = start;
    let to = length;
    let name = 0;
    for (let value = 0; ; value++) {
      for (const end = nameEnds[value]!; name < end; name++, at++) {
        if (block[at] !== names[name]) return -1;
      }
      for (let count = separators[value]!; count > 0; count--) out[to++] = COMMA;
      if (value === last) break;
      const from = at;
      const field = to;
      let byte = block[at]!;
      if (byte === OPENING_BRACE) return -1;
      if (byte === QUOTATION_MARK) {
        byte = block[++at]!;
        while (byte !== QUOTATION_MARK && byte !== BACKSLASH && byte !== COMMA && byte >= SPACE) {
          out[to++] = byte;
          byte = block[++at]!;
        }
        if (byte === QUOTATION_MARK) {
          at++;
          continue;
        }
      } else if (byte <= NINE) {
        // A number with a plus sign ends too early here, and its record is then not like the others.
        while (byte > COMMA && byte !== CLOSING_BRACE) {
          out[to++] = byte;
          byte = block[++at]!;
        }
        continue;
      }
      at = endOfValue(block, from);
      to = writeField(block, from, at, out, field);
    }
    out[to++] = LINE_FEED;
    length = to;
    return at;
  }
}

/** A layout whose values are all copied, in the order of the columns. */
interface CopyLayout {
  readonly of: RowLayout;
  /** The number of separators in the row before each value, and after the last one. */
  readonly separators: Int32Array;
}

/** Undefined for a layout with values in another order, and for a single column, whose empty field has quotation marks. */
function copyLayout(layout: RowLayout, columnCount: number): CopyLayout | undefined {
  if (columnCount < 2) return undefined;
  const { targets, absent } = layout;
  // A column that occurs twice has one target.
  if (targets.length + absent.length !== columnCount) return undefined;
  let before = 0;
  const separators = Array.from(targets, (target) => {
    const count = target - before;
    before = target;
    return count;
  });
  if (separators.some((count) => count < 0)) return undefined;
  return { of: layout, separators: Int32Array.of(...separators, columnCount - 1 - before) };
}

/** JSON values in a block of bytes. The end of a missing value is 0. */
interface Values {
  readonly block: Buffer;
  readonly starts: ArrayLike<number>;
  readonly ends: ArrayLike<number>;
}

/** Writes the values as a line into `out` at `to`. Returns the index after it. */
function writeRow({ block, starts, ends }: Values, out: Buffer, to: number): number {
  let at = to;
  for (let column = 0; column < ends.length; column++) {
    if (column > 0) out[at++] = COMMA;
    if (ends[column] !== 0) at = writeField(block, starts[column]!, ends[column]!, out, at);
  }
  if (ends.length === 1 && at === to) at += out.write('""', at);
  out[at++] = LINE_FEED;
  return at;
}
