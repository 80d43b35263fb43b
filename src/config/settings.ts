/**
 * The settings of a run: each is resolved here, from the option, the environment, the profile and the stored defaults, in
 * that order. Pure: the stored values are read before.
 */

import { END_DATES, type EndDate } from '../contract/end-date.ts';
import { DEFAULT_CONCURRENCY, MAX_CONCURRENCY } from '../core/limits.ts';
import { nearest } from '../core/nearest.ts';
import { ReportingError } from '../core/reporting-error.ts';
import { parseTimeZone, timeZoneHint, unknownTzVariable } from '../core/time-zone.ts';
import { parseWholeNumber } from '../core/whole-number.ts';
import { FORMAT_NAMES, isFormatName } from '../formats/registry.ts';
import { checkProfileName, type Defaults } from '../profiles/profile.ts';
import { CONFIG_SOURCE, profileSource, type Sourced } from '../profiles/resolve-credentials.ts';
import { REPORTS } from '../reports/registry.ts';
import type { ProfileInUse } from './credentials.ts';

type Env = Readonly<Record<string, string | undefined>>;

/** What a user can store for all runs with `reporting config set`. */
export const SETTING_NAMES = ['format', 'timezone', 'concurrency', 'profile', 'strict'] as const;
export type SettingName = (typeof SETTING_NAMES)[number];

/** The value of a setting as it is stored. Throws a usage error for an invalid one. */
export function parseSetting(name: SettingName, text: string): string {
  return PARSERS[name](text);
}

const PARSERS: Readonly<Record<SettingName, (text: string) => string>> = {
  format(text) {
    if (isFormatName(text)) return text;
    const near = nearest(text, FORMAT_NAMES);
    throw new ReportingError('usage', `${JSON.stringify(text)} is no format`, {
      hint: near === undefined ? `the formats are: ${FORMAT_NAMES.join(', ')}` : `did you mean ${near}?`,
    });
  },
  timezone(text) {
    const zone = parseTimeZone(text);
    if (zone !== undefined) return zone;
    throw new ReportingError('usage', `${JSON.stringify(text)} is no time zone`, {
      hint: timeZoneHint(text),
    });
  },
  concurrency: (text) => String(parseWholeNumber('concurrency', text, 1, MAX_CONCURRENCY)),
  profile: checkProfileName,
  strict(text) {
    if (text === 'true' || text === 'false') return text;
    throw new ReportingError('usage', `strict takes true or false, not ${JSON.stringify(text)}`, {
      hint: 'for example: reporting config set strict true',
    });
  },
};

/** The stored default; undefined without one. Throws a configuration error for an invalid one. */
export function storedSetting(name: SettingName, defaults: Defaults): string | undefined {
  const text = defaults[name];
  if (text === undefined) return undefined;
  try {
    return parseSetting(name, text);
  } catch (error) {
    if (!(error instanceof ReportingError)) throw error;
    throw new ReportingError(
      'config',
      `the default ${name} (${CONFIG_SOURCE}) is no good: ${error.message}`,
      {
        hint: `\`reporting config set ${name} <value>\` stores another, \`reporting config unset ${name}\` none`,
      },
    );
  }
}

/** Windows to request at once. */
export function resolveConcurrency(option: number | undefined, defaults: Defaults): number {
  return option ?? Number(storedSetting('concurrency', defaults) ?? DEFAULT_CONCURRENCY);
}

/** True if a warning about missing or ambiguous data fails the run. */
export function resolveStrict(option: boolean | undefined, defaults: Defaults): boolean {
  return option ?? storedSetting('strict', defaults) === 'true';
}

/** The format that the profile or the defaults prefer, not checked if it is the profile's; undefined if neither does. */
export function preferredFormat(inUse: ProfileInUse | undefined, defaults: Defaults): Sourced | undefined {
  const stored = inUse?.profile?.format;
  if (inUse && stored !== undefined) return { value: stored, source: profileSource(inUse.profileName) };
  const chosen = storedSetting('format', defaults);
  return chosen === undefined ? undefined : { value: chosen, source: CONFIG_SOURCE };
}

