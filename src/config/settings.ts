/**
 * The settings of a run. Each comes from the option, the environment, the profile or the stored defaults, in that order: `SETTINGS`
 * names them. Pure: the caller reads the stored values.
 */

import { END_DATES } from '../api/wire.ts';
import { ReportingError } from '../core/errors.ts';
import { flagOf } from '../core/option-names.ts';
import { MONDAY, parseWeekday, type Weekday } from '../dates/date.ts';
import { unknownTzVariable } from '../dates/time-zone.ts';
import { DEFAULT_FORMAT_RULE, FORMAT_NAMES } from '../formats/registry.ts';
import { DEFAULT_PROFILE, type Defaults, type Profile, type ProfileInUse, type SettingName } from './profile.ts';
import { oneFormat, oneOf, profileName, text, type ValueType, warningNames, weekday, zone } from './value-types.ts';

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
  readonly profile?: Exclude<keyof Profile, 'allow' | 'dateColumns'>;
  readonly stored?: SettingName;
}

export const SETTINGS = {
  baseUrl: { kind: text, variable: 'REPORTING_BASE_URL', profile: 'baseUrl' },
  clientId: { kind: text, variable: 'REPORTING_CLIENT_ID', profile: 'clientId' },
  caFile: { kind: text, variable: 'REPORTING_CA_FILE', profile: 'caFile' },
  insecureHttp: {
    kind: oneOf(['1', 'true', '0', 'false']),
    variable: 'REPORTING_INSECURE_HTTP',
    profile: 'insecureHttp',
  },
  format: { kind: oneFormat(FORMAT_NAMES), variable: 'REPORTING_FORMAT', profile: 'format', stored: 'format' },
  timeZone: { kind: zone, variable: 'REPORTING_TIMEZONE', profile: 'timeZone', stored: 'timezone' },
  profile: { kind: profileName, variable: 'REPORTING_PROFILE', stored: 'profile' },
  allow: { kind: warningNames, stored: 'allow' },
  weekStart: { kind: weekday, profile: 'weekStart', stored: 'week-start' },
  endDate: { kind: oneOf(END_DATES), variable: 'REPORTING_END_DATE', profile: 'endDate' },
} as const satisfies Readonly<Record<string, Setting>>;

type SettingKey = keyof typeof SETTINGS;
type Parsed<N extends SettingKey> = (typeof SETTINGS)[N]['kind'] extends ValueType<infer T> ? T : never;

/** The settings that `config` stores, by their names there, with the values of those that are not stored. */
export const STORED: Readonly<Record<SettingName, { readonly key: SettingKey; readonly builtIn: string }>> = {
  format: { key: 'format', builtIn: DEFAULT_FORMAT_RULE },
  timezone: { key: 'timeZone', builtIn: 'system' },
  profile: { key: 'profile', builtIn: DEFAULT_PROFILE },
  allow: { key: 'allow', builtIn: 'none' },
  'week-start': { key: 'weekStart', builtIn: 'monday' },
};

/** What holds the values of settings. A profile or defaults that a run does not use are undefined. */
export interface Stored {
  readonly env: Env;
  readonly inUse: ProfileInUse | undefined;
  readonly defaults?: Defaults | undefined;
}

/** The value of a setting as the user wrote it, and its source; undefined without one. */
export function findSetting(name: SettingKey, { env, inUse, defaults = {} }: Stored): ValueWithSource | undefined {
  const { variable, profile, stored }: Setting = SETTINGS[name];
  return (
    (variable && fromEnvironment(variable, env)) ??
    (profile && inUse && fromProfile(inUse.profile?.[profile]?.toString(), inUse.profileName)) ??
    (stored && withSource(defaults[stored], CONFIG_SOURCE))
  );
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

/** The first day of the week. Throws a configuration error for an invalid one. */
export function findWeekStart(stored: Stored): Weekday {
  const name = resolve('weekStart', stored);
  return name === undefined ? MONDAY : parseWeekday(name)!;
}

interface SystemZone {
  readonly env: Env;
  /** IANA name; undefined if the system's zone has no name, or TZ names an unknown zone. */
  readonly systemTimeZone: string | undefined;
}

/** The system's time zone, to show. */
export function systemZone({ systemTimeZone: zone, env }: SystemZone): ValueWithSource {
  if (zone === undefined && env.TZ !== undefined) return { value: env.TZ, source: 'TZ, unknown' };
  return { value: zone ?? 'without a name', source: 'system' };
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

/** How the service counts `end_date`, as the user wrote it, or the default. */
export function findEndDate(stored: Stored): ValueWithSource {
  return chosenEndDate(stored) ?? { value: 'inclusive', source: 'default' };
}

/** Undefined without a profile: then there is no service that a variable could describe, but a sandbox. */
export function chosenEndDate(stored: Stored): ValueWithSource | undefined {
  return stored.inUse && findSetting('endDate', stored);
}

/** The value of the setting for records without a date. */
export const NO_DATE_COLUMN = 'none';

/** The column with the date of each record, or `none`, and whether it comes from the profile. */
export interface DateColumnSetting extends ValueWithSource {
  readonly isStored: boolean;
  /** True if an earlier pull found the column, and the user did not choose it. */
  readonly isFound?: boolean;
}

/** The date column of `report`; undefined to find it in the data. */
export function findDateColumn(
  option: (ValueWithSource & Partial<DateColumnSetting>) | undefined,
  report: string,
  inUse: ProfileInUse | undefined,
): DateColumnSetting | undefined {
  if (option !== undefined) return { isStored: false, ...option };
  const found = inUse && fromProfile(inUse.profile?.dateColumns?.[report], inUse.profileName);
  return found && { ...found, isStored: true };
}

/**
 * The warnings that are silent: those of the option, of the profile and of the stored default together. Throws a configuration error
 * for an unknown one.
 */
export function resolveAllowed(
  option: readonly string[] | undefined,
  inUse: ProfileInUse | undefined,
  defaults: Defaults,
): readonly string[] {
  const stored = resolve('allow', { env: {}, inUse: undefined, defaults });
  return [...new Set([...(option ?? []), ...allowedOfProfile(inUse), ...(stored ?? [])])];
}

/** The warnings that the profile allows. Throws a configuration error for an unknown one. */
export function allowedOfProfile(inUse: ProfileInUse | undefined): readonly string[] {
  const { profile, profileName = '' } = inUse ?? {};
  const quoted = profile?.allow?.map((each) => fromProfile(JSON.stringify(each), profileName)!) ?? [];
  return quoted.flatMap((each) => parseFound('allow', each));
}
