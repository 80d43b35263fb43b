/** A record as JSON text and as values, which are parsed when first read. */

import {
  BACKSLASH,
  CLOSING_BRACE,
  CLOSING_BRACKET,
  COMMA,
  NINE,
  OPENING_BRACE,
  OPENING_BRACKET,
  QUOTATION_MARK,
} from '../core/bytes.ts';
import { damaged } from '../json/record-walker.ts';
import { ExactNumber } from './exact-number.ts';

/** One record, as the service sent it. */
export interface ReportRecord {
  /** Its JSON text, with all digits, without white space between tokens. */
  readonly json: string;
  /** Its members by name; for a repeated name, the last. */
  readonly values: RecordValues;
}

/** An object without a prototype: it has only the service's names. */
export interface RecordValues {
  readonly [name: string]: RecordValue | undefined;
}

/** A JSON value, in which numbers keep their digits. */
export type RecordValue = string | ExactNumber | boolean | null | readonly RecordValue[] | RecordValues;

/** Facts about a complete report. */
export interface ReportSummary {
  /** The requested days, for example those of `last-month`. */
  readonly range: { readonly from: string; readonly to: string };
  /** The parts of the range with one request each, in order. */
  readonly windows: readonly { readonly from: string; readonly to: string }[];
  readonly recordCount: number;
  /** Names of all columns, in order of first appearance, dotted if nested; undefined if there are more than 10,000. */
  readonly columns: readonly string[] | undefined;
}

const WORDS = new Map<string, boolean | null>([
  ['true', true],
  ['false', false],
  ['null', null],
]);

export class LazyRecord implements ReportRecord {
  readonly json: string;
  #values: RecordValues | undefined;

  /** `json` must be a checked, minified object. */
  constructor(json: string) {
    this.json = json;
  }

  get values(): RecordValues {
    this.#values ??= parseRecordValues(this.json);
    return this.#values;
  }
}

/**
 * The values of a checked, minified record. Uses `JSON.parse` for strings only: it rounds numbers, and in Node 24.21 and 26.10
 * it confuses some names of one escaped character, such as `"\\""`.
 */
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

  /** Skips an empty object or list, and returns true for one. */
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
    const word = first > NINE ? WORDS.get(text) : undefined;
    return word === undefined ? new ExactNumber(text) : word;
  }

  /** Reads a number, `true`, `false` or `null`. */
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

/** The index after the string whose quotation mark is at `start`. */
function endOfString(text: string, start: number): number {
  for (let at = text.indexOf('"', start + 1); at !== -1; at = text.indexOf('"', at + 1)) {
    let backslashes = 0;
    while (text.charCodeAt(at - 1 - backslashes) === BACKSLASH) backslashes++;
    if (backslashes % 2 === 0) return at + 1;
  }
  throw damaged();
}
