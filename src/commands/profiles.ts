import { type Command, Option } from 'commander';
import { checkProfileName } from '../config/profile.ts';
import type { LoadServices } from '../services.ts';
import { caFileOption, insecureHttpOption } from './options/credential-options.ts';
import { seconds } from './options/option-values.ts';
import type { ProfilesOptions } from './run-profiles.ts';

export function declareProfiles(profiles: Command, load: LoadServices): void {
  profiles
    .description('Lists the stored profiles, sets the default profile, and renames and removes profiles.')
    .addHelpText('after', EXAMPLES);
  profiles
    .command('list', { isDefault: true })
    .summary('list the stored profiles')
    .description('Shows the stored profiles, without tokens, and marks the default profile.')
    .addOption(
      new Option('-f, --format <name>', 'output format').choices(['text', 'json', 'names']).default('text'),
    )
    .option('--check', 'check the credentials of each profile against the service')
    .addOption(
      new Option('--timeout <seconds>', 'seconds to wait for each response (default: 10)').argParser(
        seconds('timeoutMs'),
      ),
    )
    .addOption(insecureHttpOption())
    .addOption(caFileOption())
    .addHelpText(
      'after',
      '\nExamples:\n  $ reporting profiles list\n  $ reporting profiles list --format json\n  $ reporting profiles list --format names\n  $ reporting profiles list --check',
    )
    .action(async (options: ProfilesOptions) =>
      (await import('./run-profiles.ts')).listProfiles(options, await load()),
    );
  profiles
    .command('use')
    .summary('set the default profile')
    .description('Sets the profile for runs without --profile. The same as `reporting config set profile`.')
    .argument('<name>', 'a stored profile', checkProfileName)
    .addHelpText('after', '\nExamples:\n  $ reporting profiles use acme')
    .action(async (name: string) => (await import('./run-profiles.ts')).useProfile(name, await load()));
  profiles
    .command('rename')
    .summary('rename a profile')
    .description('Renames a profile. If it is the default profile, it stays the default.')
    .argument('<name>', 'a stored profile', checkProfileName)
    .argument('<new-name>', 'a new name', checkProfileName)
    .addHelpText('after', '\nExamples:\n  $ reporting profiles rename acme acme-eu')
    .action(async (name: string, newName: string) =>
      (await import('./run-profiles.ts')).renameProfile(name, newName, await load()),
    );
  profiles
    .command('remove')
    .summary('remove profiles and their tokens')
    .description(
      'Removes profiles and their tokens from this machine. If one of the names is unknown, it removes none.',
    )
    .argument('<name...>', 'stored profiles')
    .addHelpText('after', '\nExamples:\n  $ reporting profiles remove acme')
    .action(async (names: readonly string[]) =>
      (await import('./run-profiles.ts')).removeProfiles(names, await load()),
    );
}

const EXAMPLES = `
Examples:
  $ reporting profiles
  $ reporting profiles use acme
  $ reporting profiles rename acme acme-eu`;
