/** Shows the settings that a report would use, with their sources (`whoami`, `config`), and stores defaults. */

import type { Credentials } from '../api/credentials.ts';
import { shownDateColumns } from '../config/date-columns.ts';
import {
  DEFAULT_PROFILE,
  namedProfile,
  type ProfileInUse,
  SETTING_NAMES,
  type SettingName,
} from '../config/profile.ts';
import {
  alignRows,
  assertStoredProfile,
  type CredentialChoice,
  findCredentials,
  findInsecureHttp,
  findProfile,
  parseCredentials,
  refusalHint,
  resolveNetwork,
  shownCredentials,
  showValueWithSource,
  signInHint,
  type TokenSources,
} from '../config/resolve-credentials.ts';
import {
  allowedOfProfile,
  assertDateColumns,
  findEndDate,
  findSetting,
  findWeekStart,
  fromConfig,
  fromProfile,
  parseEndDate,
  parseFoundTimeZone,
  parseSetting,
  storedSetting,
  systemZone,
  type ValueWithSource,
} from '../config/settings.ts';
import { verifyCredentials } from '../config/verify-credentials.ts';
import { ReportingError } from '../core/errors.ts';
import type { ConfigOptions, WhoamiOptions } from '../options/access-table.ts';
import { BUILT_IN } from '../options/stored-defaults.ts';
import { parseFormat } from '../plan/format-choice.ts';
import type { Uses } from '../services.ts';

type SettingSources = Uses<'env' | 'openProfiles' | 'readDefaults' | 'systemTimeZone'>;

/** Prints the credentials and settings that a report would use. With `check`, asks the service about them. */
export async function runWhoami(
  options: WhoamiOptions,
  services: SettingSources & TokenSources & Parameters<typeof verifyCredentials>[2] & Uses<'print'>,
): Promise<void> {
  const choice = await findCredentials(await findProfile(options.profile, services), services);
  if (choice.token !== undefined) services.messages.hide(choice.token.value);
  const stored = { env: services.env, inUse: choice, defaults: await services.readDefaults() };
  const zone = findSetting('timeZone', stored);
  const weekStart = findSetting('weekStart', stored);
  const endDate = findEndDate(stored);
  const network = {
    caFile: findSetting('caFile', stored),
    insecureHttp: findInsecureHttp(choice, services.env),
  };
  const print = async (check?: CheckResult): Promise<void> =>
    services.print(
      await show(
        { ...choice, ...network, timeZone: zone ?? systemZoneOf(services), weekStart, endDate },
        options.format,
        check,
      ),
    );
  if (options.check !== true) {
    await print();
    credentialsOf(choice, services);
  } else {
    const credentials = credentialsOf(choice, services);
    try {
      await verifyCredentials(credentials, resolveNetwork(choice, services), services, {
        ifRefused: refusalHint(choice),
      });
    } catch (error) {
      const isRefused = error instanceof ReportingError && error.kind === 'auth';
      await print(isRefused ? 'refused' : 'not reached');
      throw error;
    }
    await print('accepted');
  }
  parseFoundTimeZone(zone);
  findWeekStart(stored);
  parseEndDate(endDate);
  assertDateColumns(choice);
  allowedOfProfile(choice);
}

/** The checked credentials. Throws a "not signed in" error for a command without the option `sandbox`. */
function credentialsOf(choice: CredentialChoice, services: Uses<'env' | 'messages'>): Credentials {
  try {
    return parseCredentials(choice, services);
  } catch (error) {
    const isMissing = error instanceof ReportingError && error.code === 'E-not-signed-in';
    throw isMissing ? error.with({}, { hint: signInHint(choice) }) : error;
  }
}

type CheckResult = 'accepted' | 'refused' | 'not reached';

interface ShownSettings extends CredentialChoice {
  readonly caFile: ValueWithSource | undefined;
  readonly insecureHttp: ValueWithSource | undefined;
  readonly timeZone: ValueWithSource;
  readonly weekStart: ValueWithSource | undefined;
  readonly endDate: ValueWithSource;
}

