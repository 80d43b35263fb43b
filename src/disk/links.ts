/** Where a path leads, itself perhaps not there yet. */

import { readlink, realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import { ReportingError } from '../core/reporting-error.ts';

/** As many links in a row as Linux follows (path_resolution(7)). */
const MAX_HOPS = 40;
/** The file that `location`, an absolute path, leads to. Throws the system's error where its directory is not there. */
export async function resolveLinks(location: string, hops = MAX_HOPS): Promise<string> {
  const target = await realpath(location).catch(ignoreMissing);
  if (target !== undefined) return target;
  const link = await readlink(location).catch(() => undefined);
  if (link !== undefined && hops === 0)
    throw new ReportingError('output', `${location} is a link that leads back to itself`);
  if (link !== undefined) return resolveLinks(path.resolve(path.dirname(location), link), hops - 1);
  return path.join(await realpath(path.dirname(location)), path.basename(location));
}

/** The same where directories are still to be made: what there is of the path is resolved. Throws no error of the system. */
export async function targetOf(location: string): Promise<string> {
  try {
    return await resolveLinks(location);
  } catch (error) {
    if (error instanceof ReportingError) throw error;
    const directory = await nearestDirectory(location).catch(() => path.dirname(location));
    const resolved = await realpath(directory).catch(() => directory);
    return path.join(resolved, path.relative(directory, location));
  }
}

export async function isThere(directory: string): Promise<boolean> {
  return (await stat(directory).catch(ignoreMissing)) !== undefined;
}

/** The nearest directory above `location` that is there: those between are to be made. */
export async function nearestDirectory(location: string): Promise<string> {
  const directory = path.dirname(location);
  return directory === location || (await isThere(directory)) ? directory : nearestDirectory(directory);
}

export function ignoreMissing(error: unknown): undefined {
  if (codeOf(error) === 'ENOENT') return undefined;
  throw error;
}

export function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}
