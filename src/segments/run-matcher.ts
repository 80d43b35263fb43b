/**
 * Finds runs of records that are like ones seen before, many times faster than a scan byte by byte: by a regular expression
 * that demands no less. Whatever does not match is left to the scanner, which knows every case.
 */

import type { Window } from '../core/windows.ts';
import type { ColumnDatesCounter } from './column-dates.ts';
import { createDateWatch, type DateWatch } from './date-watch.ts';
import { recordPattern, type Spacing } from './record-pattern.ts';
import { type Leaf, type RecordShape, shapeOf } from './record-shape.ts';

export interface Run {
  readonly count: number;
  /** The records, minified, a line feed between two. A view of the chunk. */
  readonly lines: Buffer;
  /** Index in the chunk behind the last of them. */
  readonly end: number;
}

export interface RunMatcher {
  /** Takes note of the shape of a record that the scanner has read, minified. */
  learn(record: Buffer): void;
  /**
   * The whole records that follow at `start`, each behind a comma; undefined if the first that comes is not like those
   * seen before. The chunk must be valid UTF-8; its commas between these records become line feeds.
   */
  match(chunk: Buffer, start: number): Run | undefined;
}

export interface RunMatcherOptions {
  readonly window: Window;
  /** Longest record that is read, in bytes. */
  readonly maxRecordBytes: number;
  /** What is known of the dates in a column of a record that the scanner has read. Runs add to it. */
  readonly datesOf: (leaf: Leaf) => ColumnDatesCounter;
  /** Changes whenever the mode of a column does. */
  readonly datesVersion: () => number;
}

interface KnownShape {
  readonly shape: RecordShape;
  pattern: RegExp;
  watch: DateWatch;
}

/** Shapes that are tried, and shapes that are learned at all: optional members can make a new shape of every record. */
const MAX_SHAPES = 8;
const MAX_LEARNED = 32;
/** After so many records that matched nothing, if fewer did match, nothing is matched any more: patterns then cost more than they save. */
const MIN_MISSES = 16;
/** Longer records, in bytes, are left to the scanner: regular expressions of such a size fail to compile. */
const MAX_LEARNED_BYTES = 32 * 1024;

const LINE_FEED = 0x0a;
const SPACE = 0x20;
const QUOTATION_MARK = 0x22;
const BACKSLASH = 0x5c;
const OPENING_BRACE = 0x7b;

export function createRunMatcher(options: RunMatcherOptions): RunMatcher {
  /** The one that matched last comes first. */
  const known: KnownShape[] = [];
  const { datesOf } = options;
  let learned = 0;
  /** Records that matched, and those that the scanner had to read. */
  let hits = 0;
  let misses = 0;
  let datesVersion = options.datesVersion();
  /** Most services send none, and it takes time to look for some. */
  let spacing: Spacing = 'none';
  let textOf: Buffer | undefined;
  /** The bytes of `textOf`, a character a byte. */
  let chunkText = '';

  function compile(shape: RecordShape, allowed: Spacing): RegExp {
    return recordPattern(shape, options.window, datesOf, allowed);
  }

  function compileAll(): void {
    for (const each of known) {
      each.pattern = compile(each.shape, spacing);
      each.watch = createDateWatch(each.shape, datesOf);
    }
  }

  /** Index behind the comma and the record at `start`, or -1. */
  function matchOne(text: string, start: number): number {
    for (let index = 0; index < known.length; index++) {
      const candidate = known[index]!;
      if (!matches(candidate.pattern, text, start)) continue;
      if (index > 0) {
        known.splice(index, 1);
        known.unshift(candidate);
      }
      return candidate.pattern.lastIndex;
    }
    return -1;
  }

  function followDates(): void {
    if (options.datesVersion() === datesVersion) return;
    datesVersion = options.datesVersion();
    compileAll();
  }

  /** Turns to patterns that allow white space, if it is that what keeps the record at `start` from matching. */
  function allowSpaces(text: string, start: number): boolean {
    if (spacing === 'any' || !isSpaced(text, start)) return false;
    if (!matches(compile(known[0]!.shape, 'any'), text, start)) return false;
    spacing = 'any';
    compileAll();
    return true;
  }

  function giveUp(): void {
    learned = MAX_LEARNED;
    known.length = 0;
  }

  return {
    learn(record) {
      misses++;
      if (misses >= MIN_MISSES && hits < misses) giveUp();
      if (learned === MAX_LEARNED || record.length > MAX_LEARNED_BYTES) return;
      followDates();
      const text = `,${record.toString('latin1')}`;
      if (matchOne(text, 0) === text.length) return;
      const shape = shapeOf(record);
      learned++;
      if (shape === undefined) return;
      const pattern = compile(shape, spacing);
      // A record that its own shape does not match holds what no pattern takes: the next one like it will, too.
      if (!matches(pattern, text, 0)) return;
      known.unshift({ shape, pattern, watch: createDateWatch(shape, datesOf) });
      known.length = Math.min(known.length, MAX_SHAPES);
    },
    match(chunk, start) {
      if (known.length === 0) return undefined;
      followDates();
      if (textOf !== chunk) {
        chunkText = chunk.toString('latin1');
        textOf = chunk;
      }
      let next = matchOne(chunkText, start);
      if (next === -1 && allowSpaces(chunkText, start)) next = matchOne(chunkText, start);
      let count = 0;
      let end = start;
      let to = start;
      for (; next !== -1; next = matchOne(chunkText, end)) {
        if (next - end > options.maxRecordBytes) break;
        const lineStart = to + 1;
        to = spacing === 'none' ? separate(chunk, end, next) : minify(chunk, end, next, to);
        known[0]!.watch.notice(chunk, lineStart);
        count++;
        end = next;
        // A column was not what the patterns take it for: the next record needs new ones.
        if (options.datesVersion() !== datesVersion) break;
      }
      for (const { watch } of known) watch.flush();
      hits += count;
      return count === 0 ? undefined : { count, lines: chunk.subarray(start + 1, to), end };
    },
  };
}

/** True if the pattern matches at `start`. A value of millions of characters can exhaust its stack: then it does not match. */
function matches(pattern: RegExp, text: string, start: number): boolean {
  pattern.lastIndex = start;
  try {
    return pattern.test(text);
  } catch {
    return false;
  }
}

/** True if there is white space where a service that sends some puts it: around the comma, or the first name. */
function isSpaced(text: string, start: number): boolean {
  SPACED.lastIndex = start;
  return SPACED.test(text);
}

const SPACED = /[ \t\n\r]|,(?:[ \t\n\r]|\{(?:[ \t\n\r]|"[^"\\]*"(?:[ \t\n\r]|:[ \t\n\r])))/y;

/** Makes the comma at `start` a line feed; the record behind it ends before `end`, which is returned. */
function separate(chunk: Buffer, start: number, end: number): number {
  chunk[start] = LINE_FEED;
  return end;
}

/**
 * Puts a line feed at `to`, and behind it the record that stands between `start` and `end`, without its white space. That is no
 * more than was there. Returns the index behind it.
 */
function minify(chunk: Buffer, start: number, end: number, to: number): number {
  let at = start;
  while (chunk[at] !== OPENING_BRACE) at++;
  chunk[to++] = LINE_FEED;
  for (let isInString = false; at < end; at++) {
    const byte = chunk[at]!;
    if (byte === QUOTATION_MARK) isInString = !isInString;
    else if (byte === BACKSLASH) chunk[to++] = chunk[at++]!;
    else if (byte <= SPACE && !isInString) continue;
    chunk[to++] = chunk[at]!;
  }
  return to;
}
