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
}

/** The profiles on disk. Every method throws a configuration error where the file is broken or cannot be used. */
export interface ProfileStore {
  /** Path of the file, whether or not it is there. */
  readonly file: string;
  read(name: string): Profile | undefined;
  names(): readonly string[];
  write(name: string, profile: Profile): Promise<void>;
  /** False if there was no such profile. */
  remove(name: string): Promise<boolean>;
}

export const DEFAULT_PROFILE = 'default';

/** The file of the profiles, in the configuration directory. */
export const CONFIG_FILE = 'config.json';

/** The profile that a run uses: the flag's, the environment's, or the default. */
export function chooseProfileName(
  flag: string | undefined,
  env: Readonly<Record<string, string | undefined>>,
): { readonly name: string; readonly isNamed: boolean } {
  const named = flag ?? (env.REPORTING_PROFILE ? checkProfileName(env.REPORTING_PROFILE) : undefined);
  return { name: named ?? DEFAULT_PROFILE, isNamed: named !== undefined };
}

const NAME = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/;

/** Throws a usage error for what cannot be a profile's name. */
export function checkProfileName(name: string): string {
  if (NAME.test(name) && !(name in {})) return name;
  throw new ReportingError('usage', `${JSON.stringify(name)} cannot be the name of a profile`, {
    hint: 'use letters, digits, dots, dashes and underscores: --profile acme-eu',
  });
}
