/**
 * Reads the members beside the records, once their values have ended: the name and the beginning of the value of each member of
 * the body, and of objects nested in it, three levels deep. Elements of arrays are not members.
 */

import { CLOSING_BRACE, COMMA, OPENING_BRACE } from '../core/bytes.ts';
import { endOfValue } from './record-walker.ts';

/** The value of a member, or its beginning. */
export interface MemberValue {
  /**
   * The minified JSON text, at most 400 bytes of it: the beginning of a longer one ends with an ellipsis. A string has no needless
   * escapes, and is valid JSON even if it was cut.
   */
  readonly text: string;
  /** True for null, false, zero, an empty string or array, and an object that holds only such values. */
  readonly isBlank: boolean;
}

/** A member beside the records, or a header. */
export interface Member {
  readonly isHeader?: true;
  /** The names from the member of the body down to this one. A long name is cut and ends with an ellipsis. */
  readonly path: readonly string[];
  readonly value: MemberValue;
}

/** Levels at which members are read; the members of the body are level 1. */
const MEMBER_LEVELS = 3;
const MAX_NAME_BYTES = 256;
/** The limit of the text of a value. */
export const MAX_VALUE_BYTES = 400;

const BLANK = /^(?:null|false|""|\[\]|-?[0.]+(?:e.*)?)$/i;

/**
 * Calls `onMember` with the members nested in the member `name` of the body, each before the member that holds it, and then with
 * the member itself. `json` is its value, minified and checked; of a long value that is not an object, more than `MAX_VALUE_BYTES`.
 */
export function readMembers(name: string, json: Buffer, onMember: (member: Member) => void): void {
  let at = 0;

  /** Reads the value at `at`, whose path is undefined if it is no member to read. True if it is blank. */
  function readValue(path: readonly string[] | undefined): boolean {
    const start = at;
    const isBlank = json[start] === OPENING_BRACE ? readObject(path) : readLeaf();
    if (path !== undefined)
      onMember({ path, value: { text: textOf(json.subarray(start, at), MAX_VALUE_BYTES), isBlank } });
    return isBlank;
  }

  function readObject(path: readonly string[] | undefined): boolean {
    at++;
    let isBlank = true;
    while (json[at] !== CLOSING_BRACE) {
      const start = at;
      at = endOfValue(json, at);
      const isRead = path !== undefined && path.length < MEMBER_LEVELS;
      const inner = isRead ? [...path, readMemberName(json.subarray(start, at))] : undefined;
      // After the colon.
      at++;
      if (!readValue(inner)) isBlank = false;
      if (json[at] === COMMA) at++;
    }
    at++;
    return isBlank;
  }

  function readLeaf(): boolean {
    const start = at;
    at = start === 0 ? json.length : endOfValue(json, start);
    return at - start <= MAX_VALUE_BYTES && BLANK.test(json.toString('latin1', start, at));
  }

  readValue([name]);
}

/** The name in the bytes of a JSON string. A long name is cut and ends with an ellipsis. */
export function readMemberName(bytes: Buffer): string {
  return JSON.parse(textOf(bytes, MAX_NAME_BYTES)) as string;
}

function textOf(bytes: Buffer, maxBytes: number): string {
  const isCut = bytes.length > maxBytes;
  // A cut may split a character: its replacement character is removed. It may also split an escape.
  const text = isCut ? bytes.toString('utf8', 0, maxBytes).replace(/\ufffd+$/, '') : bytes.toString();
  if (!text.startsWith('"')) return isCut ? `${text}…` : text;
  if (!isCut) return JSON.stringify(JSON.parse(text));
  const [whole] = /^"(?:[^\\"]|\\(?:u[0-9a-fA-F]{4}|[^u]))*/.exec(text)!;
  return JSON.stringify(`${JSON.parse(`${whole}"`) as string}…`);
}

/** The text of a string value; undefined for other values. */
export function stringOf({ text }: Pick<MemberValue, 'text'>): string | undefined {
  return text.startsWith('"') ? (JSON.parse(text) as string) : undefined;
}
