/**
 * Writes CSV rows from the bytes of JSON records: most values are copied without decoding. In records like those before, one loop
 * finds the end of a value and copies it, which takes 12 % off a CSV of a million records (`npm run bench -- csv`).
 */

import {
  BACKSLASH,
  CARRIAGE_RETURN,
  CLOSING_BRACE,
  COMMA,
  LINE_FEED,
  LOWER_N,
  NINE,
  OPENING_BRACE,
  OPENING_BRACKET,
  QUOTATION_MARK,
  SPACE,
} from '../core/bytes.ts';
import type { Column } from '../core/columns.ts';
import { endOfValue } from '../json/record-walker.ts';
import type { RecordSet } from '../records/record-set.ts';
import { type RowLayout, ScannedRows } from '../records/scanned-rows.ts';

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
    const from = length;
    for (let column = 0; column < ends.length; column++) {
      if (column > 0) bytes[length++] = COMMA;
      if (ends[column] !== 0) length = writeField(block, starts[column]!, ends[column]!, bytes, length);
    }
    if (ends.length === 1 && length === from) length += bytes.write('""', length);
    bytes[length++] = LINE_FEED;
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
  const places = [...targets, columnCount - 1];
  const separators = Int32Array.from(places, (place, index) => place - (places[index - 1] ?? 0));
  return separators.some((count) => count < 0) ? undefined : { of: layout, separators };
}

/**
 * Writes the field of the JSON value of `block` from `start` to `end` into `out` at `to`, quoted by RFC 4180, section 2. Returns
 * the index after the field, which has at most twice as many bytes as the value.
 */
function writeField(block: Buffer, start: number, end: number, out: Buffer, to: number): number {
  const first = block[start];
  if (first === QUOTATION_MARK) return writeString(block, start, end, out, to);
  if (first === OPENING_BRACKET || first === OPENING_BRACE) {
    return quote(out, to, to + block.copy(out, to, start, end));
  }
  if (first === LOWER_N) return to;
  for (let from = start; from < end; from++) out[to++] = block[from]!;
  return to;
}

/** A string without an escape has no quotation mark and no end of line: it needs quotes only if it has a comma. */
function writeString(block: Buffer, start: number, end: number, out: Buffer, to: number): number {
  let at = to;
  let hasComma = false;
  for (let from = start + 1; from < end - 1; from++) {
    const byte = block[from]!;
    if (byte === BACKSLASH) {
      const text = JSON.parse(block.toString('utf8', start, end)) as string;
      // U+FFFD replaces half of a surrogate pair.
      return quote(out, to, to + out.write(text, to));
    }
    if (byte === COMMA) hasComma = true;
    out[at++] = byte;
  }
  return hasComma ? quote(out, to, at) : at;
}

/** Quotes the bytes between `from` and `to` if necessary. Returns the index after the field. */
function quote(bytes: Buffer, from: number, to: number): number {
  let marks = 0;
  let isSpecial = false;
  for (let at = from; at < to; at++) {
    const byte = bytes[at]!;
    if (byte === QUOTATION_MARK) marks++;
    else if (byte === COMMA || byte === LINE_FEED || byte === CARRIAGE_RETURN) isSpecial = true;
  }
  if (marks === 0 && !isSpecial) return to;
  const end = to + marks + 2;
  let at = end;
  bytes[--at] = QUOTATION_MARK;
  for (let source = to; source > from; ) {
    const byte = bytes[--source]!;
    bytes[--at] = byte;
    if (byte === QUOTATION_MARK) bytes[--at] = byte;
  }
  bytes[--at] = QUOTATION_MARK;
  return end;
}
