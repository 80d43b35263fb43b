/** Which credentials a run uses, and what to do where some are missing or refused. */

import type { NetworkChoices, Ports } from '../commands/ports.ts';
import { parseBaseUrl, unexpectedPath } from '../contract/base-url.ts';
import { type Credentials, parseClientId, parseToken } from '../contract/credentials.ts';
import { nearest } from '../core/nearest.ts';
import { ReportingError } from '../core/reporting-error.ts';
import {
  chooseProfileName,
  DEFAULT_PROFILE,
  namedProfile,
  type Profile,
  type ProfileStore,
} from '../profiles/profile.ts';
import {
  type CredentialPlaces,
  profileSource,
  type ResolvedCredentials,
  resolveCredentials,
  type Sourced,
} from '../profiles/resolve-credentials.ts';

/** Which credentials the user asks for, and how to reach the service. */
export interface CredentialRequest {
  readonly profile?: string | undefined;
  readonly baseUrl?: string | undefined;
  readonly clientId?: string | undefined;
  readonly tokenFile?: string | undefined;
  readonly caFile?: string | undefined;
  readonly insecureHttp?: boolean | undefined;
}

export interface ProfileInUse {
  readonly profileName: string;
  /** The stored profile, if the run uses it. */
  readonly profile: Profile | undefined;
  /** Names of the stored profiles, where none is named and the one that is then used is not among them. */
  readonly others?: readonly string[];
}

export interface CredentialChoice extends ResolvedCredentials, ProfileInUse {}

/** Reads the profile, if the run uses it. Throws for one that is named and not stored, or a broken file. */
export async function findProfile(options: CredentialRequest, ports: Ports): Promise<ProfileInUse> {
  if (!isProfileNeeded(options, ports.env)) return { profileName: DEFAULT_PROFILE, profile: undefined };
  const profiles = await ports.openProfiles();
  const { name: profileName, isNamed } = chooseProfileName(options.profile, ports.env, profiles);
  const profile = profiles.read(profileName);
  if (profile !== undefined) return { profileName, profile };
  if (isNamed) throw unknownProfile(profileName, profiles.names());
  return { profileName, profile, others: profiles.names() };
}

/** Throws an error that names the nearest of the stored profiles for one that is none of them. */
export function requireStoredProfile(name: string, profiles: ProfileStore): void {
  const names = profiles.names();
  if (names.includes(name)) return;
  const near = nearest(name, names);
  const known = names.length === 0 ? undefined : `stored are: ${names.join(', ')}`;
  throw new ReportingError('auth', `there is no profile ${JSON.stringify(name)} in ${profiles.file}`, {
    hint: near === undefined ? (known ?? '`reporting login` stores one') : `did you mean ${near}?`,
  });
}

/** Finds each value where it comes first. Throws as `findProfile` does, or for a token file that cannot be read. */
export async function findCredentials(
  options: CredentialRequest,
  ports: Ports,
  inUse?: ProfileInUse,
): Promise<CredentialChoice> {
  const found = inUse ?? (await findProfile(options, ports));
  const { profileName, profile } = found;
  const resolved = resolveCredentials({
    flags: options,
    env: ports.env,
    profile: () => ({ name: profileName, profile }),
  });
  return { ...resolved, token: await readToken(resolved.token, ports), ...found };
}

async function readToken(token: CredentialPlaces['token'], ports: Ports): Promise<Sourced | undefined> {
  if (token?.isFile !== true) return token;
  const text = await ports.readTextFile(token.value, 'token file');
  return { value: text.trim(), source: `${token.source} (${token.value})` };
}

/** True if a profile is named, or if flags and environment leave a value to it. Reads no file. */
export function isProfileNeeded(options: CredentialRequest, env: Ports['env']): boolean {
  const resolved = resolveCredentials({
    flags: options,
    env,
    profile: () => ({ name: '', profile: {} }),
  });
  return namedProfile(options.profile, env) !== undefined || !isComplete(resolved);
}

/** `checkCredentials`, with a warning about an unusual base URL. No message shows the token from here on. */
export function requireCredentials(
  choice: CredentialChoice,
  options: CredentialRequest,
  ports: Ports,
  hintFor: typeof missingHint = missingHint,
): Credentials {
  if (choice.token !== undefined) ports.messages.hide(choice.token.value);
  const credentials = {
    ...checkAddress(choice, options, hintFor),
    token: checkToken(choice, hintFor),
  };
  warnOfBaseUrl(credentials.baseUrl, ports);
  return credentials;
}