/** The time zone of "today" as it was written; undefined for the system's. */
export function findTimeZone(
  option: Sourced | undefined,
  inUse: ProfileInUse | undefined,
  { env, defaults }: { readonly env: Env; readonly defaults: Defaults },
): Sourced | undefined {
  if (option !== undefined) return option;
  const named = env.REPORTING_TIMEZONE?.trim();
  if (named) return { value: named, source: 'REPORTING_TIMEZONE' };
  const stored = inUse?.profile?.timeZone;
  if (inUse && stored !== undefined) return { value: stored, source: profileSource(inUse.profileName) };
  return defaults.timezone === undefined ? undefined : { value: defaults.timezone, source: CONFIG_SOURCE };
}

/** The zone's IANA name. Throws a configuration error for an unknown zone. */
export function requireTimeZone(found: Sourced | undefined): string | undefined {
  if (found === undefined) return undefined;
  const zone = parseTimeZone(found.value);
  if (zone !== undefined) return zone;
  const told = `the time zone ${JSON.stringify(found.value)} (${found.source}) does not exist`;
  throw new ReportingError('config', told, { hint: timeZoneHint(found.value) });
}

export interface SystemZone {
  readonly env: Env;
  /** IANA name; undefined for a setting without a name, and where the variable TZ names no zone. */
  readonly systemTimeZone: string | undefined;
  /** How to name a zone if TZ does not. */
  readonly timeZoneWay?: string | undefined;
}

export function systemZone({ systemTimeZone: zone, env }: SystemZone): Sourced {
  if (zone === undefined && env.TZ !== undefined) return { value: env.TZ, source: 'TZ, unknown' };
  return { value: zone ?? 'without a name', source: 'system' };
}

/** `requireTimeZone`; throws also if the zone would be the system's, and the variable TZ names none. */
export function requireZoneOfToday(
  found: Sourced | undefined,
  { env, systemTimeZone, timeZoneWay = 'set --timezone or REPORTING_TIMEZONE' }: SystemZone,
): string | undefined {
  const zone = requireTimeZone(found);
  if (zone === undefined && env.TZ !== undefined && systemTimeZone === undefined) {
    throw unknownTzVariable(env.TZ, timeZoneWay);
  }
  return zone;
}

/** How the last day of a window is requested, as it was written. */
export function findEndDate(option: Sourced | undefined, inUse: ProfileInUse | undefined): Sourced {
  if (option !== undefined) return option;
  const stored = inUse?.profile?.endDate;
  return inUse === undefined || stored === undefined
    ? { value: 'inclusive', source: 'default' }
    : { value: stored, source: profileSource(inUse.profileName) };
}

/** Throws a configuration error for a value that is not one of the ways. */
export function requireEndDate({ value, source }: Sourced): EndDate {
  const known = END_DATES.find((each) => each === value);
  if (known !== undefined) return known;
  throw new ReportingError('config', `the end date ${JSON.stringify(value)} (${source}) is no way to ask`, {
    hint: `it is one of ${END_DATES.join(', ')}; \`reporting login --end-date inclusive\` stores it`,
  });
}

/** The column that holds a record's date, or `none`, and whether it comes from the profile. */
export interface DateColumnSetting extends Sourced {
  readonly isStored: boolean;
}

const REPORT_NAMES: readonly string[] = REPORTS.map(({ name }) => name);

/** Undefined to find the column in the data. Throws a configuration error for stored columns of an unknown report. */
export function findDateColumn(
  option: Sourced | undefined,
  report: string,
  inUse: ProfileInUse | undefined,
): DateColumnSetting | undefined {
  if (option !== undefined) return { ...option, isStored: false };
  if (inUse === undefined) return undefined;
  requireDateColumns(inUse);
  const value = inUse.profile?.dateColumns?.[report];
  return value === undefined
    ? undefined
    : { value, source: profileSource(inUse.profileName), isStored: true };
}

/** Throws a configuration error for stored date columns of an unknown report. */
export function requireDateColumns({ profileName, profile }: ProfileInUse): void {
  const unknown = Object.keys(profile?.dateColumns ?? {}).find((report) => !REPORT_NAMES.includes(report));
  if (unknown === undefined) return;
  throw new ReportingError(
    'config',
    `the date columns (${profileSource(profileName)}) are for ${JSON.stringify(unknown)}, which is not a report`,
    {
      hint: `the reports are ${REPORT_NAMES.join(', ')}; \`reporting login --date-column revenue=day\` drops others`,
    },
  );
}

/** Members beside the records that cause no warning: those of the option and of the profile, each name once. */
export function findIgnoredMembers(
  option: readonly string[],
  inUse: ProfileInUse | undefined,
): readonly string[] {
  return [...new Set([...option, ...(inUse?.profile?.ignoredMembers ?? [])])];
}
