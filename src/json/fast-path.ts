/**
 * Finds batches of records with a known shape, many times faster than the scanner, which reads byte by byte. A regular
 * expression for each shape is as strict as the scanner: in valid UTF-8 it matches valid JSON only (RFC 8259). It reads the
 * bytes as latin1 text, one character a byte. A record that does not match is left to the scanner.
 *
 * The shape of a record is its text without the values: which bytes stand where, and which column a value belongs to.
 */

import { BACKSLASH, LINE_FEED, OPENING_BRACE, QUOTATION_MARK, SPACE } from '../core/bytes.ts';
import { type Column, createColumn } from '../core/columns.ts';
import type { RecordSample } from './record-sample.ts';
import type { ColumnDatesCounter } from './record-survey.ts';
import { createKeyTree, createRecordWalker, endOfValue, pathOf } from './record-walker.ts';

/** Records that the fast path has matched. */
interface Batch {
  readonly count: number;
  /** The minified records, separated by line feeds. A view of the chunk. */
  readonly lines: Buffer;
  /** The index in the chunk after the last record. */
  readonly end: number;
}

interface FastPathOptions {
  /** The date counter of a column. Matched records are added to it. */
  readonly datesOf: (leaf: Leaf) => ColumnDatesCounter;
  /** Takes each record that matched, minified. */
  readonly sample: RecordSample;
}

interface KnownShape {
  readonly shape: RecordShape;
  readonly pattern: RegExp;
  readonly lengths: Int32Array;
  readonly counters: readonly ColumnDatesCounter[];
}

/** White space that a pattern allows between tokens. */
type Spacing = 'any' | 'none';

/** Limits of the shapes that are tried, and of those that are learned: optional members can give every record a new shape. */
const MAX_SHAPES = 8;
const MAX_LEARNED = 32;
/** After this many misses, if they outnumber the hits, the fast path stops: patterns then cost more than they save. */
const MIN_MISSES = 16;
/** Records above this size are left to the scanner: regular expressions of such a size fail to compile. */
const MAX_LEARNED_BYTES = 32 * 1024;

/** Escaped UTF-16 code units. A lone surrogate does not match: the scanner's path reports it. */
const UNIT =
  /u(?:[0-9a-cA-Ce-fE-F][0-9a-fA-F]{3}|[dD][0-7][0-9a-fA-F]{2}|[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2})/
    .source;
const REST_OF_STRING = `[^"\\\\\\x00-\\x1f]*(?:\\\\(?:["\\\\/bfnrt]|${UNIT})[^"\\\\\\x00-\\x1f]*)*"`;
const NUMBER = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/.source;
const STRING = `"${REST_OF_STRING}`;
const SCALAR = `(?:${STRING}|${NUMBER}|true|false|null)`;
const WHITE_SPACE = { any: '[ \\t\\n\\r]*', none: '' } as const satisfies Record<Spacing, string>;

/** Matches white space in the usual places: around the comma, or around the first name. */
const SPACED = /[ \t\n\r]|,(?:[ \t\n\r]|\{(?:[ \t\n\r]|"[^"\\]*"(?:[ \t\n\r]|:[ \t\n\r])))/y;

const TOKEN = /"(?:[^"\\]|\\.)*"|[{},:]/g;
const OPENING_BRACKET = '[';

/** Creates a fast path for one body. It learns shapes, and matches the records that have them. */
export function createFastPath(options: FastPathOptions) {
  /** The shape that matched last stands first. */
  const known: KnownShape[] = [];
  let learned = 0;
  /** Records that matched, and records that the scanner read. */
  let hits = 0;
  let misses = 0;
  /** Most services send no white space, and patterns that allow it are slower. */
  let spacing: Spacing = 'none';
  let textChunk: Buffer | undefined;
  /** The bytes of `textChunk` as latin1. */
  let chunkText = '';

  function compile(shape: RecordShape): KnownShape {
    const lengths = Int32Array.from(shape.separators, (text) => Buffer.byteLength(text));
    return { shape, pattern: recordPattern(shape, spacing), lengths, counters: shape.values.map(options.datesOf) };
  }

  /** The index after the comma and the record at `start`; -1 if no pattern matches. */
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

  /** Switches to patterns that allow white space if the record at `start` then matches. */
  function allowSpaces(text: string, start: number): boolean {
    if (spacing === 'any' || !matches(SPACED, text, start)) return false;
    if (!matches(recordPattern(known[0]!.shape, 'any'), text, start)) return false;
    spacing = 'any';
    known.splice(0, known.length, ...known.map(({ shape }) => compile(shape)));
    return true;
  }

  return {
    /** Learns the shape of a minified record that the scanner has read. */
    learn(record: Buffer): void {
      misses++;
      if (misses >= MIN_MISSES && hits < misses) {
        learned = MAX_LEARNED;
        known.length = 0;
      }
      if (learned === MAX_LEARNED || record.length > MAX_LEARNED_BYTES) return;
      const text = `,${record.toString('latin1')}`;
      if (matchOne(text, 0) === text.length) return;
      const shape = shapeOf(record);
      learned++;
      if (shape === undefined) return;
      const compiled = compile(shape);
      // A record that does not match its own shape has a value that no pattern allows; the next one like it will have it, too.
      if (!matches(compiled.pattern, text, 0)) return;
      known.unshift(compiled);
      known.length = Math.min(known.length, MAX_SHAPES);
    },
    /**
     * Matches the whole records from `start` on, each after a comma. Undefined if the first one has no known shape. The chunk
     * must be valid UTF-8; the records in it are minified in place, and the commas between them become line feeds.
     */
    match(chunk: Buffer, start: number): Batch | undefined {
      if (known.length === 0) return undefined;
      if (textChunk !== chunk) {
        chunkText = chunk.toString('latin1');
        textChunk = chunk;
      }
      let next = matchOne(chunkText, start);
      if (next === -1 && allowSpaces(chunkText, start)) next = matchOne(chunkText, start);
      let count = 0;
      let end = start;
      let lineEnd = start;
      for (; next !== -1; next = matchOne(chunkText, end)) {
        if (next - end > MAX_LEARNED_BYTES) break;
        const lineStart = lineEnd + 1;
        if (spacing === 'any') lineEnd = minify(chunk, end, next, lineEnd);
        else {
          chunk[end] = LINE_FEED;
          lineEnd = next;
        }
        countDates(known[0]!, chunk, lineStart);
        options.sample.add(chunk, lineStart, lineEnd);
        count++;
        end = next;
      }
      hits += count;
      return count === 0 ? undefined : { count, lines: chunk.subarray(start + 1, lineEnd), end };
    },
  };
}

