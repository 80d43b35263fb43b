const WORD = /(?:[^\s"'\\$`|&;<>()]|\\.|"(?:[^"\\$`]|\\.)*"|'[^']*')+/sy;
const PART = /\\(.)|"((?:[^"\\]|\\.)*)"|'([^']*)'/gs;

/**
 * The words of a command line, quoted as in sh: '…', "…" and backslashes. Lines may break between words. Throws for text
 * that sh would expand or treat as an operator, which needs quotation marks.
 */
export function wordsOf(text: string): readonly string[] {
  const { words, rest } = readWords(text.replaceAll('\\\n', ''));
  if (rest !== '') throw new Error(`quote this as in sh: ${rest}`);
  return words;
}

/** A command of the program within a shell command. */
export interface EmbeddedCommand {
  /** The shell's text before it: empty, or commands that end with `&&`. */
  readonly before: string;
  /** The variables that are set for the command. */
  readonly env: Readonly<Record<string, string>>;
  /** The words after `reporting`. */
  readonly words: readonly string[];
  /** The shell's text after it: empty, or what begins with a pipe, a redirection of its output or another operator. */
  readonly after: string;
}

/** The only command of the program in a shell command; undefined if the shell expands its words, or changes its input. */
export function findCommand(text: string): EmbeddedCommand | undefined {
  const [, before = '', variables = '', line] =
    /^(.*&& +)?((?:[A-Z_]+='[^']*' )*)reporting (.*)$/s.exec(text.replaceAll('\\\n', '')) ?? [];
  if (line === undefined) return undefined;
  const env = Object.fromEntries([...variables.matchAll(/(\w+)='([^']*)'/g)].map(([, name, value]) => [name!, value!]));
  const { words, rest: after } = readWords(line);
  const isAlone = !/\breporting /.test(before + after);
  return isAlone && /^(?:$|[|>;]|&&)/.test(after) ? { before, env, words, after } : undefined;
}

/** The words up to the first text that sh would expand or treat as an operator, and that text with all after it. */
function readWords(line: string): { readonly words: readonly string[]; readonly rest: string } {
  const words: string[] = [];
  let at = skipSpace(line, 0);
  while (at < line.length) {
    WORD.lastIndex = at;
    const word = WORD.exec(line)?.[0];
    if (word === undefined) break;
    words.push(unquoted(word));
    at = skipSpace(line, at + word.length);
  }
  return { words, rest: line.slice(at) };
}

function skipSpace(line: string, from: number): number {
  return from + /^\s*/.exec(line.slice(from))![0].length;
}

function unquoted(word: string): string {
  return word.replace(PART, (_, escaped?: string, double?: string, single?: string) => {
    return escaped ?? double?.replace(/\\(["\\$`])/g, '$1') ?? single ?? '';
  });
}
