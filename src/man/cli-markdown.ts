/** The reference page of the command line in Markdown: every command with its arguments, options and examples. */

import type { HelpBlock } from '../help/blocks.ts';
import { readReference } from './reference.ts';

const INTRODUCTION =
  '`npm run generate` writes this page from the program: change the program, not the page. ' +
  '`reporting help` lists topics, too.';

/** The page. It depends on the program only, and ends with a line feed. */
export async function cliMarkdown(): Promise<string> {
  const [program, ...commands] = await readReference(linkTo);
  const blocks = [
    '# Command-line reference',
    INTRODUCTION,
    commands.map(({ path, summary }) => item(linkTo(path), summary)).join('\n'),
    ...[program!, ...commands].flatMap((command) => [
      `## ${command.path}`,
      fenced([`${command.path} ${command.usage}`]),
      ...command.blocks.flatMap(renderBlock),
    ]),
  ];
  return `${blocks.join('\n\n')}\n`;
}

function renderBlock(block: HelpBlock): readonly string[] {
  if (block.kind === 'text') return [escaped(block.text)];
  if (block.kind === 'code') return [fenced(block.lines)];
  if (block.kind === 'examples') return ['Examples:', fenced(block.commands.map((command) => `$ ${command}`))];
  const rows = block.rows.map(([term, meaning]) => item(`\`${term}\``, meaning)).join('\n');
  return block.heading === '' ? [rows] : [`### ${block.heading.replace(/:$/, '')}`, rows];
}

function item(term: string, meaning: string): string {
  return `- ${term}: ${escaped(meaning)}`;
}

function fenced(lines: readonly string[]): string {
  return ['```console', ...lines, '```'].join('\n');
}

/** A link to the section of a command. */
function linkTo(path: string): string {
  return `[\`${path}\`](#${path.replaceAll(' ', '-')})`;
}

/** `text` with its code spans and links unchanged, and all other markup escaped. */
function escaped(text: string): string {
  return text
    .split(/(`[^`]*`|\[`.*?\]\(.*?\))/)
    .map((part, index) => (index % 2 === 0 ? part.replace(/[\\*<[]/g, '\\$&') : part))
    .join('');
}
