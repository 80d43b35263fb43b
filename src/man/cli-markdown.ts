/** The reference page of the command line in Markdown: every command with its arguments, options and examples. */

import type { HelpBlock } from '../help/blocks.ts';
import { type CommandReference, type OptionGroup, readReference } from './reference.ts';

const INTRODUCTION =
  '`npm run generate` writes this page from the program: change the program, not the page. ' +
  '`reporting help <topic>` explains dates, formats, many clients, environment variables and exit codes.';

/** The page. It depends on the program only, and ends with a line feed. */
export async function cliMarkdown(): Promise<string> {
  const { program, commands } = await readReference();
  const summaries = commands.map(({ command }) => [linkTo(command.path), escaped(command.summary)] as const);
  const blocks = [
    '# Command-line reference',
    INTRODUCTION,
    table('Command', 'Purpose', summaries),
    ...[program, ...commands].flatMap(renderCommand),
  ];
  return `${blocks.join('\n\n')}\n`;
}

function renderCommand({ command, groups }: CommandReference): readonly string[] {
  const { path, description, usage, arguments: taken } = command;
  const rows = taken.map((argument) => [code(argument.spelling), escaped(argument.description)] as const);
  return [
    `## ${path}`,
    ...description.split('\n').map(escaped),
    fenced([`${path} ${usage}`]),
    ...(rows.length === 0 ? [] : [table('Argument', 'Description', rows)]),
    ...renderGroups(groups),
    ...command.epilog.flatMap(renderBlock),
  ];
}

function renderGroups(groups: readonly OptionGroup[]): readonly string[] {
  const own = groups.filter(({ sameAs }) => sameAs === undefined);
  const others = new Set(groups.flatMap(({ sameAs }) => sameAs ?? []));
  return [
    ...own.flatMap(({ heading, options }) => [
      `### ${withoutColon(heading)}`,
      table(
        'Option',
        'Description',
        options.map(({ spelling, description }) => [code(spelling), escaped(description)]),
      ),
    ]),
    ...[...others].map((path) => {
      const headings = groups.filter(({ sameAs }) => sameAs === path).map(({ heading }) => withoutColon(heading));
      return `Also takes these options of ${linkTo(path)}: ${headings.join('; ')}.`;
    }),
  ];
}

function renderBlock(block: HelpBlock): readonly string[] {
  if (block.kind === 'text') return [escaped(block.text)];
  if (block.kind === 'examples') return ['Examples:', fenced(block.commands.map((command) => `$ ${command}`))];
  return [
    escaped(block.heading),
    block.rows.map(([term, meaning]) => `- ${code(term)}: ${escaped(meaning)}`).join('\n'),
  ];
}

function table(term: string, meaning: string, rows: readonly (readonly [string, string])[]): string {
  const lines = [[term, meaning], ['---', '---'], ...rows.map((row) => row.map((cell) => cell.replaceAll('|', '\\|')))];
  return lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

function fenced(lines: readonly string[]): string {
  return ['```console', ...lines, '```'].join('\n');
}

function code(text: string): string {
  return `\`${text}\``;
}

/** A link to the section of a command. */
function linkTo(path: string): string {
  return `[${code(path)}](#${path.replaceAll(' ', '-')})`;
}

/** `text` with its code spans unchanged, and all other markup escaped. */
function escaped(text: string): string {
  return text
    .split('`')
    .map((part, index) => (index % 2 === 0 ? part.replace(/[\\*<[]/g, '\\$&') : part))
    .join('`');
}

function withoutColon(heading: string): string {
  return heading.replace(/:$/, '');
}
