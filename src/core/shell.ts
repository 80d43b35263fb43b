/**
 * Commands in messages, in the words of the user's shell, and the words of a command in a setting, such as that of a pager. Words
 * alone, such as names and paths, are the same in both kinds of shells.
 */

import { shellWord, toVisibleText } from './text.ts';

/** The kind of shell that a user pastes commands into. */
export type ShellKind = 'posix' | 'powershell';

/** PowerShell on Windows, unless SHELL is set, as in Git Bash. */
export function shellOf(platform: NodeJS.Platform, { SHELL }: Readonly<Record<string, string | undefined>>): ShellKind {
  return platform === 'win32' && !SHELL ? 'powershell' : 'posix';
}

/** Sets an environment variable for later commands. */
export function setVariable(shell: ShellKind, name: string, value: string): string {
  return shell === 'powershell'
    ? `$env:${name} = '${value.replaceAll("'", "''")}'`
    : `export ${name}=${shellWord(value)}`;
}

/** Creates a directory, and those above it. */
export function makeDirectoryCommand(shell: ShellKind, directory: string): string {
  return `${shell === 'powershell' ? 'mkdir' : 'mkdir -p'} ${shellWord(directory)}`;
}

/** How to name another directory for temporary files (nodejs.org/api/os.html, os.tmpdir). */
export function anotherTemporaryDirectory(platform: NodeJS.Platform): string {
  return platform === 'win32' ? 'TEMP=D:\\path\\with\\space' : 'TMPDIR=/path/with/space';
}

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
