import { Option } from 'commander';
import type { ProfileInUse } from '../config/credentials.ts';
import { parseColumnNames } from '../core/column-selection.ts';
import { profileSource, type Sourced } from '../profiles/resolve-credentials.ts';

export interface IgnoredMembersOptions {
  readonly ignoreMembers?: readonly string[];
}

export function ignoreMembersOption(description: string): Option {
  return new Option('--ignore-members <a,b>', description).argParser(
    (list: string, earlier?: readonly string[]) =>
      parseColumnNames(list, earlier, '--ignore-members', 'next,total'),
  );
}

/** The stored names, to show; undefined if there are none. */
export function shownIgnoredMembers({ profileName, profile }: ProfileInUse): Sourced | undefined {
  const names = profile?.ignoredMembers ?? [];
  return names.length === 0 ? undefined : { value: names.join(', '), source: profileSource(profileName) };
}
