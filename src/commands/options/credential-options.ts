/** The options for the service, the credentials and the network. */

import { type Command, Option } from 'commander';
import { checkProfileName } from '../../config/profile.ts';
import { ReportingError } from '../../core/errors.ts';
import { option, phrase } from '../../core/message.ts';
import { text } from './option-values.ts';

export interface CredentialOptions extends NetworkOptions {
  readonly profile?: string;
  readonly baseUrl?: string;
  readonly clientId?: string;
  readonly tokenFile?: string;
}

export interface NetworkOptions {
  readonly insecureHttp?: boolean;
  readonly caFile?: string;
}

/** The options of `addManyCredentialOptions`. They conflict with an embedded service. */
export const CREDENTIAL_KEYS = [
  ...['profile', 'allProfiles', 'baseUrl', 'clientId', 'tokenFile', 'insecureHttp', 'caFile'],
];

const GROUP = 'Service and credentials:';

/** The default of `--profile`, for help. */
export const PROFILE_DEFAULT = '(default: REPORTING_PROFILE, then `profiles use`, then "default")';

/** Adds the options of a command that uses one profile. */
export function addCredentialOptions(command: Command): Command {
  command
    .optionsGroup(GROUP)
    .option('--profile <name>', `stored credentials to use ${PROFILE_DEFAULT}`, checkProfileName);
  return addOtherCredentialOptions(command);
}

/** Like `addCredentialOptions`, with a list of names for `--profile`, and with `--all-profiles`. */
export function addManyCredentialOptions(command: Command): Command {
  command
    .optionsGroup(GROUP)
    .option(
      '--profile <a,b>',
      `stored credentials to use; several make one report, or one file each ${PROFILE_DEFAULT}`,
      parseProfileNames,
    )
    .addOption(
      new Option('--all-profiles', 'use all stored profiles').conflicts([
        ...['profile', 'baseUrl', 'clientId', 'tokenFile'],
      ]),
    );
  return addOtherCredentialOptions(command);
}

/** Names in their order on the command line. Throws a usage error for a repeated name. */
function parseProfileNames(text: string, earlier: readonly string[] = []): readonly string[] {
  const names = [...earlier, ...text.split(',').map((name) => checkProfileName(name.trim()))];
  const repeated = names.find((name, index) => names.indexOf(name) !== index);
  if (repeated === undefined) return names;
  throw new ReportingError('usage', phrase`${option('profile')} names ${JSON.stringify(repeated)} twice`);
}

function addOtherCredentialOptions(command: Command): Command {
  return command
    .addOption(baseUrlOption())
    .addOption(clientIdOption())
    .option('--token-file <file>', 'file with the API token', text('tokenFile'))
    .addOption(insecureHttpOption())
    .addOption(caFileOption());
}

export function baseUrlOption(): Option {
  const description = 'address of the service, such as https://reports.example.com/v2/reporting';
  return new Option('--base-url <url>', description).argParser(text('baseUrl'));
}

export function clientIdOption(): Option {
  return new Option('--client-id <uuid>', 'client to report on').argParser(text('clientId'));
}

export function insecureHttpOption(): Option {
  return new Option('--insecure-http', 'allow plain http to other machines');
}

export function caFileOption(): Option {
  const description =
    'PEM file with CA certificates to trust, in addition to the built-in ones (default: REPORTING_CA_FILE)';
  return new Option('--ca-file <file>', description).argParser(text('caFile'));
}
