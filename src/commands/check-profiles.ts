import { parseBaseUrl } from '../contract/base-url.ts';
import { type Credentials, parseClientId, parseToken } from '../contract/credentials.ts';
import { ReportingError } from '../core/reporting-error.ts';
import { fetchWindows } from '../pipeline/fetch-windows.ts';
import { nameProfile } from '../pipeline/name-profile.ts';
import type { Profile } from '../profiles/profile.ts';
import { profileSource } from '../profiles/resolve-credentials.ts';
import { notSignedIn } from './find-credentials.ts';
import { chooseNetwork, type NetworkOptions } from './network-options.ts';
import type { Ports } from './ports.ts';
import { DEFAULT_CONCURRENCY } from './settings.ts';
import { verifyCredentials } from './verify-credentials.ts';

/** Why the service could not be asked with a profile's credentials, or refused them; undefined if it took them. */
export type ProfileFailure = ReportingError | undefined;

/** Somebody waits for a list. */
const DEFAULT_TIMEOUT_MS = 10_000;

/** Asks the service with each profile's own credentials, a few at once: flags and environment do not count. In the profiles' order. */
export function checkProfiles(
  profiles: readonly { readonly name: string; readonly profile: Profile }[],
  options: NetworkOptions & { readonly timeout?: number },
  ports: Ports,
): Promise<readonly ProfileFailure[]> {
  return fetchWindows(
    profiles,
    async ({ name, profile }, _index, signal) => {
      try {
        const credentials = credentialsOf(name, profile, options);
        ports.messages.hide(credentials.token);
        await verifyCredentials(
          credentials,
          chooseNetwork(options, ports),
          { ...ports, signal },
          {
            ifRefused: `run \`reporting login --profile ${name}\``,
            headTimeoutMs: options.timeout ?? DEFAULT_TIMEOUT_MS,
          },
        );
        return undefined;
      } catch (error) {
        if (!(error instanceof ReportingError) || error.kind === 'interrupted') throw error;
        return nameProfile(error, name) as ReportingError;
      }
    },
    { concurrency: DEFAULT_CONCURRENCY, signal: ports.signal },
  );
}

function credentialsOf(name: string, profile: Profile, { insecureHttp }: NetworkOptions): Credentials {
  const required = (value: string | undefined, what: string): string => {
    if (value !== undefined) return value;
    throw notSignedIn(what, { profileName: name, profile });
  };
  return {
    baseUrl: parseBaseUrl(required(profile.baseUrl, 'base URL'), {
      allowInsecureHttp: insecureHttp === true,
    }),
    clientId: parseClientId(required(profile.clientId, 'client id')),
    token: parseToken(required(profile.token, 'API token'), profileSource(name)),
  };
}
