/**
 * A strict scanner of one JSON text (RFC 8259) that arrives in chunks, cut anywhere. It holds no value: it checks every
 * byte, drops the white space between tokens, and tells where the values of the two outermost levels begin and end.
 * The chunks must be valid UTF-8; anything outside ASCII can then stand only inside strings, and stands for itself.
 */

import { ReportingError } from '../core/reporting-error.ts';
import { toVisibleText } from '../core/visible-text.ts';
import {
  ESCAPES,
  EXPECTED,
  isFinished,
  isHexDigit,
  LITERALS,
  numberStateAfter,
  State,
  stateAfterFirst,
} from './json-grammar.ts';

export interface JsonHandlers {
  /** The next bytes of the text, without the white space between tokens, as a view of the chunk. */
  text(bytes: Buffer): void;
  /** A member name of the outermost object begins; the text that follows is its own. */
  nameStart(): void;
  /** That name has ended. */
  nameEnd(): void;
  /** A value begins inside `depth` containers (0 to 2) with `byte`. The text that follows is its own. */
  valueStart(depth: number, byte: number): void;
  /**
   * That value has ended, behind the chunk's byte before `end`. Returns the index at which the scan goes on: `end`, or further
   * if the handler has read whole elements of the same container, and what separates them, by itself.
   */
  valueEnd(depth: number, chunk: Buffer, end: number): number;
}

export interface JsonScanner {
  /** Throws a malformed error at the first byte that cannot stand where it stands. */
  write(chunk: Buffer): void;
  /** True once the outermost value is closed. */
  isWhole(): boolean;
}

/** Deepest nesting that is read; deeper is refused, so that no record can exhaust the stack of a reader. */
export const MAX_DEPTH = 1000;
/** Events are told for values inside at most this many containers. */
const EVENT_DEPTH = 2;

const OBJECT = 1;
const ARRAY = 2;

/** Bytes that end a run of plain text in a string: quotation mark, backslash, controls. */
const STRING_STOP = new Uint8Array(256);
STRING_STOP.fill(1, 0, 0x20);
STRING_STOP[0x22] = 1;
STRING_STOP[0x5c] = 1;

/** May precede a JSON text, and is then ignored (RFC 8259, section 8.1). */
const BYTE_ORDER_MARK = Buffer.from('\ufeff');

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
  /** First byte of the text not yet handed on. */
  let runStart = 0;
  /** Index at which the scan goes on, where a handler has read further. */
  let goOnAt = 0;

  function handOn(end: number): void {
    if (end > runStart) handlers.text(chunk.subarray(runStart, end));
    runStart = end;
  }

  function fail(index: number): never {
    const problem = `expected ${EXPECTED[state]}, got ${describe(chunk, index)}`;
    throw new ReportingError('malformed', `the body is not valid JSON at byte ${offset + index}: ${problem}`);
  }

  function startValue(index: number, byte: number): void {
    if (depth <= EVENT_DEPTH) {
      handOn(index);
      handlers.valueStart(depth, byte);
    }
  }

  /** `end` is the index behind the value's last byte. */
  function endValue(end: number): void {
    state = depth === 0 ? State.Nothing : State.CommaOrEnd;
    if (depth <= EVENT_DEPTH) {
      handOn(end);
      goOnAt = handlers.valueEnd(depth, chunk, end);
      runStart = goOnAt;
    }
  }

  function open(container: number, index: number): void {
    if (depth === MAX_DEPTH) {
      const message = `the body is nested more than ${MAX_DEPTH} levels deep at byte ${offset + index}`;
      throw new ReportingError('malformed', message);
    }
    containers[++depth] = container;
    state = container === OBJECT ? State.NameOrEnd : State.ValueOrEnd;
  }

  function close(container: number, index: number): void {
    if (depth === 0 || containers[depth] !== container) fail(index);
    depth--;
    endValue(index + 1);
  }

  /** The byte that begins a value, or ends an empty array. */
  function beginValue(byte: number, index: number): void {
    if (byte === 0x5d && state === State.ValueOrEnd) {
      close(ARRAY, index);
      return;
    }
    const next = stateAfterFirst(byte);
    if (next === undefined) fail(index);
    startValue(index, byte);
    if (byte === 0x7b) open(OBJECT, index);
    else if (byte === 0x5b) open(ARRAY, index);
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
      handOn(index + 1);
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
        if (byte === 0x22) {
          if (depth === 1) {
            handOn(index);
            handlers.nameStart();
          }
          state = State.String;
          isName = true;
        } else if (byte === 0x7d && state === State.NameOrEnd) close(OBJECT, index);
        else fail(index);
        return;
      case State.Colon:
        if (byte !== 0x3a) fail(index);
        state = State.Value;
        return;
      case State.CommaOrEnd:
        if (byte === 0x2c) state = containers[depth] === OBJECT ? State.Name : State.Value;
        else if (byte === 0x7d) close(OBJECT, index);
        else if (byte === 0x5d) close(ARRAY, index);
        else fail(index);
        return;
      default:
        fail(index);
    }
  }

  return {
    write(bytes) {
      chunk = bytes;
      const { length } = bytes;
      runStart =
        offset === 0 && state === State.Value && startsWithByteOrderMark(bytes) ? BYTE_ORDER_MARK.length : 0;
      for (let index = runStart; index < length; index++) {
        const byte = bytes[index]!;
        if (state === State.String) {
          let stop = index;
          while (stop < length && STRING_STOP[bytes[stop]!] === 0) stop++;
          index = stop;
          if (stop === length) break;
          if (bytes[stop] === 0x22) endString(stop);
          else if (bytes[stop] === 0x5c) state = State.Escape;
          else fail(stop);
        } else if (state < State.String) {
          if (byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09) {
            handOn(index);
            runStart = index + 1;
          } else {
            goOnAt = 0;
            betweenTokens(byte, index);
            if (goOnAt > index) index = goOnAt - 1;
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
          state = byte === 0x75 ? State.Hex : State.String;
          hexDigits = 0;
        } else if (state === State.Hex) {
          if (!isHexDigit(byte)) fail(index);
          if (++hexDigits === 4) state = State.String;
        } else {
          if (byte !== literal.charCodeAt(literalIndex)) fail(index);
          if (++literalIndex === literal.length) endValue(index + 1);
        }
      }
      handOn(length);
      offset += length;
    },
    isWhole: () => state === State.Nothing,
  };
}

function startsWithByteOrderMark(bytes: Buffer): boolean {
  return bytes.subarray(0, BYTE_ORDER_MARK.length).equals(BYTE_ORDER_MARK);
}

/** The character at `index`, whole even if it takes several bytes, as an error shows it. */
function describe(chunk: Buffer, index: number): string {
  const [character = ''] = chunk.toString('utf8', index, index + 4);
  return `\`${toVisibleText(character)}\``;
}
