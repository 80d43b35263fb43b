/**
 * The settings of a run. Each comes from the option, the environment, the profile or the stored defaults, in that order: `SETTINGS`
 * names them. Pure: the caller reads the stored values.
 */

import { END_DATES } from '../api/wire.ts';
import { ReportingError } from '../core/errors.ts';
import { flagOf } from '../core/text.ts';
import { unknownTzVariable } from '../dates/time-zone.ts';
import { DEFAULT_FORMAT_RULE, FORMAT_NAMES } from '../formats/registry.ts';
import { DEFAULT_PROFILE, type Defaults, type Profile, type ProfileInUse, type SettingName } from './profile.ts';
import { dateColumns, oneOf, profileName, text, type ValueType, warningNames, weekday, zone } from './value-types.ts';

type Env = Readonly<Record<string, string | undefined>>;

/** A value, and its source as messages show it. */
export interface ValueWithSource {
  readonly value: string;
  readonly source: string;
}

/** The network settings of a client. Proxies come from the environment. */
export interface NetworkChoices {
  /** A file of CA certificates to trust in addition to Node's. */
  readonly caFile: ValueWithSource | undefined;
  /** True to allow plain http to other machines. */
  readonly allowInsecureHttp: boolean;
}

/** A setting, and where it comes from without its option: the first of these that has it. */
export interface Setting {
  readonly kind: ValueType<unknown>;
  readonly variable?: `REPORTING_${string}`;
  /** True if profiles have a text or a switch of this name. */
  readonly isOfProfile?: true;
  /** Its name in `config`. Without one, the setting describes a service: there is none without a profile in use. */
  readonly stored?: SettingName;
  /** The value without any of these, as messages show it. */
  readonly builtIn?: string;
}

export const SETTINGS = {
  baseUrl: { kind: text, variable: 'REPORTING_BASE_URL', isOfProfile: true },
  clientId: { kind: text, variable: 'REPORTING_CLIENT_ID', isOfProfile: true },
  caFile: { kind: text, variable: 'REPORTING_CA_FILE', isOfProfile: true },
  insecureHttp: { kind: oneOf(['1', 'true', '0', 'false']), variable: 'REPORTING_INSECURE_HTTP', isOfProfile: true },
  format: {
    kind: oneOf(FORMAT_NAMES),
    variable: 'REPORTING_FORMAT',
    isOfProfile: true,
    stored: 'format',
    builtIn: DEFAULT_FORMAT_RULE,
  },
  timeZone: { kind: zone, variable: 'REPORTING_TIMEZONE', isOfProfile: true, stored: 'timezone' },
  profile: { kind: profileName, variable: 'REPORTING_PROFILE', stored: 'profile', builtIn: DEFAULT_PROFILE },
  allow: { kind: warningNames, isOfProfile: true, stored: 'allow', builtIn: 'none' },
  dateColumn: { kind: dateColumns, isOfProfile: true },
  weekStart: { kind: weekday, isOfProfile: true, stored: 'week-start', builtIn: 'monday' },
  endDate: { kind: oneOf(END_DATES), variable: 'REPORTING_END_DATE', isOfProfile: true, builtIn: 'inclusive' },
} as const satisfies Readonly<Record<string, Setting>>;

type SettingKey = keyof typeof SETTINGS;
type Parsed<N extends SettingKey> = (typeof SETTINGS)[N]['kind'] extends ValueType<infer T> ? T : never;

/** The setting that `config` stores under this name. */
export function settingNamed(name: SettingName): SettingKey {
  return (Object.keys(SETTINGS) as SettingKey[]).find((key) => (SETTINGS[key] as Setting).stored === name)!;
}

/** What holds the values of settings. A profile or defaults that a run does not use are undefined. */
export interface Stored {
  readonly env: Env;
  readonly inUse: ProfileInUse | undefined;
  readonly defaults?: Defaults | undefined;
}

/** The value of a setting as the user wrote it, and its source; undefined without one. */
export function findSetting(name: SettingKey, { env, inUse, defaults = {} }: Stored): ValueWithSource | undefined {
  const { variable, isOfProfile, stored }: Setting = SETTINGS[name];
  if (stored === undefined && inUse === undefined) return undefined;
  return (
    (variable && fromEnvironment(variable, env)) ??
    (isOfProfile && inUse && fromProfile(inUse.profile?.[name as keyof Profile]?.toString(), inUse.profileName)) ??
    (stored && withSource(defaults[stored], CONFIG_SOURCE))
  );
}

