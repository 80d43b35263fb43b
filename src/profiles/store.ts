/** Conf, kept to a file that only its owner can read; the only file that knows it. */

import { chmodSync, mkdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import Conf from 'conf';
import { ReportingError } from '../core/reporting-error.ts';
import { withLock } from '../disk/lock.ts';
import { CONFIG_FILE, type Profile, type ProfileStore } from './profile.ts';

interface Stored {
  profiles: Record<string, Profile>;
}

const DIRECTORY_MODE = 0o700;
const FILE_MODE = 0o600;
const OTHERS = 0o077;

export interface StoreOptions {
  /** Told of a file that others could read; it is then closed to them. Without it, the file's mode stays as it is. */
  readonly onWarning?: (text: string) => void;
}

export function createProfileStore(directory: string, { onWarning }: StoreOptions = {}): ProfileStore {
  const file = path.join(directory, CONFIG_FILE);
  let conf: Conf<Stored> | undefined;

  /** Undefined while there is no file: Conf would make its directory, open to others. */
  function existing(): Conf<Stored> | undefined {
    if (conf === undefined && isThere(file)) {
      if (onWarning !== undefined) closeToOthers(file, onWarning);
      refuseNoObject(file);
      conf = open(directory, file);
    }
    return conf;
  }

  function profiles(): Record<string, Profile> {
    const store = existing();
    return store === undefined ? {} : readProfiles(store, file);
  }

  /** Reads, changes and writes under a lock, so that of two logins at once neither is lost. */
  async function change<T>(
    edit: (all: Record<string, Profile>) => { all: Record<string, Profile>; result: T },
  ): Promise<T> {
    try {
      mkdirSync(directory, { recursive: true, mode: DIRECTORY_MODE });
      return await withLock(file, () => {
        const { all, result } = edit(profiles());
        conf ??= open(directory, file);
        conf.set('profiles', all);
        return result;
      });
    } catch (error) {
      throw error instanceof ReportingError ? error : unusable(file, 'written', error);
    }
  }

  return {
    file,
    read: (name) => {
      const all = profiles();
      return Object.hasOwn(all, name) ? checkProfile(all[name], name, file) : undefined;
    },
    names: () => Object.keys(profiles()),
    write: (name, profile) => change((all) => ({ all: { ...all, [name]: profile }, result: undefined })),
    async remove(name) {
      if (!Object.hasOwn(profiles(), name)) return false;
      return change(({ [name]: removed, ...rest }) => ({ all: rest, result: removed !== undefined }));
    },
  };
}

/** Conf takes the elements of an array, and the letters of a text, for members, and would write them back as such. */
function refuseNoObject(file: string): void {
  let stored: unknown;
  try {
    stored = JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    // What cannot be read or parsed, Conf refuses itself.
    return;
  }
  if (!isObject(stored) || Array.isArray(stored)) throw broken(file, 'it is not a JSON object');
}

function open(directory: string, file: string): Conf<Stored> {
  try {
    return new Conf<Stored>({
      cwd: directory,
      configName: 'config',
      configFileMode: FILE_MODE,
      accessPropertiesByDotNotation: false,
      clearInvalidConfig: false,
    });
  } catch (error) {
    throw unusable(file, 'read', error);
  }
}

function readProfiles(conf: Conf<Stored>, file: string): Record<string, Profile> {
  let profiles: unknown;
  try {
    profiles = conf.get('profiles', {});
  } catch (error) {
    throw unusable(file, 'read', error);
  }
  if (!isObject(profiles)) throw broken(file, '`profiles` is not an object');
  return profiles as Record<string, Profile>;
}

function checkProfile(profile: unknown, name: string, file: string): Profile {
  const isSound = isObject(profile) && Object.values(profile).every((value) => typeof value === 'string');
  if (!isSound)
    throw broken(file, `the profile ${JSON.stringify(name)} is no object, or has a value that is no text`);
  return profile as Profile;
}

/** Conf's own message would quote the file's content, and with it the token. Only a system error's code is told. */
function unusable(file: string, done: 'read' | 'written', error: unknown): ReportingError {
  const code = error instanceof Error && 'code' in error ? String(error.code) : undefined;
  if (code === undefined) return broken(file, 'it is not valid JSON');
  return new ReportingError('config', `the profiles in ${file} cannot be ${done}: ${code}`, {
    hint: 'check its permissions, or name another directory with REPORTING_CONFIG_DIR',
  });
}

function broken(file: string, problem: string): ReportingError {
  return new ReportingError('config', `the profiles in ${file} are broken: ${problem}`, {
    hint: 'it was left as it is: mend it, or move it away and run `reporting login`',
  });
}

function closeToOthers(file: string, onWarning: (text: string) => void): void {
  const mode = statSync(file).mode & 0o777;
  if (process.platform === 'win32' || (mode & OTHERS) === 0) return;
  const told = `others could read the profiles in ${file} (mode ${mode.toString(8)})`;
  try {
    chmodSync(file, FILE_MODE);
    onWarning(`${told}; now only you can`);
  } catch {
    onWarning(`${told}, and still can: run chmod 600 ${file}`);
  }
}

function isThere(file: string): boolean {
  try {
    return statSync(file).isFile();
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'ENOENT' || code === 'ENOTDIR') return false;
    throw unusable(file, 'read', error);
  }
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
