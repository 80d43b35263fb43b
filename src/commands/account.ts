/** Declares the commands for stored credentials. Their code is loaded when one of them runs. */

import { chooseProfileName } from '../config/settings.ts';
import {
  LOGIN,
  LOGOUT,
  type LoginOptions,
  PROFILES,
  type ProfilesOptions,
  WHOAMI,
  type WhoamiOptions,
} from '../options/access-table.ts';
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
    .action(async (options: LoginOptions) => (await import('./run-login.ts')).runLogin(options, await load()));
}

export function declareLogout(command: ReportingCommand, load: LoadServices): void {
  command
    .description('Removes a stored profile and its token from this machine.')
    .flags(LOGOUT)
    .examples(['logout', 'logout --profile acme'])
    .action(async (options: { readonly profile?: string }) => {
      const services = await load();
      const profiles = await services.openProfiles();
      const { name } = chooseProfileName(options.profile, services.env, profiles.defaults());
      await (await import('./run-profiles.ts')).removeProfile(name, services);
    });
}

export function declareWhoami(command: ReportingCommand, load: LoadServices): void {
  command
    .description(
      'Shows the credentials and settings that a report would use, and the source of each. Of the token, it shows the last four characters.',
    )
    .flags(WHOAMI)
    .examples(['whoami', 'whoami --check', 'whoami --profile acme --format json'])
    .action(async (options: WhoamiOptions) => (await import('./run-settings.ts')).runWhoami(options, await load()));
}

export function declareProfiles(command: ReportingCommand, load: LoadServices): void {
  command
    .description(
      'Shows the stored profiles, without tokens, and marks the default profile. `reporting config set profile` sets the ' +
        'default, and `reporting logout --profile` removes a profile.',
    )
    .flags(PROFILES)
    .examples([
      'profiles',
      'profiles --format json',
      'profiles --format names',
      'profiles --check',
      'config set profile acme',
    ])
    .action(async (options: ProfilesOptions) =>
      (await import('./run-profiles.ts')).listProfiles(options, await load()),
    );
}
