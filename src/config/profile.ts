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
  /** Names of the stored profiles, if the user named none and `profileName` is not stored. */
  readonly others?: readonly string[];
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

/** The file of the profiles, and who can reach it. Holds nothing of its content. */
export interface ProfilesOnDisk {
  readonly file: string;
  readonly directory: string;
  /** Permission bits, such as 0o600; undefined if the file cannot be seen, or the platform has no such bits. */
  readonly fileMode: number | undefined;
  readonly directoryMode: number | undefined;
  /** True if the file belongs to another user than this one and root. */
  readonly isFileForeign: boolean;
  /** The same for the directory. Always false for root. */
  readonly isDirectoryForeign: boolean;
}

/** The file of the profiles in `directory`, and the access of other users. Never throws: opening the file reports why. */
export function inspectProfiles(directory: string, platform: string): ProfilesOnDisk {
  const file = path.join(directory, CONFIG_FILE);
  const modeOf = (each: string): number | undefined => {
    const mode = statSync(each, { throwIfNoEntry: false })?.mode;
    return mode === undefined || platform === 'win32' ? undefined : mode & 0o777;
  };
  return {
    file,
    directory,
    fileMode: tryRead(() => modeOf(file)),
    directoryMode: tryRead(() => modeOf(directory)),
    isFileForeign: isForeign(file),
    isDirectoryForeign: isForeign(directory) && process.getuid?.() !== ROOT,
  };
}

/** False on systems without such users, and for a file that cannot be seen. */
function isForeign(file: string): boolean {
  const owner = tryRead(() => statSync(file).uid) ?? ROOT;
  return process.getuid !== undefined && ![process.getuid(), ROOT].includes(owner);
}

const ROOT = 0;

/** The mode bits that let other users write. */
export const OTHERS_WRITE = 0o022;

/**
 * Throws a configuration error if other users can write to the directory: they could replace the profiles, and direct the
 * tool to another service.
 */
export function assertPrivateDirectory({ directory, directoryMode = 0, isDirectoryForeign }: ProfilesOnDisk): void {
  const way = 'name a private one with REPORTING_CONFIG_DIR';
  if (isDirectoryForeign) {
    throw new ReportingError('E-config-directory', `the configuration directory ${directory} belongs to another user`, {
      hint: way,
    });
  }
  if ((directoryMode & OTHERS_WRITE) === 0) return;
  throw new ReportingError(
    'E-config-directory',
    `other users can write to the configuration directory ${directory} (mode ${directoryMode.toString(8)})`,
    { hint: `run chmod 700 ${shellWord(directory)}, or ${way}` },
  );
}
