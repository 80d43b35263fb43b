/** Words in names of columns and members. */

/** The end of one word and the start of the next (`rN` in `orderNumber`), the end of capitals before a word (`DN` in `IDNumber`), what is between words, and digits. */
const SOURCES = ['([\\p{Ll}\\p{N}])(\\p{Lu})', '(\\p{Lu})(\\p{Lu}\\p{Ll})', '[^\\p{L}\\p{N}]+', '\\p{N}+'];

/** Made when a name is read: for literals, Node would read the tables of Unicode when it loads the file. */
let patterns: readonly RegExp[] | undefined;

function patternsOfWords(): readonly RegExp[] {
  patterns ??= SOURCES.map((source) => new RegExp(source, 'gu'));
  return patterns;
}

/**
 * The words of a column name, in lower case: `orderNumber`, `order_number` and `ORDER NUMBER` are two. Digits stay in their
 * word: `sales14d` is one.
 */
export function splitWords(name: string): readonly string[] {
  const [boundary, capitals, between] = patternsOfWords();
  const spaced = name.replace(boundary!, '$1 $2').replace(capitals!, '$1 $2');
  return spaced.toLowerCase().split(between!).filter(Boolean);
}

/** The words of a name without its digits: `date2` is `date`. */
export function splitWordsOnly(name: string): readonly string[] {
  return splitWords(name.replace(patternsOfWords()[3]!, ' '));
}