/** Like `findSetting`; else the built-in value. */
export function findOrBuiltIn(name: SettingKey, stored: Stored): ValueWithSource {
  const { builtIn = '' }: Setting = SETTINGS[name];
  return findSetting(name, stored) ?? { value: builtIn, source: 'built in' };
}

/** The checked value of a setting. Throws a configuration error for an invalid one. */
export function parseFound<N extends SettingKey>(name: N, { value, source }: ValueWithSource): Parsed<N> {
  const { kind, stored, variable }: Setting = SETTINGS[name];
  const label = stored ?? flagOf(name).slice('--'.length);
  try {
    return kind.parse(value, `${label} (${source})`) as Parsed<N>;
  } catch (error) {
    if (!(error instanceof ReportingError)) throw error;
    const way = `set another with \`reporting config set ${label} <value>\`, or none with \`reporting config unset ${label}\``;
    const correction = source === variable ? `correct ${variable}, or unset it` : undefined;
    throw new ReportingError('E-setting', error.message, {
      hint: source === CONFIG_SOURCE ? way : (error.hint ?? correction),
    });
  }
}

/** The checked value of a setting from its first source; undefined without one. Throws a configuration error for an invalid one. */
export function resolve<N extends SettingKey>(name: N, stored: Stored): Parsed<N> | undefined {
  const found = findSetting(name, stored);
  return found && parseFound(name, found);
}

/** The source of a value from a profile. */
export function profileSource(name: string): string {
  return `profile ${name}`;
}

/** A value of a profile with its source; undefined without one. */
export function fromProfile(value: string | undefined, profile: string): ValueWithSource | undefined {
  return withSource(value, profileSource(profile));
}

/** The value of a variable with its source; undefined if it is not set, or blank. */
export function fromEnvironment(name: string, env: Env): ValueWithSource | undefined {
  return withSource(env[name]?.trim() || undefined, name);
}

/** The source of a default set with `reporting config`. */
const CONFIG_SOURCE = 'config';

function withSource(value: string | undefined, source: string): ValueWithSource | undefined {
  return value === undefined ? undefined : { value, source };
}

/** Name of the profile that a run uses: that of the option, of the environment, of the stored defaults, or `default`. */
export function chooseProfileName(
  option: string | undefined,
  env: Env,
  defaults: Defaults,
): { readonly name: string; readonly isNamed: boolean } {
  const named = option ?? resolve('profile', { env, inUse: undefined, defaults });
  return { name: named ?? DEFAULT_PROFILE, isNamed: named !== undefined };
}

interface SystemZone {
  readonly env: Env;
  /** IANA name; undefined if the system's zone has no name, or TZ names an unknown zone. */
  readonly systemTimeZone: string | undefined;
}

/** The zone's IANA name. Throws a configuration error for an unknown zone, also if it is the system's, which TZ names. */
export function findZoneOfToday(
  found: ValueWithSource | undefined,
  { env, systemTimeZone }: SystemZone,
): string | undefined {
  const zone = found && parseFound('timeZone', found);
  if (zone === undefined && env.TZ !== undefined && systemTimeZone === undefined) throw unknownTzVariable(env.TZ);
  return zone;
}

/** The value of the setting for records without a date. */
export const NO_DATE_COLUMN = 'none';

/** The column with the date of each record, or `none`. */
export interface DateColumnSetting extends ValueWithSource {
  /** True if an earlier pull found the column, and the user did not choose it. */
  readonly isFound?: boolean;
}

/** The date column that the schema of a dataset names; undefined without one. */
export function schemaDateColumn(name: string | undefined): DateColumnSetting | undefined {
  return name === undefined ? undefined : { value: name, source: 'the schema of the dataset', isFound: true };
}

/** The date column of `report` in the profile; undefined to find it in the data. */
export function findDateColumn(report: string, stored: Stored): DateColumnSetting | undefined {
  const found = findSetting('dateColumn', stored);
  const value = found && parseFound('dateColumn', found)[report];
  return value === undefined ? undefined : { ...found!, value };
}
