/** The words of a command line in a setting, such as that of a pager. There is no shell, so nothing is expanded. */

import { toVisibleText } from './text.ts';

/** A command as a list of words. */
interface CommandWords {
  readonly words: readonly string[];
  /** The quotation mark or backslash that nothing closes, and where the word continues to the end. */
  readonly open: string | undefined;
}

/** What a backslash escapes between double quotation marks (POSIX, XCU 2.2.3). */
const ESCAPED_IN_DOUBLE = '"\\$`';

/** Splits `command` as a POSIX shell does, with quotation marks and backslashes. */
export function splitCommand(command: string): CommandWords {
  const words: string[] = [];
  let word: string | undefined;
  let open: string | undefined;
  const text = [...command];
  for (let index = 0; index < text.length; index++) {
    const character = text[index]!;
    const next = text[index + 1];
    if (open === undefined && /\s/.test(character)) {
      if (word !== undefined) words.push(word);
      word = undefined;
    } else if (open === undefined && (character === '"' || character === "'")) {
      open = character;
      word ??= '';
    } else if (character === open) {
      open = undefined;
    } else if (character !== '\\' || open === "'" || (open === '"' && !isEscaped(next))) {
      word = (word ?? '') + character;
    } else if (next === undefined) {
      open = character;
    } else {
      index += 1;
      // A backslash before a line break joins two lines.
      if (next !== '\n') word = (word ?? '') + next;
    }
  }
  if (word !== undefined) words.push(word);
  return { words, open };
}

/** The program of a command for display, without arguments, which may be secret. */
export function programOf(command: string): string {
  return toVisibleText(splitCommand(command).words[0] ?? '');
}

function isEscaped(next: string | undefined): boolean {
  return next !== undefined && (ESCAPED_IN_DOUBLE.includes(next) || next === '\n');
}
