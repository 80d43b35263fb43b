/** The text of a cell and its color on a terminal. */
export interface ShownCell {
  /** Contains no control characters. */
  readonly text: string;
  readonly tone: Tone;
  /** For a change: whether it is a fall or a rise; undefined if its sign would mislead. */
  readonly direction?: 'fall' | 'rise' | undefined;
  /** The shade of the background, from 0 for low numbers; undefined for none. */
  readonly shade?: number | undefined;
}

/** Negative numbers are losses. A change is a gain if it is good, and a loss if it is bad. */
export type Tone = 'plain' | 'gain' | 'loss';

/** Backgrounds of the 256-color palette from low to high, each with a foreground whose contrast is at least 4.5. */
const SHADE_COLORS = [
  [17, 231],
  [18, 231],
  [24, 231],
  [25, 231],
  [31, 16],
  [37, 16],
] as const;

/** `text` on the background of a shade. */
export function paintShade(text: string, shade: number): string {
  const [background, foreground] = SHADE_COLORS[shade]!;
  return `\u001b[48;5;${background}m\u001b[38;5;${foreground}m${text}\u001b[39m\u001b[49m`;
}

/** All shades from low to high, side by side. */
export const SHADE_SCALE = SHADE_COLORS.map((_, shade) => paintShade('  ', shade)).join('');

/** `text` with the escape sequences for the color of its tone. */
export function paint(text: string, tone: Tone): string {
  if (tone === 'plain') return text;
  return `\u001b[${tone === 'gain' ? 32 : 31}m${text}\u001b[39m`;
}
