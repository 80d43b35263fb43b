const WORD = /(?:[^\s"'\\$`|&;<>()]|\\.|"(?:[^"\\$`]|\\.)*"|'[^']*')+/sy;
const PART = /\\(.)|"((?:[^"\\]|\\.)*)"|'([^']*)'/gs;

/**
 * The words of a command line, quoted as in sh: '…', "…" and backslashes. Lines may break between words. Throws for text
 * that sh would expand or treat as an operator, which needs quotation marks.
 */
export function wordsOf(text: string): readonly string[] {
  const line = text.replaceAll('\\\n', '');
  const words: string[] = [];
  for (let at = skipSpace(line, 0); at < line.length; at = skipSpace(line, at)) {
    WORD.lastIndex = at;
    const word = WORD.exec(line)?.[0];
    if (word === undefined) throw new Error(`quote this as in sh: ${line.slice(at)}`);
    words.push(unquoted(word));
    at += word.length;
  }
  return words;
}

/** The words after `reporting` in a command, or undefined if the command needs a shell. */
export function wordsAfterName(command: string): readonly string[] | undefined {
  const [, line] = /^reporting (.*)$/s.exec(command) ?? [];
  try {
    return line === undefined ? undefined : wordsOf(line);
  } catch {
    return undefined;
  }
}

function skipSpace(line: string, from: number): number {
  return from + /^\s*/.exec(line.slice(from))![0].length;
}

function unquoted(word: string): string {
  return word.replace(PART, (_, escaped?: string, double?: string, single?: string) => {
    return escaped ?? double?.replace(/\\(["\\$`])/g, '$1') ?? single ?? '';
  });
}
