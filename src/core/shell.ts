/** The words of a command in a setting, such as that of a pager. */

import { toVisibleText } from './text.ts';

/** How to name another directory for temporary files (nodejs.org/api/os.html, os.tmpdir). */
export const TEMPORARY_VARIABLE = 'TMPDIR (on Windows TEMP)';

const PARTS = String.raw`\\([\s\S])|"((?:[^"\\]|\\[\s\S])*)"|'([^']*)'|([^\s"'\\]+)`;
const WORD = new RegExp(String.raw`\s*((?:${PARTS})+)`, 'gy');
const PART = new RegExp(PARTS, 'g');

/**
 * The words of `command`, as a POSIX shell splits it with quotation marks and backslashes, but expands nothing; a backslash before a
 * line break joins two lines. `open` is the quotation mark or backslash that nothing closes: the words end before it.
 */
export function splitCommand(command: string) {
  const words: string[] = [];
  let end = 0;
  for (const [all, word = ''] of command.matchAll(WORD)) {
    const parts = Array.from(word.matchAll(PART), ([, escaped, double, single, plain]) => {
      // What a backslash escapes between double quotation marks (POSIX, XCU 2.2.3).
      const quoted = double?.replace(/\\(["\\$`\n])/g, (_, character: string) => unlessBreak(character));
      return unlessBreak(escaped) ?? quoted ?? single ?? plain ?? '';
    });
    words.push(parts.join(''));
    end += all.length;
  }
  const rest = command.slice(end).trim();
  return { words, open: rest === '' ? undefined : rest[0] };
}

function unlessBreak<T extends string | undefined>(character: T): T | '' {
  return character === '\n' ? '' : character;
}

/** The program of a command for display, without arguments, which may be secret. */
export function programOf(command: string): string {
  return toVisibleText(splitCommand(command).words[0] ?? '');
}
