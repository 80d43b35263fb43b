/** A topic of the help as a value: the terminal and the man page show the same one, each in its way. */
export interface HelpTopic {
  readonly title: string;
  /** What it tells, for a list of topics. */
  readonly summary: string;
  /** How its section of the man page is called. */
  readonly section: string;
  readonly blocks: readonly HelpBlock[];
}

/** Texts are of one line; what stands in backquotes is to be typed. */
export type HelpBlock =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'table'; readonly heading: string; readonly rows: readonly HelpRow[] }
  | { readonly kind: 'examples'; readonly commands: readonly string[] };

/** What is named, several of a kind between `, `; and what it means. */
export type HelpRow = readonly [term: string, meaning: string];

export function text(words: string): HelpBlock {
  return { kind: 'text', text: words };
}

export function table(heading: string, rows: readonly HelpRow[]): HelpBlock {
  return { kind: 'table', heading, rows };
}

/** Whole command lines, of at most 71 characters a line; a line that ends in a backslash goes on in the next. */
export function examples(...commands: readonly string[]): HelpBlock {
  return { kind: 'examples', commands };
}
