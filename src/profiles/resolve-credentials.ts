/** Which credentials a run uses: each value is the first found of flag, environment, profile. Pure: it opens nothing. */

import type { Profile } from './profile.ts';

/** A value, and where it comes from, in words to show. */
export interface Sourced {
  readonly value: string;
  readonly source: string;
}

export interface CredentialSources {
  readonly flags: {
    readonly baseUrl?: string | undefined;
    readonly clientId?: string | undefined;
    readonly tokenFile?: string | undefined;
  };
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Asked only for what flags and environment leave open. */
  readonly profile: () => { readonly name: string; readonly profile: Profile | undefined };
}

export interface ResolvedCredentials {
  readonly baseUrl: Sourced | undefined;
  readonly clientId: Sourced | undefined;
  readonly token: Sourced | undefined;
}

/** Where each value is: the token perhaps in a file, whose path is then the value. */
export interface CredentialPlaces extends ResolvedCredentials {
  readonly token: (Sourced & { readonly isFile?: true }) | undefined;
}

/** How the source of a value from a profile is called. */
export function profileSource(name: string): string {
  return `profile ${name}`;
}

/** How the source of a default that the user has chosen is called. */
export const CONFIG_SOURCE = 'config';

export function resolveCredentials({ flags, env, profile }: CredentialSources): CredentialPlaces {
  const fromFlag = (value: string | undefined, flag: string): Sourced | undefined =>
    value === undefined ? undefined : { value: value.trim(), source: flag };
  const fromEnv = (name: string): Sourced | undefined => {
    const value = env[name]?.trim();
    return value === undefined || value === '' ? undefined : { value, source: name };
  };
  const inFile = (file: Sourced | undefined): CredentialPlaces['token'] => file && { ...file, isFile: true };
  const fromProfile = (key: 'baseUrl' | 'clientId' | 'token'): Sourced | undefined => {
    const stored = profile();
    const value = stored.profile?.[key];
    return value === undefined ? undefined : { value, source: profileSource(stored.name) };
  };

  return {
    baseUrl: fromFlag(flags.baseUrl, '--base-url') ?? fromEnv('REPORTING_BASE_URL') ?? fromProfile('baseUrl'),
    clientId:
      fromFlag(flags.clientId, '--client-id') ?? fromEnv('REPORTING_CLIENT_ID') ?? fromProfile('clientId'),
    token:
      inFile(fromFlag(flags.tokenFile, '--token-file')) ??
      fromEnv('REPORTING_API_TOKEN') ??
      inFile(fromEnv('REPORTING_API_TOKEN_FILE')) ??
      fromProfile('token'),
  };
}
