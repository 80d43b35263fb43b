/** The options that say where to ask and as whom. */

import { type Command, Option } from 'commander';
import { ReportingError } from '../core/reporting-error.ts';
import { checkProfileName } from '../profiles/profile.ts';
import { caFileOption, insecureHttpOption, type NetworkOptions } from './network-options.ts';
import { text } from './option-values.ts';

export interface CredentialOptions extends NetworkOptions {
  readonly profile?: string;
  readonly baseUrl?: string;
  readonly clientId?: string;
  readonly tokenFile?: string;
}

/** What `addManyCredentialOptions` adds: of no use, and a mistake, with an embedded service. */
export const CREDENTIAL_KEYS = [
  ...['profile', 'allProfiles', 'baseUrl', 'clientId', 'tokenFile', 'insecureHttp', 'caFile'],
];

const PROFILE_DEFAULT = '(default: REPORTING_PROFILE, the one in use, "default")';

export function addCredentialOptions(command: Command): Command {
  command
    .optionsGroup(GROUP)
    .option('--profile <name>', `stored credentials to use ${PROFILE_DEFAULT}`, checkProfileName);
  return addOtherCredentialOptions(command);
}

/** With `--profile` for several profiles: its value is a list. */
export function addManyCredentialOptions(command: Command): Command {
  command
    .optionsGroup(GROUP)
    .option(
      '--profile <a,b>',
      `stored credentials to use; several for one report of all, or a file each ${PROFILE_DEFAULT}`,
      parseProfileNames,
    )
    .addOption(
      new Option('--all-profiles', 'all that are stored').conflicts([
        ...['profile', 'baseUrl', 'clientId', 'tokenFile'],
      ]),
    );
  return addOtherCredentialOptions(command);
}

const GROUP = 'Where to ask, and as whom:';

/** Names in the order in which they are given. Throws a usage error for one that comes twice. */
function parseProfileNames(text: string, earlier: readonly string[] = []): readonly string[] {
  const names = [...earlier, ...text.split(',').map((name) => checkProfileName(name.trim()))];
  const repeated = names.find((name, index) => names.indexOf(name) !== index);
  if (repeated === undefined) return names;
  throw new ReportingError('usage', `--profile names ${JSON.stringify(repeated)} twice`);
}

function addOtherCredentialOptions(command: Command): Command {
  return command
    .addOption(baseUrlOption())
    .addOption(clientIdOption())
    .option('--token-file <file>', 'file that holds the API token', text('--token-file'))
    .addOption(insecureHttpOption())
    .addOption(caFileOption());
}

export function baseUrlOption(): Option {
  const description = 'address of the service, such as https://reports.example.com/v2/reporting';
  return new Option('--base-url <url>', description).argParser(text('--base-url'));
}

export function clientIdOption(): Option {
  return new Option('--client-id <uuid>', 'client to report on').argParser(text('--client-id'));
}
