/** The topics of `reporting help`, errors and warnings: parts of pages of docs/, which the bundle contains. */

import analysis from '../../docs/analysis.md?raw';
import configuration from '../../docs/configuration.md?raw';
import checks from '../../docs/data-checks.md?raw';
import dates from '../../docs/dates.md?raw';
import formats from '../../docs/formats.md?raw';
import troubleshooting from '../../docs/troubleshooting.md?raw';
import { ERROR_CODES, ERROR_KINDS, type ErrorCode, EXIT_CODES } from '../core/error-codes.ts';
import { WARNING_NAMES, type WarningName } from '../core/warnings.ts';
import { type HelpBlock, type HelpRow, renderBlocks, type TopicName, table, text } from './blocks.ts';

const PAGES = {
  'analysis.md': analysis,
  'configuration.md': configuration,
  'data-checks.md': checks,
  'dates.md': dates,
  'formats.md': formats,
  'troubleshooting.md': troubleshooting,
};
type PageName = keyof typeof PAGES;

/** The page of each topic, and the headings of its sections. */
export const TOPICS: Readonly<Record<TopicName, readonly [page: PageName, ...headings: string[]]>> = {
  dates: ['dates.md', 'Dates', '`--from` and `--to`', '`--period`', 'Weeks', 'Time zone'],
  compare: ['analysis.md', 'Compare'],
  formats: ['formats.md', 'Formats', 'Files and streams'],
  warnings: ['data-checks.md', 'Warnings'],
  environment: ['configuration.md', 'Environment variables', 'Precedence'],
  'exit-codes': ['troubleshooting.md', 'Exit codes'],
};

/** The sections of a topic, each below its heading. */
export function topicBlocks(topic: TopicName): readonly HelpBlock[] {
  const [page, ...headings] = TOPICS[topic];
  return headings.flatMap((heading) => [text(heading), ...sectionOf(page, heading)]);
}

/** The cause of a code and its errors with their fixes; or what a warning means, an example, what to check and how to silence it. */
export function renderExplanation(name: ErrorCode | WarningName, width: number): string {
  const code = ERROR_CODES.find((each) => each === name);
  const title = code === undefined ? `[${name}]` : `${code} (exit ${EXIT_CODES[ERROR_KINDS[code]]})`;
  const section = sectionOf(code === undefined ? 'data-checks.md' : 'troubleshooting.md', name);
  const more = code === undefined ? [text('`reporting help warnings` says how to silence it for good.')] : [];
  return `${renderBlocks([text(title), ...section, ...more], width)}\n`;
}

/** Code, or lines without an empty one between them. */
const PART = /^```[\s\S]*?^```$|(?:.+\n?)+/gm;

/** An item of the list of errors: messages, and what to do if the messages do not say it. */
const ERROR = /^- (?=`[^`]*`(?:[,:]|$))((?:`[^`]*`|[^`:])+)(?:: (.*))?$/;

/** A link of Markdown: its text, and its page, which is empty for the same one. */
const LINK = /\[([^\]]*)\]\(([^)#]*)[^)]*\)/g;
const NAMES: readonly string[] = [...ERROR_CODES, ...WARNING_NAMES];

/** The text below a heading of a page, up to the next one. */
function sectionOf(page: PageName, heading: string): readonly HelpBlock[] {
  const sections = PAGES[page].replaceAll('\r', '').split(/^#+ /m);
  const section = sections.find((each) => each.startsWith(`${heading}\n`))!.slice(heading.length);
  return section.match(PART)!.map((part): HelpBlock => {
    if (part.startsWith('```')) return { kind: 'code', lines: part.split('\n').slice(1, -1) };
    // Without line breaks. A link names its page, unless its text is a name that `help` explains.
    const words = part
      .trim()
      .replace(/\n(?![-|])/g, ' ')
      .replace(LINK, (_, label: string, target: string) =>
        NAMES.includes(label.replaceAll('`', '')) ? label : `${label} (docs/${target || page})`,
      );
    const lines = words.split('\n');
    if (words.startsWith('|')) return table('', rowsOf(lines));
    if (!words.startsWith('- ')) return text(words.replace(/^`([^`]*)`$/, 'warning: $1'));
    const items = lines.map((line) => ERROR.exec(line) ?? [line, line]);
    return table(
      '',
      items.map(([, messages, fix = '']) => [messages!, fix]),
    );
  });
}

/** The rows of a table: the first cell is the term; cells of the third column and later ones have its heading. */
function rowsOf(lines: readonly string[]): readonly HelpRow[] {
  const [headings, , ...rows] = lines.map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
  return rows.map(([term, ...cells]) => {
    const named = cells.map((cell, index) => (cell !== '' && index > 0 ? `${headings![index + 1]} ${cell}` : cell));
    return [term!.replaceAll('`', ''), named.filter(Boolean).join('; ')];
  });
}
