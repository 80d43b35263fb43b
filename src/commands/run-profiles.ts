import { withoutSecrets } from '../api/credentials.ts';
import { isProfileName, type Profile } from '../config/profile.ts';
import { assertStoredProfile, isProfileNeeded } from '../config/resolve-credentials.ts';
import { chooseProfileName } from '../config/settings.ts';
import { programOf } from '../core/shell.ts';
import { snakeCase, toVisibleText } from '../core/text.ts';
import type { ProfilesOptions } from '../options/access-table.ts';
import type { Services, Uses } from '../services.ts';

interface ListedProfile {
  readonly name: string;
  /** True for the profile of a run without --profile; for none if variables name the client. */
  readonly isDefault: boolean;
  readonly profile: Profile;
}

/** The format `names` is for programs: one valid name per line. */
export async function listProfiles(
  { format }: ProfilesOptions,
  { openProfiles, env, print, stdout, messages }: Uses<'openProfiles' | 'env' | 'print' | 'stdout' | 'messages'>,
): Promise<void> {
  const profiles = await openProfiles();
  const names = profiles.names();
  if (format === 'names')
    return print(
      names
        .filter(isProfileName)
        .map((name) => `${name}\n`)
        .join(''),
    );
  const isNeeded = isProfileNeeded(undefined, env);
  const defaultName = isNeeded ? chooseProfileName(undefined, env, profiles.defaults()).name : undefined;
  const listed = names.map((name) => ({ name, isDefault: name === defaultName, profile: profiles.read(name)! }));
  await print(format === 'json' ? `${JSON.stringify(listed.map(toJson))}\n` : await showProfiles(listed, stdout));
  if (listed.length === 0 && format === 'text') {
    messages.note(`no profile is stored in ${profiles.file}: \`reporting login\` stores one`);
  }
  if (listed.length > 0 && !isNeeded && format === 'text')
    messages.note('variables name the client, so reports use no profile: `reporting whoami` shows them');
}

/** Removes the named profile, or the one that a report without options uses. */
export async function removeProfile(
  option: string | undefined,
  services: Uses<'openProfiles' | 'env' | 'messages'>,
): Promise<void> {
  const profiles = await services.openProfiles();
  const { name } = chooseProfileName(option, services.env, profiles.defaults());
  assertStoredProfile(name, profiles);
  await profiles.remove(name);
  services.messages.summary(`Removed ${name} from ${profiles.file}.`);
}

function toJson({ name, isDefault, profile }: ListedProfile): object {
  const { token, tokenCommand, ...others } = profile;
  const shown = { ...others, ...(others.baseUrl !== undefined && { baseUrl: withoutSecrets(others.baseUrl) }) };
  return {
    name,
    in_use: isDefault,
    has_token: token !== undefined || tokenCommand !== undefined,
    token_program: token === undefined && tokenCommand !== undefined ? programOf(tokenCommand) : undefined,
    ...Object.fromEntries(Object.entries(shown).map(([member, value]) => [snakeCase(member), value])),
  };
}

/** A row for each profile. */
async function showProfiles(listed: readonly ListedProfile[], stdout: Services['stdout']): Promise<string> {
  const { drawTextTable } = await import('../terminal/terminal-table.ts');
  const rows = listed.map(({ name, isDefault, profile }) => [
    toVisibleText(name) + (isDefault ? ' (in use)' : ''),
    toVisibleText(profile.clientId ?? ''),
    toVisibleText(withoutSecrets(profile.baseUrl ?? '')),
    describeToken(profile),
  ]);
  return drawTextTable(['profile', 'client id', 'base URL', 'token'], rows, stdout);
}

function describeToken({ token, tokenCommand }: Profile): string {
  if (token !== undefined) return 'stored';
  return tokenCommand === undefined ? '' : `by ${programOf(tokenCommand)}`;
}
