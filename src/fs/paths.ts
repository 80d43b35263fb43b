/**
 * Paths: the file that a path leads to through links, absolute paths, names on Windows, and the user's directories. A path may name a file that
 * does not exist yet.
 */

import { type Dirent, promises, readFileSync, realpathSync, type StatsBase, statSync } from 'node:fs';
import path from 'node:path';
import { interruptible } from '../core/async.ts';
import type { ErrorCode } from '../core/error-codes.ts';
import { ReportingError, tryRead } from '../core/errors.ts';
import { parseTzVariable } from '../dates/time-zone.ts';
import { type UserHome, userDirectory } from './user-directories.ts';

/** The number of links in a row that Linux follows (path_resolution(7)). */
const MAX_HOPS = 40;

/** The file that `location`, an absolute path, leads to. Throws the system's error if its directory does not exist, and for links in a circle. */
export async function resolveLinks(location: string, hops = MAX_HOPS): Promise<string> {
  const target = await promises.realpath(location).catch(ignoreMissing);
  if (target !== undefined) return target;
  const link = await promises.readlink(location).catch(() => undefined);
  // `out -> missing/../out` is no circle for the system, which misses a directory.
  if (link !== undefined && hops === 0) throw new Error('too many links');
  if (link !== undefined) return resolveLinks(path.resolve(path.dirname(location), link), hops - 1);
  return path.join(await promises.realpath(path.dirname(location)), path.basename(location));
}

/** Like `resolveLinks`, for a path whose directories may not exist yet: resolves the part that exists. Never throws. */
export async function targetOf(location: string): Promise<string> {
  try {
    return await resolveLinks(location);
  } catch {
    const directory = await nearestDirectory(location).catch(() => path.dirname(location));
    const resolved = await promises.realpath(directory).catch(() => directory);
    return path.join(resolved, path.relative(directory, location));
  }
}

/** True if there is a file or a directory at `location`, also through links. */
export async function exists(location: string): Promise<boolean> {
  return (await promises.stat(location).catch(ignoreMissing)) !== undefined;
}

/** The nearest directory above `location` that exists. */
export async function nearestDirectory(location: string): Promise<string> {
  const directory = path.dirname(location);
  return directory === location || (await exists(directory)) ? directory : nearestDirectory(directory);
}

/** Returns undefined for the error of a missing file, and throws any other error. */
export function ignoreMissing(error: unknown): undefined {
  if (codeOf(error) === 'ENOENT') return undefined;
  throw error;
}

/** The code of a system error, such as `ENOENT`; undefined for other errors. */
export function codeOf(error: unknown): unknown {
  return error instanceof Error && !(error instanceof ReportingError) && 'code' in error ? error.code : undefined;
}

/** Why something failed, in the system's words without its code and its paths: `no such file or directory`. */
export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message.replace(/^E[A-Z0-9]+: ([^,]+).*$/s, '$1') : String(error);
}

/**
 * The absolute path of `file`. `workingDirectory` is empty if it was removed while a shell was in it. Throws an error of
 * `code` for a relative path in such a directory; `what` completes "cannot …".
 */
export function absolutePath(workingDirectory: string, file: string, code: ErrorCode, what: string): string {
  if (workingDirectory !== '' || path.isAbsolute(file)) return path.resolve(workingDirectory, file);
  throw new ReportingError(code, `cannot ${what}: the current directory does not exist`, {
    hint: 'change to a directory that exists, or give an absolute path',
  });
}

/** The user's home, and the directory that relative paths start from. */
export interface UserEnvironment extends UserHome {
  /** Empty if it was removed. */
  readonly workingDirectory: string;
}

/** REPORTING_CONFIG_DIR, or the platform's directory. Throws a configuration error without a home directory. */
export function configDirectory(user: UserEnvironment): string {
  const named = user.env.REPORTING_CONFIG_DIR;
  if (named !== undefined && named !== '') {
    return absolutePath(user.workingDirectory, named, 'E-config-directory', `use REPORTING_CONFIG_DIR=${named}`);
  }
  return userDirectory('config', user) ?? rejectHomeless('to keep profiles in');
}

/** The platform's directory for files that may be lost. Throws a configuration error without a home directory. */
export function cacheDirectory(user: UserHome): string {
  return userDirectory('cache', user) ?? rejectHomeless('to keep windows in for --resume');
}

function rejectHomeless(purpose: string): never {
  throw new ReportingError('E-config-directory', `there is no home directory ${purpose}`, {
    hint: 'set HOME; on Windows, APPDATA and LOCALAPPDATA',
  });
}

/**
 * The text of a file. Throws a configuration error, in which `what` completes "cannot read …", also for a named pipe: its writer
 * may never come. If `signal` is aborted, stops waiting for an open pipe that nobody writes to.
 */
export async function readTextFile(location: string, what: string, signal: AbortSignal): Promise<string> {
  try {
    if (!DESCRIPTOR.test(location) && (await promises.stat(location)).isFIFO()) throw new Error('it is a named pipe');
    return await interruptible(promises.readFile(location, 'utf8'), signal);
  } catch (error) {
    signal.throwIfAborted();
    throw unreadable(what, error);
  }
}

/** Paths of pipes that are open, such as `/dev/fd/63` for bash's `<(command)`. */
const DESCRIPTOR = /^\/(dev|proc\/[^/]+)\/fd\//;

/** What a path leads to, such as `a named pipe`; undefined for a file. */
export function otherKindOf(found: StatsBase<unknown> | Dirent): string | undefined {
  if (found.isFile()) return undefined;
  if (found.isDirectory()) return 'a directory';
  if (found.isFIFO()) return 'a named pipe';
  if (found.isSocket()) return 'a socket';
  return found.isSymbolicLink() ? 'a symbolic link' : 'a device';
}

/** The text of a file. Throws for everything else without opening it: a pipe would keep the run waiting. */
export function readRegularFile(location: string): string {
  const kind = otherKindOf(statSync(location));
  if (kind !== undefined) throw new Error(`it is ${kind}`);
  return readFileSync(location, 'utf8');
}

/** The configuration error for a file or a directory that cannot be read. */
export function unreadable(what: string, error: unknown): ReportingError {
  return new ReportingError('E-file', `cannot read ${what}: ${reasonOf(error)}`, { cause: error });
}

/** The IANA time zone that `value`, the value of TZ, stands for; undefined if it is unknown, and without a value. */
export function zoneOfTzVariable(value: string | undefined): string | undefined {
  return value === undefined ? undefined : parseTzVariable(value, (file) => tryRead(() => realpathSync(file)));
}

/** Names that Windows reads in another way, or refuses ("Naming Files, Paths, and Namespaces"). */
const NOT_ON_WINDOWS = /[<>:"|?*\u0000-\u001f]|[ .]$|^(?:con|prn|aux|nul|(?:com|lpt)[0-9¹²³])(?:[ .]|$)/i;

/**
 * Throws an error for a path with such a name: a colon names a hidden stream of another file, and a report called `nul.csv` would be
 * lost. `file` is as the user named it.
 */
export function assertWindowsNames(file: string): void {
  const names = file.slice(path.win32.parse(file).root.length).split(/[\\/]/);
  const refused = names.find((name) => name !== '.' && name !== '..' && NOT_ON_WINDOWS.test(name));
  if (refused === undefined) return;
  throw new ReportingError('E-output-name', `Windows has no file called ${JSON.stringify(refused)}`, {
    hint: 'choose a name that is not of a device, without < > : " | ? * and without a dot or a space at its end; if it is that of a profile, log in under another: reporting login --profile <name>',
  });
}
