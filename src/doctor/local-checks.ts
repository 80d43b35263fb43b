/**
 * Checks of this machine: the profiles and their permissions, the credentials, the base URL and the space for temporary files.
 * They change nothing and show no content of a file.
 */

import { hasExpectedPath, isLoopback, parseBaseUrl, parseClientId, parseToken } from '../api/credentials.ts';
import type { ProfilesOnDisk } from '../config/profile.ts';
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
import { anotherTemporaryDirectory } from '../core/shell.ts';
import { shellWord } from '../core/text.ts';
import type { SpoolSpace } from '../records/spool.ts';
import type { Uses } from '../services.ts';
import { blocked, notNeeded, type Outcome, ok, warning } from './check-runner.ts';

/** The bits of a mode that give access to other users. */
const OTHERS = 0o077;
/** With less, a large report may not fit: this is about five million records of 200 bytes. */
const MIN_FREE_BYTES = 1_000_000_000;

/**
 * Checks the profile and the defaults that a report would use. Throws the error that a report would. An unknown time zone is a
 * warning: only reports whose range depends on today's date need it.
 */
export async function checkConfiguration(
  option: string | undefined,
  services: Uses<'env' | 'openProfiles' | 'inspectProfiles' | 'readDefaults' | 'systemTimeZone'>,
): Promise<Outcome<undefined>> {
  const { env } = services;
  const inUse = await findProfile(option, services);
  const { file } = await services.inspectProfiles();
  const message = isProfileNeeded(option, env)
    ? `${inUse.profile === undefined ? 'no profile' : 'profile'} ${inUse.profileName} in ${file}`
    : `the environment gives all credentials; profiles and defaults are in ${file}`;
  // Every report reads the defaults.
  const defaults = await services.readDefaults();
  try {
    const zone = findSetting('timeZone', { env, inUse, defaults });
    findZoneOfToday(zone, { env, systemTimeZone: services.systemTimeZone() });
    return ok(message);
  } catch (error) {
    if (!(error instanceof ReportingError)) throw error;
    return warning(`${message}; ${error.message}`, error.hint);
  }
}

/** Warns if other users can access the stored profiles. */
export async function checkPermissions(services: Uses<'platform' | 'inspectProfiles'>): Promise<Outcome<undefined>> {
  if (services.platform === 'win32') return notNeeded('Windows has no file modes');
  const profiles = await services.inspectProfiles().catch((error: unknown) => {
    if (error instanceof ReportingError) return undefined;
    throw error;
  });
  return profiles === undefined ? notNeeded('no directory for profiles') : checkModes(profiles);
}

/** Tokens are in the file and the directory: the modes should be 0600 and 0700. */
function checkModes(profiles: ProfilesOnDisk): Outcome<undefined> {
  const { file, directory, fileMode, directoryMode, isDirectoryForeign } = profiles;
  if (isDirectoryForeign) {
    const hint = 'set REPORTING_CONFIG_DIR to a directory that you own';
    return warning(`the directory ${directory} belongs to another user`, hint);
  }
  const existing = [
    { kind: 'the file', path: file, mode: fileMode, safeMode: '600' },
    { kind: 'the directory', path: directory, mode: directoryMode, safeMode: '700' },
  ].flatMap(({ mode, ...rest }) => (mode === undefined ? [] : { ...rest, mode }));
  if (existing.length === 0) return notNeeded('nothing is stored');
  const open = existing.filter(({ mode }) => (mode & OTHERS) !== 0);
  if (open.length === 0) {
    const modes = existing.map(({ kind, mode }) => `${kind} has mode ${mode.toString(8)}`);
    return ok(modes.join(', '));
  }
  const names = open.map(({ kind, mode }) => `${kind} (mode ${mode.toString(8)})`).join(' and ');
  const commands = open.map(({ safeMode, path }) => `chmod ${safeMode} ${shellWord(path)}`);
  return warning(`other users can access ${names}`, `run \`${commands.join(' && ')}\``);
}

/** The credentials of the test requests. */
export interface Identity {
  readonly clientId: string;
  readonly token: string;
  readonly refusalHint: string;
}

/** Checks the client id and the token. Throws if a value is missing or invalid; `checkBaseUrl` checks the form of the base URL. */
export function checkCredentials(choice: CredentialChoice): Outcome<Identity> {
  const shown = shownCredentials(choice);
  const [baseUrlText, clientIdText, tokenText] = [shown.baseUrl, shown.clientId, shown.token].map((each) =>
    showValueWithSource(each, ' '),
  );
  const values = `base URL ${baseUrlText!}; client id ${clientIdText!}; token ${tokenText!}`;
  const { baseUrl, clientId, token } = choice;
  if (baseUrl === undefined || clientId === undefined || token === undefined) {
    throw new ReportingError('E-not-signed-in', values, { hint: missingHint(choice) });
  }
  const identity = {
    clientId: parseClientId(clientId.value),
    token: parseToken(token.value, token.source),
    refusalHint: refusalHint(choice),
  };
  return ok(values, identity);
}

/** Checks the base URL and gives it in the form that reports use. */
export function checkBaseUrl(
  { baseUrl: setting }: CredentialChoice,
  { allowInsecureHttp }: { readonly allowInsecureHttp: boolean },
): Outcome<string> {
  if (setting === undefined) return blocked('no base URL', 'credentials');
  const baseUrl = parseBaseUrl(setting.value, { allowInsecureHttp });
  const { protocol, hostname } = new URL(baseUrl);
  const isExposed = protocol === 'http:' && !isLoopback(hostname);
  const problems = [
    ...(isExposed ? ['is plain http, which shows the token to the network'] : []),
    ...(hasExpectedPath(baseUrl) ? [] : ["does not end in /<version>/reporting, as the service's addresses do"]),
  ];
  if (problems.length === 0) return ok(baseUrl, baseUrl);
  const hint = isExposed ? 'use https' : 'a base URL looks like https://reports.example.com/v2/reporting';
  return warning(`${baseUrl} ${problems.join(', and ')}`, hint, baseUrl);
}

/** Checks the directory for temporary files. Throws the output error of a report if it is not writable. */
export async function checkSpool({
  spoolSpace,
  createSpool,
  platform,
}: Uses<'spoolSpace' | 'createSpool' | 'platform'>): Promise<Outcome<undefined>> {
  const space = await spoolSpace();
  const spool = await createSpool({ isOnDisk: true });
  await spool.remove();
  return checkSpace(space, platform);
}

/** Warns if there is little free space. */
export function checkSpace({ directory, freeBytes }: SpoolSpace, platform: NodeJS.Platform): Outcome<undefined> {
  const gigabytes = Math.floor(freeBytes / 1e8) / 10;
  if (freeBytes >= MIN_FREE_BYTES) {
    return ok(`${directory} is writable, with ${gigabytes.toFixed(1)} GB free`);
  }
  const megabytes = Math.floor(freeBytes / 1e6);
  return warning(
    `${directory} has only ${megabytes} MB free: a report is stored there until it is complete`,
    `free some space, or set another directory with ${anotherTemporaryDirectory(platform)}`,
  );
}
