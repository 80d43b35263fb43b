/**
 * A regular expression for records of one shape, as strict as the scanner: what it matches in valid UTF-8 is valid JSON
 * (RFC 8259). It reads bytes as latin1 text, a character a byte.
 */

import { daysOf } from '../core/date-range.ts';
import type { Window } from '../core/windows.ts';
import type { ColumnDatesCounter } from './column-dates.ts';
import {
  AFTER_NUMBER,
  AFTER_TEXT,
  dateSpelling,
  NUMBER_LIKE_DATE,
  REST_OF_TEXT_LIKE_DATE,
} from './date-spelling.ts';
import type { Leaf, RecordShape } from './record-shape.ts';

/** White space that may stand between tokens: any, or none. */
export type Spacing = 'any' | 'none';

/** Escapes of UTF-16 code units, but for half a surrogate pair: the scanner finds those, and they are reported. */
const UNIT =
  /u(?:[0-9a-cA-Ce-fE-F][0-9a-fA-F]{3}|[dD][0-7][0-9a-fA-F]{2}|[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2})/
    .source;
const REST_OF_STRING = `[^"\\\\\\x00-\\x1f]*(?:\\\\(?:["\\\\/bfnrt]|${UNIT})[^"\\\\\\x00-\\x1f]*)*"`;
const NUMBER = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/.source;
const STRING = `"${REST_OF_STRING}`;
const SCALAR = `(?:${STRING}|${NUMBER}|true|false|null)`;
/** Without strings that look like a date; and without numbers that do. */
const UNDATED_STRING = `"(?!${REST_OF_TEXT_LIKE_DATE})${REST_OF_STRING}`;
const UNDATED_NUMBER = `(?!${NUMBER_LIKE_DATE})${NUMBER}`;
const GAPS = { any: '[ \\t\\n\\r]*', none: '' } as const satisfies Record<Spacing, string>;

const TOKEN = /"(?:[^"\\]|\\.)*"|[{},:]/g;
const OPENING_BRACKET = '[';

/**
 * Matches, at `lastIndex`, a comma and a record of `shape` behind it. Where `datesOf` says that a column holds dates of the
 * window only, its value must be one, spelled as in the shape's sample; where it says that no value looked like a date, none
 * may. Other values may be anything, but containers that are not empty: of these, arrays of scalars, where the sample is an
 * array.
 */
export function recordPattern(
  { glue, leaves }: RecordShape,
  window: Window,
  datesOf: (leaf: Leaf) => ColumnDatesCounter,
  spacing: Spacing,
): RegExp {
  const gap = GAPS[spacing];
  const tokens = glue.map((text) => text.match(TOKEN)!.map(escapeToken));
  const parts = leaves.flatMap((leaf, index) => [
    ...tokens[index]!,
    leafPattern(leaf, datesOf(leaf), window, gap),
  ]);
  return new RegExp(gap + [',', ...parts, ...tokens.at(-1)!].join(gap), 'y');
}

function leafPattern(leaf: Leaf, dates: ColumnDatesCounter, window: Window, gap: string): string {
  const mode = dates.mode();
  if (mode === 'inside') return datePattern(leaf, window);
  if (mode === 'mixed') return valuePattern(leaf, SCALAR, gap);
  const number = dates.countsIntegers() ? UNDATED_NUMBER : NUMBER;
  return valuePattern(leaf, `(?:${UNDATED_STRING}|${number}|true|false|null)`, gap);
}

function valuePattern({ sample }: Leaf, scalar: string, gap: string): string {
  const empty = `\\[${gap}\\]|\\{${gap}\\}`;
  if (!sample.startsWith(OPENING_BRACKET)) return `(?:${scalar}|${empty})`;
  const scalars = `${SCALAR}(?:${gap},${gap}${SCALAR})*`;
  return `(?:${scalar}|${empty}|\\[${gap}${scalars}${gap}\\])`;
}

/** A date of the window, and what may follow it: `"2026-01-31"`, `"2026-01-31T00:00:00Z"`, `20260131`. */
function datePattern({ sample }: Leaf, window: Window): string {
  const { isText, separator } = dateSpelling(sample)!;
  const days = daysOf(window).map((day) => day.replaceAll('-', escapeToken(separator)));
  const date = `(?:${days.join('|')})`;
  return isText ? `(?="${date}${AFTER_TEXT})${STRING}` : date + AFTER_NUMBER;
}

function escapeToken(token: string): string {
  const bytes = Buffer.from(token).toString('latin1');
  return bytes.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
}
