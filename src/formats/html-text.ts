/** Texts of a page, as markup. */

import { escapeMarkup } from '../core/text.ts';
import type { ShownCell } from '../core/tone.ts';

/** Classes for the colours of a number. The sign says the same as the colour. */
export const TONE_CLASSES = { plain: '', gain: 'gain', loss: 'loss' } as const;

/** A text of the service within a sentence: its direction does not change that of the sentence. */
export function isolated(text: string): string {
  return `<bdi>${escapeMarkup(text)}</bdi>`;
}

/** A number in a cell of a table: one text node. */
export function numberCell({ text, tone }: ShownCell): string {
  const kind = TONE_CLASSES[tone];
  return `<td class="${kind === '' ? 'n' : `n ${kind}`}">${escapeMarkup(text)}</td>`;
}

const GROUPABLE = /^(-?)(\d{4,})(\.\d+)?$/;

/** A number with gaps between the thousands. The gaps are markup, not characters, so the text has the exact digits. */
export function groupedNumber(text: string): string {
  const match = GROUPABLE.exec(text);
  if (match === null) return escapeMarkup(text);
  const [, sign, whole, fraction = ''] = match;
  return sign + whole!.replace(/(\d{3})(?=(?:\d{3})*$)/g, '<i>$1</i>') + fraction;
}

/** `date` as part of an id or a file name. */
export function fileName(text: string): string {
  return text.replace(/[^\w.-]+/g, '-');
}
