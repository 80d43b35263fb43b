/** Writes CSV rows from the bytes of JSON values. Most values are copied without decoding. */

import type { Column } from '../core/columns.ts';
import type { RecordSet } from '../records/record-set.ts';
import { createRowScanner, type RowScanner } from '../records/row-scanner.ts';

const FIRST_BYTES = 512 * 1024;

const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;
const QUOTATION_MARK = 0x22;
const OPENING_BRACKET = 0x5b;
const BACKSLASH = 0x5c;
/** First byte of `null`; no other value begins with it. */
const NULL = 0x6e;
const OPENING_BRACE = 0x7b;
const REPLACEMENT = 0xfffd;
const ZERO = 0x30;
const NINE = 0x39;
const LOWER_CASE = 0x20;
const LOWER_A = 0x61;
const LOWER_U = 0x75;
/** The character that a byte after a backslash stands for. */
const CHARACTERS = Uint8Array.from({ length: 256 }, (_, byte) => byte);
for (const [letter, character] of ['b\b', 'f\f', 'n\n', 'r\r', 't\t']) {
  CHARACTERS[letter!.charCodeAt(0)] = character!.charCodeAt(0);
}

/** The rows of all records, in blocks. A block is valid until the next is requested. */
export async function* copyRows(
  recordSet: RecordSet,
  columns: readonly Column[],
  delimiter: string,
): AsyncGenerator<Buffer> {
  const scanner = createRowScanner(columns);
  const lines = createDelimitedRows(scanner, columns.length, delimiter);
  for await (const block of recordSet.lines()) {
    lines.restart();
    for (let start = 0; start < block.length; ) {
      const end = scanner.scan(block, start);
      lines.add(block, end - start);
      start = end;
    }
    yield lines.bytes();
  }
}

interface DelimitedRows {
  /** Discards the added rows. */
  restart(): void;
  /** Adds the row of the record of `recordBytes` bytes that the scanner found last in `block`. */
  add(block: Buffer, recordBytes: number): void;
  /** The rows since the last restart; valid until the next. */
  bytes(): Buffer;
}

/** Rows of `columnCount` fields, quoted by RFC 4180, section 2. A line of one empty field is `""`. */
function createDelimitedRows(
  { starts, ends }: Pick<RowScanner, 'starts' | 'ends'>,
  columnCount: number,
  delimiter: string,
): DelimitedRows {
  const separator = delimiter.charCodeAt(0);
  let bytes = Buffer.allocUnsafe(FIRST_BYTES);
  let length = 0;

  function reserve(sizeBytes: number): void {
    if (length + sizeBytes <= bytes.length) return;
    const larger = Buffer.allocUnsafe(Math.max(bytes.length * 2, length + sizeBytes));
    bytes.copy(larger, 0, 0, length);
    bytes = larger;
  }

  /** Quotes the bytes between `from` and `to` if necessary. Returns the index after the field. */
  function quote(from: number, to: number): number {
    let marks = 0;
    let isSpecial = false;
    for (let at = from; at < to; at++) {
      const byte = bytes[at]!;
      if (byte === QUOTATION_MARK) marks++;
      else if (byte === separator || byte === LINE_FEED || byte === CARRIAGE_RETURN) isSpecial = true;
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

  /** A string without an escape has no quotation mark and no end of line: it needs quotes only if it has the delimiter. */
  function addString(block: Buffer, start: number, end: number, to: number): number {
    const out = bytes;
    const last = end - 1;
    let isSpecial = false;
    let at = to;
    for (let from = start + 1; from < last; from++) {
      const byte = block[from]!;
      if (byte === BACKSLASH) return quote(to, writeDecoded(block, start, end, out, to));
      if (byte === separator) isSpecial = true;
      out[at++] = byte;
    }
    if (!isSpecial) return at;
    block.copy(out, to, start, end);
    return to + end - start;
  }

  function addJson(block: Buffer, start: number, end: number, to: number): number {
    block.copy(bytes, to, start, end);
    return quote(to, to + end - start);
  }

  function addCell(block: Buffer, start: number, end: number, to: number): number {
    const first = block[start];
    if (first === QUOTATION_MARK) return addString(block, start, end, to);
    if (first === OPENING_BRACKET || first === OPENING_BRACE) return addJson(block, start, end, to);
    if (first === NULL) return to;
    const out = bytes;
    for (let from = start; from < end; from++) out[to++] = block[from]!;
    return to;
  }

  return {
    restart() {
      length = 0;
    },
    add(block, recordBytes) {
      // The record may be one text of quotation marks, each of which is doubled.
      reserve(2 * recordBytes + columnCount + 3);
      let to = length;
      for (let column = 0; column < columnCount; column++) {
        if (column > 0) bytes[to++] = separator;
        const [start, end] = [starts[column]!, ends[column]!];
        if (end !== 0) to = addCell(block, start, end, to);
      }
      if (columnCount === 1 && to === length) to += bytes.write('""', to);
      bytes[to++] = LINE_FEED;
      length = to;
    },
    bytes: () => bytes.subarray(0, length),
  };
}

/**
 * Decodes the JSON string of `block` from `start` to `end`, quotation marks included, and writes it as UTF-8 into `out` at
 * `to`. The result has at most as many bytes as the string. U+FFFD replaces half of a surrogate pair. Returns the index after
 * the last byte.
 */
function writeDecoded(block: Buffer, start: number, end: number, out: Buffer, to: number): number {
  for (let from = start + 1; from < end - 1; ) {
    const byte = block[from++]!;
    if (byte !== BACKSLASH) {
      out[to++] = byte;
      continue;
    }
    const escaped = block[from++]!;
    if (escaped !== LOWER_U) {
      out[to++] = CHARACTERS[escaped]!;
      continue;
    }
    let point = unitAt(block, from);
    from += 4;
    if (point >= 0xd800 && point <= 0xdfff) {
      const isPair = point <= 0xdbff && block[from] === BACKSLASH && block[from + 1] === LOWER_U;
      const second = isPair ? unitAt(block, from + 2) : 0;
      if (second >= 0xdc00 && second <= 0xdfff) {
        point = 0x10000 + ((point - 0xd800) << 10) + (second - 0xdc00);
        from += 6;
      } else point = REPLACEMENT;
    }
    to = writePoint(point, out, to);
  }
  return to;
}

/** The UTF-16 code unit that four hexadecimal digits spell. */
function unitAt(block: Buffer, start: number): number {
  let unit = 0;
  for (let at = start; at < start + 4; at++) {
    const byte = block[at]!;
    unit = unit * 16 + (byte <= NINE ? byte - ZERO : (byte | LOWER_CASE) - LOWER_A + 10);
  }
  return unit;
}

/** UTF-8: RFC 3629, section 3. */
function writePoint(point: number, out: Buffer, to: number): number {
  if (point < 0x80) {
    out[to++] = point;
    return to;
  }
  if (point < 0x800) out[to++] = 0xc0 | (point >> 6);
  else {
    if (point < 0x10000) out[to++] = 0xe0 | (point >> 12);
    else {
      out[to++] = 0xf0 | (point >> 18);
      out[to++] = 0x80 | ((point >> 12) & 0x3f);
    }
    out[to++] = 0x80 | ((point >> 6) & 0x3f);
  }
  out[to++] = 0x80 | (point & 0x3f);
  return to;
}
