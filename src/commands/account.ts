/** Declares the commands for stored credentials. Their code is loaded when one of them runs. */

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
import { Operand } from '../options/declare-flags.ts';
import type { LoadServices } from '../services.ts';
import type { ReportingCommand } from './reporting-command.ts';

export function declareLogin(command: ReportingCommand, load: LoadServices): void {
  command
    .description(
      'Asks for base URL, client id and API token, checks them against the service, and stores them in a profile.\n' +
        'Without a terminal, name all three. Nothing is stored if the service refuses them.',
    )
    .flags(LOGIN)
    .examples([
      'login',
      `login --profile acme \\
      --base-url https://reports.example.com/v2/reporting \\
      --client-id 0b9c1d52-3f4e-4a6b-8c7d-9e0f1a2b3c4d \\
      --token-stdin < token.txt`,
    ])
    .action(async (options: LoginOptions) =>
      (await import('./run-login.ts')).runLogin(options, await load()),
    );
}

export function declareLogout(command: ReportingCommand, load: LoadServices): void {
  command
    .description('Removes a stored profile and its token from this machine.')
    .flags(LOGOUT)
    .examples(['logout', 'logout --profile acme'])
    .action(async (options: { readonly profile?: string }) => {
      const services = await load();
      const { name } = chooseProfileName(options.profile, services.env, await services.openProfiles());
      await (await import('./run-profiles.ts')).removeProfiles([name], services);
    });
}

export function declareWhoami(command: ReportingCommand, load: LoadServices): void {
  command
    .description(
      'Shows the credentials, time zone and end date setting that a report would use, and the source of each. It shows the last four characters of the token. It also shows stored date columns and ignored members.',
    )
    .flags(WHOAMI)
    .examples(['whoami', 'whoami --check', 'whoami --profile acme --format json'])
    .action(async (options: WhoamiOptions) =>
      (await import('./run-settings.ts')).runWhoami(options, await load()),
    );
}

export function declareProfiles(profiles: ReportingCommand, load: LoadServices): void {
  profiles
    .description(
      'Lists, renames and removes stored profiles. `reporting config set profile` sets the default profile.',
    )
    .examples(['profiles', 'profiles rename acme acme-eu', 'config set profile acme']);
  profiles
    .command('list', { isDefault: true })
    .summary('list the stored profiles')
    .description('Shows the stored profiles, without tokens, and marks the default profile.')
    .flags(PROFILES_LIST)
    .examples([
      'profiles list',
      'profiles list --format json',
      'profiles list --format names',
      'profiles list --check',
    ])
    .action(async (options: ProfilesOptions) =>
      (await import('./run-profiles.ts')).listProfiles(options, await load()),
    );
  profiles
    .command('rename')
    .summary('rename a profile')
    .description('Renames a profile. If it is the default profile, it stays the default.')
    .addArgument(new Operand('<name>', 'a stored profile', 'profile').argParser(checkProfileName))
    .argument('<new-name>', 'a new name', checkProfileName)
    .examples(['profiles rename acme acme-eu'])
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
    .examples(['profiles remove acme'])
    .action(async (names: readonly string[]) =>
      (await import('./run-profiles.ts')).removeProfiles(names, await load()),
    );
}
