import type { Argument } from 'commander';
import { SETTING_NAMES, type SettingName } from '../config/profile.ts';
import { SETTINGS, STORED } from '../config/settings.ts';
import { anyText, offering, oneOf } from '../config/value-types.ts';
import { CONFIG_LIST, type ConfigOptions } from '../options/access-table.ts';
import { Operand } from '../options/declare-flags.ts';
import type { LoadServices } from '../services.ts';
import type { ReportingCommand } from './reporting-command.ts';

export function declareConfig(config: ReportingCommand, load: LoadServices): void {
  config
    .enablePositionalOptions()
    .description(
      'Shows each default as a report would use it, with its source, and sets defaults. Options and environment variables take ' +
        'precedence; for format, time zone and week start, so does the profile.',
    )
    .flags(CONFIG_LIST)
    .examples(['config', 'config --format json', 'config set timezone Europe/Berlin', 'config unset timezone'])
    .action(async (options: ConfigOptions) => (await import('./run-settings.ts')).listConfig(options, await load()));
  config
    .command('get')
    .summary('print a default')
    .description('Prints only the value of a default, as a report would use it.')
    .addArgument(settingArgument())
    .examples(['config get timezone'])
    .action(async (name: SettingName) => (await import('./run-settings.ts')).getConfig(name, await load()));
  config
    .command('set')
    .summary('store a default')
    .description('Stores a default, in the same file as the profiles.')
    .addArgument(settingArgument())
    .addArgument(
      new Operand(
        '<value>',
        'a format, time zone, profile, day of the week, or names of warnings',
        offering({ after: OFFERS }, anyText),
      ),
    )
    .examples([
      'config set format json',
      'config set timezone Europe/Berlin',
      'config set week-start sunday',
      'config set allow gaps:2026-12-25',
    ])
    .action(async (name: SettingName, value: string) =>
      (await import('./run-settings.ts')).setConfig(name, value, await load()),
    );
  config
    .command('unset')
    .summary('remove a default')
    .description('Removes a default: the built-in one applies again.')
    .addArgument(settingArgument())
    .examples(['config unset format'])
    .action(async (name: SettingName) => (await import('./run-settings.ts')).unsetConfig(name, await load()));
}

/** What shells offer for the value of each default. */
const OFFERS = Object.fromEntries(SETTING_NAMES.map((name) => [name, SETTINGS[STORED[name].key].kind.offers]));

function settingArgument(): Argument {
  return new Operand('<name>', 'name of the default', oneOf(SETTING_NAMES));
}
