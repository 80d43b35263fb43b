/** The text of a cell and its color on a terminal. */
export interface ShownCell {
  /** Contains no control characters. */
  readonly text: string;
  readonly tone: Tone;
}

/** The meaning of a number's sign: negative numbers are losses; positive ones are gains in a column of changes. */
export type Tone = 'plain' | 'gain' | 'loss';

/** `text` with the escape sequences for the color of its tone. */
export function paint(text: string, tone: Tone): string {
  if (tone === 'plain') return text;
  return `\u001b[${tone === 'gain' ? 32 : 31}m${text}\u001b[39m`;
}
