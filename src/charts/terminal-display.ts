/** The terminal that a chart is drawn for, and texts in its columns. */

import { paint, type ShownCell, styled } from '../core/tone.ts';
import type { TextMeasure } from '../terminal/text-width.ts';

/** Spaces between two texts of a line. */
export const GAP = '  ';
/** Marks an incomplete unit of time. */
export const INCOMPLETE = '○';
/** Labels are not cut to fewer columns. */
export const MIN_LABEL_WIDTH = 10;

/** The size and the abilities of the terminal that shows a chart. */
export interface ChartDisplay {
  /** Columns of the terminal. */
  readonly width: number;
  /** Lines for the whole chart; bars take as many as they need. */
  readonly height: number;
  readonly color: boolean;
  /** Must be prepared for all texts. */
  readonly measure: Pick<TextMeasure, 'width' | 'cut'>;
  /** Separates the thousands of round numbers. */
  readonly group: (number: string) => string;
}

/** The text of a cell, in the color of its tone if the terminal shows colors. */
export function paintShown({ text, tone }: ShownCell, { color }: ChartDisplay): string {
  return paint(text, tone, color);
}

/** Text of less weight, if the terminal shows colors. */
export function dim(text: string, { color }: ChartDisplay): string {
  return styled(text, 'dim', color);
}

/** The painted text of a cell after spaces up to `width` columns. */
export function padStart(shown: ShownCell, width: number, display: ChartDisplay): string {
  return ' '.repeat(Math.max(0, width - display.measure.width(shown.text))) + paintShown(shown, display);
}

/** The width of the widest text, in columns. */
export function widest(texts: readonly string[], { measure }: ChartDisplay): number {
  return texts.reduce((most, text) => Math.max(most, measure.width(text)), 0);
}

/** `text` with spaces up to `width` columns. */
export function padEnd(text: string, width: number, { measure }: ChartDisplay): string {
  return text + ' '.repeat(Math.max(0, width - measure.width(text)));
}
