/**
 * Stores profiles and defaults in a file that only its owner can read. The only file that uses Conf, which writes: to load it
 * takes a tenth of a report of one week (`npm run bench -- startup`). A broken file is reported and never overwritten.
 */

import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type Conf from 'conf';
import { ReportingError } from '../core/errors.ts';
import { isObject } from '../core/json-object.ts';
import { acquireLock, LockHeld, type LockOptions } from '../fs/lock.ts';
import { codeOf } from '../fs/paths.ts';
import {
  accessOfOthers,
  assertPrivate,
  CONFIG_FILE,
  DEFAULT_PROFILE,
  type Defaults,
  OTHERS_ACCESS,
  type Profile,
  type ProfileStore,
} from './profile.ts';

interface Stored {
  profiles: Record<string, Profile>;
  defaults: Defaults;
}

/** The modes of the configuration directory and of its file. */
const DIRECTORY_MODE = 0o700;
const FILE_MODE = 0o600;

/** A change takes milliseconds. */
const LOCK: LockOptions = {
  waitMs: 30_000,
  pollMs: 20,
  // More than one heartbeat.
  staleMs: 12_000,
  signal: new AbortController().signal,
  now: () => new Date(),
  sleep: (ms) => delay(ms),
};

/**
 * The profiles in `directory`. Reads the file once, when a method needs it, and before each change. `onWarning` receives a warning if
 * other users have access to the file: a change makes it private.
 */
export function createProfileStore(directory: string, onWarning: (text: string) => void): ProfileStore {
  const file = path.join(directory, CONFIG_FILE);

  /**
   * Reads, changes and writes under a lock, so that two logins at once both succeed. There is one write: a run that is killed leaves no
   * part of a change, such as a profile without its default.
   */
  async function change(edit: (stored: Stored) => Partial<Stored>): Promise<void> {
    try {
      mkdirSync(directory, { recursive: true, mode: DIRECTORY_MODE });
      const lock = await acquireLock(`${file}.lock`, LOCK);
      try {
        removeUnfinished(file);
        // A private file would look as if its user had written all of it.
        assertPrivate(directory);
        const members = edit(loadConfig(file));
        const conf = await openConf(file);
        conf.store = { ...conf.store, ...members };
      } finally {
        await lock.release();
      }
      known = undefined;
    } catch (error) {
      if (error instanceof ReportingError) throw error;
      throw unusable(file, 'written', error);
    }
  }

  let known: Stored | undefined;
  const stored = (): Stored => {
    if (known !== undefined) return known;
    const { problem, hint } = accessOfOthers(file, OTHERS_ACCESS) ?? {};
    if (problem !== undefined) onWarning(`${problem}: ${hint}`);
    known = loadConfig(file);
    return known;
  };

  return {
    file,
    read(name) {
      const { profiles } = stored();
      if (!Object.hasOwn(profiles, name)) return undefined;
      return checkProfile(profiles[name], name, file);
    },
    names: () => Object.keys(stored().profiles),
    defaults: () => stored().defaults,
    write: (name, profile) =>
      change(({ profiles, defaults }) => {
        const all = { ...profiles, [name]: profile };
        const hasDefault = defaults.profile !== undefined || Object.hasOwn(all, DEFAULT_PROFILE);
        return { profiles: all, ...(!hasDefault && { defaults: { ...defaults, profile: name } }) };
      }),
    remove: (name) =>
      change(({ profiles: { [name]: _removed, ...profiles }, defaults: { profile: former, ...defaults } }) => ({
        profiles,
        ...(former === name && { defaults }),
      })),
    setDefault: (key, value) =>
      change(({ defaults: { [key]: _former, ...others } }) => ({
        defaults: value === undefined ? others : { ...others, [key]: value },
      })),
  };
}

/** Removes the temporary files of killed runs, which can hold tokens. Only for the owner of the lock. */
function removeUnfinished(file: string): void {
  const start = `${path.basename(file)}.tmp-`;
  const directory = path.dirname(file);
  for (const name of readdirSync(directory)) {
    const isUnfinished = name.startsWith(start) && /^[0-9a-f]+$/.test(name.slice(start.length));
    if (isUnfinished) rmSync(path.join(directory, name), { force: true });
  }
}

async function openConf(file: string): Promise<Conf> {
  const { default: Conf } = await importConf();
  return new Conf({
    cwd: path.dirname(file),
    configName: path.basename(file),
    fileExtension: '',
    configFileMode: FILE_MODE,
    accessPropertiesByDotNotation: false,
    clearInvalidConfig: false,
  });
}

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * Imports Conf, and removes the signal listeners that it adds: those of its file writer (when-exit 2) send each signal again,
 * which counts as a second Ctrl-C and ends the run before it has cleaned up.
 */
async function importConf() {
  const before = new Set(SIGNALS.flatMap((signal) => process.listeners(signal)));
  const module = await import('conf');
  for (const signal of SIGNALS) {
    for (const listener of process.listeners(signal)) {
      if (!before.has(listener)) process.off(signal, listener);
    }
  }
  return module;
}

function loadConfig(file: string): Stored {
  const stored = contentOf(file);
  if (!isObject(stored)) throw broken(file, 'it is not a JSON object');
  const { profiles = {}, defaults = {} } = stored;
  if (!isObject(profiles)) throw broken(file, '`profiles` is not an object');
  const isValid = isObject(defaults) && Object.values(defaults).every((value) => typeof value === 'string');
  if (!isValid) throw broken(file, '`defaults` is not an object of strings');
  return { profiles: profiles as Record<string, Profile>, defaults };
}

function contentOf(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    // A path through a file that is no directory, too.
    const code = codeOf(error);
    if (code === 'ENOENT' || code === 'ENOTDIR') return {};
    throw unusable(file, 'read', error);
  }
}

function checkProfile(profile: unknown, name: string, file: string): Profile {
  const wrong = isObject(profile) ? Object.keys(profile).find((member) => !isValid(member, profile[member])) : '';
  if (wrong === undefined) return profile as Profile;
  const problem = wrong === '' ? 'is not an object' : `has a wrong value of \`${wrong}\``;
  throw broken(file, `the profile ${JSON.stringify(name)} ${problem}`);
}

function isValid(member: string, value: unknown): boolean {
  return typeof value === (member === 'insecureHttp' ? 'boolean' : 'string');
}

/** Shows only the code of a system error: the message of a parser would quote the file, and with it the token. */
function unusable(file: string, done: 'read' | 'written', error: unknown): ReportingError {
  const code = error instanceof LockHeld ? 'another run holds its lock' : codeOf(error);
  if (code === undefined) return broken(file, 'it is not valid JSON');
  return new ReportingError('E-config-file', `the profiles in ${file} cannot be ${done}: ${code}`, {
    hint: 'check its permissions, or name another directory with REPORTING_CONFIG_DIR',
  });
}

function broken(file: string, problem: string): ReportingError {
  return new ReportingError('E-config-file', `the profiles in ${file} are broken: ${problem}`, {
    hint: 'the file was not changed: fix it, or move it away and run `reporting login`',
  });
}
