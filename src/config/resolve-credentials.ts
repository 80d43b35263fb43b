/**
 * The credentials of a run: finds them, checks them, and shows them with their sources. Errors for missing or refused
 * credentials say what to do next.
 */

import {
  type Credentials,
  parseBaseUrl,
  parseClientId,
  parseToken,
  unexpectedPath,
  withoutSecrets,
} from '../api/credentials.ts';
import { ReportingError } from '../core/errors.ts';
import { programOf } from '../core/shell.ts';
import { toVisibleText } from '../core/text.ts';
import type { Services, Uses } from '../services.ts';
import { assertPrivate, DEFAULT_PROFILE, type ProfileInUse, type ProfileStore } from './profile.ts';
import {
  chooseProfileName,
  findSetting,
  fromEnvironment,
  fromProfile,
  type NetworkChoices,
  profileSource,
  resolve,
  type ValueWithSource,
} from './settings.ts';

/** A token, and how to get a new one if the service refuses it. */
interface ReadToken extends ValueWithSource {
  /** Runs the command again, once for each refused token. Undefined for a token that no command gave. */
  readonly renew?: (refused: string) => Promise<string>;
}

/** The credentials of a run, each with its source; not checked yet. */
export interface CredentialChoice extends ProfileInUse {
  readonly baseUrl: ValueWithSource | undefined;
  readonly clientId: ValueWithSource | undefined;
  readonly token: ReadToken | undefined;
}

/** Reads the profile, if the run uses it. Throws for a named profile that is not stored, and for a broken file. */
export async function findProfile(
  option: string | undefined,
  services: Uses<'env' | 'openProfiles'>,
): Promise<ProfileInUse> {
  if (!isProfileNeeded(option, services.env)) return { profileName: DEFAULT_PROFILE, profile: undefined };
  const profiles = await services.openProfiles();
  const { name: profileName, isNamed } = chooseProfileName(option, services.env, profiles.defaults());
  if (isNamed || profiles.names().length > 0) assertStoredProfile(profileName, profiles);
  const profile = profiles.read(profileName);
  const isOther = (variable: string, stored: string | undefined): boolean => {
    const value = fromEnvironment(variable, services.env)?.value.replace(/\/+$/, '');
    return value !== undefined && stored !== undefined && value !== stored;
  };
  // Another address alone may be that of a test system.
  const isAllThere = !isProfileNeeded(undefined, { ...services.env, REPORTING_PROFILE: '' });
  const variable = isOther('REPORTING_CLIENT_ID', profile?.clientId)
    ? 'REPORTING_CLIENT_ID'
    : isAllThere && isOther('REPORTING_BASE_URL', profile?.baseUrl) && 'REPORTING_BASE_URL';
  if (option !== undefined && variable) {
    const what = `${variable} is another one than that of the profile ${JSON.stringify(profileName)}`;
    throw new ReportingError('E-many-profiles', what, {
      hint: `unset ${variable} for this run, or leave out --profile`,
    });
  }
  return { profileName, profile };
}

/** Throws an error with the stored profiles if `name` is not one of them. */
export function assertStoredProfile(name: string, profiles: ProfileStore): void {
  const names = profiles.names();
  if (names.includes(name)) return;
  const [known, hint] =
    names.length === 0 ? ['', ''] : [`; stored profiles: ${names.join(', ')}`, 'name one of them with --profile, or '];
  throw new ReportingError('E-unknown-profile', `unknown profile ${JSON.stringify(name)} in ${profiles.file}${known}`, {
    hint: hint + loginHint(name),
  });
}

/** What reads a token from a file or a command. */
export type TokenSources = Uses<'env' | 'readTextFile' | 'runTokenCommand' | 'profilesDirectory' | 'messages'>;

/** Each value from the environment, or else from the profile. Hides the token in messages. Throws for a token file or command that gives none. */
export async function findCredentials(inUse: ProfileInUse, services: TokenSources): Promise<CredentialChoice> {
  const stored = { env: services.env, inUse };
  const token = await findToken(inUse, services);
  if (token !== undefined) services.messages.hide(token.value);
  return { baseUrl: findSetting('baseUrl', stored), clientId: findSetting('clientId', stored), token, ...inUse };
}

/** The token from its first source. Messages show the path of a file, and only the program of a command. */
async function findToken(
  { profile, profileName }: ProfileInUse,
  services: TokenSources,
): Promise<ReadToken | undefined> {
  const [given, file, program] = TOKEN_VARIABLES.map((name) => fromEnvironment(name, services.env));
  if (given !== undefined) return given;
  if (file !== undefined) {
    const text = await services.readTextFile(file.value, 'token file');
    return { value: text.trim(), source: `${file.source} (${file.value})` };
  }
  if (program === undefined && profile?.token !== undefined) return fromProfile(profile.token, profileName);
  const command = program ?? fromProfile(profile?.tokenCommand, profileName);
  if (command === undefined) return undefined;
  // Other users must not choose the program that this one runs.
  if (program === undefined) assertPrivate(services.profilesDirectory());
  return {
    value: await services.runTokenCommand(command),
    source: `${command.source} (command ${programOf(command.value)})`,
    async renew(refused) {
      const renewed = await services.runTokenCommand(command, refused);
      services.messages.hide(renewed);
      return parseToken(renewed, command.source);
    },
  };
}

