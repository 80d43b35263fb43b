/** The entry point. Prints the version without loading the rest of the program: scripts ask for it often. */

import { writeSync } from 'node:fs';
import * as module from 'node:module';
import { homedir } from 'node:os';
import { enableCompileCache } from './fs/compile-cache.ts';
import { version } from './version.ts';

/** Node's function for a cache of compiled code, from 22.1 on. */
const { enableCompileCache: enable } = module as { enableCompileCache?: (directory: string) => unknown };

const STDOUT = 1;

/** Runs the command line of `process` and sets its exit code. `keepsCompiled` keeps compiled code for later runs. */
export async function start(process: NodeJS.Process, { keepsCompiled = true } = {}): Promise<void> {
  if (isVersionRequested(process.argv.slice(2)) && isWritten(`${version}\n`)) return;
  if (keepsCompiled && enable !== undefined) enableCompileCache({ process, homedir, version, enable });
  const { runProcess } = await import('./run-process.ts');
  await runProcess(process);
}

function isVersionRequested([argument, ...others]: readonly string[]): boolean {
  return others.length === 0 && (argument === '--version' || argument === '-V');
}

/** Writes to stdout without Node's stream, which takes longer to load than the rest. After a failure, the full run handles the error. */
function isWritten(text: string): boolean {
  try {
    return writeSync(STDOUT, text) === text.length;
  } catch {
    return false;
  }
}
