import { ReportingError } from '../core/reporting-error.ts';

/** Credentials under a name, as they are stored. Each value may be missing. */
export interface Profile {
  readonly baseUrl?: string;
  readonly clientId?: string;
  readonly token?: string;
  /** The format of reports that ask for none. */
  readonly format?: string;
  /** IANA name of the zone whose days are meant by "today". */
  readonly timeZone?: string;
  /** `inclusive` or `exclusive`: how the service counts the end of a range. */
  readonly endDate?: string;
  /** The column that holds a record's date, or `none`, by the name of the report. */
  readonly dateColumns?: Readonly<Record<string, string>>;
  /** Members beside the records about which reports do not warn. */
  readonly ignoredMembers?: readonly string[];
}

/** What a person has chosen for runs that say nothing else, as it is stored. Each value may be missing, or be no good. */
export interface Defaults {
  readonly format?: string;
  /** IANA name. */
  readonly timezone?: string;
  readonly concurrency?: string;
  /** `true` or `false`. */
  readonly strict?: string;
  /** Name of the profile in use. */
  readonly profile?: string;
}

/** The profiles on disk, and the defaults beside them. Every method throws a configuration error where the file is broken or cannot be used. */
export interface ProfileStore {
  /** Path of the file, whether or not it is there. */
  readonly file: string;
  read(name: string): Profile | undefined;
  names(): readonly string[];
  write(name: string, profile: Profile): Promise<void>;
  /** False if there was no such profile. If it was the one in use, none is from here on. */
  remove(name: string): Promise<boolean>;
  /** Gives a profile another name, and its place among the defaults with it. False if there was none, or the name is taken. */
  rename(name: string, newName: string): Promise<boolean>;
  defaults(): Defaults;
  /** Undefined forgets the value. */
  setDefault(key: keyof Defaults, value: string | undefined): Promise<void>;
}

export const DEFAULT_PROFILE = 'default';

/** The file of the profiles, in the configuration directory. */
export const CONFIG_FILE = 'config.json';

/** The profile that the flag or the environment names. Throws a usage error for what cannot be a name. */
export function namedProfile(
  flag: string | undefined,
  env: Readonly<Record<string, string | undefined>>,
): string | undefined {
  return flag ?? (env.REPORTING_PROFILE ? checkProfileName(env.REPORTING_PROFILE) : undefined);
}

/** The profile that a run uses: the one that is named, the one in use, or `default`. */
export function chooseProfileName(
  flag: string | undefined,
  env: Readonly<Record<string, string | undefined>>,
  profiles: Pick<ProfileStore, 'defaults'>,
): { readonly name: string; readonly isNamed: boolean } {
  const named = namedProfile(flag, env) ?? profileInUse(profiles);
  return { name: named ?? DEFAULT_PROFILE, isNamed: named !== undefined };
}

/** Throws a configuration error for what cannot be a name. */
function profileInUse(profiles: Pick<ProfileStore, 'defaults'>): string | undefined {
  const { profile } = profiles.defaults();
  if (profile === undefined || isProfileName(profile)) return profile;
  throw new ReportingError(
    'config',
    `the profile in use, ${JSON.stringify(profile)}, cannot be the name of one`,
    {
      hint: 'choose another with `reporting profiles use`, or none with `reporting config unset profile`',
    },
  );
}

const NAME = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/;

/** True for what may be a profile's name: nothing that a shell or a path could take for more than a name. */
export function isProfileName(name: string): boolean {
  return NAME.test(name) && !(name in {});
}

/** Throws a usage error for what cannot be a profile's name. */
export function checkProfileName(name: string): string {
  if (isProfileName(name)) return name;
  throw new ReportingError('usage', `${JSON.stringify(name)} cannot be the name of a profile`, {
    hint: name.includes(',')
      ? 'several go with --profile of a report alone: reporting revenue --profile acme,brava'
      : 'use letters, digits, dots, dashes and underscores: --profile acme-eu',
  });
}
