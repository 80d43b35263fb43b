/**
 * A record's text, which was checked and minified, as values. `JSON.parse` reads texts alone here: it rounds numbers, and in
 * Node 24.21 and 26.10 it takes some names of one escaped character, such as `"\\""`, for another.
 */

import { damaged } from '../segments/record-walker.ts';
import { ExactNumber } from './exact-number.ts';
import type { RecordValue, RecordValues } from './report-record.ts';

export function parseRecordValues(json: string): RecordValues {
  let at = 0;

  function readObject(): RecordValues {
    // Without a prototype `__proto__` is a name like any other.
    const members: Record<string, RecordValue> = Object.create(null);
    if (isEmpty(CLOSING_BRACE)) return members;
    do {
      at++;
      const name = readText();
      at++;
      members[name] = readValue();
    } while (json.charCodeAt(at) === COMMA);
    at++;
    return members;
  }

  function readList(): readonly RecordValue[] {
    const items: RecordValue[] = [];
    if (isEmpty(CLOSING_BRACKET)) return items;
    do {
      at++;
      items.push(readValue());
    } while (json.charCodeAt(at) === COMMA);
    at++;
    return items;
  }

  /** True, and past it, if what begins here ends at once. */
  function isEmpty(closing: number): boolean {
    if (json.charCodeAt(at + 1) !== closing) return false;
    at += 2;
    return true;
  }

  function readValue(): RecordValue {
    const first = json.charCodeAt(at);
    if (first === QUOTATION_MARK) return readText();
    if (first === OPENING_BRACE) return readObject();
    if (first === OPENING_BRACKET) return readList();
    const text = readBare();
    const word = first > DIGIT_NINE ? WORDS.get(text) : undefined;
    return word === undefined ? new ExactNumber(text) : word;
  }

  /** What is in no quotation marks: a number, or one of JSON's three words. */
  function readBare(): string {
    const start = at;
    for (at++; at < json.length; at++) {
      const code = json.charCodeAt(at);
      if (code === COMMA || code === CLOSING_BRACE || code === CLOSING_BRACKET) return json.slice(start, at);
    }
    throw damaged();
  }

  function readText(): string {
    const start = at;
    at = endOfString(json, start);
    const inside = json.slice(start + 1, at - 1);
    return inside.includes('\\') ? (JSON.parse(json.slice(start, at)) as string) : inside;
  }

  return readObject();
}

/** The index behind the text that begins at `start`, at its quotation mark. */
function endOfString(text: string, start: number): number {
  for (let at = text.indexOf('"', start + 1); at !== -1; at = text.indexOf('"', at + 1)) {
    let backslashes = 0;
    while (text.charCodeAt(at - 1 - backslashes) === BACKSLASH) backslashes++;
    if (backslashes % 2 === 0) return at + 1;
  }
  throw damaged();
}

const WORDS = new Map<string, boolean | null>([
  ['true', true],
  ['false', false],
  ['null', null],
]);

const QUOTATION_MARK = 0x22;
const COMMA = 0x2c;
const DIGIT_NINE = 0x39;
const OPENING_BRACKET = 0x5b;
const BACKSLASH = 0x5c;
const CLOSING_BRACKET = 0x5d;
const OPENING_BRACE = 0x7b;
const CLOSING_BRACE = 0x7d;
