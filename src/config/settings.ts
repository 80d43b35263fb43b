/**
 * The settings of a run. Each comes from the option, the environment, the profile or the stored defaults, in that order: `SETTINGS`
 * names them. Pure: the caller reads the stored values.
 */

import { REPORT_NAMES } from '../api/reports.ts';
import { END_DATES, type EndDate } from '../api/wire.ts';
import { ReportingError } from '../core/errors.ts';
import { closestMatch } from '../core/text.ts';
import { MONDAY, parseWeekday, WEEKDAY_NAMES, type Weekday } from '../dates/date.ts';
import { parseTimeZone, timeZoneHint, unknownTzVariable } from '../dates/time-zone.ts';
import { FORMAT_NAMES, isFormatName } from '../formats/registry.ts';
import { parseAllowed } from './allowed.ts';
import { checkProfileName, type Defaults, type Profile, type ProfileInUse, type SettingName } from './profile.ts';

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

/** Where a setting comes from without its option: the first of these that has it. */
export interface Sources {
  readonly variable?: `REPORTING_${string}`;
  readonly profile?: Exclude<keyof Profile, 'allow' | 'dateColumns'>;
  readonly stored?: SettingName;
}

export const SETTINGS = {
  baseUrl: { variable: 'REPORTING_BASE_URL', profile: 'baseUrl' },
  clientId: { variable: 'REPORTING_CLIENT_ID', profile: 'clientId' },
  caFile: { variable: 'REPORTING_CA_FILE', profile: 'caFile' },
  insecureHttp: { variable: 'REPORTING_INSECURE_HTTP', profile: 'insecureHttp' },
  format: { variable: 'REPORTING_FORMAT', profile: 'format', stored: 'format' },
  timeZone: { variable: 'REPORTING_TIMEZONE', profile: 'timeZone', stored: 'timezone' },
  weekStart: { profile: 'weekStart', stored: 'week-start' },
  endDate: { variable: 'REPORTING_END_DATE', profile: 'endDate' },
} as const satisfies Readonly<Record<string, Sources>>;

/** What holds the values of settings. A profile or defaults that a run does not use are undefined. */
export interface Stored {
  readonly env: Env;
  readonly inUse: ProfileInUse | undefined;
  readonly defaults?: Defaults | undefined;
}

/** The value of a setting as the user wrote it, and its source; undefined without one. A stored default is checked. */
export function findSetting(
  name: keyof typeof SETTINGS,
  { env, inUse, defaults = {} }: Stored,
): ValueWithSource | undefined {
  const { variable, profile, stored }: Sources = SETTINGS[name];
  return (
    (variable && fromEnvironment(variable, env)) ??
    (profile && inUse && fromProfile(inUse.profile?.[profile]?.toString(), inUse.profileName)) ??
    (stored && fromConfig(storedSetting(stored, defaults)))
  );
}

/** The source of a value from a profile. */
export function profileSource(name: string): string {
  return `profile ${name}`;
}

/** A value of a profile with its source; undefined without one. */
export function fromProfile(value: string | undefined, profile: string): ValueWithSource | undefined {
  return value === undefined ? undefined : { value, source: profileSource(profile) };
}

/** The value of a variable with its source; undefined if it is not set, or blank. */
export function fromEnvironment(name: string, env: Env): ValueWithSource | undefined {
  const value = env[name]?.trim();
  return value ? { value, source: name } : undefined;
}

/** The source of a default set with `reporting config`. */
const CONFIG_SOURCE = 'config';

/** A stored default with its source; undefined without one. */
export function fromConfig(value: string | undefined): ValueWithSource | undefined {
  return value === undefined ? undefined : { value, source: CONFIG_SOURCE };
}

/** The value to store for `text`. Throws a usage error for an invalid one. */
export function parseSetting(name: SettingName, text: string): string {
  return PARSERS[name](text);
}

const PARSERS: Readonly<Record<SettingName, (text: string) => string>> = {
  format(text) {
    if (isFormatName(text)) return text;
    const near = closestMatch(text, FORMAT_NAMES);
    throw new ReportingError('E-format', `unknown format ${JSON.stringify(text)}`, {
      hint: near === undefined ? `the formats are: ${FORMAT_NAMES.join(', ')}` : `did you mean ${near}?`,
    });
  },
  timezone(text) {
    const zone = parseTimeZone(text);
    if (zone !== undefined) return zone;
    throw new ReportingError('E-date', `unknown time zone ${JSON.stringify(text)}`, {
      hint: timeZoneHint(text),
    });
  },
  profile: checkProfileName,
  allow(text) {
    parseAllowed(text, [], 'allow');
    return text.trim();
  },
  'week-start': (text) => WEEKDAY_NAMES[parseWeekdayName(text) - 1]!,
};

function parseWeekdayName(text: string): Weekday {
  const day = parseWeekday(text);
  if (day !== undefined) return day;
  throw new ReportingError('E-option-value', `week-start takes a day of the week, not ${JSON.stringify(text)}`, {
    hint: 'for example: reporting config set week-start sunday',
  });
}

