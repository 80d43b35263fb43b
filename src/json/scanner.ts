/**
 * Scans one JSON text (RFC 8259) strictly, in chunks that are cut anywhere. It stores no values: it checks every byte, drops
 * the white space between tokens, and reports where the values of the outermost levels begin and end. The chunks must be
 * valid UTF-8: characters outside ASCII are then valid inside strings only, and need no further check.
 */

import {
  BACKSLASH,
  CARRIAGE_RETURN,
  CLOSING_BRACE,
  CLOSING_BRACKET,
  COLON,
  COMMA,
  LINE_FEED,
  OPENING_BRACE,
  OPENING_BRACKET,
  QUOTATION_MARK,
  SPACE,
  TAB,
} from '../core/bytes.ts';
import { ReportingError } from '../core/errors.ts';
import { toVisibleText } from '../core/text.ts';

interface JsonHandlers {
  /** The next bytes of the text, without the white space between tokens, as a view of the chunk. */
  text(bytes: Buffer): void;
  /** A member name of the outermost object begins. The text that follows belongs to it. */
  nameStart(): void;
  /** That name has ended. */
  nameEnd(): void;
  /** A value inside `depth` containers (0 to 2) begins with `byte`. The text that follows belongs to it. */
  valueStart(depth: number, byte: number): void;
  /**
   * That value has ended before index `end` of the chunk. Returns the index at which the scan resumes: `end`, or a later one if
   * the handler itself has read further elements of the same container, with their separators.
   */
  valueEnd(depth: number, chunk: Buffer, end: number): number;
}

/** The deepest nesting that is read: deeper records could exhaust the stack of a reader. */
export const MAX_DEPTH = 1000;
/** Handlers are called for values inside at most this many containers. */
const EVENT_DEPTH = 2;

const OBJECT = 1;
const ARRAY = 2;

/** Bytes that end a stretch of plain text in a string: quotation mark, backslash, control characters. */
const STRING_STOP = new Uint8Array(256);
STRING_STOP.fill(1, 0, 0x20);
STRING_STOP[QUOTATION_MARK] = 1;
STRING_STOP[BACKSLASH] = 1;

/** A JSON text may begin with it; parsers may ignore it (RFC 8259, section 8.1). */
const BYTE_ORDER_MARK = Buffer.from('\ufeff');

/** The states of the grammar (RFC 8259). `write` relies on their order. */
enum State {
  // Between tokens, by what may follow.
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
  // Inside a number, by its last byte (RFC 8259, section 6).
  Minus,
  Zero,
  Integer,
  Point,
  Fraction,
  Exponent,
  ExponentSign,
  ExponentDigits,
}

/** Literals by their first byte. */
const LITERALS: Readonly<Record<number, string>> = { 116: 'true', 102: 'false', 110: 'null' };
/** The state after a byte that begins a value, or goes on in a string escape or a number; 0 if the byte cannot. */
const NEXT = new Uint8Array((State.ExponentDigits + 1) * 256);
const DIGITS = '0123456789';
for (const [from, bytes, to] of [
  [[State.Value, State.ValueOrEnd], '"', State.String],
  [[State.Value, State.ValueOrEnd], '{', State.NameOrEnd],
  [[State.Value, State.ValueOrEnd], '[', State.ValueOrEnd],
  [[State.Value, State.ValueOrEnd], 'tfn', State.Literal],
  [[State.Value, State.ValueOrEnd], '-', State.Minus],
  [[State.Escape], '"\\/bfnrt', State.String],
  [[State.Escape], 'u', State.Hex],
  [[State.Hex], `${DIGITS}abcdefABCDEF`, State.Hex],
  [[State.Value, State.ValueOrEnd, State.Minus], '0', State.Zero],
  [[State.Value, State.ValueOrEnd, State.Minus], '123456789', State.Integer],
  [[State.Integer], DIGITS, State.Integer],
  [[State.Zero, State.Integer], '.', State.Point],
  [[State.Point, State.Fraction], DIGITS, State.Fraction],
  [[State.Zero, State.Integer, State.Fraction], 'eE', State.Exponent],
  [[State.Exponent], '+-', State.ExponentSign],
  [[State.Exponent, State.ExponentSign, State.ExponentDigits], DIGITS, State.ExponentDigits],
] as const) {
  for (const state of from) for (const byte of Buffer.from(bytes)) NEXT[state * 256 + byte] = to;
}
/** The states in which a number may end. */
const FINISHED = new Set([State.Zero, State.Integer, State.Fraction, State.ExponentDigits]);

