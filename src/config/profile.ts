/** Profiles and stored defaults: their shape, the names of profiles, and who can read or write them on disk. */

import { statSync } from 'node:fs';
import path from 'node:path';
import { ReportingError, tryRead } from '../core/errors.ts';
import { shellWord } from '../core/text.ts';

/** The stored credentials and settings of one profile. Each value may be missing. */
export interface Profile {
  readonly baseUrl?: string;
  readonly clientId?: string;
  readonly token?: string;
  /** A command that prints the token. It is not run if there is a token. */
  readonly tokenCommand?: string;
  /** Path of a PEM file with CA certificates to trust, in addition to the built-in ones. */
  readonly caFile?: string;
  /** True to allow plain http to other machines. */
  readonly insecureHttp?: boolean;
  /** The format of reports without another. */
  readonly format?: string;
  /** IANA name of the time zone of "today". */
  readonly timeZone?: string;
  /** First day of the week: `monday`. */
  readonly weekStart?: string;
  /** `inclusive` or `exclusive`: how the service counts the end of a range. */
  readonly endDate?: string;
  /** The column with the date of each record, or `none`, as `login` takes it: `revenue=day,domains=none`. */
  readonly dateColumn?: string;
  /** The warnings that are silent, as `--allow` takes them. */
  readonly allow?: string;
}

/** The profile of a run. */
export interface ProfileInUse {
  readonly profileName: string;
  /** The stored profile, if the run uses it. */
  readonly profile: Profile | undefined;
}

/** The defaults that `reporting config set` stores. */
export const SETTING_NAMES = ['format', 'timezone', 'profile', 'allow', 'week-start'] as const;
export type SettingName = (typeof SETTING_NAMES)[number];

/** The stored defaults of all runs, as typed. Each may be missing or invalid. */
export type Defaults = { readonly [Name in SettingName]?: string };

/** The profiles and defaults on disk. Every method throws a configuration error if the file is broken or cannot be used. */
export interface ProfileStore {
  /** Path of the file, which may not exist. */
  readonly file: string;
  read(name: string): Profile | undefined;
  names(): readonly string[];
  /** Stores a profile. The first one becomes the default. */
  write(name: string, profile: Profile): Promise<void>;
  /** Removing the default profile also removes the default `profile`. */
  remove(name: string): Promise<void>;
  defaults(): Defaults;
  /** Undefined removes the default. */
  setDefault(key: SettingName, value: string | undefined): Promise<void>;
}

/** Name of the profile of a run without another. */
export const DEFAULT_PROFILE = 'default';

/** The file of the profiles, in the configuration directory. */
export const CONFIG_FILE = 'config.json';

const NAME = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/;

/** True for a valid name of a profile: one without a special meaning in a shell or a path. */
export function isProfileName(name: string): boolean {
  return NAME.test(name) && !(name in {});
}

/** The name itself. Throws a usage error for an invalid one. */
export function checkProfileName(name: string): string {
  if (isProfileName(name)) return name;
  throw new ReportingError('E-profile-name', `invalid profile name ${JSON.stringify(name)}`, {
    hint: name.includes(',')
      ? 'only reports take several profiles: reporting revenue --profile acme,brava'
      : 'use letters, digits, dots, dashes and underscores: --profile acme-eu',
  });
}

const ROOT = 0;

/** The bits of a mode that let other users write, and those that let them read or write. */
export const OTHERS_WRITE = 0o022;
export const OTHERS_ACCESS = 0o077;

/**
 * How other users can reach the directory or the file of the profiles, and what to do; undefined if they cannot, or the system has no
 * such users. Root may use the directory of another user and read the file, but neither run its commands nor replace it.
 */
export function accessOfOthers(place: string, bits: number, user = process.getuid?.()) {
  const stats = tryRead(() => statSync(place));
  if (stats === undefined || user === undefined) return undefined;
  const isDirectory = stats.isDirectory();
  const mayRead = user === ROOT && (isDirectory || bits === OTHERS_ACCESS);
  const isForeign = stats.uid !== user && stats.uid !== ROOT && !mayRead;
  if (isForeign)
    return {
      problem: `${place} belongs to another user`,
      hint: 'name a directory of your own with REPORTING_CONFIG_DIR',
    };
  const mode = (stats.mode & 0o777).toString(8);
  if ((stats.mode & bits) === 0) return undefined;
  return {
    problem: `other users can ${bits === OTHERS_WRITE ? 'change' : 'access'} ${place} (mode ${mode})`,
    hint: `run \`chmod ${isDirectory ? 700 : 600} ${shellWord(place)}\``,
  };
}

/**
 * Throws a configuration error if other users can write to the directory of the profiles, or to their file: they could direct the
 * tool to another service, and choose the command that it runs.
 */
export function assertPrivate(directory: string): void {
  for (const place of [directory, path.join(directory, CONFIG_FILE)]) {
    const { problem, hint } = accessOfOthers(place, OTHERS_WRITE) ?? {};
    if (problem !== undefined) throw new ReportingError('E-config-directory', problem, { hint });
  }
}
