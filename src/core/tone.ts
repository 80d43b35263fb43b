/** The text of a cell and its color on a terminal. */
export interface ShownCell {
  /** Contains no control characters. */
  readonly text: string;
  readonly tone: Tone;
  /** For a change: whether it is a fall or a rise; undefined if its sign would mislead. */
  readonly direction?: 'fall' | 'rise' | undefined;
}

/** Negative numbers are losses. A change is a gain if it is good, and a loss if it is bad. */
export type Tone = 'plain' | 'gain' | 'loss';

/** `text` with the escape sequences for the color of its tone. */
export function paint(text: string, tone: Tone): string {
  if (tone === 'plain') return text;
  return `\u001b[${tone === 'gain' ? 32 : 31}m${text}\u001b[39m`;
}
