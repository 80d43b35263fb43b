/** Draws a document in a terminal: the answer, one line about it, the table, and what is odd. */

import { wrap } from '../core/text.ts';
import { styled } from '../core/tone.ts';
import { drawCaption } from '../document/caption.ts';
import type { CaptionPart, Document } from '../document/document.ts';
import { type Phrase, phraseText } from '../findings/phrases.ts';
import { fitTable, type TerminalSize } from './terminal-table.ts';
import { createTextMeasure } from './text-width.ts';

interface Terminal extends Omit<TerminalSize, 'measure'> {
  readonly onTruncation: (text: string) => void;
}

export async function* drawDocument(
  { headline, caption, parts, remarks }: Document,
  { width, color, onTruncation }: Terminal,
): AsyncGenerator<string> {
  const measure = createTextMeasure();
  const fitted = await Promise.all(parts.map((table) => fitTable(table, { width, color, measure })));
  const lines = (phrase: Phrase): readonly string[] => wrap(phraseText(phrase), width ?? Number.POSITIVE_INFINITY);
  if (headline !== undefined)
    yield lines(headline)
      .map((line) => `${styled(line, 'bold', color)}\n`)
      .join('');
  const style = headline === undefined ? 'bold' : 'dim';
  const constants = fitted.flatMap((table): readonly CaptionPart[] => table.constants);
  yield await drawCaption([...caption, ...constants], style, { width, color, measure });
  for (const table of fitted) {
    yield* table.draw();
    reportHidden(table.hidden, onTruncation);
  }
  for (const remark of remarks) yield `${lines(remark).join('\n')}\n`;
}

function reportHidden(names: readonly string[], onTruncation: Terminal['onTruncation']): void {
  if (names.length === 0) return;
  const which = names.length === 1 ? 'a column' : `${names.length} columns`;
  onTruncation(
    `the terminal is too narrow for ${which}: ${names.join(', ')} (choose columns with --columns, or use --wide or --format csv)`,
  );
}
