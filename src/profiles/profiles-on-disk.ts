import { statSync } from 'node:fs';
import path from 'node:path';
import { ReportingError } from '../core/reporting-error.ts';
import { shellWord } from '../core/shell-word.ts';
import { CONFIG_FILE } from './profile.ts';

/** Where the profiles are, and who may reach them. Nothing of their content. */
export interface ProfilesOnDisk {
  readonly file: string;
  readonly directory: string;
  /** Permission bits, such as 0o600; undefined where there is no file to be seen, or the platform has no such bits. */
  readonly fileMode: number | undefined;
  readonly directoryMode: number | undefined;
  /** True if the directory belongs to a user who is neither this one nor root. Root itself has no such doubt. */
  readonly isDirectoryForeign: boolean;
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
    isDirectoryForeign: attempt(() => isForeign(directory)) ?? false,
  };
}

function isForeign(directory: string): boolean {
  const [userId, ownerId] = [process.getuid?.() ?? ROOT, statSync(directory).uid];
  return ![userId, ROOT].includes(ownerId) && userId !== ROOT;
}

const ROOT = 0;
/** Bits of a mode that let others than the owner write. */
const OTHERS_WRITE = 0o022;

/**
 * Throws a configuration error if others can write to the directory: they could replace the profiles, and have the tool ask
 * a service of theirs.
 */
export function requirePrivateDirectory({
  directory,
  directoryMode = 0,
  isDirectoryForeign,
}: ProfilesOnDisk): void {
  const named = 'name a private one with REPORTING_CONFIG_DIR';
  if (isDirectoryForeign) {
    throw new ReportingError('config', `the configuration directory ${directory} belongs to another user`, {
      hint: named,
    });
  }
  if ((directoryMode & OTHERS_WRITE) === 0) return;
  throw new ReportingError(
    'config',
    `other users can write to the configuration directory ${directory} (mode ${directoryMode.toString(8)})`,
    { hint: `run chmod 700 ${shellWord(directory)}, or ${named}` },
  );
}

/** What cannot even be looked at is told by whoever needs it. */
function attempt<T>(look: () => T): T | undefined {
  try {
    return look();
  } catch {
    return undefined;
  }
}
