/** What `reporting config` does. */

import { ReportingError } from '../core/reporting-error.ts';
import { DEFAULT_PROFILE, namedProfile } from '../profiles/profile.ts';
import { CONFIG_SOURCE, type Sourced } from '../profiles/resolve-credentials.ts';
import type { ConfigOptions } from './config.ts';
import { findProfile, type ProfileInUse } from './find-credentials.ts';
import { requireStoredProfile } from './manage-profiles.ts';
import type { Ports } from './ports.ts';
import { formatOfEnvironment, preferredFormat } from './report/format.ts';
import {
  DEFAULT_CONCURRENCY,
  parseSetting,
  SETTING_NAMES,
  type SettingName,
  storedSetting,
} from './settings.ts';
import { showSourced } from './shown-credentials.ts';
import { findTimeZone, requireTimeZone, systemZone } from './time-zone.ts';

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
    const preferred = await preferredFormat(await profileInUse(ports), ports);
    return preferred ?? { value: 'table on a terminal, else csv', source: BUILT_IN };
  },
  async timezone(ports) {
    const zone = await findTimeZone({}, () => profileInUse(ports), ports);
    requireTimeZone(zone);
    return zone ?? systemZone(ports);
  },
  async concurrency(ports) {
    const stored = await storedSetting('concurrency', ports);
    return stored === undefined
      ? { value: String(DEFAULT_CONCURRENCY), source: BUILT_IN }
      : { value: stored, source: CONFIG_SOURCE };
  },
  async profile(ports) {
    const named = namedProfile(undefined, ports.env);
    if (named !== undefined) return { value: named, source: 'REPORTING_PROFILE' };
    const stored = await storedSetting('profile', ports);
    return stored === undefined
      ? { value: DEFAULT_PROFILE, source: BUILT_IN }
      : { value: stored, source: CONFIG_SOURCE };
  },
  async strict(ports) {
    const stored = await storedSetting('strict', ports);
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
