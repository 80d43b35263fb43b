/**
 * Reads the members beside the records while their bytes arrive: the name and the beginning of the value of each member of
 * the body, and of objects nested in it, three levels deep. Elements of arrays are not members. It holds a few kilobytes at
 * most, for names and values of any size.
 */

import {
  BACKSLASH,
  CLOSING_BRACE,
  CLOSING_BRACKET,
  COLON,
  COMMA,
  LOWER_CASE,
  LOWER_E,
  LOWER_T,
  NINE,
  OPENING_BRACE,
  OPENING_BRACKET,
  QUOTATION_MARK,
  ZERO,
} from '../core/bytes.ts';
import { toVisibleLine } from '../core/text.ts';
import { type Collector, createCollector } from './collector.ts';
import { MAX_DEPTH } from './scanner.ts';

/** The value of a member, or its beginning. */
export interface MemberValue {
  /** The minified JSON text, or its beginning. */
  readonly text: string;
  readonly isCut: boolean;
  /** True for null, false, zero, an empty string or array, and an object that holds only such values. */
  readonly isBlank: boolean;
}

/** A member beside the records. */
export interface Member {
  /** The names from the member of the body down to this one. A long name is cut and ends with an ellipsis. */
  readonly path: readonly string[];
  readonly value: MemberValue;
}

interface MemberInspector {
  /** Starts a member of the body. The bytes written next are its value, minified and checked. */
  start(name: string): void;
  write(bytes: Buffer): void;
  /** Ends the value. */
  end(): void;
}

/** Levels at which members are read; the members of the body are level 1. */
const MEMBER_LEVELS = 3;
/** Limits of a name, as JSON text and as shown, and of the text of a value. */
const MAX_NAME_BYTES = 256;
const SHOWN_NAME_LENGTH = 100;
const MAX_VALUE_BYTES = 400;

const OBJECT = 1;
const ARRAY = 2;

interface Level {
  name: string;
  readonly sample: Collector;
  /** The index in the current chunk at which the rest of the sample begins. */
  from: number;
  isCut: boolean;
  isBlank: boolean;
}

