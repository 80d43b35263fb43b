/**
 * Names that Windows does not give to files ("Naming Files, Paths, and Namespaces"). Some are worse than an error: a colon names a
 * hidden stream of another file, and a report called `nul.csv` would be lost.
 */

import path from 'node:path';
import { ReportingError } from '../core/errors.ts';

const DEVICE = /^(?:con|prn|aux|nul|(?:com|lpt)[0-9¹²³])(?:[ .]|$)/i;
const FORBIDDEN = /[<>:"|?*\u0000-\u001f]/;

/** Throws an error for a path with a name that Windows reads in another way, or refuses. `file` is as the user named it. */
export function assertWindowsNames(file: string): void {
  const { root } = path.win32.parse(file);
  for (const name of file.slice(root.length).split(/[\\/]/)) {
    const problem = problemOf(name);
    if (problem === undefined) continue;
    throw new ReportingError('E-output-name', `Windows has no file called ${JSON.stringify(name)}: ${problem}`, {
      hint: 'choose another name; if it is that of a profile, log in under another: reporting login --profile <name>',
    });
  }
}

function problemOf(name: string): string | undefined {
  if (name === '.' || name === '..') return undefined;
  const [forbidden] = FORBIDDEN.exec(name) ?? [];
  if (forbidden !== undefined) return `it contains ${JSON.stringify(forbidden)}`;
  if (/[ .]$/.test(name)) return 'it ends in a dot or a space';
  return DEVICE.test(name) ? 'this is the name of a device' : undefined;
}
