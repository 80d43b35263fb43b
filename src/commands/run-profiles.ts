import { type Credentials, withoutSecrets } from '../api/credentials.ts';
import { chooseProfileName, DEFAULT_PROFILE, isProfileName, type Profile, storedDefault } from '../config/profile.ts';
import {
  assertStoredProfile,
  checkAddress,
  checkToken,
  readToken,
  resolveCredentials,
  resolveNetwork,
} from '../config/resolve-credentials.ts';
import { verifyCredentials } from '../config/verify-credentials.ts';
import { mapConcurrent } from '../core/async.ts';
import { programOf } from '../core/command-words.ts';
import { nameProfile, ReportingError, SeveralFailures } from '../core/errors.ts';
import { CHECK_TIMEOUT_MS, DEFAULT_CONCURRENCY } from '../core/limits.ts';
import { countOf, toVisibleText } from '../core/text.ts';
import type { ProfilesOptions } from '../options/access-table.ts';
import type { Services } from '../services.ts';

/** `failed` if the service could not be reached, or gave no valid response. */
type CheckResult = 'accepted' | 'refused' | 'failed';

interface ListedProfile {
  readonly name: string;
  /** True for the profile of a run without --profile. */
  readonly isDefault: boolean;
  readonly profile: Profile;
  /** Undefined without --check. */
  readonly check?: CheckResult;
}

/** The format `names` is for programs such as completion scripts: one valid name per line. */
export async function listProfiles(options: ProfilesOptions, services: Services): Promise<void> {
  const { format, check = false } = options;
  assertCheckOptions(options);
  const profiles = await services.openProfiles();
  if (format === 'names') {
    return services.print(
      profiles
        .names()
        .filter(isProfileName)
        .map((name) => `${name}\n`)
        .join(''),
    );
  }
  const defaultName = chooseProfileName(undefined, services.env, profiles).name;
  const stored = profiles
    .names()
    .map((name) => ({ name, isDefault: name === defaultName, profile: profiles.read(name)! }));
  const failures = check ? await checkProfiles(stored, options, services) : [];
  const listed = stored.map((each, index) => (check ? { ...each, check: resultOf(failures[index]) } : each));
  await services.print(
    format === 'json' ? `${JSON.stringify(listed.map(toJson))}\n` : await showProfiles(listed, services),
  );
  if (listed.length === 0 && format === 'text') {
    services.messages.note(`no profile is stored in ${profiles.file}: \`reporting login\` stores one`);
  }
  const failed = failures.filter((failure) => failure !== undefined);
  if (failed.length === 0) return;
  const accepted = `${listed.length - failed.length} of ${countOf(listed.length, 'profile')}`;
  const names = failed.map(({ facts }) => facts.profile).join(', ');
  throw new SeveralFailures(failed, `the service accepted ${accepted}; failed: ${names}`);
}

/** Throws a usage error for a check that the format cannot show, and for options of a check without --check. */
function assertCheckOptions({ format, check, timeout }: ProfilesOptions): void {
  if (check === true && format === 'names') {
    throw new ReportingError('E-option-conflict', '--check cannot be combined with --format names', {
      hint: 'use --format json',
    });
  }
  if (check === true || timeout === undefined) return;
  throw new ReportingError('E-option-conflict', '--timeout goes with --check');
}

function resultOf(failure: ProfileFailure): CheckResult {
  if (failure === undefined) return 'accepted';
  return failure.kind === 'auth' && failure.facts.status !== undefined ? 'refused' : 'failed';
}

export async function removeProfile(name: string, services: Services): Promise<void> {
  const profiles = await services.openProfiles();
  assertStoredProfile(name, profiles);
  const former = profiles.defaults().profile ?? storedDefault(profiles);
  await profiles.remove(name);
  services.messages.summary(`Removed ${name} from ${profiles.file}.`);
  const rest = profiles.names();
  const isLast = former === DEFAULT_PROFILE && rest.length === 0;
  if (former === name && !isLast) {
    const next =
      rest.length === 0 || rest.includes(DEFAULT_PROFILE)
        ? `the default is "${DEFAULT_PROFILE}" again`
        : `choose another: \`reporting config set profile ${rest[0]}\``;
    services.messages.note(`${former} was the default profile: ${next}`);
  }
}

