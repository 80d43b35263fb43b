/** A topic as text, fitted to a width. */

import type { HelpBlock, HelpRow, HelpTopic } from './topic.ts';
import { wrap } from './wrap.ts';

const INDENT = 2;
const GAP = 2;
/** A term that takes a larger share of the width stands on a line of its own, with its meaning below. */
const TERM_SHARE = 1 / 3;
/** On a narrower terminal lines are broken by it: texts squeezed into a few columns could not be read. */
const MIN_WIDTH = 40;

/** Ends with a line break. @param width columns of the terminal */
export function showTopic({ title, blocks }: HelpTopic, width: number): string {
  const fitted = Math.max(width, MIN_WIDTH);
  return `${[title, ...blocks.map((block) => showBlock(block, fitted))].join('\n\n')}\n`;
}

function showBlock(block: HelpBlock, width: number): string {
  if (block.kind === 'text') return wrap(block.text, width).join('\n');
  if (block.kind === 'table') return [block.heading, ...showRows(block.rows, width)].join('\n');
  return ['Examples:', ...block.commands.map((command) => indented(`$ ${command}`))].join('\n');
}

/** Terms, and beside each what it means. */
export function showRows(rows: readonly HelpRow[], width: number): readonly string[] {
  const longest = Math.floor(width * TERM_SHARE);
  const widths = rows.map(([term]) => term.length).filter((each) => each <= longest);
  const column = INDENT + Math.max(0, ...widths) + GAP;
  return rows.flatMap(([term, meaning]) => {
    const lines = wrap(meaning, width - column, column);
    if (term.length > longest) return [...wrap(term, width - INDENT, INDENT), ...lines];
    const [first = '', ...rest] = lines;
    return [`${' '.repeat(INDENT)}${term}`.padEnd(column) + first.slice(column), ...rest];
  });
}

function indented(lines: string): string {
  return lines.replace(/^/gm, ' '.repeat(INDENT));
}
