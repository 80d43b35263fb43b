/** What is stored and what the environment says, read once for a report. */

import type { Ports } from '../commands/ports.ts';
import { ReportingError } from '../core/reporting-error.ts';
import { type Defaults, isProfileName, type ProfileStore } from '../profiles/profile.ts';
import type { ReportRequest } from '../report/request.ts';
import {
  type CredentialChoice,
  type CredentialRequest,
  findCredentials,
  findProfile,
  type ProfileInUse,
  requireStoredProfile,
} from './credentials.ts';

export interface StoredConfig {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly defaults: Defaults;
  /** IANA name; undefined for a setting without a name, and where the variable TZ names no zone. */
  readonly systemTimeZone: string | undefined;
  /** How to name a zone if TZ does not. */
  readonly timeZoneWay?: string | undefined;
  /** True if stdout is a terminal. */
  readonly isTerminal: boolean;
  /** At least one, in the order in which they are named or stored. */
  readonly clients: readonly StoredClient[];
}

export interface StoredClient {
  /** The profile's name, as the user gave it. */
  readonly profile: string | undefined;
  /** True if messages and records name the profile. */
  readonly isNamed: boolean;
  /** Undefined for the embedded service. */
  readonly inUse: ProfileInUse | undefined;
  /** With the token. Undefined for the embedded service. */
  readonly credentials: CredentialChoice | undefined;
  /** Why the token could not be read. */
  readonly tokenFailure?: ReportingError | undefined;
}

/**
 * Reads the profiles that the request uses, the defaults, and a token file. Throws for a profile that is not stored, for broken
 * files, and for what would make one client's figures pass for another's.
 */
export async function readStored(request: ReportRequest, ports: Ports): Promise<StoredConfig> {
  const clients = await readClients(request, ports);
  return {
    env: ports.env,
    defaults: await ports.readDefaults(),
    systemTimeZone: ports.systemTimeZone(),
    isTerminal: ports.stdout.isTerminal,
    clients,
  };
}

async function readClients(
  { clients }: Pick<ReportRequest, 'clients'>,
  ports: Ports,
): Promise<readonly StoredClient[]> {
  switch (clients.kind) {
    case 'sandbox':
      return [{ profile: undefined, isNamed: false, inUse: undefined, credentials: undefined }];
    case 'one':
      return [{ isNamed: false, ...(await readClient(clients, ports)) }];
    default: {
      assertNoSharedVariable(ports.env);
      const stored = await ports.openProfiles();
      const read: StoredClient[] = [];
      for (const profile of clients.kind === 'profiles' ? clients.names : storedNames(stored)) {
        requireStoredProfile(profile, stored);
        read.push({ isNamed: true, ...(await readClient({ profile }, ports)) });
      }
      return read;
    }
  }
}

async function readClient(request: CredentialRequest, ports: Ports): Promise<Omit<StoredClient, 'isNamed'>> {
  const { profile } = request;
  const inUse = await findProfile(request, ports);
  try {
    const credentials = await findCredentials(request, ports, inUse);
    if (credentials.token !== undefined) ports.messages.hide(credentials.token.value);
    return { profile, inUse, credentials };
  } catch (error) {
    // What is wrong with the range or the format is reported first.
    if (!(error instanceof ReportingError) || error.kind === 'interrupted') throw error;
    const credentials = { baseUrl: undefined, clientId: undefined, token: undefined, ...inUse };
    return { profile, inUse, credentials, tokenFailure: error };
  }
}

function storedNames(profiles: ProfileStore): readonly string[] {
  const names = profiles.names();
  if (names.length === 0) {
    throw new ReportingError('auth', `not signed in: there is no profile in ${profiles.file}`, {
      hint: 'run `reporting login --profile <name>` for each client',
    });
  }
  const misnamed = names.find((name) => !isProfileName(name));
  if (misnamed === undefined) return names;
  throw new ReportingError(
    'config',
    `the profiles in ${profiles.file} are broken: ${JSON.stringify(misnamed)} cannot be the name of one`,
    { hint: 'rename it there: letters, digits, dots, dashes and underscores' },
  );
}

const SHARED_VARIABLES = [
  ...['REPORTING_BASE_URL', 'REPORTING_CLIENT_ID', 'REPORTING_API_TOKEN', 'REPORTING_API_TOKEN_FILE'],
];

function assertNoSharedVariable(env: Ports['env']): void {
  const variable = SHARED_VARIABLES.find((name) => (env[name]?.trim() ?? '') !== '');
  if (variable !== undefined) throw sharedByProfiles(variable, `unset ${variable} for this run`);
}

/** The error for an option or variable that comes before profiles: it would make all of them the same client. */
export function sharedByProfiles(what: string, way: string): ReportingError {
  return new ReportingError('usage', `${what} would be that of every profile`, {
    hint: `${way}: each profile has its own`,
  });
}
