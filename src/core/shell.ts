/** Commands in messages, in the words of the user's shell. Words alone, such as names and paths, are the same in both kinds. */

import { shellWord } from './text.ts';

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
