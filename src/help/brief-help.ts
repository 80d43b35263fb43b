/** The short help of `-h`: the options that most people use, examples, and how to see the others. */

import type { Command, Option } from 'commander';

/** The content of a command's short help. */
export interface BriefHelp {
  readonly title: string;
  /** The synopsis without the program's name: `revenue [options]`. */
  readonly usage: string;
  /** Options by their long flags or commands by their names, each with a text of at most `80 - 2 - flags - 2` characters. */
  readonly rows: readonly (readonly [name: string, meaning: string])[];
  readonly examples: readonly string[];
  /** The last line: how to see everything. */
  readonly more: string;
}

const GAP = 2;

/** The text, in lines of at most 80 columns. Ends with a line feed. Throws for an option that the command does not have. */
export function renderBriefHelp({ title, usage, rows, examples, more }: BriefHelp, command: Command): string {
  const terms = rows.map(([name, meaning]) => [termOf(name, command), meaning] as const);
  const width = Math.max(...terms.map(([term]) => term.length)) + GAP;
  return [
    title,
    '',
    `Usage: reporting ${usage}`,
    '',
    ...terms.map(([term, meaning]) => `  ${term.padEnd(width)}${meaning}`),
    '',
    ...examples.map((example) => `  $ reporting ${example}`),
    '',
    more,
    '',
  ].join('\n');
}

/** Number of options that the long help lists: those of the command and those of the program. */
export function countOptions(command: Command): number {
  const all = [...command.options, ...(command.parent?.options ?? [])];
  return all.filter(({ hidden }) => !hidden).length;
}

/** The flags of an option, with room for a short flag; other names as they are. */
function termOf(name: string, command: Command): string {
  if (!name.startsWith('--')) return name;
  const found = command.options.find(({ long }) => long === name);
  if (found === undefined) throw new Error(`${command.name()} has no option ${name}`);
  return flagsOf(found);
}

function flagsOf({ flags, short }: Option): string {
  return short === undefined ? `    ${flags}` : flags;
}
