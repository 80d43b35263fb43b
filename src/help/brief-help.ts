/** The short help of `-h`: the options that most people use, examples, and how to see the others. */

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
