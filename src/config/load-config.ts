/** Reads the stored profiles and defaults, and the environment, once per report. The plan is made from the result alone. */

import { ReportingError } from '../core/errors.ts';
import type { SandboxOptions } from '../sandbox/server.ts';
import type { Services, Uses } from '../services.ts';
import type { Defaults, ProfileStore } from './profile.ts';
import {
  assertStoredProfile,
  CLIENT_VARIABLES,
  type CredentialChoice,
  findCredentials,
  findProfile,
  type TokenSources,
} from './resolve-credentials.ts';
import { type StoredInput, selectClients } from './stored-input.ts';

/** One client by environment or profile; several stored profiles; the sandbox; or those of a directory. */
export type ClientsRequest =
  | { readonly kind: 'one'; readonly profile?: string | undefined }
  | { readonly kind: 'profiles'; readonly names: readonly string[] }
  | { readonly kind: 'all-profiles' }
  | { readonly kind: 'sandbox'; readonly sandbox: SandboxOptions }
  | {
      readonly kind: 'input';
      readonly directory: string;
      /** Empty for the client that REPORTING_PROFILE names, or the only one. */
      readonly names: readonly string[];
      readonly isAll: boolean;
    };

/** All stored and environment values that a report depends on. */
export interface StoredConfig {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly defaults: Defaults;
  /** IANA name; undefined if the system's zone has no name, or TZ names an unknown zone. */
  readonly systemTimeZone: string | undefined;
  /** True if stdout is a terminal. */
  readonly isTerminal: boolean;
  /** True if stderr is a terminal, where a note says which days a relative range has. */
  readonly isWatched: boolean;
  /** At least one, in the order of the option, or as stored. */
  readonly clients: readonly StoredClient[];
  /** The directory that has the records; undefined for records of the service. */
  readonly input?: StoredInput;
}

/** One client of a report. */
export interface StoredClient {
  /** The profile's name, as the user gave it. */
  readonly profile: string | undefined;
  /** True if messages and records name the profile. */
  readonly isNamed: boolean;
  /** With the token, and the profile in use. Undefined for the embedded service, and for clients of a directory. */
  readonly credentials: CredentialChoice | undefined;
  /** The error of a token that could not be found. */
  readonly tokenFailure?: ReportingError | undefined;
}

type ClientSources = TokenSources & Uses<'openProfiles'>;

/** What reads everything that is stored. */
export type ConfigSources = ClientSources & Uses<'readDefaults' | 'openInput' | 'systemTimeZone' | 'stdout' | 'stderr'>;

/**
 * Reads the profiles of the request, the defaults and the tokens. Throws for an unknown profile, for broken files, and for
 * a variable that would override the credentials of several profiles.
 */
export async function loadConfig(
  { clients: requested }: { readonly clients: ClientsRequest },
  services: ConfigSources,
): Promise<StoredConfig> {
  const input = requested.kind === 'input' ? await services.openInput(requested.directory) : undefined;
  const clients = await readClients(requested, services, input);
  return {
    env: services.env,
    defaults: await services.readDefaults(),
    // Intl takes a tenth of the time of a short report, which seldom needs the name.
    get systemTimeZone() {
      return services.systemTimeZone();
    },
    isTerminal: services.stdout.isTerminal,
    isWatched: services.stderr.isTerminal,
    clients,
    ...(input !== undefined && { input }),
  };
}

async function readClients(
  clients: ClientsRequest,
  services: ClientSources,
  input: StoredInput | undefined,
): Promise<readonly StoredClient[]> {
  switch (clients.kind) {
    case 'sandbox':
      return [{ profile: undefined, isNamed: false, credentials: undefined }];
    case 'input':
      return selectClients(clients, input!, services.env).map((profile) => ({
        profile,
        isNamed: clients.names.length > 1 || clients.isAll,
        credentials: undefined,
      }));
    case 'one':
      return [{ isNamed: false, ...(await readClient(clients.profile, services)) }];
    default: {
      assertNoSharedVariable(services.env);
      const stored = await services.openProfiles();
      const read: StoredClient[] = [];
      for (const profile of clients.kind === 'profiles' ? clients.names : storedNames(stored)) {
        assertStoredProfile(profile, stored);
        read.push({ isNamed: true, ...(await readClient(profile, services)) });
      }
      return read;
    }
  }
}

async function readClient(
  profile: string | undefined,
  services: ClientSources,
): Promise<Omit<StoredClient, 'isNamed'>> {
  const inUse = await findProfile(profile, services);
  try {
    const credentials = await findCredentials(inUse, services);
    return { profile, credentials };
  } catch (error) {
    // Errors in the range and the format come first.
    if (!(error instanceof ReportingError) || error.kind === 'interrupted') throw error;
    const credentials = { baseUrl: undefined, clientId: undefined, token: undefined, ...inUse };
    return { profile, credentials, tokenFailure: error };
  }
}

function storedNames(profiles: ProfileStore): readonly string[] {
  const names = profiles.names();
  if (names.length > 0) return names;
  throw new ReportingError('E-not-signed-in', `not signed in: no profile is stored in ${profiles.file}`, {
    hint: 'run `reporting login --profile <name>` for each client',
  });
}

function assertNoSharedVariable(env: Services['env']): void {
  const found = CLIENT_VARIABLES.filter((name) => (env[name]?.trim() ?? '') !== '');
  const [variable] = found;
  if (variable === undefined) return;
  throw new ReportingError(
    'E-many-profiles',
    `${variable} cannot be combined with several profiles: it would override the value of each`,
    { hint: `unset ${found.join(' ')} for this run` },
  );
}
