/** Checks of this machine: the profiles, the credentials and the base URL. They change nothing and show no content of a file. */

import path from 'node:path';
import { isLoopback, parseClientId, parseToken, unexpectedPath } from '../api/credentials.ts';
import { CONFIG_FILE } from '../config/profile.ts';
import {
  type CredentialChoice,
  findProfile,
  isProfileNeeded,
  missingHint,
  refusalHint,
  shownCredentials,
  showValueWithSource,
} from '../config/resolve-credentials.ts';
import { findSetting, findZoneOfToday } from '../config/settings.ts';
import { ReportingError } from '../core/errors.ts';
import type { Uses } from '../services.ts';
import { ok, type Verdict, warning } from './check-runner.ts';

/**
 * Checks the profile and the defaults that a report would use. Throws the error that a report would. An unknown time zone is a
 * warning: only reports whose range depends on today's date need it.
 */
export async function checkConfiguration(
  option: string | undefined,
  services: Uses<'env' | 'openProfiles' | 'profilesDirectory' | 'readDefaults' | 'systemTimeZone'>,
): Promise<Verdict> {
  const { env } = services;
  const inUse = await findProfile(option, services);
  const file = path.join(services.profilesDirectory(), CONFIG_FILE);
  const message = isProfileNeeded(option, env)
    ? `${inUse.profile === undefined ? 'no profile' : 'profile'} ${inUse.profileName} in ${file}`
    : `the environment gives all credentials; profiles and defaults are in ${file}`;
  const zone = findSetting('timeZone', { env, inUse, defaults: await services.readDefaults() });
  try {
    findZoneOfToday(zone, { env, systemTimeZone: services.systemTimeZone() });
    return ok(message);
  } catch (error) {
    if (!(error instanceof ReportingError)) throw error;
    return warning(`${message}; ${error.message}`, error.hint);
  }
}

/** The credentials of the test requests, and a finding about them. Throws if a value is missing or invalid. */
export function checkCredentials(choice: CredentialChoice) {
  const shown = shownCredentials(choice);
  const [address, client, secret] = [shown.baseUrl, shown.clientId, shown.token].map((each) =>
    showValueWithSource(each, ' '),
  );
  const values = `base URL ${address!}; client id ${client!}; token ${secret!}`;
  const { baseUrl, clientId, token } = choice;
  if (baseUrl === undefined || clientId === undefined || token === undefined)
    throw new ReportingError('E-not-signed-in', values, { hint: missingHint(choice) });
  return {
    clientId: parseClientId(clientId.value),
    token: parseToken(token.value, token.source),
    refusalHint: refusalHint(choice),
    verdict: ok(values),
  };
}

/** Checks the form of a base URL that reports accept. */
export function checkBaseUrl(baseUrl: string): Verdict {
  const { protocol, hostname } = new URL(baseUrl);
  if (protocol === 'http:' && !isLoopback(hostname))
    return warning(`${baseUrl} is plain http, which shows the token to the network`, 'use https');
  const problem = unexpectedPath(baseUrl);
  return problem === undefined ? ok(baseUrl) : warning(problem, undefined);
}
