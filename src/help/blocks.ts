/** The parts of a help text as data, for the terminal, the man page and the reference page. */

import { wrap } from '../core/text.ts';

/** Each text is one line, with code in backquotes. */
export type HelpBlock =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'table'; readonly heading: string; readonly rows: readonly HelpRow[] }
  | { readonly kind: 'code'; readonly lines: readonly string[] }
  | { readonly kind: 'examples'; readonly commands: readonly string[] };

/** A term, or several terms separated by `, `, and the meaning. */
export type HelpRow = readonly [term: string, meaning: string];

const INDENT = 2;
const GAP = 2;
/** A longer term, as a share of the width, is on the line above its meaning. */
const TERM_SHARE = 1 / 3;
/** On a narrower terminal, the terminal breaks the lines. */
const MIN_WIDTH = 40;

export function text(words: string): HelpBlock {
  return { kind: 'text', text: words };
}

export function table(heading: string, rows: readonly HelpRow[]): HelpBlock {
  return { kind: 'table', heading, rows };
}

/** Complete command lines, at most 71 characters a line. A line that ends in a backslash continues on the next line. */
export function examples(...commands: readonly string[]): HelpBlock {
  return { kind: 'examples', commands };
}

/** The blocks for a terminal of `width` columns, with empty lines between them. */
export function renderBlocks(blocks: readonly HelpBlock[], width: number): string {
  const fitted = Math.max(width, MIN_WIDTH);
  return blocks.map((block) => renderBlock(block, fitted)).join('\n\n');
}

function renderBlock(block: HelpBlock, width: number): string {
  if (block.kind === 'text') return wrap(block.text, width).join('\n');
  if (block.kind === 'table') return [block.heading, ...renderRows(block.rows, width)].filter(Boolean).join('\n');
  const lines = block.kind === 'code' ? block.lines : block.commands.map((command) => `$ ${command}`);
  const indented = lines.map((line) => line.replace(/^/gm, ' '.repeat(INDENT)));
  return [...(block.kind === 'code' ? [] : ['Examples:']), ...indented].join('\n');
}

/** Two columns: terms and their meanings. */
function renderRows(rows: readonly HelpRow[], width: number): readonly string[] {
  const longest = Math.floor(width * TERM_SHARE);
  const widths = rows.map(([term]) => term.length).filter((each) => each <= longest);
  const column = INDENT + Math.max(0, ...widths) + GAP;
  return rows.flatMap(([term, meaning]) => {
    const lines = meaning === '' ? [] : wrap(meaning, width - column, column);
    if (term.length > longest) return [...wrap(term, width - INDENT, INDENT), ...lines];
    const [first = '', ...rest] = lines;
    return [(`${' '.repeat(INDENT)}${term}`.padEnd(column) + first.slice(column)).trimEnd(), ...rest];
  });
}

/** The content of a command's short help. */
export interface BriefHelp {
  readonly title: string;
  /** The synopsis without the program's name: `revenue [options]`. */
  readonly usage: string;
  /** Options or commands, each with a text of at most `80 - 2 - term - 2` characters. */
  readonly rows: readonly (readonly [term: string, meaning: string])[];
  /** Complete command lines. */
  readonly examples: readonly string[];
  /** The last line: how to see everything. */
  readonly more: string;
}

/** The text, in lines of at most 80 columns. Ends with a line feed. */
export function renderBriefHelp({ title, usage, rows, examples, more }: BriefHelp): string {
  const width = Math.max(...rows.map(([term]) => term.length)) + 2;
  return [
    title,
    '',
    `Usage: reporting ${usage}`,
    '',
    ...rows.map(([term, meaning]) => `  ${term.padEnd(width)}${meaning}`),
    '',
    ...examples.map((example) => `  $ ${example}`),
    '',
    more,
    '',
  ].join('\n');
}

/** The topics of `reporting help` and their summaries, in the order of the list. `pages.ts` finds their texts. */
export const TOPIC_SUMMARIES = {
  dates: 'days and periods',
  compare: 'a range beside the one before it',
  formats: 'values of --format, and the content of files',
  warnings: 'names of warnings about the data, and --allow',
  environment: 'environment variables, and their precedence',
  'exit-codes': 'meaning of each exit code',
} as const;

export type TopicName = keyof typeof TOPIC_SUMMARIES;

export const TOPIC_NAMES = Object.keys(TOPIC_SUMMARIES) as readonly TopicName[];
