/** Draws a table of a document as markup: rows, the groups that moved, and bars. */

import { escapeMarkup, type Markup, markup, trustedMarkup } from '../core/markup.ts';
import type { ShownCell } from '../core/tone.ts';
import type { Table, TableColumn, TableRow } from '../document/document.ts';

/** A longer text scrolls in its cell. */
const MAX_PLAIN = 200;
/** The height of a bar. That of the compared range is an outline around it. */
const BAR_HEIGHT = 18;
const [NOW, BEFORE] = [
  { kind: 'now', y: 4, height: 10 },
  { kind: 'before', y: 1.5, height: 15 },
];
/** Any number other than zero is visible. */
const MIN_PERCENT = 0.3;

/** The table in pieces. Its columns have their alignment from `columnRules`. */
export async function* drawTable({ id, columns, rows, foot = [] }: Table): AsyncGenerator<Markup> {
  const isCentered = columns.some(({ heading, kind }) => kind === 'bar' && heading.includes('│'));
  const write = (rows: readonly TableRow[]): Markup => {
    let text = '';
    for (const { cells, isOther } of rows) {
      text += isOther === true ? '<tr class="other">' : '<tr>';
      for (let index = 0; index < cells.length; index++) {
        const cell = cells[index]!;
        // The sign of a number says the same as its colour.
        const tone = cell.tone === 'plain' ? '' : ` class=${cell.tone}`;
        const mark = cell.badge && markup` <span class="badge">${cell.badge[0]}</span>`;
        if (index === 0 && id !== 'rows')
          text += `<th scope="row"${tone}>${markup`<bdi>${cell.text}</bdi>${mark}</th>`}`;
        // The end tag may be omitted (HTML, section 13.1.2.4).
        else text += `<td${tone}>${contentOf(cell, isCentered)}${mark ?? ''}`;
      }
      text += '</tr>\n';
    }
    return trustedMarkup(text);
  };
  yield markup`<table id="${id}">\n<thead><tr>${columns.map(headOf)}</tr></thead>\n<tbody>\n`;
  for await (const block of rows) yield write(block);
  const feet = foot.length === 0 ? undefined : markup`<tfoot>\n${write(foot)}</tfoot>\n`;
  yield markup`</tbody>\n${feet}</table>\n`;
}

function contentOf({ text, bar }: ShownCell, isCentered: boolean): string | Markup {
  if (bar !== undefined) return drawBar(bar, isCentered);
  return text.length > MAX_PLAIN ? markup`<div class="long" tabindex="0">${text}</div>` : escapeMarkup(text);
}

/** A long name may be broken after an underscore. */
function headOf({ heading, kind }: TableColumn): Markup {
  if (kind === 'bar') return markup`<td>${heading}</td>`;
  const parts = heading.split('_').map((part, index) => (index === 0 ? part : markup`_<wbr>${part}`));
  return markup`<th scope="col"><bdi>${parts}</bdi></th>`;
}

/** Only decoration: it has no numbers. With numbers below zero, zero is in the middle. */
function drawBar([now, before]: NonNullable<ShownCell['bar']>, isCentered: boolean): Markup {
  const rect = (part: number | undefined, { kind, y, height }: typeof NOW): Markup | undefined => {
    if (part === undefined || part === 0) return undefined;
    const width = Math.max(MIN_PERCENT, Math.abs(part) * (isCentered ? 50 : 100));
    const x = isCentered ? 50 - (part < 0 ? width : 0) : 0;
    return markup`<rect class="${part < 0 ? `${kind} below` : kind}" x="${percent(x)}" width="${percent(width)}" y="${y}" height="${height}" rx="1.5"/>`;
  };
  const axis = isCentered ? markup`<line class="zero" x1="50%" x2="50%" y1="0" y2="${BAR_HEIGHT}"/>` : undefined;
  return markup`<svg class="chart bar" width="100%" height="${BAR_HEIGHT}" aria-hidden="true">${rect(now, NOW!)}${rect(before, BEFORE!)}${axis}</svg>`;
}

function percent(value: number): string {
  return `${Math.round(value * 100) / 100}%`;
}
