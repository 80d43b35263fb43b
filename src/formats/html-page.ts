/** The frame of a page: head, title, facts about the report, a box for everything that is incomplete, and the foot. */

import { createHash } from 'node:crypto';
import { joinMarkup, type Markup, markup, trustedMarkup } from '../core/markup.ts';
import { formatCount, toVisibleText } from '../core/text.ts';
import { captionParts } from './caption.ts';
import type { EncoderInput, PageFacts } from './format.ts';
import { PAGE_SCRIPT } from './html-script.ts';
import { isolated } from './html-text.ts';

/** Longest title; the rest would hide the report. */
const MAX_TITLE = 300;

interface PageHead {
  readonly title: string;
  readonly style: string;
}

/**
 * The beginning of the document. The policy allows this style and this script by their hashes, and nothing else (CSP Level 3,
 * section 2.3.1): the page loads nothing and runs no text of the service.
 */
export function pageHead({ title, style }: PageHead): Markup {
  return markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src '${hashOf(style)}'; script-src '${hashOf(PAGE_SCRIPT)}'; base-uri 'none'; form-action 'none'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>${title}</title>
<style>${trustedMarkup(style)}</style>
</head>
<body>
<main>
`;
}

function hashOf(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`;
}

/** The title that the user chose, or else the report with the keys of its rows: `Revenue by campaign, month`. */
export function titleOf(page: PageFacts, { keys }: EncoderInput): string {
  if (page.title !== undefined) return cut(toVisibleText(page.title));
  const columns = keys?.areGroups === true ? [...keys.groups, ...(keys.time ? [keys.time.column] : [])] : [];
  const by = columns.length === 0 ? '' : ` by ${columns.map(({ name }) => toVisibleText(name)).join(', ')}`;
  return cut(page.report.charAt(0).toUpperCase() + page.report.slice(1) + by);
}

function cut(title: string): string {
  return title.length <= MAX_TITLE ? title : `${title.slice(0, MAX_TITLE).toWellFormed()}…`;
}

/** The title, and what the report covers. */
export function pageHeader(page: PageFacts, title: string, input: EncoderInput): Markup {
  const { pulled, summaries, conditions } = page;
  const records = summaries !== undefined && 'recordCount' in summaries ? summaries.recordCount : undefined;
  const [first, last] = pulled;
  const only = conditions.map((text) => isolated(toVisibleText(text)));
  const facts = [
    captionParts(input).map(({ name, value }) => fact(name, isolated(value))),
    only.length === 0 ? undefined : fact('Only', joinMarkup(only, ', ')),
    records === undefined ? undefined : fact('Records', formatCount(records)),
    fact('Pulled', first === last ? last : `${first} to ${last}`),
  ];
  return markup`<header>
<h1>${isolated(title)}</h1>
<dl class="about">
${facts}</dl>
</header>
`;
}

function fact(name: string, value: string | Markup): Markup {
  return markup`<div><dt>${name}</dt><dd>${value}</dd></div>\n`;
}

/** A box with everything that is missing, hidden or ambiguous; empty if there is nothing. */
export function warningBox({ isSandbox }: PageFacts, items: readonly string[]): Markup {
  const sandbox = isSandbox
    ? markup`<p class="box sandbox">These figures are made up: they come from the sandbox.</p>\n`
    : undefined;
  const list = markup`<div class="box" role="note"><h2>Please note</h2>
<ul>
${items.map((item) => markup`<li>${item}</li>\n`)}</ul></div>
`;
  return markup`${sandbox}${items.length === 0 ? undefined : list}`;
}

/** The commands, the script, and the end of the document. */
export function pageFoot({ command }: PageFacts): Markup {
  return markup`<footer><p>The command that makes this report again:</p><code>${toVisibleText(command)}</code></footer>
</main>
<script>${trustedMarkup(PAGE_SCRIPT)}</script>
</body>
</html>
`;
}
