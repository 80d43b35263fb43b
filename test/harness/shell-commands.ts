import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { runStep } from './property-runs.ts';
import { type Home, runCli } from './run-cli.ts';
import { spawnShell } from './spawn-cli.ts';
import { findCommand } from './words.ts';

export interface ShellOptions {
  readonly home: Home;
  /** The time of the program, if it runs in the process of the test. */
  readonly now: string;
  /** Shell commands before it. */
  readonly setup?: string;
  /** True to print stderr to stdout, as `2>&1` does. */
  readonly isJoined?: boolean;
}

export interface ShellResult {
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** True if a command is one of the program alone, and needs no shell. */
export function isPlain(command: string): boolean {
  const found = findCommand(command);
  return found !== undefined && found.before === '' && found.after === '';
}

/**
 * Runs a shell command in which `reporting` is the program. It runs in the process of the test, and the shell gets its output and
 * exit code, as they cost less than a process. The built program runs in `.ci/run`, and if the shell expands its words or
 * changes its input.
 */
export async function runShellCommand(
  command: string,
  { home, now, setup = '', isJoined = false }: ShellOptions,
): Promise<ShellResult> {
  const found = findCommand(command);
  if (found !== undefined && isPlain(command)) {
    return runCli(found.words, { home, now, isJoined, env: found.env });
  }
  const inShell = (text: string) => spawnShell(isJoined ? `${setup} { ${text}; } 2>&1` : `${setup} ${text}`, { home });
  if (found === undefined || runStep() === 1) {
    return inShell(`reporting() { $REPORTING "$@"; }; ${command}`);
  }
  const own = await runCli(found.words, { home, now, env: found.env });
  const file = path.join(home.root, 'printed');
  writeFileSync(file, own.stdout);
  const asProgram = `{ cat '${file}'; (exit ${own.exitCode}); }`;
  const shell = await inShell(`${found.before}${asProgram} ${found.after}`);
  if (isJoined) return { ...shell, stdout: own.stderr + shell.stdout };
  return { ...shell, stderr: own.stderr + shell.stderr };
}
