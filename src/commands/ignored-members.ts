/** About which members beside the records no warning is wanted: those of the option, and those of the profile. */

import { Option } from 'commander';
import { parseColumnNames } from '../core/column-selection.ts';
import { profileSource, type Sourced } from '../profiles/resolve-credentials.ts';
import type { ProfileInUse } from './find-credentials.ts';

export interface IgnoredMembersOptions {
  readonly ignoreMembers?: readonly string[];
}

export function ignoreMembersOption(description: string): Option {
  return new Option('--ignore-members <a,b>', description).argParser(
    (list: string, earlier?: readonly string[]) =>
      parseColumnNames(list, earlier, '--ignore-members', 'next,total'),
  );
}

/** Each name once. */
export async function chooseIgnoredMembers(
  { ignoreMembers = [] }: IgnoredMembersOptions,
  profile: (() => Promise<ProfileInUse>) | undefined,
): Promise<readonly string[]> {
  const stored = (await profile?.())?.profile?.ignoredMembers ?? [];
  return [...new Set([...ignoreMembers, ...stored])];
}

/** The stored names, to show; undefined if there are none. */
export function shownIgnoredMembers({ profileName, profile }: ProfileInUse): Sourced | undefined {
  const names = profile?.ignoredMembers ?? [];
  return names.length === 0 ? undefined : { value: names.join(', '), source: profileSource(profileName) };
}
