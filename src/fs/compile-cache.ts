/**
 * The directory that keeps the compiled code of the program from one run to the next, where Node can (22.1 and later). Node runs the
 * code in it, so no other user may have write access. Without such a directory, a run compiles the program, as on older versions.
 */

import { mkdirSync, realpathSync, type Stats, statSync } from 'node:fs';
import path from 'node:path';
import { userDirectory } from './user-directories.ts';

/** The parts of a process that the cache needs. */
export interface CompilingProcess {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly platform: NodeJS.Platform;
  /** Absent on Windows, whose permissions Node cannot read. */
  readonly geteuid?: (() => number) | undefined;
}

const PRIVATE_MODE = 0o700;
const OTHERS = 0o077;
const OTHERS_WRITE = 0o022;
/** In a directory with this bit, only its owner can rename or remove an entry. */
const STICKY = 0o1000;

/** Variables that choose another cache, turn it off, or start a coverage measurement, which a cache disturbs. */
const NODE_VARIABLES = ['NODE_COMPILE_CACHE', 'NODE_DISABLE_COMPILE_CACHE', 'NODE_V8_COVERAGE'];

/** The directory, which is created; undefined if another user, except root, could replace it. `homedir` may throw. */
export function compiledDirectory(
  { env, platform, geteuid }: CompilingProcess,
  homedir: () => string,
): string | undefined {
  if (geteuid === undefined || NODE_VARIABLES.some((name) => env[name])) return undefined;
  try {
    const cache = userDirectory('cache', { env, platform, homeDirectory: homedir() });
    // Under sudo, it can be that of another user.
    if (cache === undefined || nearestStats(cache).uid !== geteuid()) return undefined;
    const directory = path.join(cache, 'compiled');
    mkdirSync(directory, { recursive: true, mode: PRIVATE_MODE });
    const real = realpathSync.native(directory);
    return isPrivate(real, geteuid()) ? real : undefined;
  } catch {
    // The system does not know the user, or a directory cannot be read or created.
    return undefined;
  }
}

/** The owner and mode of the path, or of the nearest directory above it that exists. */
function nearestStats(location: string): Stats {
  return statSync(location, { throwIfNoEntry: false }) ?? nearestStats(path.dirname(location));
}

/** True if only this user has access to a directory, and nobody else, except root, can replace one above it. */
function isPrivate(directory: string, user: number): boolean {
  const own = statSync(directory);
  if (own.uid !== user || (own.mode & OTHERS) !== 0) return false;
  for (let below = directory; ; ) {
    const above = path.dirname(below);
    if (above === below) return true;
    const { uid, mode } = statSync(above);
    const isReplaceable = (mode & OTHERS_WRITE) !== 0 && (mode & STICKY) === 0;
    if ((uid !== user && uid !== 0) || isReplaceable) return false;
    below = above;
  }
}
