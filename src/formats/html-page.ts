/** The frame of a page: head, title, facts about the report, a box for everything that is incomplete, and the foot. */

import { createHash } from 'node:crypto';
import { countOf, escapeMarkup, formatCount, toVisibleText } from '../core/text.ts';
import { countDays, type DateRange } from '../dates/range.ts';
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
export function pageHead({ title, style }: PageHead): string {
  const policy = [
    "default-src 'none'",
    `style-src '${hashOf(style)}'`,
    `script-src '${hashOf(PAGE_SCRIPT)}'`,
    "base-uri 'none'",
    "form-action 'none'",
  ];
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy.join('; ')}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>${escapeMarkup(title)}</title>
<style>${style}</style>
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
export function pageHeader(page: PageFacts, title: string, { range, comparedRange }: EncoderInput): string {
  const { clients, isSandbox, pulled, summaries, conditions } = page;
  const names = isSandbox ? ['sandbox'] : clients;
  const records =
    summaries !== undefined && 'recordCount' in summaries ? formatCount(summaries.recordCount) : '';
  const [first, last] = pulled;
  const facts = [
    [names.length === 1 ? 'Client' : 'Clients', names.map(isolated).join(', ')],
    ['Range', range === undefined ? '' : wordRange(range)],
    ['Compared with', comparedRange === undefined ? '' : wordRange(comparedRange)],
    ['Only', conditions.map((text) => isolated(toVisibleText(text))).join(', ')],
    ['Records', records],
    ['Pulled', first === last ? last : `${first} to ${last}`],
  ].filter(([, value]) => value !== '');
  const items = facts.map(([name, value]) => `<div><dt>${name}</dt><dd>${value}</dd></div>`);
  return `<header>
<h1>${isolated(title)}</h1>
<dl class="about">
${items.join('\n')}
</dl>
</header>
`;
}

function wordRange(range: DateRange): string {
  return `${range.from} to ${range.to} (${countOf(countDays(range), 'day')})`;
}

/** A box with everything that is missing, hidden or ambiguous; empty if there is nothing. */
export function warningBox({ isSandbox }: PageFacts, items: readonly string[]): string {
  const sandbox = isSandbox
    ? '<p class="box sandbox">These figures are made up: they come from the sandbox.</p>\n'
    : '';
  if (items.length === 0) return sandbox;
  const list = items.map((item) => `<li>${escapeMarkup(item)}</li>`).join('\n');
  return `${sandbox}<div class="box" role="note"><h2>Please note</h2>\n<ul>\n${list}\n</ul></div>\n`;
}

/** The commands, the script, and the end of the document. */
export function pageFoot({ command }: PageFacts): string {
  return `<footer><p>The command that makes this report again:</p><code>${escapeMarkup(toVisibleText(command))}</code></footer>
</main>
<script>${PAGE_SCRIPT}</script>
</body>
</html>
`;
}
