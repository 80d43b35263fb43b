/** The reference of the program as data, read from commander's declarations: for the man page and the reference page. */

import type { Command, Option } from 'commander';
import { type HelpBlock, table, text } from '../help/blocks.ts';
import { allCommands, pathOf } from '../options/declare-flags.ts';
import { createProgram } from '../program.ts';

/** A command: how it is called, and its arguments, options and examples. */
export interface CommandReference {
  /** `reporting config set` */
  readonly path: string;
  readonly summary: string;
  /** What follows the path: `[options] <name> <value>` */
  readonly usage: string;
  readonly blocks: readonly HelpBlock[];
}

/** The program and all its commands, in the order of the help. `linkTo` writes the path of another command in a text. */
export async function readReference(linkTo: (path: string) => string): Promise<readonly CommandReference[]> {
  const program = createProgram(() => Promise.reject(new Error('no command runs')));
  const listed = new Map<string, string>();
  return allCommands(program).map((command) => ({
    path: pathOf(command),
    summary: command.summary(),
    usage: command.usage(),
    blocks: [
      ...command.description().split('\n').map(text),
      ...argumentBlocks(command),
      ...optionBlocks(command, { isFirst: command === program, listed, linkTo }),
      ...(command.epilog ?? []),
    ],
  }));
}

function argumentBlocks(command: Command): readonly HelpBlock[] {
  const help = command.createHelp();
  const rows = command.registeredArguments.map((argument) => {
    const name = argument.name() + (argument.variadic ? '...' : '');
    return [argument.required ? `<${name}>` : `[${name}]`, help.argumentDescription(argument)] as const;
  });
  return rows.length === 0 ? [] : [table('', rows)];
}

interface Listing {
  /** True for the program, which alone lists --help. */
  readonly isFirst: boolean;
  /** The path of the command that lists an option or a group, by its text; gets those of this command. */
  readonly listed: Map<string, string>;
  readonly linkTo: (path: string) => string;
}

/** The options in groups. Of groups and options that an earlier command lists, only the names. */
function optionBlocks(command: Command, { isFirst, listed, linkTo }: Listing): readonly HelpBlock[] {
  const help = command.createHelp();
  const shared = new Map<string, string[]>();
  const isListed = (content: string, name: string): boolean => {
    const other = listed.get(content);
    if (other === undefined) listed.set(content, pathOf(command));
    else shared.set(other, [...(shared.get(other) ?? []), name]);
    return other !== undefined;
  };
  const options = isFirst ? help.visibleOptions(command) : command.options;
  const headings = [...new Set(options.map(headingOf))];
  const own = headings.flatMap((heading) => {
    const members = options.filter((option) => headingOf(option) === heading);
    const rows = members.map((option) => [option.flags, help.optionDescription(option)] as const);
    const group = JSON.stringify([heading, rows]);
    if (listed.has(group) && isListed(group, heading.replace(/:$/, ''))) return [];
    const left = rows.filter((row) => !isListed(JSON.stringify(row), `\`${row[0]}\``));
    if (left.length === rows.length) listed.set(group, pathOf(command));
    return left.length === 0 ? [] : [table(heading, left)];
  });
  const others = [...shared].map(([other, names]) =>
    text(`Also takes these options of ${linkTo(other)}: ${names.join('; ')}.`),
  );
  return [...own, ...others];
}

function headingOf({ helpGroupHeading = 'Options:' }: Option): string {
  return helpGroupHeading;
}
