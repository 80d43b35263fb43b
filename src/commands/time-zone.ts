/** Which day "today" is: in the time zone of the option, the environment, the profile, the defaults or the system, in that order. */

import { Option } from 'commander';
import { ReportingError } from '../core/reporting-error.ts';
import { parseTimeZone, timeZoneHint, unknownTzVariable } from '../core/time-zone.ts';
import { CONFIG_SOURCE, profileSource, type Sourced } from '../profiles/resolve-credentials.ts';
import type { ProfileInUse } from './find-credentials.ts';
import type { Ports } from './ports.ts';

export interface TimeZoneOptions {
  readonly timezone?: string;
}

/** `--timezone`, whose value is a zone that exists. */
export function timeZoneOption(description: string): Option {
  return new Option('--timezone <zone>', description).argParser((text: string) => {
    const zone = parseTimeZone(text);
    if (zone !== undefined) return zone;
    throw new ReportingError('usage', `--timezone ${JSON.stringify(text)} is no time zone`, {
      hint: timeZoneHint(text),
    });
  });
}

/**
 * The zone as it was written, and where it comes from; undefined if it is left to the system. `profile` is asked only
 * for what option and environment leave open.
 */
export async function findTimeZone(
  { timezone }: TimeZoneOptions,
  profile: (() => Promise<ProfileInUse>) | undefined,
  { env, readDefaults }: Pick<Ports, 'env' | 'readDefaults'>,
): Promise<Sourced | undefined> {
  if (timezone !== undefined) return { value: timezone, source: '--timezone' };
  const named = env.REPORTING_TIMEZONE?.trim();
  if (named) return { value: named, source: 'REPORTING_TIMEZONE' };
  const inUse = await profile?.();
  const stored = inUse?.profile?.timeZone;
  if (inUse && stored !== undefined) return { value: stored, source: profileSource(inUse.profileName) };
  const { timezone: chosen } = await readDefaults();
  return chosen === undefined ? undefined : { value: chosen, source: CONFIG_SOURCE };
}

/** The zone's IANA name. Throws a configuration error for one that does not exist, and says where it comes from. */
export function requireTimeZone(found: Sourced | undefined): string | undefined {
  if (found === undefined) return undefined;
  const zone = parseTimeZone(found.value);
  if (zone !== undefined) return zone;
  const told = `the time zone ${JSON.stringify(found.value)} (${found.source}) does not exist`;
  throw new ReportingError('config', told, { hint: timeZoneHint(found.value) });
}

export function systemZone({ systemTimeZone, env }: Ports): Sourced {
  const zone = systemTimeZone();
  if (zone === undefined && env.TZ !== undefined) return { value: env.TZ, source: 'TZ, unknown' };
  return { value: zone ?? 'without a name', source: 'system' };
}

/**
 * The IANA name of the zone whose day is today; undefined if it is left to the system. Throws a configuration error for one that
 * does not exist, and where the system's is that of a TZ that names none.
 */
export function requireZoneOfToday(
  found: Sourced | undefined,
  { env, systemTimeZone }: Pick<Ports, 'env' | 'systemTimeZone'>,
): string | undefined {
  const zone = requireTimeZone(found);
  if (zone === undefined && env.TZ !== undefined && systemTimeZone() === undefined) {
    throw unknownTzVariable(env.TZ, 'set --timezone or REPORTING_TIMEZONE');
  }
  return zone;
}