/** Calls `onMember` with each member once its value has ended: nested members before the member that holds them. */
export function createMemberInspector(onMember: (member: Member) => void): MemberInspector {
  const levels: readonly Level[] = Array.from({ length: MEMBER_LEVELS }, () => ({
    name: '',
    sample: createCollector(),
    from: 0,
    isCut: false,
    isBlank: true,
  }));
  const nameBytes = createCollector();
  const containers = new Uint8Array(MAX_DEPTH + 1);

  let chunk: Buffer = Buffer.alloc(0);
  /** The number of open containers inside the member of the body. */
  let depth = 0;
  /** The depth of the outermost open array; 0 outside arrays. */
  let arrayDepth = 0;
  /** The number of members whose values are open. */
  let open = 0;
  let isName = false;
  let nameFrom = 0;
  let isNameCut = false;
  let inString = false;
  let isStringEmpty = true;
  let isEscaped = false;
  /** Inside a number, `true`, `false` or `null`. */
  let inWord = false;
  let inExponent = false;

  /** True if the names and values at the current depth belong to a member that is read. */
  const isRead = (): boolean => arrayDepth === 0 && depth < MEMBER_LEVELS;

  function markFilled(): void {
    for (let index = 0; index < open; index++) levels[index]!.isBlank = false;
  }

  function startValue(index: number): void {
    if (depth > 0 && containers[depth] === ARRAY) markFilled();
    if (!isRead()) return;
    const level = levels[depth]!;
    level.from = index;
    level.isCut = false;
    level.isBlank = true;
    level.sample.restart(MAX_VALUE_BYTES, () => {
      level.isCut = true;
    });
    open = depth + 1;
  }

  /** `end` is the index after the value's last byte. */
  function endValue(end: number): void {
    if (!isRead()) return;
    const level = levels[depth]!;
    level.sample.add(chunk.subarray(level.from, end));
    const { sample, isCut, isBlank } = level;
    const path = levels.slice(0, depth + 1).map(({ name }) => name);
    onMember({ path, value: { text: textOf(sample.bytes(), isCut), isCut, isBlank } });
    sample.stop();
    open = depth;
  }

  function endWord(end: number): void {
    if (!inWord) return;
    inWord = false;
    endValue(end);
  }

  function openContainer(kind: number, index: number): void {
    startValue(index);
    containers[++depth] = kind;
    if (kind === ARRAY && arrayDepth === 0) arrayDepth = depth;
    isName = kind === OBJECT;
  }

  function closeContainer(index: number): void {
    endWord(index);
    if (arrayDepth === depth) arrayDepth = 0;
    depth--;
    endValue(index + 1);
  }

  function startString(index: number): void {
    inString = true;
    isStringEmpty = true;
    if (!isName) {
      startValue(index);
    } else if (isRead()) {
      nameFrom = index;
      isNameCut = false;
      nameBytes.restart(MAX_NAME_BYTES, () => {
        isNameCut = true;
      });
    }
  }

  function endString(index: number): void {
    inString = false;
    if (!isName) {
      if (!isStringEmpty) markFilled();
      endValue(index + 1);
    } else if (isRead()) {
      nameBytes.add(chunk.subarray(nameFrom, index + 1));
      levels[depth]!.name = nameOf(nameBytes.bytes(), isNameCut);
      nameBytes.stop();
    }
  }

  /** Continues inside a string. Returns the index of the last byte that was read. */
  function readString(start: number): number {
    for (let index = start; index < chunk.length; index++) {
      const byte = chunk[index]!;
      if (isEscaped) {
        isEscaped = false;
      } else if (byte === QUOTATION_MARK) {
        endString(index);
        return index;
      } else {
        isStringEmpty = false;
        isEscaped = byte === BACKSLASH;
      }
    }
    return chunk.length;
  }

  function betweenStrings(byte: number, index: number): void {
    switch (byte) {
      case QUOTATION_MARK:
        startString(index);
        return;
      case OPENING_BRACE:
        openContainer(OBJECT, index);
        return;
      case OPENING_BRACKET:
        openContainer(ARRAY, index);
        return;
      case CLOSING_BRACE:
      case CLOSING_BRACKET:
        closeContainer(index);
        return;
      case COMMA:
        endWord(index);
        isName = containers[depth] === OBJECT;
        return;
      case COLON:
        isName = false;
        return;
      default:
        readWord(byte, index);
    }
  }

  function readWord(byte: number, index: number): void {
    if (!inWord) {
      inWord = true;
      inExponent = false;
      startValue(index);
      // The value is `true`.
      if (byte === LOWER_T) markFilled();
    }
    if ((byte | LOWER_CASE) === LOWER_E) inExponent = true;
    else if (!inExponent && byte > ZERO && byte <= NINE) markFilled();
  }

  return {
    start(name) {
      levels[0]!.name = name;
      depth = 0;
      arrayDepth = 0;
      open = 0;
      isName = false;
    },
    write(bytes) {
      chunk = bytes;
      nameFrom = 0;
      for (const level of levels) level.from = 0;
      for (let index = 0; index < bytes.length; index++) {
        if (inString) index = readString(index);
        else betweenStrings(bytes[index]!, index);
      }
      for (let index = 0; index < open; index++) {
        const { sample, from } = levels[index]!;
        sample.add(bytes.subarray(from));
      }
      if (inString && isName && isRead()) nameBytes.add(bytes.subarray(nameFrom));
    },
    end() {
      chunk = Buffer.alloc(0);
      for (const level of levels) level.from = 0;
      endWord(0);
    },
  };
}

/** The name in the bytes of a JSON string. A long name is cut and ends with an ellipsis. */
export function readMemberName(bytes: Buffer): string {
  const isCut = bytes.length > MAX_NAME_BYTES;
  return nameOf(isCut ? bytes.subarray(0, MAX_NAME_BYTES) : bytes, isCut);
}

function nameOf(bytes: Buffer, isCut: boolean): string {
  const name = stringOf({ text: textOf(bytes, isCut), isCut })!;
  return isCut ? `${name.slice(0, SHOWN_NAME_LENGTH).replace(/[\ud800-\udbff]$/, '')}…` : name;
}

/** A cut may split a character: its replacement character is removed. */
function textOf(bytes: Buffer, isCut: boolean): string {
  const text = bytes.toString();
  return isCut ? text.replace(/\ufffd+$/, '') : text;
}

/** The text of a string value, or its beginning; undefined for other values. */
export function stringOf({ text, isCut }: Pick<MemberValue, 'text' | 'isCut'>): string | undefined {
  if (!text.startsWith('"')) return undefined;
  if (!isCut) return JSON.parse(text) as string;
  // The text ends after the last whole character or escape.
  const [whole] = /^"(?:[^\\"]|\\(?:u[0-9a-fA-F]{4}|[^u]))*/.exec(text)!;
  return JSON.parse(`${whole}"`) as string;
}

/** The value as one visible line of at most `maxLength` characters. A longer value is cut and ends with an ellipsis. */
export function toValueLine({ text, isCut }: Pick<MemberValue, 'text' | 'isCut'>, maxLength: number): string {
  return toVisibleLine(isCut ? `${text}…` : text, maxLength);
}
