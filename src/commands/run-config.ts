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
import { DEFAULT_CONCURRENCY, DEFAULT_MAX_ROWS } from '../core/limits.ts';
import { DEFAULT_FORMAT_RULE } from '../formats/registry.ts';
import { formatOfEnvironment } from '../plan/format-choice.ts';
import type { Services } from '../services.ts';

const BUILT_IN = 'built in';

/** The options of `config list`, as commander gives them. */
export interface ConfigOptions {
  readonly format: 'text' | 'json';
}

/** Prints each default as a report would use it, and its source. */
export async function listConfig({ format }: ConfigOptions, services: Services): Promise<void> {
  const found: [SettingName, ValueWithSource][] = [];
  for (const name of SETTING_NAMES) found.push([name, await FINDERS[name](services)]);
  if (format === 'json') return services.print(`${JSON.stringify(Object.fromEntries(found))}\n`);
  return services.print(
    await alignRows(found.map(([name, valueWithSource]) => [name, showValueWithSource(valueWithSource)])),
  );
}

/** Prints the value of a default. */
export async function getConfig(name: SettingName, services: Services): Promise<void> {
  await services.print(`${(await FINDERS[name](services)).value}\n`);
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

/** Finds each value as a report without options does. */
const FINDERS: Readonly<Record<SettingName, (services: Services) => Promise<ValueWithSource>>> = {
  async format(services) {
    const named = formatOfEnvironment(services.env);
    if (named !== undefined) return { value: named, source: 'REPORTING_FORMAT' };
    const preferred = preferredFormat(await profileInUse(services), await services.readDefaults());
    return preferred ?? { value: DEFAULT_FORMAT_RULE, source: BUILT_IN };
  },
  async timezone(services) {
    const { env } = services;
    // A variable needs no profile, which may be broken.
    const inUse = env.REPORTING_TIMEZONE?.trim() ? undefined : await profileInUse(services);
    const zone = findTimeZone(undefined, inUse, { env, defaults: await services.readDefaults() });
    parseFoundTimeZone(zone);
    return zone ?? systemZone({ env, systemTimeZone: services.systemTimeZone() });
  },
  concurrency: (services) => storedOr('concurrency', String(DEFAULT_CONCURRENCY), services),
  async profile(services) {
    const named = namedProfile(undefined, services.env);
    if (named !== undefined) return { value: named, source: 'REPORTING_PROFILE' };
    return storedOr('profile', DEFAULT_PROFILE, services);
  },
  strict: (services) => storedOr('strict', 'false', services),
  human: (services) => storedOr('human', 'true', services),
  period: (services) => storedOr('period', 'none', services),
  'week-start': (services) => storedOr('week-start', 'monday', services),
  'max-rows': (services) => storedOr('max-rows', String(DEFAULT_MAX_ROWS), services),
};

async function storedOr(name: SettingName, builtIn: string, services: Services): Promise<ValueWithSource> {
  const stored = fromConfig(storedSetting(name, await services.readDefaults()));
  return stored ?? { value: builtIn, source: BUILT_IN };
}

/** Treats a missing profile as an empty one: `config` must still work, to choose another profile. */
async function profileInUse(services: Services): Promise<ProfileInUse> {
  try {
    return await findProfile({}, services);
  } catch (error) {
    if (!(error instanceof ReportingError) || error.kind !== 'auth') throw error;
    return { profileName: DEFAULT_PROFILE, profile: undefined };
  }
}