function toJson({ name, isDefault, profile, check }: ListedProfile): object {
  const { baseUrl, clientId, token, tokenCommand, caFile, insecureHttp, ...settings } = profile;
  const { format, timeZone, weekStart, endDate, dateColumns, allow } = settings;
  return {
    name,
    in_use: isDefault,
    base_url: baseUrl && withoutSecrets(baseUrl),
    client_id: clientId,
    has_token: token !== undefined || tokenCommand !== undefined,
    token_program: token === undefined && tokenCommand !== undefined ? programOf(tokenCommand) : undefined,
    ca_file: caFile,
    insecure_http: insecureHttp,
    format,
    time_zone: timeZone,
    week_start: weekStart,
    end_date: endDate,
    date_columns: dateColumns,
    allow,
    check,
  };
}

/** One line a profile. On a terminal that is too narrow, client ids have their first characters, and then base URLs are cut. */
async function showProfiles(listed: readonly ListedProfile[], { stdout }: Pick<Services, 'stdout'>): Promise<string> {
  const { drawTextTable } = await import('../terminal/text-table.ts');
  const { ELLIPSIS } = await import('../document/short-cell.ts');
  const { createTextMeasure } = await import('../terminal/text-width.ts');
  const measure = createTextMeasure();
  const rows = listed.map(({ name, isDefault, profile, check }) => ({
    name: `${isDefault ? '*' : ' '} ${toVisibleText(name)}`,
    id: toVisibleText(profile.clientId ?? 'no client id'),
    url: toVisibleText(withoutSecrets(profile.baseUrl ?? 'no base URL')),
    state: [...describeToken(profile), ...(check === undefined ? [] : [check])].map((each) => `  ${each}`).join(''),
  }));
  await measure.prepare(rows.flatMap((row) => Object.values(row)));
  const widest = (member: keyof (typeof rows)[number]): number =>
    Math.max(0, ...rows.map((row) => measure.width(row[member])));
  const room = (stdout.width ?? Number.POSITIVE_INFINITY) - widest('name') - widest('state') - 4;
  const areShort = widest('id') + widest('url') > room;
  const idOf = (id: string): string => (areShort && id.length > ID_LENGTH ? id.slice(0, ID_LENGTH) + ELLIPSIS : id);
  const idWidth = Math.max(0, ...rows.map(({ id }) => measure.width(idOf(id))));
  const urlWidth = Math.max(MIN_URL, room - idWidth);
  return drawTextTable(rows.map(({ name, id, url, state }) => [name, idOf(id), measure.cut(url, urlWidth) + state]));
}

/** Characters of a client id on a narrow terminal, and the least of a base URL. */
const ID_LENGTH = 8;
const MIN_URL = 12;

/** The program that gives the token, or that there is none; nothing for a stored token. */
function describeToken({ token, tokenCommand }: Profile): readonly string[] {
  if (token !== undefined) return [];
  return [tokenCommand === undefined ? 'no token' : `token by ${programOf(tokenCommand)}`];
}

/** Why the service refused a profile's credentials or could not be reached; undefined if it accepted them. */
type ProfileFailure = ReportingError | undefined;

/** Checks the stored credentials of each profile, a few at once, without those of the environment. In the order of `profiles`. */
function checkProfiles(
  profiles: readonly { readonly name: string; readonly profile: Profile }[],
  { timeout = CHECK_TIMEOUT_MS }: ProfilesOptions,
  services: Services,
): Promise<readonly ProfileFailure[]> {
  return mapConcurrent(
    profiles,
    async ({ name, profile }, _index, signal) => {
      try {
        const credentials = await credentialsOf(name, profile, services);
        services.messages.hide(credentials.token);
        await verifyCredentials(
          credentials,
          resolveNetwork({ profileName: name, profile }, services),
          { ...services, signal },
          {
            ifRefused: `run \`reporting login --profile ${name}\``,
            headTimeoutMs: timeout,
          },
        );
        return undefined;
      } catch (error) {
        if (!(error instanceof ReportingError) || error.kind === 'interrupted') throw error;
        return nameProfile(error, name) as ReportingError;
      }
    },
    { concurrency: DEFAULT_CONCURRENCY, signal: services.signal },
  );
}

async function credentialsOf(profileName: string, profile: Profile, services: Services): Promise<Credentials> {
  const stored = resolveCredentials({}, { profileName, profile });
  const token = await readToken(stored.token, services);
  const choice = { ...stored, token, profileName, profile };
  return { ...checkAddress(choice, resolveNetwork(choice, services)), token: checkToken(choice) };
}
