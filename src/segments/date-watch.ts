/**
 * Finds out which dates are in records that a pattern has matched: by stepping over the values in front of a date, which is
 * many times faster than to have the pattern tell. Once a column has had every day of the window, it is not looked at.
 */

import { columnKey } from '../core/column.ts';
import { countDays } from '../core/date-range.ts';
import type { Window } from '../core/windows.ts';
import type { Leaf, RecordShape } from './record-shape.ts';

export interface DateWatch {
  /** `isDated` names the leaves that hold a day of the window in all records that will be shown. */
  prepare(shape: RecordShape, isDated: (leaf: Leaf) => boolean): ShapeWatch;
}

export interface ShapeWatch {
  /** Looks at the record, minified and of this shape, that begins at `start`. */
  notice(chunk: Buffer, start: number): void;
}

interface WatchedColumn {
  readonly key: string;
  /** Dates as numbers: 20260131. */
  readonly seen: Set<number>;
  /** Records in a row tend to share a date. */
  latest: number;
  isComplete: boolean;
}

/** `onDate` is told each date, as YYYY-MM-DD, the first time that it is seen in a column. */
export function createDateWatch(window: Window, onDate: (key: string, date: string) => void): DateWatch {
  const dayCount = countDays(window);
  const columns = new Map<string, WatchedColumn>();

  function watched({ column: { path } }: Leaf): WatchedColumn {
    const key = columnKey(path);
    const column = columns.get(key) ?? { key, seen: new Set<number>(), latest: 0, isComplete: false };
    columns.set(key, column);
    return column;
  }

  function see(column: WatchedColumn, date: number): void {
    column.latest = date;
    if (column.seen.has(date)) return;
    column.seen.add(date);
    column.isComplete = column.seen.size === dayCount;
    onDate(column.key, spell(date));
  }

  return {
    prepare({ glue, leaves }, isDated) {
      const glueLengths = Int32Array.from(glue, (text) => Buffer.byteLength(text));
      const columnOf = leaves.map((leaf) => (isDated(leaf) ? watched(leaf) : undefined));
      /** Leaves to step through: up to the last one that may hold a new date. */
      let count = columnOf.length;

      function shorten(): void {
        while (count > 0 && columnOf[count - 1]?.isComplete !== false) count--;
      }

      shorten();
      return {
        notice(chunk, start) {
          let at = start;
          let isNew = false;
          for (let leaf = 0; leaf < count; leaf++) {
            at += glueLengths[leaf]!;
            const column = columnOf[leaf];
            if (column !== undefined && !column.isComplete) {
              const date = readDate(chunk, at);
              if (date !== column.latest) {
                see(column, date);
                isNew = true;
              }
            }
            if (leaf + 1 < count) at = endOfValue(chunk, at);
          }
          if (isNew) shorten();
        },
      };
    },
  };
}

/** The eight digits at the beginning of a value, whatever separates them. */
function readDate(chunk: Buffer, start: number): number {
  let date = 0;
  for (let at = start, digits = 0; digits < 8; at++) {
    const digit = chunk[at]! - ZERO;
    if (digit < 0 || digit > 9) continue;
    date = date * 10 + digit;
    digits++;
  }
  return date;
}

/** 20260131 as 2026-01-31 */
function spell(date: number): string {
  return String(date)
    .padStart(8, '0')
    .replace(/^(....)(..)(..)$/, '$1-$2-$3');
}

/** Index behind the value at `start`: of all containers, a record that has matched holds empty ones, and arrays of scalars. */
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
