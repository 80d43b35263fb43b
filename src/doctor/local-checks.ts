/**
 * Checks of this machine: the profiles and their permissions, the credentials, the base URL and the space for temporary files.
 * They change nothing and show no content of a file.
 */

import { existsSync } from 'node:fs';
import path from 'node:path';
import { isLoopback, parseClientId, parseToken, unexpectedPath } from '../api/credentials.ts';
import { accessOfOthers, CONFIG_FILE, OTHERS_ACCESS } from '../config/profile.ts';
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
import { TEMPORARY_VARIABLE } from '../core/shell.ts';
import type { Uses } from '../services.ts';
import { ok, skipped, type Verdict, warning } from './check-runner.ts';

/** With less, a large report may not fit: this is about five million records of 200 bytes. */
const MIN_FREE_BYTES = 1_000_000_000;

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

/** Warns if other users can access the stored profiles. */
export async function checkPermissions(services: Uses<'platform' | 'profilesDirectory'>): Promise<Verdict> {
  if (services.platform === 'win32') return skipped('Windows has no file modes');
  const directory = services.profilesDirectory();
  if (!existsSync(directory)) return skipped('nothing is stored');
  const open = [path.join(directory, CONFIG_FILE), directory].flatMap(
    (place) => accessOfOthers(place, OTHERS_ACCESS) ?? [],
  );
  if (open.length === 0) return ok('only you can access the stored profiles');
  const [problem, hint] = (['problem', 'hint'] as const).map((each) => open.map((one) => one[each]).join('; '));
  return warning(problem!, hint);
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

/**
 * Checks the directory for temporary files, and warns if there is little space. Throws the output error of a report if it is not
 * writable.
 */
export async function checkSpool({ spoolSpace, createSpool }: Uses<'spoolSpace' | 'createSpool'>): Promise<Verdict> {
  const { directory, freeBytes } = await spoolSpace();
  const spool = await createSpool({ isOnDisk: true });
  await spool.remove();
  if (freeBytes >= MIN_FREE_BYTES)
    return ok(`${directory} is writable, with ${(Math.floor(freeBytes / 1e8) / 10).toFixed(1)} GB free`);
  return warning(
    `${directory} has only ${Math.floor(freeBytes / 1e6)} MB free: a report is stored there until it is complete`,
    `free some space, or set another directory with ${TEMPORARY_VARIABLE}`,
  );
}
