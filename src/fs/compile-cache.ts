/**
 * Keeps the compiled code of the program from one run to the next, where Node can (22.1 and later). The code is in a private
 * directory of the user's cache: Node runs the code in it, so no other user may have write access. Without such a
 * directory, a run compiles the program, as on older versions.
 */

import { mkdirSync, realpathSync, rmSync, type Stats, statSync } from 'node:fs';
import path from 'node:path';
import { userDirectory } from './user-directories.ts';

/** The parts of a process that the cache needs. */
export interface CompilingProcess {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly platform: NodeJS.Platform;
  /** Absent on Windows, whose permissions Node cannot read. */
  readonly geteuid?: (() => number) | undefined;
}

/** The name of the directory that holds one directory for each version. */
const COMPILED = 'compiled';
const PRIVATE_MODE = 0o700;
const OTHERS = 0o077;
const OTHERS_WRITE = 0o022;
/** In a directory with this bit, only its owner can rename or remove an entry. */
const STICKY = 0o1000;

/** Variables that choose another cache, turn it off, or start a coverage measurement, which a cache disturbs. */
const NODE_VARIABLES = ['NODE_COMPILE_CACHE', 'NODE_DISABLE_COMPILE_CACHE', 'NODE_V8_COVERAGE'];

interface CompileCacheOptions {
  readonly process: CompilingProcess;
  /** May throw: the system may not know the user. */
  readonly homedir: () => string;
  /** The version of the program. */
  readonly version: string;
  /** Node's function for a cache of compiled code. */
  readonly enable: (directory: string) => unknown;
}

/** Calls `enable` with the directory for the compiled code of this version. Never throws. */
export function enableCompileCache({ process, homedir, version, enable }: CompileCacheOptions): void {
  const { env, platform, geteuid } = process;
  if (geteuid === undefined || NODE_VARIABLES.some((name) => env[name])) return;
  try {
    const cache = userDirectory('cache', { env, platform, homeDirectory: homedir() });
    if (cache === undefined) return;
    const directory = privateDirectory(path.join(cache, COMPILED, version), geteuid());
    if (directory !== undefined) enable(directory);
  } catch {
    // A directory that cannot be read or created.
  }
}

/**
 * The real path of a directory that only this user can use. Creates it, and removes the directories of other versions.
 * Undefined if another user, except root, could replace it or a directory above it. Throws the system's errors.
 */
function privateDirectory(location: string, user: number): string | undefined {
  const found = nearestExisting(location);
  const real = realpathSync.native(found);
  if (!ancestors(real).every((each) => isSafe(statSync(each), user))) return undefined;
  const directory = path.join(real, path.relative(found, location));
  if (found !== location) {
    // Under sudo, HOME can belong to root or to another user.
    if (statSync(real).uid !== user) return undefined;
    // If `compiled` is a link, the real directory has another name, and holds files that must stay.
    const versions = path.dirname(directory);
    if (path.basename(versions) === COMPILED) rmSync(versions, { recursive: true, force: true });
    mkdirSync(directory, { recursive: true, mode: PRIVATE_MODE });
  }
  const { uid, mode } = statSync(directory);
  return uid === user && (mode & OTHERS) === 0 ? directory : undefined;
}

function nearestExisting(location: string): string {
  return statSync(location, { throwIfNoEntry: false }) === undefined
    ? nearestExisting(path.dirname(location))
    : location;
}

/** The path and all directories above it. */
function ancestors(location: string): readonly string[] {
  const above = path.dirname(location);
  return above === location ? [location] : [location, ...ancestors(above)];
}

function isSafe({ uid, mode }: Stats, user: number): boolean {
  return (uid === user || uid === 0) && ((mode & OTHERS_WRITE) === 0 || (mode & STICKY) !== 0);
}
