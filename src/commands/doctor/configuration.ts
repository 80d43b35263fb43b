/** Where the profiles are, which one a report uses, and who else can reach them. Nothing is changed, no content told. */

import { findProfile, isProfileNeeded, type ProfileInUse } from '../../config/credentials.ts';
import { findTimeZone, requireDateColumns, requireZoneOfToday } from '../../config/settings.ts';
import { ReportingError } from '../../core/reporting-error.ts';
import { shellWord } from '../../core/shell-word.ts';
import type { ProfilesOnDisk } from '../../profiles/profiles-on-disk.ts';
import type { CredentialOptions } from '../credential-options.ts';
import type { Ports } from '../ports.ts';
import { notNeeded, type Outcome, ok, warning } from './checkup.ts';

/** Bits of a mode that let anybody but the owner in. */
const OTHERS = 0o077;

export async function checkConfiguration(
  options: CredentialOptions,
  ports: Ports,
): Promise<Outcome<undefined>> {
  const inUse = await findProfile(options, ports);
  requireDateColumns(inUse);
  const outcome = isProfileNeeded(options, ports.env)
    ? await tellProfile(inUse, ports)
    : await checkUnusedProfiles(ports);
  return outcome.status === 'ok' ? judgeTimeZone(outcome, inUse, ports) : outcome;
}

async function tellProfile(
  { profileName, profile }: ProfileInUse,
  ports: Ports,
): Promise<Outcome<undefined>> {
  const { file } = await ports.inspectProfiles();
  return ok(`${profile === undefined ? 'no profile' : 'profile'} ${profileName} in ${file}`, undefined);
}

/** A time zone that does not exist stops no report but those whose range depends on what day it is. */
async function judgeTimeZone(
  outcome: Outcome<undefined>,
  inUse: ProfileInUse,
  ports: Ports,
): Promise<Outcome<undefined>> {
  const { env } = ports;
  const zone = findTimeZone(undefined, inUse, { env, defaults: await ports.readDefaults() });
  try {
    requireZoneOfToday(zone, { env, systemTimeZone: ports.systemTimeZone() });
    return outcome;
  } catch (error) {
    if (!(error instanceof ReportingError)) throw error;
    return warning(`${outcome.message}; ${error.message}`, error.hint, undefined);
  }
}

/** Every report reads the defaults that are stored beside them. */
async function checkUnusedProfiles(ports: Ports): Promise<Outcome<undefined>> {
  const profiles = await ports.openProfiles();
  profiles.defaults();
  return ok(`flags and environment say all; profiles and defaults are in ${profiles.file}`, undefined);
}

export async function checkPermissions(ports: Ports): Promise<Outcome<undefined>> {
  const disk = await ports.inspectProfiles().catch((error: unknown) => {
    if (error instanceof ReportingError) return undefined;
    throw error;
  });
  return disk === undefined ? notNeeded('there is no place for profiles', undefined) : judgePermissions(disk);
}

/** The file is to be 0600 and its directory 0700: each holds tokens. */
function judgePermissions(disk: ProfilesOnDisk): Outcome<undefined> {
  const { file, directory, fileMode, directoryMode, isDirectoryForeign } = disk;
  if (isDirectoryForeign) {
    const hint = 'name a directory of your own with REPORTING_CONFIG_DIR';
    return warning(`the directory ${directory} belongs to another user`, hint, undefined);
  }
  const seen = [
    { what: 'the file', place: file, mode: fileMode, owned: '600' },
    { what: 'the directory', place: directory, mode: directoryMode, owned: '700' },
  ].flatMap(({ mode, ...rest }) => (mode === undefined ? [] : { ...rest, mode }));
  if (seen.length === 0) return notNeeded('nothing is stored', undefined);
  const loose = seen.filter(({ mode }) => (mode & OTHERS) !== 0);
  if (loose.length === 0) {
    return ok(seen.map(({ what, mode }) => `${what} is ${mode.toString(8)}`).join(', '), undefined);
  }
  const told = loose.map(({ what, mode }) => `${what} (mode ${mode.toString(8)})`).join(' and ');
  const mend = loose.map(({ owned, place }) => `chmod ${owned} ${shellWord(place)}`).join(' && ');
  return warning(`others can reach ${told}`, mend, undefined);
}
