/** Rows of CSV out of the bytes of JSON values: most are copied as they are, since what they spell is what they show. */

import type { RowScanner } from '../segments/row-scanner.ts';
import { writeDecoded } from './decoded-string.ts';

export interface DelimitedRows {
  /** Forgets what was added. */
  restart(): void;
  /** Adds the row of the record that the scanner has just found in `block`, of `recordBytes` bytes. */
  add(block: Buffer, recordBytes: number): void;
  /** What was added since the restart, valid until the next. */
  bytes(): Buffer;
}

const FIRST_BYTES = 512 * 1024;

const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;
const QUOTATION_MARK = 0x22;
const OPENING_BRACKET = 0x5b;
const BACKSLASH = 0x5c;
/** First byte of `null`, and of no other value. */
const NULL = 0x6e;
const OPENING_BRACE = 0x7b;

/** Rows of `columnCount` fields, quoted as RFC 4180 says, section 2, and where the line would be empty otherwise. */
export function createDelimitedRows(
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

  /** Puts the bytes between `from` and `to` in quotation marks, if one of them needs it. Returns the index behind it. */
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

  /** A string that holds no escape holds no quotation mark and no end of line: the delimiter alone can make it special. */
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
      // All of the record may be one text, each of its characters a quotation mark to be doubled.
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
