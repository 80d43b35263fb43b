/** Where the platform keeps a program's configuration, and what it may lose (XDG Base Directory Specification on Linux). */

import path from 'node:path';
import { ReportingError } from '../core/reporting-error.ts';
import { absolutePath } from './absolute-path.ts';

export interface UserPlaces {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly platform: NodeJS.Platform;
  /** Empty if the user has none. */
  readonly homeDirectory: string;
  /** Empty if it was removed. */
  readonly workingDirectory: string;
}

interface Kind {
  /** The variables that name the directory for all programs. */
  readonly variables: { readonly linux: string; readonly windows: string };
  /** Below the home directory. */
  readonly linux: string;
  readonly mac: string;
  readonly purpose: string;
  readonly hint: string;
}

const NAME = 'reporting';

const CONFIG: Kind = {
  variables: { linux: 'XDG_CONFIG_HOME', windows: 'APPDATA' },
  linux: '.config',
  mac: 'Library/Preferences',
  purpose: 'to keep profiles in',
  hint: 'set HOME, or REPORTING_CONFIG_DIR=/a/private/directory',
};

const CACHE: Kind = {
  variables: { linux: 'XDG_CACHE_HOME', windows: 'LOCALAPPDATA' },
  linux: '.cache',
  mac: 'Library/Caches',
  purpose: 'to keep windows in for --resume',
  hint: 'set HOME, or XDG_CACHE_HOME=/a/private/directory',
};

/** REPORTING_CONFIG_DIR, or the platform's place. Throws a configuration error if there is no home directory. */
export function configDirectory(places: UserPlaces): string {
  const named = places.env.REPORTING_CONFIG_DIR;
  if (named !== undefined && named !== '') {
    return absolutePath(places.workingDirectory, named, {
      kind: 'config',
      what: `use REPORTING_CONFIG_DIR=${named}`,
    });
  }
  return directoryOf(CONFIG, places);
}

/** Throws a configuration error if there is no home directory. */
export function cacheDirectory(places: UserPlaces): string {
  return directoryOf(CACHE, places);
}

function directoryOf(kind: Kind, { env, platform, homeDirectory }: UserPlaces): string {
  const forAll = env[platform === 'win32' ? kind.variables.windows : kind.variables.linux];
  // A relative path is invalid and to be ignored, says the specification.
  if (platform !== 'darwin' && forAll && path.isAbsolute(forAll)) return path.join(forAll, NAME);
  if (!path.isAbsolute(homeDirectory)) {
    throw new ReportingError('config', `there is no home directory ${kind.purpose}`, { hint: kind.hint });
  }
  return path.join(homeDirectory, platform === 'darwin' ? kind.mac : kind.linux, NAME);
}
