/**
 * Characters that steer a terminal or hide from the eye: C0 and C1 controls, DEL, line and paragraph separators, zero
 * width spaces, marks and overrides of the writing direction, tags and lone surrogates. The zero width joiner stays: emoji need it.
 */
const INVISIBLE =
  /[\u0000-\u001f\u007f-\u009f\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff\u061c]|\p{Surrogate}/gu;

const SHORT_NAMES: Readonly<Record<string, string>> = { '\t': '\\t', '\n': '\\n', '\r': '\\r' };

/** `text` with every character that could drive a terminal spelled out: `\n`, `\u001b`. Other text is unchanged. */
export function toVisibleText(text: string): string {
  return text.replace(INVISIBLE, (character) => SHORT_NAMES[character] ?? toEscape(character));
}

/** One line of at most `maxLength` characters, visible throughout: for words that came from outside. */
export function toVisibleLine(text: string, maxLength: number): string {
  return cutLine(toVisibleText(toLine(text)), maxLength);
}

/** The same in quotation marks, spelled as JSON: longer than `maxLength` by its escapes. */
export function quoteLine(text: string, maxLength: number): string {
  return toVisibleText(JSON.stringify(cutLine(toLine(text), maxLength)));
}

function toLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

function cutLine(line: string, maxLength: number): string {
  return line.length <= maxLength ? line : `${line.slice(0, maxLength - 1).replace(/[\ud800-\udbff]$/, '')}…`;
}

function toEscape(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