/** The stored default; undefined without one. Throws a configuration error for an invalid one. */
export function storedSetting(name: SettingName, defaults: Defaults): string | undefined {
  const text = defaults[name];
  if (text === undefined) return undefined;
  try {
    return parseSetting(name, text);
  } catch (error) {
    if (!(error instanceof ReportingError)) throw error;
    throw new ReportingError('E-setting', `the default ${name} (${CONFIG_SOURCE}) is invalid: ${error.message}`, {
      hint: `set another with \`reporting config set ${name} <value>\`, or none with \`reporting config unset ${name}\``,
    });
  }
}

/** The first day of the week. Throws a configuration error for an invalid one. */
export function findWeekStart(stored: Stored): Weekday {
  const found = findSetting('weekStart', stored);
  const day = found === undefined ? MONDAY : parseWeekday(found.value);
  if (day !== undefined) return day;
  throw new ReportingError('E-setting', `invalid week start ${JSON.stringify(found!.value)} (${found!.source})`, {
    hint: 'use a day of the week: `reporting login --week-start monday`',
  });
}

/** The zone's IANA name. Throws a configuration error for an unknown zone. */
export function parseFoundTimeZone(found: ValueWithSource | undefined): string | undefined {
  if (found === undefined) return undefined;
  const zone = parseTimeZone(found.value);
  if (zone !== undefined) return zone;
  const message = `the time zone ${JSON.stringify(found.value)} (${found.source}) does not exist`;
  throw new ReportingError('E-setting', message, { hint: timeZoneHint(found.value) });
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

/** Like `parseFoundTimeZone`; also throws if the zone is the system's, and TZ names an unknown zone. */
export function findZoneOfToday(
  found: ValueWithSource | undefined,
  { env, systemTimeZone }: SystemZone,
): string | undefined {
  const zone = parseFoundTimeZone(found);
  if (zone === undefined && env.TZ !== undefined && systemTimeZone === undefined) {
    throw unknownTzVariable(env.TZ);
  }
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

/** The checked value. Throws a configuration error for an invalid one. */
export function parseEndDate({ value, source }: ValueWithSource): EndDate {
  const known = END_DATES.find((each) => each === value);
  if (known !== undefined) return known;
  throw new ReportingError('E-setting', `invalid end date setting ${JSON.stringify(value)} (${source})`, {
    hint: `use one of ${END_DATES.join(', ')}${source === 'REPORTING_END_DATE' ? '' : ': `reporting login --end-date inclusive`'}`,
  });
}

/** The value of the setting for records without a date. */
export const NO_DATE_COLUMN = 'none';

/** The column with the date of each record, or `none`, and whether it comes from the profile. */
export interface DateColumnSetting extends ValueWithSource {
  readonly isStored: boolean;
  /** True if an earlier pull found the column, and the user did not choose it. */
  readonly isFound?: boolean;
}

/**
 * The date column of `report`; undefined to find it in the data. Throws a configuration error for stored columns of an unknown
 * report.
 */
export function findDateColumn(
  option: (ValueWithSource & Partial<DateColumnSetting>) | undefined,
  report: string,
  inUse: ProfileInUse | undefined,
): DateColumnSetting | undefined {
  if (option !== undefined) return { isStored: false, ...option };
  if (inUse === undefined) return undefined;
  assertDateColumns(inUse);
  const found = fromProfile(inUse.profile?.dateColumns?.[report], inUse.profileName);
  return found && { ...found, isStored: true };
}

/** Throws a configuration error for stored date columns of an unknown report. */
export function assertDateColumns({ profileName, profile }: ProfileInUse): void {
  const unknown = Object.keys(profile?.dateColumns ?? {}).find((report) => !REPORT_NAMES.includes(report));
  if (unknown === undefined) return;
  throw new ReportingError(
    'E-setting',
    `the date columns (${profileSource(profileName)}) are for ${JSON.stringify(unknown)}, which is not a report`,
    {
      hint: `the reports are ${REPORT_NAMES.join(', ')}; \`reporting login --date-column revenue=day\` drops others`,
    },
  );
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
  const stored = storedSetting('allow', defaults);
  return [
    ...new Set([...(option ?? []), ...allowedOfProfile(inUse), ...(stored === undefined ? [] : parseAllowed(stored))]),
  ];
}

/** The warnings that the profile allows. Throws a configuration error for an unknown one. */
export function allowedOfProfile(inUse: ProfileInUse | undefined): readonly string[] {
  const { profile, profileName } = inUse ?? {};
  try {
    return (profile?.allow ?? []).flatMap((each) => parseAllowed(JSON.stringify(each), [], 'allow'));
  } catch (error) {
    if (!(error instanceof ReportingError)) throw error;
    throw new ReportingError('E-setting', `${error.message} (${profileSource(profileName!)})`, {
      hint: 'set others: reporting login --allow gaps:2026-12-25',
    });
  }
}
