import { parseBaseUrl } from '../contract/base-url.ts';
import { type Credentials, parseClientId, parseToken } from '../contract/credentials.ts';
import { ReportingError } from '../core/reporting-error.ts';
import { fetchWindows } from '../pipeline/fetch-windows.ts';
import { nameProfile } from '../pipeline/name-profile.ts';
import type { Profile } from '../profiles/profile.ts';
import { profileSource } from '../profiles/resolve-credentials.ts';
import { notSignedIn } from './find-credentials.ts';
import { chooseNetwork } from './network-options.ts';
import type { Ports } from './ports.ts';
import { DEFAULT_CONCURRENCY } from './settings.ts';
import { verifyCredentials } from './verify-credentials.ts';

/** Why the service could not be asked with a profile's credentials, or refused them; undefined if it took them. */
export type ProfileFailure = ReportingError | undefined;

/** Asks the service with each profile's own credentials, a few at once: flags and environment do not count. In the profiles' order. */
export function checkProfiles(
  profiles: readonly { readonly name: string; readonly profile: Profile }[],
  ports: Ports,
): Promise<readonly ProfileFailure[]> {
  return fetchWindows(
    profiles,
    async ({ name, profile }, _index, signal) => {
      try {
        const credentials = credentialsOf(name, profile);
        ports.messages.hide(credentials.token);
        const hints = { ifRefused: `run \`reporting login --profile ${name}\`` };
        await verifyCredentials(credentials, chooseNetwork({}, ports), { ...ports, signal }, hints);
        return undefined;
      } catch (error) {
        if (!(error instanceof ReportingError) || error.kind === 'interrupted') throw error;
        return nameProfile(error, name) as ReportingError;
      }
    },
    { concurrency: DEFAULT_CONCURRENCY, signal: ports.signal },
  );
}

function credentialsOf(name: string, profile: Profile): Credentials {
  const required = (value: string | undefined, what: string): string => {
    if (value !== undefined) return value;
    throw notSignedIn(what, { profileName: name, profile });
  };
  return {
    baseUrl: parseBaseUrl(required(profile.baseUrl, 'base URL')),
    clientId: parseClientId(required(profile.clientId, 'client id')),
    token: parseToken(required(profile.token, 'API token'), profileSource(name)),
  };
}
