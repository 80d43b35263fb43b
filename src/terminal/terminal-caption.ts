/** Draws a caption in a terminal. */

import { styled, type TextFormat } from '../core/tone.ts';
import type { CaptionPart } from '../document/document.ts';
import type { TerminalSize } from './terminal-table.ts';

/**
 * The caption, after the title of a chart. Lines break between its parts, and within a part that is wider than the terminal. Without
 * a terminal, there is one line.
 */
export async function drawCaption(
  parts: readonly CaptionPart[],
  style: TextFormat,
  { width: maxWidth = Number.POSITIVE_INFINITY, color, measure }: TerminalSize,
  title?: string,
): Promise<string> {
  const first = title === undefined ? '' : '   ';
  const pieces = [
    ...(title === undefined ? [] : [{ text: title, style: 'bold' as const, separator: '' }]),
    ...parts.map(({ text, isHeading = false }, index) => ({
      text,
      style: isHeading ? style : 'dim',
      separator: index === 0 ? first : isHeading ? ' ' : ' · ',
    })),
  ];
  await measure.prepare(pieces.map(({ text }) => text));
  const words = pieces.flatMap((piece) =>
    measure.width(piece.text) <= maxWidth
      ? [piece]
      : piece.text.split(' ').map((text, at) => ({ ...piece, text, ...(at > 0 && { separator: ' ' }) })),
  );
  let drawn = '';
  let used = 0;
  for (const { text, style: own, separator } of words) {
    const width = separator.length + measure.width(text);
    const isNewLine = used > 0 && used + width > maxWidth;
    used = isNewLine ? measure.width(text) : used + width;
    drawn += (isNewLine ? '\n' : separator) + styled(text, own, color);
  }
  return drawn;
}
