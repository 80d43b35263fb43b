import { type Command, Option } from 'commander';
import { checkProfileName } from '../profiles/profile.ts';
import { caFileOption, insecureHttpOption, type NetworkOptions } from './network-options.ts';
import { seconds } from './option-values.ts';
import type { Ports } from './ports.ts';

export interface ProfilesOptions extends NetworkOptions {
  /** Milliseconds. */
  readonly timeout?: number;
  readonly format: 'text' | 'json' | 'names';
  readonly check?: boolean;
}

export function addProfilesCommand(program: Command, ports: Ports): void {
  const load = () => import('./manage-profiles.ts');
  const profiles = program
    .command('profiles')
    .summary('list, use, rename and remove stored profiles')
    .description('Lists the stored profiles, says which one runs use, renames and removes them.')
    .addHelpText('after', EXAMPLES);
  profiles
    .command('list', { isDefault: true })
    .summary('show the stored profiles')
    .description(
      'Shows the stored profiles, and marks the one that is used where no other is named. Tokens are not shown.',
    )
    .addOption(
      new Option('-f, --format <name>', 'text, json, names')
        .choices(['text', 'json', 'names'])
        .default('text'),
    )
    .option('--check', 'ask the service whether it takes the credentials of each')
    .addOption(
      new Option('--timeout <seconds>', 'longest wait for each answer (default: 10)').argParser(
        seconds('--timeout'),
      ),
    )
    .addOption(insecureHttpOption())
    .addOption(caFileOption())
    .addHelpText(
      'after',
      '\nExamples:\n  $ reporting profiles list\n  $ reporting profiles list --format json\n  $ reporting profiles list --format names\n  $ reporting profiles list --check',
    )
    .action(async (options: ProfilesOptions) => (await load()).listProfiles(options, ports));
  profiles
    .command('use')
    .summary('choose the profile of runs that name none')
    .description('Chooses the profile of runs that name none. The same as `reporting config set profile`.')
    .argument('<name>', 'a stored profile', checkProfileName)
    .addHelpText('after', '\nExamples:\n  $ reporting profiles use acme')
    .action(async (name: string) => (await load()).useProfile(name, ports));
  profiles
    .command('rename')
    .summary('give a profile another name')
    .description('Gives a profile another name. It stays in use, if it was.')
    .argument('<name>', 'a stored profile', checkProfileName)
    .argument('<new-name>', 'a name that no profile has', checkProfileName)
    .addHelpText('after', '\nExamples:\n  $ reporting profiles rename acme acme-eu')
    .action(async (name: string, newName: string) => (await load()).renameProfile(name, newName, ports));
  profiles
    .command('remove')
    .summary('remove profiles, and the tokens in them')
    .description('Removes profiles, and the tokens in them, from this machine: all that are named, or none.')
    .argument('<name...>', 'stored profiles')
    .addHelpText('after', '\nExamples:\n  $ reporting profiles remove acme')
    .action(async (names: readonly string[]) => (await load()).removeProfiles(names, ports));
}

const EXAMPLES = `
Examples:
  $ reporting profiles
  $ reporting profiles use acme
  $ reporting profiles rename acme acme-eu`;
