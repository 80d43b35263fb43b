/** Precedence of credentials: option, environment, profile. Pure: reads no file. */

import { flagOf } from '../core/option-names.ts';
import type { Profile } from './profile.ts';

/** A value, and its source as messages show it. */
export interface ValueWithSource {
  readonly value: string;
  readonly source: string;
}

/** The options that name a client. */
export interface ClientOptions {
  readonly profile?: string | undefined;
  readonly baseUrl?: string | undefined;
  readonly clientId?: string | undefined;
  readonly tokenFile?: string | undefined;
  readonly tokenCommand?: string | undefined;
}

interface CredentialSources {
  readonly flags: Omit<ClientOptions, 'profile'>;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Called only for values that neither options nor environment give. */
  readonly profile: () => { readonly name: string; readonly profile: Profile | undefined };
}

/** The base URL, the client id and the token of a run, each with its source. A missing value is undefined. */
export interface ResolvedCredentials {
  readonly baseUrl: ValueWithSource | undefined;
  readonly clientId: ValueWithSource | undefined;
  readonly token: ValueWithSource | undefined;
}

/** Credentials whose token may still be in a file, or come from a command: its value is then the path or the command. */
export interface UnreadCredentials extends ResolvedCredentials {
  readonly token:
    | (ValueWithSource & { readonly comesFrom?: 'file' | 'command' | 'stored command' })
    | undefined;
}

/** The source of a value from a profile. */
export function profileSource(name: string): string {
  return `profile ${name}`;
}

/** A value of a profile with its source; undefined without one. */
export function fromProfile(value: string | undefined, profile: string): ValueWithSource | undefined {
  return value === undefined ? undefined : { value, source: profileSource(profile) };
}

/** The source of a default set with `reporting config`. */
export const CONFIG_SOURCE = 'config';

/** A stored default with its source; undefined without one. */
export function fromConfig(value: string | undefined): ValueWithSource | undefined {
  return value === undefined ? undefined : { value, source: CONFIG_SOURCE };
}

/** The first of option, environment and profile for each value; undefined if none gives it. */
export function resolveCredentials({ flags, env, profile }: CredentialSources): UnreadCredentials {
  const given = (name: keyof typeof flags): ValueWithSource | undefined => {
    const value = flags[name];
    return value === undefined ? undefined : { value: value.trim(), source: flagOf(name) };
  };
  const fromEnv = (name: string): ValueWithSource | undefined => {
    const value = env[name]?.trim();
    return value === undefined || value === '' ? undefined : { value, source: name };
  };
  const inFile = (file: ValueWithSource | undefined): UnreadCredentials['token'] =>
    file && { ...file, comesFrom: 'file' };
  const byCommand = (command: ValueWithSource | undefined, isStored = false): UnreadCredentials['token'] =>
    command && { ...command, comesFrom: isStored ? 'stored command' : 'command' };
  const stored = (key: 'baseUrl' | 'clientId' | 'token' | 'tokenCommand'): ValueWithSource | undefined => {
    const { name, profile: found } = profile();
    return fromProfile(found?.[key], name);
  };

  return {
    baseUrl: given('baseUrl') ?? fromEnv('REPORTING_BASE_URL') ?? stored('baseUrl'),
    clientId: given('clientId') ?? fromEnv('REPORTING_CLIENT_ID') ?? stored('clientId'),
    token:
      inFile(given('tokenFile')) ??
      byCommand(given('tokenCommand')) ??
      fromEnv('REPORTING_API_TOKEN') ??
      inFile(fromEnv('REPORTING_API_TOKEN_FILE')) ??
      byCommand(fromEnv('REPORTING_API_TOKEN_COMMAND')) ??
      stored('token') ??
      byCommand(stored('tokenCommand'), true),
  };
}
