import { type Command, Option } from 'commander';
import { checkProfileName } from '../config/profile.ts';
import type { LoadServices } from '../services.ts';
import {
  baseUrlOption,
  caFileOption,
  clientIdOption,
  insecureHttpOption,
  PROFILE_DEFAULT,
} from './options/credential-options.ts';
import { text } from './options/option-values.ts';
import {
  dateColumnsOption,
  endDateOption,
  ignoreMembersOption,
  timeZoneOption,
} from './options/profile-options.ts';
import type { LoginOptions } from './run-login.ts';

export function declareLogin(command: Command, load: LoadServices): void {
  command
    .description(
      'Asks for base URL, client id and API token, checks them against the service, and stores them in a profile.\n' +
        'Without a terminal, name all three. Nothing is stored if the service refuses them.',
    )
    .option('--profile <name>', `profile to store them in ${PROFILE_DEFAULT}`, checkProfileName)
    .addOption(baseUrlOption())
    .addOption(clientIdOption())
    .addOption(new Option('--token-stdin', 'read the API token from stdin').conflicts('tokenFile'))
    .option('--token-file <file>', 'read the API token from a file', text('tokenFile'))
    .addOption(timeZoneOption('time zone of today in reports with this profile, such as Europe/Berlin'))
    .addOption(endDateOption('whether the service counts end_date, in reports with this profile'))
    .addOption(
      dateColumnsOption('column with the date of each record, or none, in reports with this profile'),
    )
    .addOption(
      ignoreMembersOption('do not warn about these members of a response, in reports with this profile'),
    )
    .option('--no-verify', 'store without checking against the service')
    .addOption(insecureHttpOption())
    .addOption(caFileOption())
    .addHelpText('after', EXAMPLES)
    .action(async (options: LoginOptions) =>
      (await import('./run-login.ts')).runLogin(options, await load()),
    );
}

const EXAMPLES = `
Examples:
  $ reporting login
  $ reporting login --profile acme \\
      --base-url https://reports.example.com/v2/reporting \\
      --client-id 0b9c1d52-3f4e-4a6b-8c7d-9e0f1a2b3c4d \\
      --token-stdin < token.txt`;
