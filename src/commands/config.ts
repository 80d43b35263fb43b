import { Argument, type Command, Option } from 'commander';
import { SETTING_NAMES, type SettingName } from '../config/settings.ts';
import type { Ports } from './ports.ts';

export interface ConfigOptions {
  readonly format: 'text' | 'json';
}

export function addConfigCommand(program: Command, ports: Ports): void {
  const load = () => import('./manage-config.ts');
  const config = program
    .command('config')
    .summary('show and set your defaults: format, time zone, concurrency, profile, strict')
    .description(
      'Shows and sets defaults for runs that say nothing else. A flag, a variable of the environment and, for format and time zone, the profile come first.',
    )
    .addHelpText('after', EXAMPLES);
  config
    .command('list', { isDefault: true })
    .summary('show each value, and where it comes from')
    .description('Shows the value of each default as a report would find it, and where it comes from.')
    .addOption(new Option('-f, --format <name>', 'text, json').choices(['text', 'json']).default('text'))
    .addHelpText('after', '\nExamples:\n  $ reporting config list\n  $ reporting config list --format json')
    .action(async (options: ConfigOptions) => (await load()).listConfig(options, ports));
  config
    .command('get')
    .summary('print one value')
    .description('Prints one value as a report would find it, and nothing else.')
    .addArgument(settingArgument())
    .addHelpText('after', '\nExamples:\n  $ reporting config get timezone')
    .action(async (name: SettingName) => (await load()).getConfig(name, ports));
  config
    .command('set')
    .summary('store a default')
    .description('Stores a default, in the file of the profiles.')
    .addArgument(settingArgument())
    .argument(
      '<value>',
      'a format, a time zone, a number from 1 to 16, the name of a profile, or true or false',
    )
    .addHelpText(
      'after',
      '\nExamples:\n  $ reporting config set format json\n  $ reporting config set timezone Europe/Berlin\n  $ reporting config set concurrency 8\n  $ reporting config set strict true',
    )
    .action(async (name: SettingName, value: string) => (await load()).setConfig(name, value, ports));
  config
    .command('unset')
    .summary('forget a default')
    .description('Forgets a default: the built-in one is back.')
    .addArgument(settingArgument())
    .addHelpText('after', '\nExamples:\n  $ reporting config unset format')
    .action(async (name: SettingName) => (await load()).unsetConfig(name, ports));
}

function settingArgument(): Argument {
  return new Argument('<name>', SETTING_NAMES.join(', ')).choices(SETTING_NAMES);
}

const EXAMPLES = `
Examples:
  $ reporting config
  $ reporting config set timezone Europe/Berlin
  $ reporting config unset timezone`;
