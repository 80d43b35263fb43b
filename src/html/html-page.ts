/** Draws a page: the answer, a box for everything that is incomplete, the parts, and the facts about the report. */

import { createHash } from 'node:crypto';
import { escapeMarkup, joinMarkup, type Markup, markup, trustedMarkup } from '../core/markup.ts';
import { countOf } from '../core/text.ts';
import type { ShownCell } from '../core/tone.ts';
import type { LegendItem, LinePart, Page, Table, TableColumn, TableRow, Tiles } from '../document/document.ts';
import { pageStyle } from './page-style.ts';
import { drawSvgLines } from './svg-lines.ts';

/** The lines are drawn for a wide page and for a narrow one, so that their labels have the same size on both. */
const SIZES = { wide: { width: 1040, height: 300 }, narrow: { width: 348, height: 240 } };

/** A longer text scrolls in its cell. */
const MAX_PLAIN = 200;
const BAR_HEIGHT = 18;
/** Any number other than zero is visible. */
const MIN_PERCENT = 0.3;

type SaveLink = (rowCount: number) => AsyncGenerator<Markup | Uint8Array>;

/**
 * The page in pieces. The policy allows its style by its hash, and nothing else (CSP Level 3, section 2.3.1): the page loads nothing
 * and runs no script. `saveLink` gives the link that saves the first rows.
 */
