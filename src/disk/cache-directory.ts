import path from 'node:path';
import { ReportingError } from '../core/reporting-error.ts';

export interface CachePlaces {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly platform: NodeJS.Platform;
  /** Empty if the user has none. */
  readonly homeDirectory: string;
}

/**
 * The directory of what this program may lose: `reporting` where the platform keeps such things (XDG Base Directory
 * Specification on Linux). Throws a configuration error if there is no home directory.
 */
export function cacheDirectory({ env, platform, homeDirectory }: CachePlaces): string {
  if (platform === 'win32' && env.LOCALAPPDATA) return path.join(env.LOCALAPPDATA, 'reporting', 'Cache');
  // A relative XDG path is invalid and to be ignored, says the specification.
  if (platform !== 'darwin' && env.XDG_CACHE_HOME && path.isAbsolute(env.XDG_CACHE_HOME)) {
    return path.join(env.XDG_CACHE_HOME, 'reporting');
  }
  if (!path.isAbsolute(homeDirectory)) {
    throw new ReportingError('config', 'there is no home directory to keep windows in for --resume', {
      hint: 'set HOME, or XDG_CACHE_HOME=/a/private/directory',
    });
  }
  if (platform === 'darwin') return path.join(homeDirectory, 'Library', 'Caches', 'reporting');
  return path.join(homeDirectory, '.cache', 'reporting');
}
