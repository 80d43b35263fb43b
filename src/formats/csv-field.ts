/** Writes single CSV fields from the bytes of JSON values. Most values are copied without decoding. */

import {
  BACKSLASH,
  CARRIAGE_RETURN,
  COMMA,
  LINE_FEED,
  LOWER_CASE,
  LOWER_N,
  LOWER_U,
  NINE,
  OPENING_BRACE,
  OPENING_BRACKET,
  QUOTATION_MARK,
  ZERO,
} from '../core/bytes.ts';

const REPLACEMENT = 0xfffd;
const LOWER_A = 0x61;
/** The character that a byte after a backslash stands for. */
const CHARACTERS = Uint8Array.from({ length: 256 }, (_, byte) => byte);
for (const [letter, character] of ['b\b', 'f\f', 'n\n', 'r\r', 't\t']) {
  CHARACTERS[letter!.charCodeAt(0)] = character!.charCodeAt(0);
}

/**
 * Writes the field of the JSON value of `block` from `start` to `end` into `out` at `to`, quoted by RFC 4180, section 2. Returns
 * the index after the field, which has at most twice as many bytes as the value.
 */
export function writeField(block: Buffer, start: number, end: number, out: Buffer, to: number): number {
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
  const last = end - 1;
  let at = to;
  for (let from = start + 1; from < last; from++) {
    const byte = block[from]!;
    if (byte === BACKSLASH || byte === COMMA) {
      return quote(out, to, writeDecoded(block, start, end, out, to));
    }
    out[at++] = byte;
  }
  return at;
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
