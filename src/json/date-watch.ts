/**
 * Counts the dates in records that a pattern has matched. It steps over the values before each date, which is many times
 * faster than capture groups. Once a column has had all days of the window, its values are counted but not read.
 */

import type { ColumnDatesCounter } from './column-dates.ts';
import type { Leaf, RecordShape } from './record-shape.ts';

export interface DateWatch {
  /** Counts the dates of the minified record at `start`, which has the watched shape. */
  count(chunk: Buffer, start: number): void;
  /** Adds the dates of further records to the columns' counters. Call it before the counters are used. */
  flush(): void;
}

interface WatchedLeaf {
  readonly dates: ColumnDatesCounter;
  /** True if each value is read; false if every value is a date of the window, so that only new days matter. */
  readonly isMixed: boolean;
  /** The date of the last record, as a number: 20260131. Records in a row tend to share a date. */
  latest: number;
  isDone: boolean;
}

/** A watch depends on the modes of the columns: create a new one when a mode changes. */
export function createDateWatch(
  { separators, values }: RecordShape,
  datesOf: (leaf: Leaf) => ColumnDatesCounter,
): DateWatch {
  const separatorLengths = Int32Array.from(separators, (text) => Buffer.byteLength(text));
  const watched = values.map((leaf): WatchedLeaf | undefined => {
    const dates = datesOf(leaf);
    const mode = dates.mode();
    return mode === 'none' ? undefined : { dates, isMixed: mode === 'mixed', latest: 0, isDone: false };
  });
  const counted = watched.filter((leaf) => leaf?.isMixed === false) as readonly WatchedLeaf[];
  /** The number of leaves to step through: up to the last one that is not done. */
  let leafCount = watched.length;
  let recordCount = 0;

  function shorten(): void {
    while (leafCount > 0 && watched[leafCount - 1]?.isDone !== false) leafCount--;
  }

  /** True if the leaf has become done: its column has had all days of the window. */
  function countValue(leaf: WatchedLeaf, chunk: Buffer, at: number): boolean {
    if (leaf.isMixed) {
      leaf.dates.add(chunk, at);
      return false;
    }
    const date = readDigits(chunk, at);
    if (date === leaf.latest) return false;
    leaf.latest = date;
    leaf.dates.addDay(date);
    leaf.isDone = leaf.dates.hasAllDays();
    return leaf.isDone;
  }

  for (const leaf of counted) leaf.isDone = leaf.dates.hasAllDays();
  shorten();
  return {
    count(chunk, start) {
      recordCount++;
      let at = start;
      let isShorter = false;
      for (let index = 0; index < leafCount; index++) {
        at += separatorLengths[index]!;
        const leaf = watched[index];
        if (leaf !== undefined && !leaf.isDone && countValue(leaf, chunk, at)) isShorter = true;
        if (index + 1 < leafCount) at = endOfValue(chunk, at);
      }
      if (isShorter) shorten();
    },
    flush() {
      if (recordCount === 0) return;
      for (const { dates } of counted) dates.addInside(recordCount);
      recordCount = 0;
    },
  };
}

/** The eight digits at the beginning of a date, with any separators, as a number. */
function readDigits(chunk: Buffer, start: number): number {
  let date = 0;
  for (let at = start, digits = 0; digits < 8; at++) {
    const digit = chunk[at]! - ZERO;
    if (digit < 0 || digit > 9) continue;
    date = date * 10 + digit;
    digits++;
  }
  return date;
}

/** The index after the value at `start`. The only containers in a matched record are empty ones and arrays of scalars. */
function endOfValue(chunk: Buffer, start: number): number {
  const first = chunk[start];
  if (first === QUOTATION_MARK) return endOfString(chunk, start);
  if (first === OPENING_BRACE) return start + 2;
  let at = start;
  if (first === OPENING_BRACKET) {
    while (chunk[at] !== CLOSING_BRACKET) at = chunk[at] === QUOTATION_MARK ? endOfString(chunk, at) : at + 1;
    return at + 1;
  }
  while (chunk[at] !== COMMA && chunk[at] !== CLOSING_BRACE) at++;
  return at;
}

function endOfString(chunk: Buffer, start: number): number {
  let at = start + 1;
  while (chunk[at] !== QUOTATION_MARK) at += chunk[at] === BACKSLASH ? 2 : 1;
  return at + 1;
}

const QUOTATION_MARK = 0x22;
const COMMA = 0x2c;
const ZERO = 0x30;
const OPENING_BRACKET = 0x5b;
const BACKSLASH = 0x5c;
const CLOSING_BRACKET = 0x5d;
const OPENING_BRACE = 0x7b;
const CLOSING_BRACE = 0x7d;