/** True if the pattern matches at `start`. False, too, if a value of millions of characters exhausts its stack. */
function matches(pattern: RegExp, text: string, start: number): boolean {
  pattern.lastIndex = start;
  try {
    return pattern.test(text);
  } catch {
    return false;
  }
}

/** Counts the dates of the minified record at `start`. */
function countDates({ lengths, counters }: KnownShape, chunk: Buffer, start: number): void {
  let at = start;
  for (let index = 0; index < counters.length; index++) {
    at += lengths[index]!;
    counters[index]!.add(chunk, at);
    at = endOfValue(chunk, at);
  }
}

/**
 * Writes a line feed and the record between `start` and `end`, without its white space, to the chunk at `to`. The result is
 * never longer than the source. Returns the index after it.
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

/**
 * A pattern for a comma and a record of `shape`, at `lastIndex`. Values may be any scalar, an empty container or, if the sample is
 * an array, an array of scalars.
 */
function recordPattern({ separators, values }: RecordShape, spacing: Spacing): RegExp {
  const space = WHITE_SPACE[spacing];
  const tokens = separators.map((text) => text.match(TOKEN)!.map(escapeToken));
  const parts = values.flatMap((leaf, index) => [...tokens[index]!, valuePattern(leaf, space)]);
  return new RegExp(space + [',', ...parts, ...tokens.at(-1)!].join(space), 'y');
}

function valuePattern({ sample }: Leaf, space: string): string {
  const value = `${SCALAR}|\\[${space}\\]|\\{${space}\\}`;
  if (!sample.startsWith(OPENING_BRACKET)) return `(?:${value})`;
  return `(?:${value}|\\[${space}${SCALAR}(?:${space},${space}${SCALAR})*${space}\\])`;
}

function escapeToken(token: string): string {
  const bytes = Buffer.from(token).toString('latin1');
  return bytes.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
}

/** The parts of a record's text that its shape fixes, and its values. */
export interface RecordShape {
  /** The minified text before each value, and after the last one: one piece more than there are values. */
  readonly separators: readonly string[];
  /** The leaves in the record's order; no column twice. */
  readonly values: readonly Leaf[];
}

/** A value that is not an object with members, and its column. */
export interface Leaf {
  readonly column: Column;
  /** The value in the record that the shape was taken from, as JSON text. */
  readonly sample: string;
}

/** Records with more leaves are left to the scanner: the pattern of a shape grows with its leaves. */
const MAX_VALUES = 256;

/** The shape of a minified record. Undefined for a record without leaves, with too many, or with a repeated member. */
export function shapeOf(record: Buffer): RecordShape | undefined {
  const separators: string[] = [];
  const values: Leaf[] = [];
  let previousEnd = 0;
  let isRepeated = false;
  const walk = createRecordWalker(createKeyTree(), {
    leaf(node, start, end) {
      separators.push(record.toString('utf8', previousEnd, start));
      values.push({ column: createColumn(pathOf(node)), sample: record.toString('utf8', start, end) });
      previousEnd = end;
    },
    repeated() {
      isRepeated = true;
    },
    isClosed: () => false,
  });
  walk(record, 0);
  separators.push(record.toString('utf8', previousEnd));
  return isRepeated || values.length === 0 || values.length > MAX_VALUES ? undefined : { separators, values };
}
