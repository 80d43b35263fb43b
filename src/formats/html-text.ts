/** Texts of a page, as markup. */

import { type Markup, markup } from '../core/markup.ts';
import type { ShownCell } from '../core/tone.ts';
import { groupThousands } from '../document/display-number.ts';

/** A text of the service within a sentence: its direction does not change that of the sentence. */
export function isolated(text: string): Markup {
  return markup`<bdi>${text}</bdi>`;
}

/** A number in a cell of a table. */
export function numberCell({ text, tone }: ShownCell): Markup {
  return markup`<td class="${tone === 'plain' ? 'n' : `n ${tone}`}">${groupThousands(text)}</td>`;
}

/** A heading of a column. */
export function headCell(content: string | Markup, isNumeric: boolean): Markup {
  return markup`<th scope="col"${isNumeric ? markup` class="n"` : undefined}>${content}</th>`;
}

/** `date` as part of an id or a file name. */
export function fileName(text: string): string {
  return text.replace(/[^\w.-]+/g, '-');
}
