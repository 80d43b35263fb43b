/**
 * A regular expression for records of one shape, as strict as the scanner: what it matches in valid UTF-8 is valid JSON
 * (RFC 8259). It reads bytes as latin1 text, a character a byte.
 */

import { daysOf } from '../core/date-range.ts';
import type { Window } from '../core/windows.ts';
import { dateSpelling } from './date-spelling.ts';
import type { Leaf, RecordShape } from './record-shape.ts';

/** White space that may stand between tokens: any, or none. */
export type Spacing = 'any' | 'none';

const STRING = /"[^"\\\x00-\x1f]*(?:\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})[^"\\\x00-\x1f]*)*"/.source;
const NUMBER = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/.source;
const SCALAR = `(?:${STRING}|${NUMBER}|true|false|null)`;
const GAPS = { any: '[ \\t\\n\\r]*', none: '' } as const satisfies Record<Spacing, string>;

const TOKEN = /"(?:[^"\\]|\\.)*"|[{},:]/g;
const OPENING_BRACKET = '[';

/**
 * Matches, at `lastIndex`, a comma and a record of `shape` behind it. Leaves that `isDated` names match only where they
 * hold a date of the window, spelled as in the shape's sample; the others match any value, but containers that are not
 * empty: of these, arrays of scalars, where the sample is an array.
 */
export function recordPattern(
  { glue, leaves }: RecordShape,
  window: Window,
  isDated: (leaf: Leaf) => boolean,
  spacing: Spacing,
): RegExp {
  const gap = GAPS[spacing];
  const tokens = glue.map((text) => text.match(TOKEN)!.map(escapeToken));
  const parts = leaves.flatMap((leaf, index) => [
    ...tokens[index]!,
    isDated(leaf) ? datePattern(leaf, window) : valuePattern(leaf, gap),
  ]);
  return new RegExp(gap + [',', ...parts, ...tokens.at(-1)!].join(gap), 'y');
}

function valuePattern({ sample }: Leaf, gap: string): string {
  const empty = `\\[${gap}\\]|\\{${gap}\\}`;
  if (!sample.startsWith(OPENING_BRACKET)) return `(?:${SCALAR}|${empty})`;
  const scalars = `${SCALAR}(?:${gap},${gap}${SCALAR})*`;
  return `(?:${SCALAR}|${empty}|\\[${gap}${scalars}${gap}\\])`;
}

/** A value that begins with a day of the window, and goes on as it may: `"2026-01-31"`, `"2026-01-31T00:00:00Z"`, `20260131`. */
function datePattern({ sample }: Leaf, window: Window): string {
  const { isText, separator } = dateSpelling(sample)!;
  const days = daysOf(window).map((day) => day.replaceAll('-', separator));
  const date = `(?:${days.join('|')})(?![0-9.])`;
  return isText ? `"${date}${STRING.slice(1)}` : date;
}

function escapeToken(token: string): string {
  const bytes = Buffer.from(token).toString('latin1');
  return bytes.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
}
