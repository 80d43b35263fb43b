import type { Command } from 'commander';
import { checkProfileName } from '../config/profile.ts';
import { PROFILES_LIST, type ProfilesOptions } from '../options/access-table.ts';
import { declareFlags, Operand } from '../options/declare-flags.ts';
import type { LoadServices } from '../services.ts';

export function declareProfiles(profiles: Command, load: LoadServices): void {
  profiles
    .description(
      'Lists, renames and removes stored profiles. `reporting config set profile` sets the default profile.',
    )
    .addHelpText('after', EXAMPLES);
  const list = profiles
    .command('list', { isDefault: true })
    .summary('list the stored profiles')
    .description('Shows the stored profiles, without tokens, and marks the default profile.');
  declareFlags(list, PROFILES_LIST);
  list
    .addHelpText(
      'after',
      '\nExamples:\n  $ reporting profiles list\n  $ reporting profiles list --format json\n  $ reporting profiles list --format names\n  $ reporting profiles list --check',
    )
    .action(async (options: ProfilesOptions) =>
      (await import('./run-profiles.ts')).listProfiles(options, await load()),
    );
  profiles
    .command('rename')
    .summary('rename a profile')
    .description('Renames a profile. If it is the default profile, it stays the default.')
    .addArgument(new Operand('<name>', 'a stored profile', 'profile').argParser(checkProfileName))
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
    .addArgument(new Operand('<name...>', 'stored profiles', 'profile'))
    .addHelpText('after', '\nExamples:\n  $ reporting profiles remove acme')
    .action(async (names: readonly string[]) =>
      (await import('./run-profiles.ts')).removeProfiles(names, await load()),
    );
}

const EXAMPLES = `
Examples:
  $ reporting profiles
  $ reporting profiles rename acme acme-eu
  $ reporting config set profile acme`;
