/** The grammar of JSON (RFC 8259): the states between and inside tokens, and where each byte leads. */

export enum State {
  // Between tokens: what may come next.
  Value,
  ValueOrEnd,
  Name,
  NameOrEnd,
  Colon,
  CommaOrEnd,
  Nothing,
  // Inside a token.
  String,
  Escape,
  Hex,
  Literal,
  // Inside a number: what it has so far (RFC 8259, section 6).
  Minus,
  Zero,
  Integer,
  Point,
  Fraction,
  Exponent,
  ExponentSign,
  ExponentDigits,
}

/** What could have come in each state, as an error says it. */
export const EXPECTED: readonly string[] = [
  'a value',
  'a value or `]`',
  'a member name in quotation marks',
  'a member name in quotation marks or `}`',
  '`:`',
  '`,` or a closing bracket',
  'nothing more',
  'no bare control character in a string',
  'one of `"\\/bfnrtu` after a backslash',
  'four hexadecimal digits after `\\u`',
  '`true`, `false` or `null`',
  // Inside a number that cannot end yet; one that can is ended by any other byte.
  'a digit',
  '',
  '',
  'a digit',
  '',
  'a digit, `+` or `-`',
  'a digit',
  '',
];

/** Literals by their first byte. */
export const LITERALS: Readonly<Record<number, string>> = { 116: 'true', 102: 'false', 110: 'null' };
/** Bytes that may follow a backslash. */
export const ESCAPES = new Set(Buffer.from('"\\/bfnrtu'));

/** The state behind the first byte of a value; undefined if no value begins with it. */
export function stateAfterFirst(byte: number): State | undefined {
  if (byte === 0x22) return State.String;
  if (byte === 0x7b || byte === 0x5b) return State.Value;
  if (byte === 0x2d) return State.Minus;
  if (byte === 0x30) return State.Zero;
  if (isDigit(byte)) return State.Integer;
  return byte in LITERALS ? State.Literal : undefined;
}

/** The state behind a further byte of a number; undefined if the byte does not belong to it. */
export function numberStateAfter(state: State, byte: number): State | undefined {
  if (isDigit(byte)) {
    if (state === State.Minus) return byte === 0x30 ? State.Zero : State.Integer;
    if (state === State.Zero) return undefined;
    if (state === State.Point) return State.Fraction;
    if (state === State.Exponent || state === State.ExponentSign) return State.ExponentDigits;
    return state;
  }
  if (byte === 0x2e) return state === State.Zero || state === State.Integer ? State.Point : undefined;
  if (byte === 0x65 || byte === 0x45) {
    return state === State.Zero || state === State.Integer || state === State.Fraction
      ? State.Exponent
      : undefined;
  }
  if (byte === 0x2b || byte === 0x2d) return state === State.Exponent ? State.ExponentSign : undefined;
  return undefined;
}

/** True if a number may end in this state. */
export function isFinished(state: State): boolean {
  return (
    state === State.Zero ||
    state === State.Integer ||
    state === State.Fraction ||
    state === State.ExponentDigits
  );
}

function isDigit(byte: number): boolean {
  return byte >= 0x30 && byte <= 0x39;
}

export function isHexDigit(byte: number): boolean {
  return isDigit(byte) || (byte >= 0x41 && byte <= 0x46) || (byte >= 0x61 && byte <= 0x66);
}
