/** Shows the settings that a report would use, with their sources (`whoami`, `config`), and stores defaults. */

import { DEFAULT_PROFILE, type ProfileInUse, SETTING_NAMES, type SettingName } from '../config/profile.ts';
import {
  alignRows,
  assertStoredProfile,
  type CredentialChoice,
  checkAddress,
  checkToken,
  findCredentials,
  findProfile,
  resolveNetwork,
  shownCredentials,
  showValueWithSource,
  type TokenSources,
  warnOfBaseUrl,
} from '../config/resolve-credentials.ts';
import {
  findOrBuiltIn,
  findSetting,
  parseFound,
  resolve,
  SETTINGS,
  settingNamed,
  type ValueWithSource,
} from '../config/settings.ts';
import { ReportingError } from '../core/errors.ts';
import { snakeCase } from '../core/text.ts';
import type { ConfigOptions, WhoamiOptions } from '../options/access-table.ts';
import type { Uses } from '../services.ts';

type SettingSources = Uses<'env' | 'openProfiles' | 'readDefaults' | 'systemTimeZone'>;

/** The settings that `whoami` shows beside the credentials. */
const SHOWN = ['caFile', 'insecureHttp', 'timeZone', 'weekStart', 'endDate', 'dateColumn', 'allow'] as const;

/** Prints the credentials and settings that a report would use. */
export async function runWhoami(
  options: WhoamiOptions,
  services: SettingSources & TokenSources & Uses<'print'>,
): Promise<void> {
  const choice = await findCredentials(await findProfile(options.profile, services), services);
  const stored = { env: services.env, inUse: choice, defaults: await services.readDefaults() };
  const settings = {
    ...Object.fromEntries(SHOWN.map((name) => [name, findSetting(name, stored)])),
    timeZone: findSetting('timeZone', stored) ?? systemZoneOf(services),
    endDate: findOrBuiltIn('endDate', stored),
  };
  await services.print(show(choice, settings, options.format));
  warnOfBaseUrl(checkAddress(choice, resolveNetwork(choice, services)).baseUrl, services);
  checkToken(choice);
  for (const name of SHOWN) resolve(name, stored);
}

function show(
  choice: CredentialChoice,
  settings: Readonly<Record<string, ValueWithSource | undefined>>,
  format: WhoamiOptions['format'],
): string {
  const credentials = shownCredentials(choice);
  const members = Object.entries({ ...credentials, ...settings });
  if (format === 'json') {
    const named = Object.fromEntries(members.map(([name, found]) => [snakeCase(name), found]));
    return `${JSON.stringify({ profile: choice.profileName, ...named })}\n`;
  }
  const shown = members.filter(([name, found]) => found !== undefined || name in credentials);
  return alignRows(shown.map(([name, found]) => [labelOf(name), showValueWithSource(found)]));
}

/** The name of a member as a label: `base URL`. */
function labelOf(name: string): string {
  return snakeCase(name)
    .replaceAll('_', ' ')
    .replace(/\burl$/, 'URL')
    .replace(/^ca\b/, 'CA');
}

/** Prints each default as a report would use it, and its source. */
export async function listConfig({ format }: ConfigOptions, services: SettingSources & Uses<'print'>): Promise<void> {
  const found: [SettingName, ValueWithSource][] = [];
  for (const name of SETTING_NAMES) found.push([name, await findShown(name, services)]);
  if (format === 'json') return services.print(`${JSON.stringify(Object.fromEntries(found))}\n`);
  return services.print(alignRows(found.map(([name, each]) => [name, showValueWithSource(each)])));
}

/** Stores a default. Throws a usage error for an invalid value. */
export async function setConfig(
  name: SettingName,
  text: string,
  services: SettingSources & Uses<'openProfiles' | 'messages'>,
): Promise<void> {
  const parsed = SETTINGS[settingNamed(name)].kind.parse(text, name);
  const value = typeof parsed === 'string' ? parsed : text.trim();
  const profiles = await services.openProfiles();
  if (name === 'profile') assertStoredProfile(value, profiles);
  await profiles.setDefault(name, value);
  services.messages.summary(`Default ${name} is now ${value} (${profiles.file}).`);
  const used = await findShown(name, services);
  if (used.source !== 'config')
    services.messages.warning(`reports use ${used.value} (${used.source}), which takes precedence`);
}

/** Removes a stored default, if there is one. */
export async function unsetConfig(name: SettingName, services: Uses<'openProfiles' | 'messages'>): Promise<void> {
  await (await services.openProfiles()).setDefault(name, undefined);
  services.messages.summary(`Removed the default ${name}.`);
}

/** Finds a value as a report without options does. */
async function findShown(name: SettingName, services: SettingSources): Promise<ValueWithSource> {
  const key = settingNamed(name);
  const stored = { env: services.env, inUse: await profileInUse(services), defaults: await services.readDefaults() };
  const found = findSetting(key, stored);
  if (found !== undefined) parseFound(key, found);
  return found ?? (name === 'timezone' ? systemZoneOf(services) : findOrBuiltIn(key, stored));
}

/** Treats a missing profile as an empty one: `config` must still work, to choose another profile. */
async function profileInUse(services: Uses<'env' | 'openProfiles'>): Promise<ProfileInUse> {
  try {
    return await findProfile(undefined, services);
  } catch (error) {
    if (!(error instanceof ReportingError) || error.kind !== 'auth') throw error;
    return { profileName: DEFAULT_PROFILE, profile: undefined };
  }
}

/** The system's time zone, to show. */
function systemZoneOf({ env, systemTimeZone }: Uses<'env' | 'systemTimeZone'>): ValueWithSource {
  const zone = systemTimeZone();
  if (zone === undefined && env.TZ !== undefined) return { value: env.TZ, source: 'TZ, unknown' };
  return { value: zone ?? 'without a name', source: 'system' };
}
