/**
 * The names with which services repeat the range of a response, beside the records or in them. The interface defines none, so
 * one table holds the usual words. It has only words with one likely meaning: `campaign_start` is the start of something else.
 */

import { splitWords } from '../core/name-words.ts';

/** The part of a range that a member or column holds. */
export interface RangeName {
  /** `month` holds a whole range: `2026-01`. */
  readonly part: 'start' | 'end' | 'month';
  /** The same for both ends of one range. */
  readonly key: string;
}

/** The words for the two ends of a range. A pair has words of one line. */
const ENDS: readonly (readonly [starts: readonly string[], ends: readonly string[]])[] = [
  [
    ['start', 'begin'],
    ['end', 'stop'],
  ],
  [
    ['from', 'since'],
    ['to', 'until', 'till', 'through'],
  ],
];
/** Words that may stand beside the word for an end: `start_date`, `period_end`, `report_from`. */
const QUALIFIERS = ['date', 'day', 'period', 'window', 'range', 'report', 'reporting'];
const MONTH = 'month';
/** Objects that may hold a range: `meta.period.start`. Others, such as `campaign`, have ranges of their own. */
const CONTAINERS = new Set(
  'meta metadata period window range daterange dates interval query request params parameters filter filters'.split(
    ' ',
  ),
);
/** Two words in one: `startdate`, `dateto`, `periodend`. */
const JOINED = new RegExp(
  `^(date|period|window|range)?(${ENDS.flat(2)
    .sort((one, other) => other.length - one.length)
    .join('|')})(date)?$`,
);
/** Longer names are not in the table. */
const MAX_NAME_LENGTH = 80;

/** The part of a range that the last key of a path names; undefined for other names. */
export function rangeName(path: readonly string[]): RangeName | undefined {
  const outer = path.slice(0, -1);
  if (outer.some((key) => !CONTAINERS.has(wordsOf(key).join('')))) return undefined;
  const words = wordsOf(path.at(-1) ?? '');
  if (words.length === 1 && words[0] === MONTH) return { part: 'month', key: JSON.stringify([outer, MONTH]) };
  const line = ENDS.findIndex((sides) => sides.flat().some((word) => words.includes(word)));
  if (line === -1) return undefined;
  const [starts, ends] = ENDS[line]!;
  const [end, ...otherEnds] = words.filter((word) => starts.includes(word) || ends.includes(word));
  const others = words.filter((word) => word !== end).sort();
  if (otherEnds.length > 0 || others.some((word) => !QUALIFIERS.includes(word))) return undefined;
  return { part: starts.includes(end!) ? 'start' : 'end', key: JSON.stringify([outer, line, others]) };
}

/** True if a word of the last key names an end of a range, or a range: `start_date`, `to_day`, `window_day`. */
export function hasRangeWord(path: readonly string[]): boolean {
  const words = wordsOf(path.at(-1) ?? '');
  return words.some((word) => RANGE_WORDS.has(word));
}

const RANGE_WORDS = new Set([...ENDS.flat(2), 'period', 'window', 'range']);

function wordsOf(name: string): readonly string[] {
  if (name.length > MAX_NAME_LENGTH) return [];
  return splitWords(name).flatMap((word) => JOINED.exec(word)?.slice(1).filter(Boolean) ?? [word]);
}