async function show(
  choice: ShownSettings,
  format: WhoamiOptions['format'],
  check: CheckResult | undefined,
): Promise<string> {
  const { baseUrl, clientId, token } = shownCredentials(choice);
  const { caFile, insecureHttp, timeZone, weekStart, endDate, profile, profileName } = choice;
  const dateColumns = shownDateColumns(choice);
  const allowed = fromProfile(profile?.allow?.join(', '), profileName);
  const always = { base_url: baseUrl, client_id: clientId, token };
  const others = { ca_file: caFile, insecure_http: insecureHttp, time_zone: timeZone, week_start: weekStart };
  if (format === 'json') {
    const stored = {
      date_columns: dateColumns && { ...dateColumns, value: profile?.dateColumns },
      allow: allowed && { ...allowed, value: profile?.allow },
    };
    return `${JSON.stringify({ profile: profileName, ...always, ...others, end_date: endDate, ...stored, check })}\n`;
  }
  const rest = { ...others, end_date: endDate, date_columns: dateColumns, allowed };
  const rows = [...Object.entries(always), ...Object.entries(rest).filter(([, found]) => found !== undefined)];
  return alignRows([
    ...rows.map(([name, found]) => [wordsOf(name), showValueWithSource(found)] as const),
    ...(check === undefined ? [] : [['service', check] as const]),
  ]);
}

/** The name of a member as a label: `base URL`. */
function wordsOf(name: string): string {
  return name
    .replaceAll('_', ' ')
    .replace(/\burl$/, 'URL')
    .replace(/^ca\b/, 'CA');
}

/** Prints each default as a report would use it, and its source. */
export async function listConfig({ format }: ConfigOptions, services: SettingSources & Uses<'print'>): Promise<void> {
  const found: [SettingName, ValueWithSource][] = [];
  for (const name of SETTING_NAMES) found.push([name, await findShown(name, services)]);
  if (format === 'json') return services.print(`${JSON.stringify(Object.fromEntries(found))}\n`);
  return services.print(
    alignRows(found.map(([name, valueWithSource]) => [name, showValueWithSource(valueWithSource)])),
  );
}

/** Prints the value of a default. */
export async function getConfig(name: SettingName, services: SettingSources & Uses<'print'>): Promise<void> {
  await services.print(`${(await findShown(name, services)).value}\n`);
}

/** Stores a default. Throws a usage error for an invalid value. */
export async function setConfig(
  name: SettingName,
  text: string,
  services: Uses<'openProfiles' | 'messages'>,
): Promise<void> {
  const value = parseSetting(name, text);
  const profiles = await services.openProfiles();
  if (name === 'profile') assertStoredProfile(value, profiles);
  await profiles.setDefault(name, value);
  services.messages.summary(`Default ${name} is now ${value} (${profiles.file}).`);
}

/** Removes a stored default. Throws a configuration error if there is none. */
export async function unsetConfig(name: SettingName, services: Uses<'openProfiles' | 'messages'>): Promise<void> {
  const profiles = await services.openProfiles();
  if (profiles.defaults()[name] === undefined) {
    throw new ReportingError('E-setting', `there is no default ${name} in ${profiles.file}`, {
      hint: 'run `reporting config` to see the source of each value',
    });
  }
  await profiles.setDefault(name, undefined);
  services.messages.summary(`Removed the default ${name}.`);
}

/** Finds a value as a report without options does. */
async function findShown(name: SettingName, services: SettingSources): Promise<ValueWithSource> {
  const { env } = services;
  const builtIn = name === 'timezone' ? systemZoneOf(services) : { value: BUILT_IN.get(name)!, source: 'built in' };
  if (name === 'profile' || name === 'allow') {
    const named = name === 'profile' ? namedProfile(undefined, env) : undefined;
    if (named !== undefined) return { value: named, source: 'REPORTING_PROFILE' };
    return fromConfig(storedSetting(name, await services.readDefaults())) ?? builtIn;
  }
  const setting = ({ format: 'format', timezone: 'timeZone', 'week-start': 'weekStart' } as const)[name];
  // A variable needs no profile, which may be broken.
  const found =
    findSetting(setting, { env, inUse: undefined }) ??
    findSetting(setting, { env, inUse: await profileInUse(services), defaults: await services.readDefaults() });
  if (name === 'timezone') parseFoundTimeZone(found);
  if (name === 'format' && found !== undefined) parseFormat(found);
  return found ?? builtIn;
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

function systemZoneOf({ env, systemTimeZone }: Uses<'env' | 'systemTimeZone'>): ValueWithSource {
  return systemZone({ env, systemTimeZone: systemTimeZone() });
}
