/** The short help of `-h`: the options that most people use, examples, and how to see the others. */

import type { Command } from 'commander';

/** The content of a command's short help. */
export interface BriefHelp {
  readonly title: string;
  /** The synopsis without the program's name: `revenue [options]`. */
  readonly usage: string;
  /** Options or commands, each with a text of at most `80 - 2 - term - 2` characters. */
  readonly rows: readonly (readonly [term: string, meaning: string])[];
  readonly examples: readonly string[];
  /** The last line: how to see everything. */
  readonly more: string;
}

const GAP = 2;

/** The text, in lines of at most 80 columns. Ends with a line feed. */
export function renderBriefHelp({ title, usage, rows, examples, more }: BriefHelp): string {
  const width = Math.max(...rows.map(([term]) => term.length)) + GAP;
  return [
    title,
    '',
    `Usage: reporting ${usage}`,
    '',
    ...rows.map(([term, meaning]) => `  ${term.padEnd(width)}${meaning}`),
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
