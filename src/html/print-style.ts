/** How the table of a page is printed: no column is cut off. */

import { toVisibleText } from '../core/text.ts';
import type { Table } from '../document/document.ts';

/** Wider rows are printed in landscape, and still wider ones as blocks of labelled values: paper would cut off their last columns. */
const MOST_CHARACTERS = { portrait: 115, landscape: 160 };
/** A longer text, or part of a name, is broken into lines. */
const MAX_TEXT = 12;
const PADDING = 2;
const LANDSCAPE = 'section.table,footer{page:wide}#rows td,#rows th{font-size:7pt;padding:2px 4px}';
const BLOCKS = `
#rows,#rows tbody,#rows tfoot{display:block}
#rows thead{display:none}
#rows tr{display:grid;grid-template-columns:repeat(auto-fill,minmax(36mm,1fr));gap:4px 10px;border-bottom:1px solid var(--edge);padding:8px 0}
#rows td:nth-child(n){display:block;border:0;padding:0;text-align:left;white-space:normal;font-size:8pt;background:none!important}
#rows tr>td:first-child{grid-column:1/-1}
#rows td::before{display:block;color:var(--muted);font-size:6.5pt;font-weight:400}
`;
/** Longest name of a column that labels a printed cell. */
const MAX_LABEL = 60;

/** The style of a table on paper. */
export function printStyle({ columns }: Table): string {
  const width = columns.reduce((sum, { heading, name = heading, kind, length: longest = 0 }) => {
    // With the commas of a number.
    const length = kind === 'number' ? Math.floor((4 * longest) / 3) : Math.min(longest, MAX_TEXT);
    const parts = name.split(/[_\s-]/).map((part) => Math.min(part.length, MAX_TEXT));
    return sum + Math.max(length, ...parts) + PADDING;
  }, 0);
  if (width <= MOST_CHARACTERS.portrait) return '#rows td,#rows th{font-size:7pt;padding:2px 4px}';
  if (width <= MOST_CHARACTERS.landscape) return LANDSCAPE;
  const labels = columns.map(
    ({ heading, name = heading }, index) =>
      `#rows td:nth-child(${index + 1})::before{content:"${escapeStyle(name.slice(0, MAX_LABEL))}"}\n`,
  );
  return BLOCKS + labels.join('');
}

/** A text as part of a CSS string: everything but letters and digits is escaped (CSS Syntax Level 3, section 4.3.7). */
function escapeStyle(text: string): string {
  return Array.from(toVisibleText(text), (character) =>
    /[A-Za-z0-9]/.test(character) ? character : `\\${character.codePointAt(0)!.toString(16)} `,
  ).join('');
}
