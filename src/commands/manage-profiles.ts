/** What `reporting profiles` does. */

import { requireStoredProfile } from '../config/credentials.ts';
import { withoutSecrets } from '../contract/base-url.ts';
import { countOf } from '../core/count.ts';
import { ReportingError } from '../core/reporting-error.ts';
import { SeveralFailures } from '../core/several-failures.ts';
import { toVisibleText } from '../core/visible-text.ts';
import { chooseProfileName, DEFAULT_PROFILE, isProfileName, type Profile } from '../profiles/profile.ts';
import { checkProfiles, type ProfileFailure } from './check-profiles.ts';
import type { Ports } from './ports.ts';
import type { ProfilesOptions } from './profiles.ts';

/** `failed` where it could not be asked, or did not answer. */
type CheckResult = 'accepted' | 'refused' | 'failed';

interface ListedProfile {
  readonly name: string;
  /** True for the one that a run uses where no other is named. */
  readonly inUse: boolean;
  readonly profile: Profile;
  /** What came of asking the service; undefined if it was not asked. */
  readonly check?: CheckResult;
}

/** `names` are for programs, completion among them: a name a line, and none that could be anything else than a name. */
export async function listProfiles(options: ProfilesOptions, ports: Ports): Promise<void> {
  const { format, check = false } = options;
  refuseWithoutCheck(options);
  const profiles = await ports.openProfiles();
  if (format === 'names') {
    return ports.print(
      profiles
        .names()
        .filter(isProfileName)
        .map((name) => `${name}\n`)
        .join(''),
    );
  }
  const inUse = chooseProfileName(undefined, ports.env, profiles).name;
  const stored = profiles
    .names()
    .map((name) => ({ name, inUse: name === inUse, profile: profiles.read(name)! }));
  const failures = check ? await checkProfiles(stored, options, ports) : [];
  const listed = stored.map((each, index) => (check ? { ...each, check: resultOf(failures[index]) } : each));
  await ports.print(format === 'json' ? `${JSON.stringify(listed.map(toJson))}\n` : showProfiles(listed));
  if (listed.length === 0 && format === 'text') {
    ports.messages.note(`no profile is stored in ${profiles.file}: \`reporting login\` stores one`);
  }
  const failed = failures.filter((failure) => failure !== undefined);
  if (failed.length === 0) return;
  const accepted = `${listed.length - failed.length} of ${countOf(listed.length, 'profile')}`;
  const names = failed.map(({ facts }) => facts.profile).join(', ');
  throw new SeveralFailures(failed, `the service accepted ${accepted}; not ${names}`);
}

/** Names alone have no room for what came of asking; and without asking, how to ask means nothing. */
function refuseWithoutCheck({ format, check, timeout, insecureHttp, caFile }: ProfilesOptions): void {
  if (check === true && format === 'names') {
    throw new ReportingError('usage', '--check does not go with --format names', {
      hint: 'take --format json',
    });
  }
  if (check === true || (timeout ?? insecureHttp ?? caFile) === undefined) return;
  throw new ReportingError('usage', '--timeout, --insecure-http and --ca-file go with --check');
}

function resultOf(failure: ProfileFailure): CheckResult {
  if (failure === undefined) return 'accepted';
  return failure.kind === 'auth' && failure.facts.status !== undefined ? 'refused' : 'failed';
}

export async function useProfile(name: string, ports: Ports): Promise<void> {
  const profiles = await ports.openProfiles();
  requireStoredProfile(name, profiles);
  await profiles.setDefault('profile', name);
  ports.messages.summary(`Runs that name no profile use ${name} from here on.`);
}

export async function renameProfile(name: string, newName: string, ports: Ports): Promise<void> {
  const profiles = await ports.openProfiles();
  requireStoredProfile(name, profiles);
  if (!(await profiles.rename(name, newName))) {
    throw new ReportingError('usage', `there is a profile ${JSON.stringify(newName)} already`, {
      hint: `\`reporting profiles remove ${newName}\` makes way for another`,
    });
  }
  ports.messages.summary(`Profile ${name} is called ${newName} from here on.`);
}

/** All or none: a slip in one name leaves the others where they are. */
export async function removeProfiles(names: readonly string[], ports: Ports): Promise<void> {
  const profiles = await ports.openProfiles();
  for (const name of names) requireStoredProfile(name, profiles);
  const inUse = profiles.defaults().profile;
  for (const name of names) await profiles.remove(name);
  ports.messages.summary(`Removed ${[...new Set(names)].join(', ')} from ${profiles.file}.`);
  if (inUse !== undefined && names.includes(inUse)) {
    const rest = profiles.names();
    const next =
      rest.length === 0 || rest.includes(DEFAULT_PROFILE)
        ? `runs that name no profile use "${DEFAULT_PROFILE}" again`
        : `choose another: \`reporting profiles use ${rest[0]}\``;
    ports.messages.note(`${inUse} was in use: ${next}`);
  }
}

function toJson({ name, inUse, profile, check }: ListedProfile): object {
  const { baseUrl, clientId, token, format, timeZone, endDate, dateColumns, ignoredMembers } = profile;
  return {
    name,
    in_use: inUse,
    base_url: baseUrl && withoutSecrets(baseUrl),
    client_id: clientId,
    has_token: token !== undefined,
    format,
    time_zone: timeZone,
    end_date: endDate,
    date_columns: dateColumns,
    ignored_members: ignoredMembers,
    check,
  };
}

function showProfiles(listed: readonly ListedProfile[]): string {
  const rows = listed.map(({ name, inUse, profile, check }) => [
    inUse ? '*' : ' ',
    toVisibleText(name),
    toVisibleText(profile.clientId ?? 'no client id'),
    toVisibleText(withoutSecrets(profile.baseUrl ?? 'no base URL')),
    ...(profile.token === undefined ? ['no token'] : []),
    ...(check === undefined ? [] : [check]),
  ]);
  const widths = [1, 2].map((column) => Math.max(...rows.map((row) => row[column]!.length)));
  return rows
    .map(
      ([mark, name, clientId, ...others]) =>
        `${mark} ${name!.padEnd(widths[0]!)}  ${clientId!.padEnd(widths[1]!)}  ${others.join('  ')}\n`,
    )
    .join('');
}
