/** The user's directories for configuration and cache (XDG Base Directory Specification on Linux). */

import path from 'node:path';

/** The platform, the environment and the home directory of a user. */
export interface UserHome {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly platform: NodeJS.Platform;
  /** Empty if the user has none. */
  readonly homeDirectory: string;
}

/** The tool's directory in the directory for all programs. */
const NAME = 'reporting';

const DIRECTORIES = {
  config: {
    variables: { linux: 'XDG_CONFIG_HOME', windows: 'APPDATA' },
    linux: '.config',
    mac: 'Library/Preferences',
  },
  cache: {
    variables: { linux: 'XDG_CACHE_HOME', windows: 'LOCALAPPDATA' },
    linux: '.cache',
    mac: 'Library/Caches',
  },
} as const;

/** The tool's directory for `purpose`; undefined without a home directory. */
export function userDirectory(
  purpose: keyof typeof DIRECTORIES,
  { env, platform, homeDirectory }: UserHome,
): string | undefined {
  const { variables, linux, mac } = DIRECTORIES[purpose];
  const forAll = env[platform === 'win32' ? variables.windows : variables.linux];
  // The specification says to ignore a relative path.
  if (platform !== 'darwin' && forAll && path.isAbsolute(forAll)) return path.join(forAll, NAME);
  if (!path.isAbsolute(homeDirectory)) return undefined;
  return path.join(homeDirectory, platform === 'darwin' ? mac : linux, NAME);
}
