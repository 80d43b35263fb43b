/** Conf, kept to a file that only its owner can read; the only file that knows it. */

import { chmodSync, mkdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import Conf from 'conf';
import { ReportingError } from '../core/reporting-error.ts';
import { withLock } from '../disk/lock.ts';
import { CONFIG_FILE, type Defaults, type Profile, type ProfileStore } from './profile.ts';

interface Stored {
  profiles: Record<string, Profile>;
  defaults: Defaults;
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

  function read(): Stored {
    const store = existing();
    return store === undefined ? { profiles: {}, defaults: {} } : readStored(store, file);
  }

  /** Reads, changes and writes under a lock, so that of two logins at once neither is lost. */
  async function change<T>(edit: (stored: Stored) => { stored: Stored; result: T }): Promise<T> {
    try {
      mkdirSync(directory, { recursive: true, mode: DIRECTORY_MODE });
      return await withLock(file, () => {
        const before = read();
        const { stored, result } = edit(before);
        conf ??= open(directory, file);
        if (stored.profiles !== before.profiles) conf.set('profiles', stored.profiles);
        if (stored.defaults !== before.defaults) conf.set('defaults', stored.defaults);
        return result;
      });
    } catch (error) {
      throw error instanceof ReportingError ? error : unusable(file, 'written', error);
    }
  }

  return {
    file,
    read(name) {
      const { profiles } = read();
      return Object.hasOwn(profiles, name) ? checkProfile(profiles[name], name, file) : undefined;
    },
    names: () => Object.keys(read().profiles),
    write: (name, profile) =>
      change((stored) => ({
        stored: { ...stored, profiles: { ...stored.profiles, [name]: profile } },
        result: undefined,
      })),
    async remove(name) {
      if (!Object.hasOwn(read().profiles, name)) return false;
      return change(({ profiles: { [name]: removed, ...profiles }, defaults }) => ({
        stored: { profiles, defaults: withProfileInUse(defaults, name, undefined) },
        result: removed !== undefined,
      }));
    },
    async rename(name, newName) {
      if (!Object.hasOwn(read().profiles, name)) return false;
      return change((stored) => {
        const { profiles, defaults } = stored;
        const isPossible = Object.hasOwn(profiles, name) && !Object.hasOwn(profiles, newName);
        if (!isPossible) return { stored, result: false };
        const renamed = Object.entries(profiles).map(([each, profile]) => [
          each === name ? newName : each,
          profile,
        ]);
        return {
          stored: {
            profiles: Object.fromEntries(renamed),
            defaults: withProfileInUse(defaults, name, newName),
          },
          result: true,
        };
      });
    },
    defaults: () => read().defaults,
    setDefault: (key, value) =>
      change(({ profiles, defaults: { [key]: _former, ...others } }) => ({
        stored: { profiles, defaults: value === undefined ? others : { ...others, [key]: value } },
        result: undefined,
      })),
  };
}

/** The defaults in which the profile in use, if it is `name`, is another or none. */
function withProfileInUse(defaults: Defaults, name: string, newName: string | undefined): Defaults {
  const { profile, ...others } = defaults;
  if (profile !== name) return defaults;
  return newName === undefined ? others : { ...others, profile: newName };
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

function readStored(conf: Conf<Stored>, file: string): Stored {
  let stored: { profiles: unknown; defaults: unknown };
  try {
    stored = { profiles: conf.get('profiles', {}), defaults: conf.get('defaults', {}) };
  } catch (error) {
    throw unusable(file, 'read', error);
  }
  const { profiles, defaults } = stored;
  if (!isObject(profiles)) throw broken(file, '`profiles` is not an object');
  const areSound = isObject(defaults) && Object.values(defaults).every((value) => typeof value === 'string');
  if (!areSound) throw broken(file, '`defaults` is no object, or has a value that is no text');
  return { profiles: profiles as Record<string, Profile>, defaults };
}

function checkProfile(profile: unknown, name: string, file: string): Profile {
  const { dateColumns = {}, ignoredMembers = [], ...texts } = isObject(profile) ? (profile as Profile) : {};
  const isSound = isObject(profile) && Object.values(texts).every((value) => typeof value === 'string');
  if (!isSound)
    throw broken(file, `the profile ${JSON.stringify(name)} is no object, or has a value that is no text`);
  if (!isObject(dateColumns) || !Object.values(dateColumns).every(isName))
    throw broken(file, `\`dateColumns\` of the profile ${JSON.stringify(name)} is not an object of names`);
  if (!Array.isArray(ignoredMembers) || !ignoredMembers.every(isName))
    throw broken(file, `\`ignoredMembers\` of the profile ${JSON.stringify(name)} is not a list of names`);
  return profile as Profile;
}

function isName(value: unknown): boolean {
  return typeof value === 'string' && value !== '';
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
