/** Half a surrogate pair, as an escape in a JSON string: `"\ud800"`. Valid UTF-8 has no other way to spell it. */

const ESCAPED_UNIT = Buffer.from('\\u');

/** False if no escape of that kind is in the bytes of valid JSON; true if one may be. */
export function hasEscapedUnit(bytes: Buffer): boolean {
  return bytes.includes(ESCAPED_UNIT);
}

/** True if the JSON value from `start` to `end` is a string with half a surrogate pair in it. */
export function hasLoneSurrogate(bytes: Buffer, start: number, end: number): boolean {
  if (bytes[start] !== QUOTATION_MARK) return false;
  for (let at = start + 1; at < end; at++) {
    if (bytes[at] !== BACKSLASH) continue;
    const half = surrogateAt(bytes, at);
    if (half === 'none') at++;
    else if (half === 'high' && surrogateAt(bytes, at + ESCAPE_LENGTH) === 'low') at += 2 * ESCAPE_LENGTH - 1;
    else return true;
  }
  return false;
}

const ESCAPE_LENGTH = '\\ud800'.length;

/** What the escape at `at` spells: `\ud800` to `\udbff` the first half of a pair, `\udc00` to `\udfff` the second. */
export function surrogateAt(bytes: Buffer, at: number): 'high' | 'low' | 'none' {
  if (bytes[at] !== BACKSLASH || bytes[at + 1] !== LOWER_U) return 'none';
  if ((bytes[at + 2]! | LOWER_CASE) !== LOWER_D) return 'none';
  const third = bytes[at + 3]! | LOWER_CASE;
  if (third === 0x38 || third === 0x39 || third === 0x61 || third === 0x62) return 'high';
  return third >= 0x63 && third <= 0x66 ? 'low' : 'none';
}

const LOWER_CASE = 0x20;
const QUOTATION_MARK = 0x22;
const BACKSLASH = 0x5c;
const LOWER_D = 0x64;
const LOWER_U = 0x75;
