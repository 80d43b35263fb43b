import { fromConfig, type ValueWithSource } from '../config/precedence.ts';
import { DEFAULT_PROFILE, namedProfile, SETTING_NAMES, type SettingName } from '../config/profile.ts';
import {
  alignRows,
  assertStoredProfile,
  findProfile,
  type ProfileInUse,
  showValueWithSource,
} from '../config/resolve-credentials.ts';
import {
  findTimeZone,
  parseFoundTimeZone,
  parseSetting,
  preferredFormat,
  storedSetting,
  systemZone,
} from '../config/settings.ts';
import { ReportingError } from '../core/errors.ts';
import type { ConfigOptions } from '../options/access-table.ts';
import { BUILT_IN } from '../options/stored-defaults.ts';
import { formatOfEnvironment } from '../plan/format-choice.ts';
import type { Services } from '../services.ts';

/** Prints each default as a report would use it, and its source. */
export async function listConfig({ format }: ConfigOptions, services: Services): Promise<void> {
  const found: [SettingName, ValueWithSource][] = [];
  for (const name of SETTING_NAMES) found.push([name, await findSetting(name, services)]);
  if (format === 'json') return services.print(`${JSON.stringify(Object.fromEntries(found))}\n`);
  return services.print(
    await alignRows(found.map(([name, valueWithSource]) => [name, showValueWithSource(valueWithSource)])),
  );
}

/** Prints the value of a default. */
export async function getConfig(name: SettingName, services: Services): Promise<void> {
  await services.print(`${(await findSetting(name, services)).value}\n`);
}

/** Stores a default. Throws a usage error for an invalid value. */
export async function setConfig(name: SettingName, text: string, services: Services): Promise<void> {
  const value = parseSetting(name, text);
  const profiles = await services.openProfiles();
  if (name === 'profile') assertStoredProfile(value, profiles);
  await profiles.setDefault(name, value);
  services.messages.summary(`Default ${name} is now ${value} (${profiles.file}).`);
}

/** Removes a stored default. Throws a configuration error if there is none. */
export async function unsetConfig(name: SettingName, services: Services): Promise<void> {
  const profiles = await services.openProfiles();
  if (profiles.defaults()[name] === undefined) {
    throw new ReportingError('config', `there is no default ${name} in ${profiles.file}`, {
      hint: 'run `reporting config` to see the source of each value',
    });
  }
  await profiles.setDefault(name, undefined);
  services.messages.summary(`Removed the default ${name}.`);
}

/** Finds a value as a report without options does. */
async function findSetting(name: SettingName, services: Services): Promise<ValueWithSource> {
  const found = await FINDERS[name]?.(services);
  if (found !== undefined) return found;
  const stored = fromConfig(storedSetting(name, await services.readDefaults()));
  return stored ?? { value: BUILT_IN.get(name)!, source: 'built in' };
}

/** The settings that the environment, a profile or the system can give. */
const FINDERS: Readonly<
  Partial<Record<SettingName, (services: Services) => Promise<ValueWithSource | undefined>>>
> = {
  async format(services) {
    const named = formatOfEnvironment(services.env);
    if (named !== undefined) return { value: named, source: 'REPORTING_FORMAT' };
    return preferredFormat(await profileInUse(services), await services.readDefaults());
  },
  async timezone(services) {
    const { env } = services;
    // A variable needs no profile, which may be broken.
    const inUse = env.REPORTING_TIMEZONE?.trim() ? undefined : await profileInUse(services);
    const zone = findTimeZone(undefined, inUse, { env, defaults: await services.readDefaults() });
    parseFoundTimeZone(zone);
    return zone ?? systemZone({ env, systemTimeZone: services.systemTimeZone() });
  },
  async profile({ env }) {
    const named = namedProfile(undefined, env);
    return named === undefined ? undefined : { value: named, source: 'REPORTING_PROFILE' };
  },
};

/** Treats a missing profile as an empty one: `config` must still work, to choose another profile. */
async function profileInUse(services: Services): Promise<ProfileInUse> {
  try {
    return await findProfile({}, services);
  } catch (error) {
    if (!(error instanceof ReportingError) || error.kind !== 'auth') throw error;
    return { profileName: DEFAULT_PROFILE, profile: undefined };
  }
}
