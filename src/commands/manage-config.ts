/** What `reporting config` does. */

import { findProfile, type ProfileInUse, requireStoredProfile } from '../config/credentials.ts';
import {
  findTimeZone,
  parseSetting,
  preferredFormat,
  requireTimeZone,
  SETTING_NAMES,
  type SettingName,
  storedSetting,
  systemZone,
} from '../config/settings.ts';
import { showSourced } from '../config/shown-credentials.ts';
import { DEFAULT_CONCURRENCY } from '../core/limits.ts';
import { ReportingError } from '../core/reporting-error.ts';
import { DEFAULT_PROFILE, namedProfile } from '../profiles/profile.ts';
import { CONFIG_SOURCE, type Sourced } from '../profiles/resolve-credentials.ts';
import { formatOfEnvironment } from '../report/format-choice.ts';
import type { ConfigOptions } from './config.ts';
import type { Ports } from './ports.ts';

const BUILT_IN = 'built in';

export async function listConfig({ format }: ConfigOptions, ports: Ports): Promise<void> {
  const found: [SettingName, Sourced][] = [];
  for (const name of SETTING_NAMES) found.push([name, await FINDERS[name](ports)]);
  if (format === 'json') return ports.print(`${JSON.stringify(Object.fromEntries(found))}\n`);
  const lines = found.map(([name, sourced]) => `${`${name}:`.padEnd(13)}${showSourced(sourced)}\n`);
  return ports.print(lines.join(''));
}

export async function getConfig(name: SettingName, ports: Ports): Promise<void> {
  await ports.print(`${(await FINDERS[name](ports)).value}\n`);
}

export async function setConfig(name: SettingName, text: string, ports: Ports): Promise<void> {
  const value = parseSetting(name, text);
  const profiles = await ports.openProfiles();
  if (name === 'profile') requireStoredProfile(value, profiles);
  await profiles.setDefault(name, value);
  ports.messages.summary(`${name} is ${value} from here on (${profiles.file}).`);
}

export async function unsetConfig(name: SettingName, ports: Ports): Promise<void> {
  const profiles = await ports.openProfiles();
  if (profiles.defaults()[name] === undefined) {
    throw new ReportingError('config', `there is no default ${name} in ${profiles.file}`, {
      hint: '`reporting config` shows where each value comes from',
    });
  }
  await profiles.setDefault(name, undefined);
  ports.messages.summary(`The default ${name} is forgotten.`);
}

/** Each value as a report without options finds it. */
const FINDERS: Readonly<Record<SettingName, (ports: Ports) => Promise<Sourced>>> = {
  async format(ports) {
    const named = formatOfEnvironment(ports.env);
    if (named !== undefined) return { value: named, source: 'REPORTING_FORMAT' };
    const preferred = preferredFormat(await profileInUse(ports), await ports.readDefaults());
    return preferred ?? { value: 'table on a terminal, else csv', source: BUILT_IN };
  },
  async timezone(ports) {
    const { env } = ports;
    // A variable needs no profile, which may be broken.
    const inUse = env.REPORTING_TIMEZONE?.trim() ? undefined : await profileInUse(ports);
    const zone = findTimeZone(undefined, inUse, { env, defaults: await ports.readDefaults() });
    requireTimeZone(zone);
    return zone ?? systemZone({ env, systemTimeZone: ports.systemTimeZone() });
  },
  async concurrency(ports) {
    const stored = storedSetting('concurrency', await ports.readDefaults());
    return stored === undefined
      ? { value: String(DEFAULT_CONCURRENCY), source: BUILT_IN }
      : { value: stored, source: CONFIG_SOURCE };
  },
  async profile(ports) {
    const named = namedProfile(undefined, ports.env);
    if (named !== undefined) return { value: named, source: 'REPORTING_PROFILE' };
    const stored = storedSetting('profile', await ports.readDefaults());
    return stored === undefined
      ? { value: DEFAULT_PROFILE, source: BUILT_IN }
      : { value: stored, source: CONFIG_SOURCE };
  },
  async strict(ports) {
    const stored = storedSetting('strict', await ports.readDefaults());
    return stored === undefined
      ? { value: 'false', source: BUILT_IN }
      : { value: stored, source: CONFIG_SOURCE };
  },
};

/** One that is gone is told by whoever needs it: here its name is shown, so that another can be chosen. */
async function profileInUse(ports: Ports): Promise<ProfileInUse> {
  try {
    return await findProfile({}, ports);
  } catch (error) {
    if (!(error instanceof ReportingError) || error.kind !== 'auth') throw error;
    return { profileName: DEFAULT_PROFILE, profile: undefined };
  }
}
