/** Precedence of credentials: environment, then profile. Pure: reads no file. */

import type { Profile } from './profile.ts';

/** A value, and its source as messages show it. */
export interface ValueWithSource {
  readonly value: string;
  readonly source: string;
}

/** The base URL, the client id and the token of a run, each with its source. A missing value is undefined. */
export interface ResolvedCredentials {
  readonly baseUrl: ValueWithSource | undefined;
  readonly clientId: ValueWithSource | undefined;
  readonly token: ValueWithSource | undefined;
}

/** The network settings of a client. Proxies come from the environment. */
export interface NetworkChoices {
  /** A file of CA certificates to trust in addition to Node's. */
  readonly caFile: ValueWithSource | undefined;
  /** True to allow plain http to other machines. */
  readonly allowInsecureHttp: boolean;
}

/** Credentials whose token may still be in a file, or come from a command: its value is then the path or the command. */
export interface UnreadCredentials extends ResolvedCredentials {
  readonly token: (ValueWithSource & { readonly comesFrom?: 'file' | 'command' | 'stored command' }) | undefined;
}

/** The source of a value from a profile. */
export function profileSource(name: string): string {
  return `profile ${name}`;
}

/** A value of a profile with its source; undefined without one. */
export function fromProfile(value: string | undefined, profile: string): ValueWithSource | undefined {
  return value === undefined ? undefined : { value, source: profileSource(profile) };
}

/** The value of a variable with its source; undefined if it is not set, or blank. */
export function fromEnvironment(
  name: string,
  env: Readonly<Record<string, string | undefined>>,
): ValueWithSource | undefined {
  const value = env[name]?.trim();
  return value ? { value, source: name } : undefined;
}

/** The source of a default set with `reporting config`. */
export const CONFIG_SOURCE = 'config';

/** A stored default with its source; undefined without one. */
export function fromConfig(value: string | undefined): ValueWithSource | undefined {
  return value === undefined ? undefined : { value, source: CONFIG_SOURCE };
}

/**
 * Each value from the environment, or else from the profile; undefined if neither gives it. `profile` is called only for values
 * that the environment lacks.
 */
export function resolveCredentials(
  env: Readonly<Record<string, string | undefined>>,
  profile: () => { readonly profileName: string; readonly profile: Profile | undefined },
): UnreadCredentials {
  const inFile = (file: ValueWithSource | undefined): UnreadCredentials['token'] =>
    file && { ...file, comesFrom: 'file' };
  const byCommand = (command: ValueWithSource | undefined, isStored = false): UnreadCredentials['token'] =>
    command && { ...command, comesFrom: isStored ? 'stored command' : 'command' };
  const stored = (key: 'baseUrl' | 'clientId' | 'token' | 'tokenCommand'): ValueWithSource | undefined => {
    const { profileName, profile: found } = profile();
    return fromProfile(found?.[key], profileName);
  };

  return {
    baseUrl: fromEnvironment('REPORTING_BASE_URL', env) ?? stored('baseUrl'),
    clientId: fromEnvironment('REPORTING_CLIENT_ID', env) ?? stored('clientId'),
    token:
      fromEnvironment('REPORTING_API_TOKEN', env) ??
      inFile(fromEnvironment('REPORTING_API_TOKEN_FILE', env)) ??
      byCommand(fromEnvironment('REPORTING_API_TOKEN_COMMAND', env)) ??
      stored('token') ??
      byCommand(stored('tokenCommand'), true),
  };
}
