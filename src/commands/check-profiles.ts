import { type CredentialName, notSignedIn, resolveNetwork } from '../config/credentials.ts';
import { parseBaseUrl } from '../contract/base-url.ts';
import { type Credentials, parseClientId, parseToken } from '../contract/credentials.ts';
import { CHECK_TIMEOUT_MS, DEFAULT_CONCURRENCY } from '../core/limits.ts';
import { ReportingError } from '../core/reporting-error.ts';
import type { Profile } from '../profiles/profile.ts';
import { profileSource } from '../profiles/resolve-credentials.ts';
import { mapConcurrent } from '../report/concurrency.ts';
import { nameProfile } from '../report/profile-names.ts';
import type { NetworkOptions } from './network-options.ts';
import type { Ports } from './ports.ts';
import { verifyCredentials } from './verify-credentials.ts';

/** Why the service could not be asked with a profile's credentials, or refused them; undefined if it took them. */
export type ProfileFailure = ReportingError | undefined;

/** Asks the service with each profile's own credentials, a few at once: flags and environment do not count. In the profiles' order. */
export function checkProfiles(
  profiles: readonly { readonly name: string; readonly profile: Profile }[],
  options: NetworkOptions & { readonly timeout?: number },
  ports: Ports,
): Promise<readonly ProfileFailure[]> {
  return mapConcurrent(
    profiles,
    async ({ name, profile }, _index, signal) => {
      try {
        const credentials = credentialsOf(name, profile, options);
        ports.messages.hide(credentials.token);
        await verifyCredentials(
          credentials,
          resolveNetwork(options, ports),
          { ...ports, signal },
          {
            ifRefused: `run \`reporting login --profile ${name}\``,
            headTimeoutMs: options.timeout ?? CHECK_TIMEOUT_MS,
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
  const required = (value: string | undefined, what: CredentialName): string => {
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
