import { statSync } from 'node:fs';
import path from 'node:path';
import { CONFIG_FILE } from './profile.ts';

/** Where the profiles are, and who may reach them. Nothing of their content. */
export interface ProfilesOnDisk {
  readonly file: string;
  readonly directory: string;
  /** Permission bits, such as 0o600; undefined where there is no file to be seen, or the platform has no such bits. */
  readonly fileMode: number | undefined;
  readonly directoryMode: number | undefined;
}

export function inspectProfiles(directory: string, platform: NodeJS.Platform): ProfilesOnDisk {
  const file = path.join(directory, CONFIG_FILE);
  const modeOf = (each: string): number | undefined => {
    const mode = statSync(each, { throwIfNoEntry: false })?.mode;
    return mode === undefined || platform === 'win32' ? undefined : mode & 0o777;
  };
  return {
    file,
    directory,
    fileMode: attempt(() => modeOf(file)),
    directoryMode: attempt(() => modeOf(directory)),
  };
}

/** What cannot even be looked at is told by whoever needs it. */
function attempt<T>(look: () => T): T | undefined {
  try {
    return look();
  } catch {
    return undefined;
  }
}
