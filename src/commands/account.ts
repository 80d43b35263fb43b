/** Declares the commands for stored credentials. Their code is loaded when one of them runs. */

import type { Command } from 'commander';
import { checkProfileName, chooseProfileName } from '../config/profile.ts';
import {
  LOGIN,
  LOGOUT,
  type LoginOptions,
  PROFILES_LIST,
  type ProfilesOptions,
  WHOAMI,
  type WhoamiOptions,
} from '../options/access-table.ts';
import { declareFlags, Operand } from '../options/declare-flags.ts';
import type { LoadServices } from '../services.ts';

export function declareLogin(command: Command, load: LoadServices): void {
  command.description(
    'Asks for base URL, client id and API token, checks them against the service, and stores them in a profile.\n' +
      'Without a terminal, name all three. Nothing is stored if the service refuses them.',
  );
  declareFlags(command, LOGIN);
  command
    .addHelpText('after', LOGIN_EXAMPLES)
    .action(async (options: LoginOptions) =>
      (await import('./run-login.ts')).runLogin(options, await load()),
    );
}

const LOGIN_EXAMPLES = `
Examples:
  $ reporting login
  $ reporting login --profile acme \\
      --base-url https://reports.example.com/v2/reporting \\
      --client-id 0b9c1d52-3f4e-4a6b-8c7d-9e0f1a2b3c4d \\
      --token-stdin < token.txt`;

export function declareLogout(command: Command, load: LoadServices): void {
  declareFlags(command, LOGOUT);
  command
    .description('Removes a stored profile and its token from this machine.')
    .addHelpText('after', LOGOUT_EXAMPLES)
    .action(async (options: { readonly profile?: string }) => {
      const services = await load();
      const { name } = chooseProfileName(options.profile, services.env, await services.openProfiles());
      await (await import('./run-profiles.ts')).removeProfiles([name], services);
    });
}

const LOGOUT_EXAMPLES = `
Examples:
  $ reporting logout
  $ reporting logout --profile acme`;

export function declareWhoami(command: Command, load: LoadServices): void {
  command.description(
    'Shows the credentials, time zone and end date setting that a report would use, and the source of each. It shows the last four characters of the token. It also shows stored date columns and ignored members.',
  );
  declareFlags(command, WHOAMI);
  command
    .addHelpText('after', WHOAMI_EXAMPLES)
    .action(async (options: WhoamiOptions) =>
      (await import('./run-settings.ts')).runWhoami(options, await load()),
    );
}

const WHOAMI_EXAMPLES = `
Examples:
  $ reporting whoami
  $ reporting whoami --check
  $ reporting whoami --profile acme --format json`;

export function declareProfiles(profiles: Command, load: LoadServices): void {
  profiles
    .description(
      'Lists, renames and removes stored profiles. `reporting config set profile` sets the default profile.',
    )
    .addHelpText('after', PROFILES_EXAMPLES);
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

const PROFILES_EXAMPLES = `
Examples:
  $ reporting profiles
  $ reporting profiles rename acme acme-eu
  $ reporting config set profile acme`;
