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
  LOWER_CASE,
  LOWER_E,
  LOWER_U,
  MINUS,
  NINE,
  OPENING_BRACE,
  OPENING_BRACKET,
  PLUS,
  POINT,
  QUOTATION_MARK,
  SPACE,
  TAB,
  ZERO,
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

interface JsonScanner {
  /** Throws a malformed error at the first byte that is not valid JSON. */
  write(chunk: Buffer): void;
  /** True once the outermost value is closed. */
  isWhole(): boolean;
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

/** The expectation of each state, in the words of its error. */
const EXPECTED: readonly string[] = [
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
  // Inside a number. Empty if the number may end: any other byte then ends it.
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
const LITERALS: Readonly<Record<number, string>> = { 116: 'true', 102: 'false', 110: 'null' };
/** Bytes that may follow a backslash. */
const ESCAPES = new Set(Buffer.from('"\\/bfnrtu'));

/** V8 recompiles a loop that runs for long, which takes longer than scanning a small body. Short calls avoid it. */
const SLICE_BYTES = 256;

/** Creates a scanner for one text. */
export function createJsonScanner(handlers: JsonHandlers): JsonScanner {
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
    const problem = `expected ${EXPECTED[state]}, got ${describe(chunk, index)}`;
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
    const next = stateAfterFirst(byte);
    if (next === undefined) fail(index);
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

  /** Scans the bytes between two indexes. Returns the index to go on at, which is later if a handler has read further. */
  function scan(bytes: Buffer, from: number, to: number): number {
    let index = from;
    for (; index < to; index++) {
      const byte = bytes[index]!;
      if (state === State.String) {
        let stop = index;
        while (stop < to && STRING_STOP[bytes[stop]!] === 0) stop++;
        index = stop;
        if (stop === to) break;
        if (bytes[stop] === QUOTATION_MARK) endString(stop);
        else if (bytes[stop] === BACKSLASH) state = State.Escape;
        else fail(stop);
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
        const next = numberStateAfter(state, byte);
        if (next !== undefined) state = next;
        else if (isFinished(state)) {
          endValue(index);
          index--;
        } else fail(index);
      } else if (state === State.Escape) {
        if (!ESCAPES.has(byte)) fail(index);
        state = byte === LOWER_U ? State.Hex : State.String;
        hexDigits = 0;
      } else if (state === State.Hex) {
        if (!isHexDigit(byte)) fail(index);
        if (++hexDigits === 4) state = State.String;
      } else {
        if (byte !== literal.charCodeAt(literalIndex)) fail(index);
        if (++literalIndex === literal.length) endValue(index + 1);
      }
    }
    return index;
  }

  return {
    write(bytes) {
      chunk = bytes;
      const { length } = bytes;
      textStart = offset === 0 && state === State.Value && startsWithByteOrderMark(bytes) ? BYTE_ORDER_MARK.length : 0;
      for (let index = textStart; index < length; ) index = scan(bytes, index, Math.min(length, index + SLICE_BYTES));
      emitText(length);
      offset += length;
    },
    isWhole: () => state === State.Nothing,
  };
}

function startsWithByteOrderMark(bytes: Buffer): boolean {
  return bytes.subarray(0, BYTE_ORDER_MARK.length).equals(BYTE_ORDER_MARK);
}

/** The character at `index`, of one or more bytes, as an error shows it. */
function describe(chunk: Buffer, index: number): string {
  const [character = ''] = chunk.toString('utf8', index, index + 4);
  return `\`${toVisibleText(character)}\``;
}

/** The state after the first byte of a value; undefined if no value begins with it. */
function stateAfterFirst(byte: number): State | undefined {
  if (byte === QUOTATION_MARK) return State.String;
  if (byte === OPENING_BRACE || byte === OPENING_BRACKET) return State.Value;
  if (byte === MINUS) return State.Minus;
  if (byte === ZERO) return State.Zero;
  if (isDigit(byte)) return State.Integer;
  return byte in LITERALS ? State.Literal : undefined;
}

/** The state after a further byte of a number; undefined if the byte does not belong to it. */
function numberStateAfter(state: State, byte: number): State | undefined {
  if (isDigit(byte)) {
    if (state === State.Minus) return byte === ZERO ? State.Zero : State.Integer;
    if (state === State.Zero) return undefined;
    if (state === State.Point) return State.Fraction;
    if (state === State.Exponent || state === State.ExponentSign) return State.ExponentDigits;
    return state;
  }
  if (byte === POINT) return state === State.Zero || state === State.Integer ? State.Point : undefined;
  if ((byte | LOWER_CASE) === LOWER_E) {
    return state === State.Zero || state === State.Integer || state === State.Fraction ? State.Exponent : undefined;
  }
  if (byte === PLUS || byte === MINUS) return state === State.Exponent ? State.ExponentSign : undefined;
  return undefined;
}

/** True if a number may end in this state. */
function isFinished(state: State): boolean {
  return state === State.Zero || state === State.Integer || state === State.Fraction || state === State.ExponentDigits;
}

function isDigit(byte: number): boolean {
  return byte >= ZERO && byte <= NINE;
}

function isHexDigit(byte: number): boolean {
  return isDigit(byte) || (byte >= 0x41 && byte <= 0x46) || (byte >= 0x61 && byte <= 0x66);
}
