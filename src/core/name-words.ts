/** Words in names of columns and members. */

import { isAscii } from './text.ts';

/** Patterns for `replace` and `split`, of which `exec` and `test` would keep a state. */
interface Patterns {
  /** The end of one word and the start of the next: `rN` in `orderNumber`. */
  readonly boundary: RegExp;
  /** The end of capitals before a word: `DN` in `IDNumber`. */
  readonly capitals: RegExp;
  readonly between: RegExp;
  readonly digits: RegExp;
}

const ASCII: Patterns = {
  boundary: /([a-z\d])([A-Z])/g,
  capitals: /([A-Z])([A-Z][a-z])/g,
  between: /[^A-Za-z\d]+/g,
  digits: /\d+/g,
};

/**
 * The words of a column name, in lower case: `orderNumber`, `order_number` and `ORDER NUMBER` are two. Digits stay in their
 * word: `sales14d` is one.
 */
export function splitWords(name: string): readonly string[] {
  const { boundary, capitals, between } = patternsFor(name);
  const spaced = name.replace(boundary, '$1 $2').replace(capitals, '$1 $2');
  return spaced.toLowerCase().split(between).filter(Boolean);
}

/** The words of a name without its digits: `date2` is `date`. */
export function splitWordsOnly(name: string): readonly string[] {
  return splitWords(name.replace(patternsFor(name).digits, ' '));
}

/**
 * Literals with classes of Unicode would cost every run: Node reads their tables when it loads the file. Most names are ASCII
 * (`npm run bench -- startup`: 4 % of help).
 */
function patternsFor(name: string): Patterns {
  if (isAscii(name)) return ASCII;
  const pattern = (source: string): RegExp => new RegExp(source, 'gu');
  return {
    boundary: pattern('([\\p{Ll}\\p{N}])(\\p{Lu})'),
    capitals: pattern('(\\p{Lu})(\\p{Lu}\\p{Ll})'),
    between: pattern('[^\\p{L}\\p{N}]+'),
    digits: pattern('\\p{N}+'),
  };
}
