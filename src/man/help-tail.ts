import type { Command } from 'commander';

/** A piece of what a command's help says behind its options. */
export type TailPart =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'row'; readonly term: string; readonly meaning: string }
  /** Command lines, one below the other. */
  | { readonly kind: 'example'; readonly lines: readonly string[] };

/** Remarks, rows and examples, in their order. Headings are texts that end in a colon. */
export function helpTail(command: Command): readonly TailPart[] {
  return tailText(command).split('\n\n').flatMap(readBlock);
}

function tailText(command: Command): string {
  const { writeOut } = command.configureOutput();
  let text = '';
  command.configureOutput({
    writeOut: (piece) => {
      text += piece;
    },
  });
  command.outputHelp();
  command.configureOutput({ writeOut: writeOut ?? (() => undefined) });
  return text.slice(command.helpInformation().length);
}

function readBlock(block: string): TailPart[] {
  const parts: TailPart[] = [];
  for (const line of block.split('\n').filter((each) => each !== '')) {
    const last = parts.at(-1);
    const [, term, meaning] = /^ {2}(\S.*?) {2,}(\S.*)$/.exec(line) ?? [];
    if (last?.kind === 'example' && line.startsWith('  ')) {
      parts[parts.length - 1] = { kind: 'example', lines: [...last.lines, line.slice(2)] };
    } else if (line.startsWith('  $ ')) {
      parts.push({ kind: 'example', lines: [line.slice(2)] });
    } else if (term !== undefined && meaning !== undefined) {
      parts.push({ kind: 'row', term, meaning });
    } else if (last?.kind === 'text' && !last.text.endsWith(':')) {
      parts[parts.length - 1] = { kind: 'text', text: `${last.text} ${line.trim()}` };
    } else {
      parts.push({ kind: 'text', text: line.trim() });
    }
  }
  return parts;
}
