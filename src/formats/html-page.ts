/** The frame of a page: head, answer, a box for everything that is incomplete, and the foot with the facts about the report. */

import { createHash } from 'node:crypto';
import { joinMarkup, type Markup, markup, trustedMarkup } from '../core/markup.ts';
import { formatCount, toVisibleText } from '../core/text.ts';
import { rangeTitle } from '../dates/range-name.ts';
import { captionParts } from '../document/caption.ts';
import { wordClients } from '../document/client-names.ts';
import type { ReadFindings } from '../document/read-findings.ts';
import { headline, leadPhrases, type Phrase } from '../findings/phrases.ts';
import type { Summaries } from '../frame/summaries.ts';
import { listCodes } from '../records/currency.ts';
import { PART_HEADINGS } from '../records/row-keys.ts';
import type { EncoderInput, PageFacts } from './format.ts';
import { isolated } from './html-text.ts';

/** Longest title; the rest would hide the report. */
const MAX_TITLE = 300;

interface PageHead {
  readonly title: string;
  readonly style: string;
}

/**
 * The beginning of the document. The policy allows this style by its hash, and nothing else (CSP Level 3, section 2.3.1): the page
 * loads nothing and runs no script.
 */
export function pageHead({ title, style }: PageHead): Markup {
  return markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src '${hashOf(style)}'; base-uri 'none'; form-action 'none'">
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

/** The report with the keys of its rows: `Revenue by campaign, month`. */
export function titleOf(page: PageFacts, { keys }: EncoderInput): string {
  const columns = keys?.areGroups === true ? [...keys.groups, ...(keys.time ? [keys.time.column] : [])] : [];
  const by = columns.length === 0 ? '' : ` by ${columns.map(({ name }) => toVisibleText(name)).join(', ')}`;
  return cut(page.report.charAt(0).toUpperCase() + page.report.slice(1) + by);
}

function cut(title: string): string {
  return title.length <= MAX_TITLE ? title : `${title.slice(0, MAX_TITLE).toWellFormed()}…`;
}

/** What the report is about, the answer, and its reasons: or else the title. */
export function pageHeader(
  page: PageFacts,
  title: string,
  input: EncoderInput,
  found: ReadFindings | undefined,
): Markup {
  const about = aboutParts(page, input);
  if (found === undefined)
    return markup`<header>\n<h1>${isolated(title)}</h1>\n<p class="about">${joinMarkup(about, ' · ')}</p>\n</header>\n`;
  const { findings, wording } = found;
  const lead = leadPhrases(findings, wording).map((phrase) => markup`${phraseMarkup(phrase)}.`);
  return markup`<header>
<p class="about">${joinMarkup([isolated(title), ...about], ' · ')}</p>
<h1>${phraseMarkup(headline(findings, wording))}</h1>
${lead.length === 0 ? undefined : markup`<p class="lead">${joinMarkup(lead, ' ')}</p>\n`}</header>
`;
}

/** The ranges, the currency, the client and the conditions, in a few words: a picture of the first screen must name them. */
function aboutParts({ conditions }: PageFacts, input: EncoderInput): readonly Markup[] {
  const { range, comparedRange, currencies, caption } = input;
  const against =
    comparedRange === undefined
      ? ''
      : ` against ${comparedRange.weeks === undefined ? rangeTitle(comparedRange) : PART_HEADINGS.usual}`;
  const only = conditions.map((text) => isolated(toVisibleText(text)));
  const codes = listCodes(currencies?.codes ?? []);
  return [
    ...(range === undefined ? [] : [markup`${rangeTitle(range)}${against}`]),
    ...(codes === '' ? [] : [markup`${codes}`]),
    ...(caption === undefined ? [] : [isolated(wordClients(caption.clients))]),
    ...(only.length === 0 ? [] : [markup`only ${joinMarkup(only, ', ')}`]),
  ];
}

function phraseMarkup(phrase: Phrase): Markup {
  return markup`${phrase.map(({ text, kind }) => {
    return kind === 'name' ? markup`<b>${isolated(text)}</b>` : text;
  })}`;
}

function factList(page: PageFacts, input: EncoderInput): Markup {
  const { pulled, summaries, conditions } = page;
  const records = summaries !== undefined && 'recordCount' in summaries ? recordsOf(summaries) : undefined;
  const [first, last] = pulled;
  const only = conditions.map((text) => isolated(toVisibleText(text)));
  const facts = [
    captionParts(input).map(({ name, value }) => fact(name, isolated(value))),
    only.length === 0 ? undefined : fact('Only', joinMarkup(only, ', ')),
    records === undefined ? undefined : fact('Records', records),
    fact('Pulled', first === last ? last : `${first} to ${last}`),
  ];
  return markup`<dl class="facts">\n${facts}</dl>\n`;
}

function recordsOf({ recordCount, comparedCount }: Summaries): string {
  const others = comparedCount === undefined ? '' : `, and ${formatCount(comparedCount)} of the compared range`;
  return `${formatCount(recordCount)}${others}`;
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

/** The facts about the report, its command, and the end of the document. */
export function pageFoot(page: PageFacts, input: EncoderInput): Markup {
  return markup`<footer>${factList(page, input)}<p>The command that makes this report again:</p><code>${toVisibleText(page.command)}</code></footer>
</main>
</body>
</html>
`;
}
