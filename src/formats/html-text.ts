/** Texts of a page, as markup. */

import { type Markup, markup, trustedMarkup } from '../core/markup.ts';
import type { ShownCell } from '../core/tone.ts';

/** Classes for the colours of a number. The sign says the same as the colour. */
export const TONE_CLASSES = { plain: '', gain: 'gain', loss: 'loss' } as const;

/** A text of the service within a sentence: its direction does not change that of the sentence. */
export function isolated(text: string): Markup {
  return markup`<bdi>${text}</bdi>`;
}

/** A number in a cell of a table. */
export function numberCell({ text, tone }: ShownCell): Markup {
  const kind = TONE_CLASSES[tone];
  return markup`<td class="${kind === '' ? 'n' : `n ${kind}`}">${groupedNumber(text)}</td>`;
}

/** A heading of a column. */
export function headCell(content: string | Markup, isNumeric: boolean): Markup {
  return markup`<th scope="col"${isNumeric ? markup` class="n"` : undefined}>${content}</th>`;
}

const GROUPABLE = /^([-+]?)(\d{4,})(\.\d+)?$/;

/** A number with gaps between the thousands. The gaps are markup, not characters, so the text has the exact digits. */
export function groupedNumber(text: string): Markup {
  const match = GROUPABLE.exec(text);
  if (match === null) return markup`${text}`;
  const [, sign, whole, fraction] = match;
  const grouped = trustedMarkup(whole!.replace(/(?<=\d)(\d{3})(?=(?:\d{3})*$)/g, '<i>$1</i>'));
  return markup`${sign}${grouped}${fraction}`;
}

/** `date` as part of an id or a file name. */
export function fileName(text: string): string {
  return text.replace(/[^\w.-]+/g, '-');
}
