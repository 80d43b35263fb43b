import { Argument, type Command } from 'commander';
import { SETTING_NAMES, type SettingName } from '../config/profile.ts';
import { CONFIG_LIST, type ConfigOptions } from '../options/access-table.ts';
import { declareFlags, Operand } from '../options/declare-flags.ts';
import { SETTING_OFFERS } from '../options/stored-defaults.ts';
import type { LoadServices } from '../services.ts';

export function declareConfig(config: Command, load: LoadServices): void {
  config
    .description(
      'Shows and sets defaults. Options and environment variables take precedence; for format and time zone, so does the profile.',
    )
    .addHelpText('after', EXAMPLES);
  const list = config
    .command('list', { isDefault: true })
    .summary('list the defaults and their sources')
    .description('Shows each default as a report would use it, and its source.');
  declareFlags(list, CONFIG_LIST);
  list
    .addHelpText('after', '\nExamples:\n  $ reporting config list\n  $ reporting config list --format json')
    .action(async (options: ConfigOptions) =>
      (await import('./run-settings.ts')).listConfig(options, await load()),
    );
  config
    .command('get')
    .summary('print a default')
    .description('Prints only the value of a default, as a report would use it.')
    .addArgument(settingArgument())
    .addHelpText('after', '\nExamples:\n  $ reporting config get timezone')
    .action(async (name: SettingName) => (await import('./run-settings.ts')).getConfig(name, await load()));
  config
    .command('set')
    .summary('store a default')
    .description('Stores a default, in the same file as the profiles.')
    .addArgument(settingArgument())
    .addArgument(
      new Operand(
        '<value>',
        'a format, time zone, number, profile, period, day of the week, or true or false',
        { after: SETTING_OFFERS },
      ),
    )
    .addHelpText(
      'after',
      '\nExamples:\n  $ reporting config set format json\n  $ reporting config set timezone Europe/Berlin\n  $ reporting config set period last-month\n  $ reporting config set week-start sunday\n  $ reporting config set strict true\n  $ reporting config set human false',
    )
    .action(async (name: SettingName, value: string) =>
      (await import('./run-settings.ts')).setConfig(name, value, await load()),
    );
  config
    .command('unset')
    .summary('remove a default')
    .description('Removes a default: the built-in one applies again.')
    .addArgument(settingArgument())
    .addHelpText('after', '\nExamples:\n  $ reporting config unset format')
    .action(async (name: SettingName) => (await import('./run-settings.ts')).unsetConfig(name, await load()));
}

function settingArgument(): Argument {
  return new Argument('<name>', 'name of the default').choices(SETTING_NAMES);
}

const EXAMPLES = `
Examples:
  $ reporting config
  $ reporting config set timezone Europe/Berlin
  $ reporting config unset timezone`;