const TOKEN_VARIABLES = ['REPORTING_API_TOKEN', 'REPORTING_API_TOKEN_FILE', 'REPORTING_API_TOKEN_COMMAND'];

/** The variables that name a client. */
export const CLIENT_VARIABLES = ['REPORTING_BASE_URL', 'REPORTING_CLIENT_ID', ...TOKEN_VARIABLES];

/** True if the user names a profile, or the environment lacks a value. Reads no file. */
export function isProfileNeeded(option: string | undefined, env: Services['env']): boolean {
  const has = (...names: readonly string[]): boolean => names.some((name) => fromEnvironment(name, env) !== undefined);
  const isComplete = has('REPORTING_BASE_URL') && has('REPORTING_CLIENT_ID') && has(...TOKEN_VARIABLES);
  return option !== undefined || has('REPORTING_PROFILE') || !isComplete;
}

/** The checked base URL and client id. Throws a "not signed in" error if one is missing. */
export function checkAddress(
  choice: CredentialChoice,
  { allowInsecureHttp }: Pick<NetworkChoices, 'allowInsecureHttp'>,
): Pick<Credentials, 'baseUrl' | 'clientId'> {
  const baseUrl = required(choice, choice.baseUrl, 'base URL');
  const clientId = required(choice, choice.clientId, 'client id');
  return {
    baseUrl: parseBaseUrl(baseUrl, { allowInsecureHttp }),
    clientId: parseClientId(clientId),
  };
}

/** The checked token. Throws a "not signed in" error if it is missing. */
export function checkToken(choice: CredentialChoice): string {
  return parseToken(required(choice, choice.token, 'API token'), choice.token?.source);
}

function required(
  choice: CredentialChoice,
  found: ValueWithSource | undefined,
  name: 'base URL' | 'client id' | 'API token',
): string {
  if (found !== undefined) return found.value;
  throw new ReportingError('E-not-signed-in', `not signed in: there is no ${name}`, { hint: missingHint(choice) });
}

/**
 * The network settings of a client, without proxies: each from the environment, or else from the profile. Throws a configuration
 * error for an invalid variable.
 */
export function resolveNetwork(inUse: ProfileInUse, { env }: Uses<'env'>): NetworkChoices {
  const insecure = resolve('insecureHttp', { env, inUse });
  return {
    caFile: findSetting('caFile', { env, inUse }),
    allowInsecureHttp: insecure === '1' || insecure === 'true',
  };
}

/** The hint for a refused token. A login helps only if the token comes from a profile. */
export function refusalHint({ token, profileName, profile }: CredentialChoice): string {
  if (token === undefined || token.source === profileSource(profileName)) return loginHint(profileName);
  const other = profile?.token === undefined ? '' : `, or unset it to use that of profile ${profileName}`;
  return `correct the token, which comes from ${token.source}${other}`;
}

/** The hint for an address that does not answer: the base URL, its source, and how to change it. */
export function addressHint({ baseUrl, profileName }: Pick<CredentialChoice, 'baseUrl' | 'profileName'>): string {
  const { value, source } = baseUrl!;
  const change = source === profileSource(profileName) ? `, or ${loginHint(profileName)} to change it` : '';
  return `check the base URL ${withoutSecrets(value)} (${source})${change}`;
}

/** The hint for a missing value. */
export function missingHint({ profileName, profile }: ProfileInUse): string {
  const trial = profile === undefined ? `, or try the tool without an account: ${TRIAL}` : '';
  return loginHint(profileName) + trial;
}

const TRIAL = '`reporting revenue --sandbox --period last-month`';

function loginHint(profileName: string): string {
  return `run \`${loginCommand(profileName)}\``;
}

/** The command that signs in to a profile. */
export function loginCommand(profileName: string): string {
  return profileName === DEFAULT_PROFILE ? 'reporting login' : `reporting login --profile ${profileName}`;
}

/** Warns about a base URL with an unusual path. */
export function warnOfBaseUrl(baseUrl: string, { messages }: Uses<'messages'>): void {
  const warning = unexpectedPath(baseUrl);
  if (warning !== undefined) messages.warning(warning);
}

/** The credentials without secrets: no password in the base URL, and at most the last four characters of the token. */
export function shownCredentials({ baseUrl, clientId, token }: CredentialChoice) {
  return {
    baseUrl: baseUrl && { ...baseUrl, value: withoutSecrets(baseUrl.value) },
    clientId,
    token: token && { ...token, value: maskToken(token.value) },
  };
}

/** `value  (source)`, or `missing`. */
export function showValueWithSource(found: ValueWithSource | undefined, gap = '  '): string {
  return found === undefined ? 'missing' : toVisibleText(`${found.value}${gap}(${found.source})`);
}

/** One line per row: the name, a colon and the value. The values are aligned. */
export function alignRows(rows: readonly (readonly [name: string, value: string])[]): string {
  const width = Math.max('client id:'.length, ...rows.map(([name]) => `${name}:`.length));
  return rows.map(([name, value]) => `${`${name}:`.padEnd(width)} ${value}\n`).join('');
}

/** The last four characters of a token of at least 16. */
function maskToken(token: string): string {
  return token.length >= 16 ? `…${token.slice(-4)}` : '…';
}
