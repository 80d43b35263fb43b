/** The reference page of the command line in Markdown: every command with its arguments, options and examples. */

import type { HelpBlock } from '../help/blocks.ts';
import { type CommandReference, type OptionGroup, readReference } from './reference.ts';

const INTRODUCTION =
  '`npm run generate` writes this page from the program: change the program, not the page. ' +
  '`reporting help` lists topics, too.';

/** The page. It depends on the program only, and ends with a line feed. */
export async function cliMarkdown(): Promise<string> {
  const { program, commands } = await readReference();
  const summaries = commands.map(({ command }) => item(linkTo(command.path), command.summary));
  const listed = new Map<string, string>();
  const blocks = [
    '# Command-line reference',
    INTRODUCTION,
    summaries.join('\n'),
    ...[program, ...commands].flatMap((each) => renderCommand(each, listed)),
  ];
  return `${blocks.join('\n\n')}\n`;
}

/** @param listed the path of the command that lists an option or a group, by its text; gets those of this command */
function renderCommand({ command, groups }: CommandReference, listed: Map<string, string>): readonly string[] {
  const { path, description, usage, arguments: taken } = command;
  const rows = taken.map((argument) => item(code(argument.spelling), argument.description));
  return [
    `## ${path}`,
    ...description.split('\n').map(escaped),
    fenced([`${path} ${usage}`]),
    ...(rows.length === 0 ? [] : [rows.join('\n')]),
    ...renderGroups(groups, path, listed),
    ...command.epilog.flatMap(renderBlock),
  ];
}

/** Of groups and options that an earlier command lists, only the names. */
function renderGroups(groups: readonly OptionGroup[], path: string, listed: Map<string, string>): readonly string[] {
  const shared = new Map<string, string[]>();
  const isListed = (text: string, name: string): boolean => {
    const other = listed.get(text);
    if (other === undefined) listed.set(text, path);
    else shared.set(other, [...(shared.get(other) ?? []), name]);
    return other !== undefined;
  };
  const own = groups.flatMap(({ heading, options }) => {
    const items = options.map(({ spelling, description }) => item(code(spelling), description));
    const name = withoutColon(heading);
    const group = [name, ...items].join('\n');
    if (listed.has(group) && isListed(group, name)) return [];
    const left = items.filter((line, index) => !isListed(line, code(options[index]!.spelling)));
    if (left.length === items.length) listed.set(group, path);
    return left.length === 0 ? [] : [`### ${name}`, left.join('\n')];
  });
  const others = [...shared].map(
    ([other, names]) => `Also takes these options of ${linkTo(other)}: ${names.join('; ')}.`,
  );
  return [...own, ...others];
}

function renderBlock(block: HelpBlock): readonly string[] {
  if (block.kind === 'text') return [escaped(block.text)];
  if (block.kind === 'examples') return ['Examples:', fenced(block.commands.map((command) => `$ ${command}`))];
  return [escaped(block.heading), block.rows.map(([term, meaning]) => item(code(term), meaning)).join('\n')];
}

function item(term: string, meaning: string): string {
  return `- ${term}: ${escaped(meaning)}`;
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