/** The hint of a "not signed in" error, for a missing value. */
type MissingHint = (inUse: ProfileInUse, name: CredentialName) => string;
export type CredentialName = 'base URL' | 'client id' | 'API token';

/** Where to ask, and for which client, checked. Throws a "not signed in" error for a missing value. */
export function checkAddress(
  choice: CredentialChoice,
  { insecureHttp }: Pick<CredentialRequest, 'insecureHttp'>,
  hintFor: MissingHint = missingHint,
): Pick<Credentials, 'baseUrl' | 'clientId'> {
  const baseUrl = required(choice, choice.baseUrl, 'base URL', hintFor);
  const clientId = required(choice, choice.clientId, 'client id', hintFor);
  return {
    baseUrl: parseBaseUrl(baseUrl, { allowInsecureHttp: insecureHttp === true }),
    clientId: parseClientId(clientId),
  };
}

/** The token, checked. Throws a "not signed in" error if it is missing. */
export function checkToken(choice: CredentialChoice, hintFor: MissingHint = missingHint): string {
  return parseToken(required(choice, choice.token, 'API token', hintFor), choice.token?.source);
}

function required(
  choice: CredentialChoice,
  found: Sourced | undefined,
  name: CredentialName,
  hintFor: MissingHint,
): string {
  if (found !== undefined) return found.value;
  throw notSignedIn(name, choice, hintFor);
}

/** How to reach the service. Proxies of the environment come on top. */
export function resolveNetwork(
  { caFile, insecureHttp }: Pick<CredentialRequest, 'caFile' | 'insecureHttp'>,
  { env }: Pick<Ports, 'env'>,
): NetworkChoices {
  const named = env.REPORTING_CA_FILE?.trim();
  const fromEnv = named ? { value: named, source: 'REPORTING_CA_FILE' } : undefined;
  return {
    caFile: caFile === undefined ? fromEnv : { value: caFile, source: '--ca-file' },
    allowInsecureHttp: insecureHttp === true,
  };
}

/** What to do when the service refuses the token: a login helps only where it comes from a profile. */
export function refusalHint({ token, profileName }: CredentialChoice): string {
  if (token === undefined || token.source === profileSource(profileName)) return loginHint(profileName);
  return `correct the token, which comes from ${token.source}`;
}

/** What to do where a value is missing, for a command that takes --sandbox. */
export function missingHint(inUse: ProfileInUse): string {
  return hintWith('add --sandbox', inUse);
}

/** The same for a command that does not. */
export function signInHint(inUse: ProfileInUse): string {
  return hintWith('`reporting revenue --sandbox --period last-month`', inUse);
}

function hintWith(trial: string, { profileName, profile, others = [] }: ProfileInUse): string {
  if (profile !== undefined) return loginHint(profileName);
  const [first] = others;
  if (first === undefined) return `${loginHint(profileName)}, or try the tool without an account: ${trial}`;
  return `name one: --profile ${first}, or choose one for all runs: \`reporting profiles use ${first}\``;
}

/** The error for a value that is missing. */
export function notSignedIn(
  name: CredentialName,
  inUse: ProfileInUse,
  hintFor: MissingHint = missingHint,
): ReportingError {
  const { profileName, others = [] } = inUse;
  const told =
    others.length === 0
      ? `there is no ${name}`
      : `there is no profile ${JSON.stringify(profileName)}; stored are: ${others.join(', ')}`;
  return new ReportingError('auth', `not signed in: ${told}`, { hint: hintFor(inUse, name) });
}

function loginHint(profileName: string): string {
  return `run \`${loginCommand(profileName)}\``;
}

export function warnOfBaseUrl(baseUrl: string, { messages }: Ports): void {
  const doubt = unexpectedPath(baseUrl);
  if (doubt !== undefined) messages.warning(doubt);
}

/** True if every value was found somewhere. */
export function isComplete({ baseUrl, clientId, token }: ResolvedCredentials): boolean {
  return baseUrl !== undefined && clientId !== undefined && token !== undefined;
}

function unknownProfile(name: string, names: readonly string[]): ReportingError {
  const near = nearest(name, names);
  const known = names.length === 0 ? '' : `; stored are: ${names.join(', ')}`;
  return new ReportingError('auth', `not signed in: there is no profile ${JSON.stringify(name)}${known}`, {
    hint: near === undefined ? loginHint(name) : `did you mean ${near}? If not, ${loginHint(name)}`,
  });
}

function loginCommand(profileName: string): string {
  return profileName === DEFAULT_PROFILE ? 'reporting login' : `reporting login --profile ${profileName}`;
}
