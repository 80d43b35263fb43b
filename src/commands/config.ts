import { Argument, type Command, Option } from 'commander';
import { fromConfig, type ValueWithSource } from '../config/precedence.ts';
import { DEFAULT_PROFILE, namedProfile } from '../config/profile.ts';
import {
  alignRows,
  findProfile,
  type ProfileInUse,
  requireStoredProfile,
  showValueWithSource,
} from '../config/resolve-credentials.ts';
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
import { ReportingError } from '../core/errors.ts';
import { DEFAULT_CONCURRENCY } from '../core/limits.ts';
import { wordAll } from '../core/message.ts';
import { DEFAULT_FORMAT_RULE } from '../formats/registry.ts';
import { formatOfEnvironment } from '../report/format-choice.ts';
import type { Services } from '../services.ts';

const BUILT_IN = 'built in';

interface ConfigOptions {
  readonly format: 'text' | 'json';
}

export function addConfigCommand(program: Command, services: Services): void {
  const config = program
    .command('config')
    .summary('show and set defaults: format, time zone, concurrency, profile, strict, human')
    .description(
      'Shows and sets defaults. Options and environment variables take precedence; for format and time zone, so does the profile.',
    )
    .addHelpText('after', EXAMPLES);
  config
    .command('list', { isDefault: true })
    .summary('list the defaults and their sources')
    .description('Shows each default as a report would use it, and its source.')
    .addOption(new Option('-f, --format <name>', 'output format').choices(['text', 'json']).default('text'))
    .addHelpText('after', '\nExamples:\n  $ reporting config list\n  $ reporting config list --format json')
    .action(async (options: ConfigOptions) => listConfig(options, services));
  config
    .command('get')
    .summary('print a default')
    .description('Prints only the value of a default, as a report would use it.')
    .addArgument(settingArgument())
    .addHelpText('after', '\nExamples:\n  $ reporting config get timezone')
    .action(async (name: SettingName) => getConfig(name, services));
  config
    .command('set')
    .summary('store a default')
    .description('Stores a default, in the same file as the profiles.')
    .addArgument(settingArgument())
    .argument(
      '<value>',
      'a format, a time zone, a number from 1 to 16, the name of a profile, or true or false',
    )
    .addHelpText(
      'after',
      '\nExamples:\n  $ reporting config set format json\n  $ reporting config set timezone Europe/Berlin\n  $ reporting config set concurrency 8\n  $ reporting config set strict true\n  $ reporting config set human false',
    )
    .action(async (name: SettingName, value: string) => setConfig(name, value, services));
  config
    .command('unset')
    .summary('remove a default')
    .description('Removes a default: the built-in one applies again.')
    .addArgument(settingArgument())
    .addHelpText('after', '\nExamples:\n  $ reporting config unset format')
    .action(async (name: SettingName) => unsetConfig(name, services));
}

function settingArgument(): Argument {
  return new Argument('<name>', 'name of the default').choices(SETTING_NAMES);
}

const EXAMPLES = `
Examples:
  $ reporting config
  $ reporting config set timezone Europe/Berlin
  $ reporting config unset timezone`;

async function listConfig({ format }: ConfigOptions, services: Services): Promise<void> {
  const found: [SettingName, ValueWithSource][] = [];
  for (const name of SETTING_NAMES) found.push([name, await FINDERS[name](services)]);
  const { word } = services.messages;
  if (format === 'json')
    return services.print(`${JSON.stringify(wordAll(Object.fromEntries(found), word))}\n`);
  return services.print(
    await alignRows(
      found.map(([name, valueWithSource]) => [name, showValueWithSource(valueWithSource, word)]),
    ),
  );
}

async function getConfig(name: SettingName, services: Services): Promise<void> {
  await services.print(`${(await FINDERS[name](services)).value}\n`);
}

async function setConfig(name: SettingName, text: string, services: Services): Promise<void> {
  const value = parseSetting(name, text);
  const profiles = await services.openProfiles();
  if (name === 'profile') requireStoredProfile(value, profiles);
  await profiles.setDefault(name, value);
  services.messages.summary(`Default ${name} is now ${value} (${profiles.file}).`);
}

async function unsetConfig(name: SettingName, services: Services): Promise<void> {
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
    requireTimeZone(zone);
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
