import { styleText } from 'node:util';

/** A color or a weight of text. */
export type TextFormat = Parameters<typeof styleText>[0];

/** The text with the escape sequences of a format, if the terminal shows colors. */
export function styled(text: string, format: TextFormat, color: boolean): string {
  return color ? styleText(format, text, { validateStream: false }) : text;
}

/** The text of a cell and its color on a terminal. */
export interface ShownCell {
  /** Contains no control characters. */
  readonly text: string;
  readonly tone: Tone;
  /** The number before it was rounded, as JSON. */
  readonly exact?: string | undefined;
  /** The length of a bar from -1 to 1, from the zero of its column. */
  readonly bar?: number | undefined;
}

/** A text without a color. */
export function plainCell(text = ''): ShownCell {
  return { text, tone: 'plain' };
}

/** Negative numbers are losses. A change is a gain if it is good, and a loss if it is bad. A text that stands for none is dim. */
export type Tone = 'plain' | 'gain' | 'loss' | 'dim';

const FORMATS = { gain: 'green', loss: 'red', dim: 'dim' } as const;

/** `text` in the color of its tone, if the terminal shows colors. */
export function paint(text: string, tone: Tone, color: boolean): string {
  return tone === 'plain' ? text : styled(text, FORMATS[tone], color);
}

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * True if a stream shows colours: never with NO_COLOR (no-color.org), always with FORCE_COLOR (unless `0` or `false`),
 * otherwise on a terminal that is not dumb.
 */
export function hasColor(stream: { readonly isTTY?: boolean }, env: Environment): boolean {
  if (env.NO_COLOR !== undefined && env.NO_COLOR !== '') return false;
  if (env.FORCE_COLOR !== undefined) return env.FORCE_COLOR !== '0' && env.FORCE_COLOR !== 'false';
  return stream.isTTY === true && env.TERM !== 'dumb';
}
