/**
 * Writes the characters of the JSON string that `block` holds from `start` to `end`, with its quotation marks, into `out` at
 * `to`, as UTF-8: never more bytes than the string has. Half a surrogate pair has no UTF-8, and becomes U+FFFD. Returns the
 * index behind what was written.
 */
export function writeDecoded(block: Buffer, start: number, end: number, out: Buffer, to: number): number {
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

const REPLACEMENT = 0xfffd;
const ZERO = 0x30;
const NINE = 0x39;
const BACKSLASH = 0x5c;
const LOWER_CASE = 0x20;
const LOWER_A = 0x61;
const LOWER_U = 0x75;
/** What a byte after a backslash stands for. */
const CHARACTERS = Uint8Array.from({ length: 256 }, (_, byte) => byte);
for (const [letter, character] of ['b\b', 'f\f', 'n\n', 'r\r', 't\t']) {
  CHARACTERS[letter!.charCodeAt(0)] = character!.charCodeAt(0);
}