/** Creates a scanner for one text. */
export function createJsonScanner(handlers: JsonHandlers) {
  const containers = new Uint8Array(MAX_DEPTH + 1);
  let state: State = State.Value;
  let depth = 0;
  let isName = false;
  let hexDigits = 0;
  let literal = '';
  let literalIndex = 0;
  let offset = 0;

  let chunk: Buffer = Buffer.alloc(0);
  /** The index of the first byte that no handler has received. */
  let textStart = 0;
  /** The index at which the scan resumes if a handler has read further. */
  let resumeAt = 0;

  function emitText(end: number): void {
    if (end > textStart) handlers.text(chunk.subarray(textStart, end));
    textStart = end;
  }

  function fail(index: number): never {
    const [character = ''] = chunk.toString('utf8', index, index + 4);
    const problem = `unexpected \`${toVisibleText(character)}\``;
    throw new ReportingError('E-bad-body', `the body is not valid JSON at byte ${offset + index}: ${problem}`);
  }

  function startValue(index: number, byte: number): void {
    if (depth <= EVENT_DEPTH) {
      emitText(index);
      handlers.valueStart(depth, byte);
    }
  }

  /** `end` is the index after the last byte of the value. */
  function endValue(end: number): void {
    state = depth === 0 ? State.Nothing : State.CommaOrEnd;
    if (depth <= EVENT_DEPTH) {
      emitText(end);
      resumeAt = handlers.valueEnd(depth, chunk, end);
      textStart = resumeAt;
    }
  }

  function open(container: number, index: number): void {
    if (depth === MAX_DEPTH) {
      const message = `the body is nested more than ${MAX_DEPTH} levels deep at byte ${offset + index}`;
      throw new ReportingError('E-bad-body', message);
    }
    containers[++depth] = container;
    state = container === OBJECT ? State.NameOrEnd : State.ValueOrEnd;
  }

  function close(container: number, index: number): void {
    if (depth === 0 || containers[depth] !== container) fail(index);
    depth--;
    endValue(index + 1);
  }

  /** Handles the byte that begins a value or closes an empty array. */
  function beginValue(byte: number, index: number): void {
    if (byte === CLOSING_BRACKET && state === State.ValueOrEnd) {
      close(ARRAY, index);
      return;
    }
    const next = NEXT[state * 256 + byte]!;
    if (next === 0) fail(index);
    startValue(index, byte);
    if (byte === OPENING_BRACE) open(OBJECT, index);
    else if (byte === OPENING_BRACKET) open(ARRAY, index);
    else {
      state = next;
      isName = false;
      if (next === State.Literal) {
        literal = LITERALS[byte]!;
        literalIndex = 1;
      }
    }
  }

  function endString(index: number): void {
    if (!isName) {
      endValue(index + 1);
      return;
    }
    state = State.Colon;
    if (depth === 1) {
      emitText(index + 1);
      handlers.nameEnd();
    }
  }

  function betweenTokens(byte: number, index: number): void {
    switch (state) {
      case State.Value:
      case State.ValueOrEnd:
        beginValue(byte, index);
        return;
      case State.NameOrEnd:
      case State.Name:
        if (byte === QUOTATION_MARK) {
          if (depth === 1) {
            emitText(index);
            handlers.nameStart();
          }
          state = State.String;
          isName = true;
        } else if (byte === CLOSING_BRACE && state === State.NameOrEnd) close(OBJECT, index);
        else fail(index);
        return;
      case State.Colon:
        if (byte !== COLON) fail(index);
        state = State.Value;
        return;
      case State.CommaOrEnd:
        if (byte === COMMA) state = containers[depth] === OBJECT ? State.Name : State.Value;
        else if (byte === CLOSING_BRACE) close(OBJECT, index);
        else if (byte === CLOSING_BRACKET) close(ARRAY, index);
        else fail(index);
        return;
      default:
        fail(index);
    }
  }

  function scan(bytes: Buffer): void {
    const { length } = bytes;
    for (let index = textStart; index < length; index++) {
      const byte = bytes[index]!;
      if (state === State.String) {
        while (index < length && STRING_STOP[bytes[index]!] === 0) index++;
        if (index === length) return;
        if (bytes[index] === QUOTATION_MARK) endString(index);
        else if (bytes[index] === BACKSLASH) state = State.Escape;
        else fail(index);
      } else if (state < State.String) {
        if (byte === SPACE || byte === LINE_FEED || byte === CARRIAGE_RETURN || byte === TAB) {
          emitText(index);
          textStart = index + 1;
        } else {
          resumeAt = 0;
          betweenTokens(byte, index);
          if (resumeAt > index) index = resumeAt - 1;
        }
      } else if (state >= State.Minus) {
        const next = NEXT[state * 256 + byte]!;
        if (next !== 0) state = next;
        else if (FINISHED.has(state)) {
          endValue(index);
          index--;
        } else fail(index);
      } else if (state !== State.Literal) {
        const next = NEXT[state * 256 + byte]!;
        if (next === 0) fail(index);
        hexDigits = state === State.Escape ? 0 : hexDigits + 1;
        state = hexDigits === 4 ? State.String : next;
      } else {
        if (byte !== literal.charCodeAt(literalIndex)) fail(index);
        if (++literalIndex === literal.length) endValue(index + 1);
      }
    }
  }

  return {
    /** Throws a malformed error at the first byte that is not valid JSON. */
    write(bytes: Buffer): void {
      chunk = bytes;
      const isMarked = offset === 0 && state === State.Value && bytes.indexOf(BYTE_ORDER_MARK) === 0;
      textStart = isMarked ? BYTE_ORDER_MARK.length : 0;
      scan(bytes);
      emitText(bytes.length);
      offset += bytes.length;
    },
    /** True once the outermost value is closed. */
    isWhole: () => state === State.Nothing,
  };
}