export async function* drawPage(page: Page, saveLink: SaveLink): AsyncGenerator<Markup | Uint8Array> {
  const style = pageStyle(page);
  yield markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'; base-uri 'none'; form-action 'none'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>${page.windowTitle}</title>
<style>${trustedMarkup(style)}</style>
</head>
<body>
<main>
${header(page)}${boxes(page)}`;
  for (const part of page.parts) {
    if (part.kind === 'tiles') yield drawTiles(part);
    else if (part.kind === 'lines') yield drawLines(part);
    else if (part.id === 'figures') yield* drawFigures(part);
    else if (part.id === 'rows') yield* drawRows(part, page.repeatsRows, saveLink);
    else yield* drawGroups(part);
  }
  if (page.parts.every((part) => part.kind !== 'table' || part.id !== 'rows'))
    yield markup`<section><p>${page.noRows}</p></section>\n`;
  const facts = page.facts.map(({ name, value }) => markup`<div><dt>${name}</dt><dd>${isolated(value)}</dd></div>\n`);
  yield markup`<footer><dl class="facts">\n${facts}</dl>\n<p>The command that makes this report again:</p><code>${page.command}</code></footer>
</main>
</body>
</html>
`;
}

/** A text of the service within a sentence: its direction does not change that of the sentence. */
function isolated(text: string): Markup {
  return markup`<bdi>${text}</bdi>`;
}

/** What the report is about, the answer, and its reasons: or else the title. */
function header({ title, about, headline, lead }: Page): Markup {
  const parts = (texts: readonly string[]): Markup =>
    markup`<p class="about">${joinMarkup(texts.map(isolated), ' · ')}</p>\n`;
  if (headline === undefined) return markup`<header>\n<h1>${isolated(title)}</h1>\n${parts(about)}</header>\n`;
  const reasons = lead.map((reason) => `${reason}.`).join(' ');
  return markup`<header>
${parts([title, ...about])}<h1>${headline}</h1>
${lead.length === 0 ? undefined : markup`<p class="lead">${reasons}</p>\n`}</header>
`;
}

/** A box with everything that is missing, hidden or ambiguous; empty if there is nothing. */
function boxes({ notes, isSandbox }: Page): Markup {
  const sandbox = markup`<p class="box sandbox">These figures are made up: they come from the sandbox.</p>\n`;
  const list = markup`<div class="box" role="note"><h2>Please note</h2>
<ul>
${notes.map((note) => markup`<li>${note}</li>\n`)}</ul></div>
`;
  return markup`${isSandbox ? sandbox : undefined}${notes.length === 0 ? undefined : list}`;
}

function drawTiles({ tiles }: Tiles): Markup {
  const drawn = tiles.map(({ name, unit, total, changes }) => {
    const lines = changes.map(({ text, tone }, index) =>
      index === 0 && changes.length > 1 ? markup`<dd><b class="${tone}">${text}</b></dd>` : markup`<dd>${text}</dd>`,
    );
    return markup`<div class="tile"><dt>${isolated(name)}${unit && markup` <small>${unit}</small>`}</dt><dd class="total ${total.tone}">${total.text}</dd>${lines}</div>\n`;
  });
  return markup`<dl class="tiles">\n${drawn}</dl>\n`;
}

async function* drawGroups(table: Table): AsyncGenerator<Markup> {
  const id = `${table.id}-title`;
  yield markup`<section class="groups"><h2 id="${id}">${isolated(table.title ?? '')}</h2>\n`;
  yield* drawScrolling(table, markup`aria-labelledby="${id}"`);
  yield markup`${notesBelow(table)}</section>\n`;
}

/** The rows, behind a summary if the groups above have them all, and their CSV. */
async function* drawRows(rows: Table, repeats: boolean, saveLink: SaveLink): ReturnType<SaveLink> {
  yield markup`<section class="${repeats ? 'table repeated' : 'table'}"><h2 id="rows-title">Rows</h2>\n`;
  yield* saveLink(rows.rowCount);
  if (repeats) yield markup`<details><summary>${countOf(rows.rowCount, 'row')} with all columns</summary>\n`;
  yield* drawScrolling(rows, markup`aria-labelledby="rows-title"`);
  yield markup`${notesBelow(rows)}${repeats ? markup`</details>` : undefined}</section>\n`;
}

async function* drawScrolling(table: Table, name: Markup): AsyncGenerator<Markup> {
  yield markup`<div class="scroll" tabindex="0" role="region" ${name}>`;
  yield* drawTable(table);
  yield markup`</div>`;
}

function notesBelow(table: Table): Markup {
  return markup`${table.notes().map((note) => markup`<p class="facts">${note}</p>`)}`;
}

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
        if (index === 0 && id !== 'rows') text += `<th scope="row"${tone}>${isolated(cell.text)}</th>`;
        // The end tag may be omitted (HTML, section 13.1.2.4).
        else text += `<td${tone}>${contentOf(cell, isCentered)}`;
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
function drawBar(bar: number, isCentered: boolean): Markup {
  const width = bar === 0 ? 0 : Math.max(MIN_PERCENT, Math.abs(bar) * (isCentered ? 50 : 100));
  const x = isCentered ? 50 - (bar < 0 ? width : 0) : 0;
  const axis = isCentered ? markup`<line class="zero" x1="50%" x2="50%" y1="0" y2="${BAR_HEIGHT}"/>` : undefined;
  return markup`<svg class="chart bar" width="100%" height="${BAR_HEIGHT}" aria-hidden="true"><rect class="now" x="${percent(x)}" width="${percent(width)}" y="4" height="10" rx="1.5"/>${axis}</svg>`;
}

function percent(value: number): string {
  return `${Math.round(value * 100) / 100}%`;
}

/** The drawing of lines, and the facts about it. */
function drawLines(part: LinePart): Markup {
  const { title, legend, facts } = part;
  const label = `Line chart: ${title}. ${facts.join(', ')}. The table after it has all figures.`;
  const drawn = Object.entries(SIZES).map(([name, size]) => {
    return markup`<div class="${name}">${drawSvgLines(part, size, label)}</div>\n`;
  });
  return markup`<section class="lines"><h2>${isolated(title)}</h2>
${legend.length === 0 ? undefined : markup`<p class="legend">${joinMarkup(legend.map(legendItem), ' ')}</p>\n`}<div class="plot">${drawn}</div>
${facts.length === 0 ? undefined : markup`<p class="facts">${facts.join(' · ')}</p>\n`}</section>\n`;
}

/** The numbers of the lines, behind a summary. */
async function* drawFigures(figures: Table): AsyncGenerator<Markup> {
  yield markup`<details class="figures"><summary>${figures.title}</summary>`;
  yield* drawScrolling(figures, markup`aria-label="${figures.title}"`);
  yield markup`${notesBelow(figures)}</details>\n`;
}

const SWATCHES: Readonly<Partial<Record<LegendItem['swatch'], Markup>>> = {
  weekend: markup`<rect class="weekend" width="24" height="12"/>`,
  part: markup`<circle class="dot part" cx="12" cy="6" r="3.5"/>`,
};

function legendItem({ swatch, text }: LegendItem): Markup {
  if (swatch === 'none') return markup`<span>${text}</span>`;
  const drawing = SWATCHES[swatch] ?? markup`<path class="${swatch}" d="M1 6H23"/>`;
  return markup`<span><svg class="chart swatch" viewBox="0 0 24 12" aria-hidden="true">${drawing}</svg>${text}</span>`;
}
