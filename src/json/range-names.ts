/**
 * The names with which services repeat the range of a response, beside the records or in them. The interface defines none, so
 * one table holds the usual words. It has only words with one likely meaning: `campaign_start` is the start of something else.
 */

import { comparedName } from './sign-rules.ts';

/** The part of a range that a member or column holds. */
export interface RangeName {
  /** `month` holds a whole range: `2026-01`. */
  readonly part: 'start' | 'end' | 'month';
  /** The same for both ends of one range. */
  readonly key: string;
}

/** Words that may stand beside the word for an end: `start_date`, `period_end`, `report_from`. */
const QUALIFIERS = '((?:date|day|period|window|range|report(?:ing)?)*)';
/** The words for the two ends of a range, a pair in each line. */
const ENDS = [
  { start: named('start|begin'), end: named('end|stop') },
  { start: named('from|since'), end: named('to|until|till|through') },
];
const SIDES = ['start', 'end'] as const;
/** Objects that may hold a range: `meta.period.start`. Others, such as `campaign`, have ranges of their own. */
const CONTAINERS =
  /^(?:meta(?:data)?|period|window|(?:date)?range|dates|interval|query|request|params|parameters|filters?)$/;

function named(words: string): RegExp {
  return new RegExp(`^${QUALIFIERS}(?:${words})${QUALIFIERS}$`);
}

/** The part of a range that the last key of a path names; undefined for other names. */
export function rangeName(path: readonly string[]): RangeName | undefined {
  const outer = path.slice(0, -1);
  const name = comparedName(path);
  if (outer.some((key) => !CONTAINERS.test(comparedName([key])))) return undefined;
  if (name === 'month') return { part: 'month', key: JSON.stringify([outer, name]) };
  for (const [line, ends] of ENDS.entries()) {
    for (const part of SIDES) {
      const [, before, after] = ends[part].exec(name) ?? [];
      if (before !== undefined) return { part, key: JSON.stringify([outer, line, `${before}${after}`]) };
    }
  }
  return undefined;
}

/** True if the last key names an end of a range, or a range: `start_date`, `to_day`, `window_day`. */
export function hasRangeWord(path: readonly string[]): boolean {
  return rangeName(path.slice(-1)) !== undefined || /period|window|range/.test(comparedName(path));
}
