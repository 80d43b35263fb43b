import { withoutSecrets } from '../api/credentials.ts';
import { DEFAULT_PROFILE, isProfileName, type Profile } from '../config/profile.ts';
import {
  assertStoredProfile,
  findCredentials,
  parseCredentials,
  resolveNetwork,
  type TokenSources,
} from '../config/resolve-credentials.ts';
import { chooseProfileName } from '../config/settings.ts';
import { verifyCredentials } from '../config/verify-credentials.ts';
import { mapConcurrent } from '../core/async.ts';
import { programOf } from '../core/command-words.ts';
import { nameProfile, ReportingError, SeveralFailures } from '../core/errors.ts';
import { CHECK_TIMEOUT_MS, DEFAULT_CONCURRENCY } from '../core/limits.ts';
import { snakeCase } from '../core/option-names.ts';
import { countOf, toVisibleText } from '../core/text.ts';
import type { ProfilesOptions } from '../options/access-table.ts';
import type { Uses } from '../services.ts';

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
export async function listProfiles(
  options: ProfilesOptions,
  services: CheckServices & Uses<'openProfiles' | 'env' | 'print' | 'stdout'>,
): Promise<void> {
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
  const defaultName = chooseProfileName(undefined, services.env, profiles.defaults()).name;
  const stored = profiles.names().map((name) => ({ name, profile: profiles.read(name)! }));
  const failures = check ? await checkProfiles(stored, options, services) : [];
  const listed = stored.map((each, index) => ({
    ...each,
    isDefault: each.name === defaultName,
    ...(check && { check: resultOf(failures[index]) }),
  }));
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

/** Removes the named profile, or the one that a report without options uses. */
export async function removeProfile(
  option: string | undefined,
  services: Uses<'openProfiles' | 'env' | 'messages'>,
): Promise<void> {
  const profiles = await services.openProfiles();
  const { name } = chooseProfileName(option, services.env, profiles.defaults());
  assertStoredProfile(name, profiles);
  const wasDefault = (profiles.defaults().profile ?? DEFAULT_PROFILE) === name;
  await profiles.remove(name);
  services.messages.summary(`Removed ${name} from ${profiles.file}.`);
  const [other] = profiles.names();
  if (!wasDefault || other === undefined || profiles.names().includes(DEFAULT_PROFILE)) return;
  services.messages.note(`${name} was the default profile: choose another: \`reporting config set profile ${other}\``);
}

function toJson({ name, isDefault, profile, check }: ListedProfile): object {
  const { token, tokenCommand, ...others } = profile;
  const shown = { ...others, ...(others.baseUrl !== undefined && { baseUrl: withoutSecrets(others.baseUrl) }) };
  return {
    name,
    in_use: isDefault,
    has_token: token !== undefined || tokenCommand !== undefined,
    token_program: token === undefined && tokenCommand !== undefined ? programOf(tokenCommand) : undefined,
    ...Object.fromEntries(Object.entries(shown).map(([member, value]) => [snakeCase(member), value])),
    check,
  };
}

/** A row for each profile. */
async function showProfiles(listed: readonly ListedProfile[], { stdout }: Uses<'stdout'>): Promise<string> {
  const { drawTextTable } = await import('../terminal/terminal-table.ts');
  const rows = listed.map(({ name, isDefault, profile, check }) => [
    toVisibleText(name) + (isDefault ? ' (in use)' : ''),
    toVisibleText(profile.clientId ?? ''),
    toVisibleText(withoutSecrets(profile.baseUrl ?? '')),
    describeToken(profile),
    ...(check === undefined ? [] : [check]),
  ]);
  const names = ['profile', 'client id', 'base URL', 'token', 'check'];
  return drawTextTable(names.slice(0, rows[0]?.length), rows, stdout);
}

function describeToken({ token, tokenCommand }: Profile): string {
  if (token !== undefined) return 'stored';
  return tokenCommand === undefined ? '' : `by ${programOf(tokenCommand)}`;
}

/** Why the service refused a profile's credentials or could not be reached; undefined if it accepted them. */
type ProfileFailure = ReportingError | undefined;

type CheckServices = TokenSources & Parameters<typeof verifyCredentials>[2] & Uses<'env'>;

/** Checks the stored credentials of each profile, a few at once, without those of the environment. In the order of `profiles`. */
function checkProfiles(
  profiles: readonly { readonly name: string; readonly profile: Profile }[],
  { timeout = CHECK_TIMEOUT_MS }: ProfilesOptions,
  services: CheckServices,
): Promise<readonly ProfileFailure[]> {
  return mapConcurrent(
    profiles,
    async ({ name, profile }, _index, signal) => {
      try {
        const choice = await findCredentials({ profileName: name, profile }, { ...services, env: {} });
        await verifyCredentials(
          parseCredentials(choice, services),
          resolveNetwork(choice, services),
          { ...services, signal },
          { ifRefused: `run \`reporting login --profile ${name}\``, headTimeoutMs: timeout },
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
