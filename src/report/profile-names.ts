/** How messages of a report of several clients say whose they are. */

import { ReportingError } from '../core/reporting-error.ts';

/** A message about one client's share. */
export interface ClientMessage {
  /** Undefined in a report of one client, and for what is about several. */
  readonly profile: string | undefined;
  readonly text: string;
}

/** The error, said to be of that client. An interruption is of all. */
export function nameProfile(error: unknown, profile: string | undefined): unknown {
  if (profile === undefined || !(error instanceof ReportingError) || error.kind === 'interrupted')
    return error;
  if (error.facts.profile !== undefined) return error;
  // Without the name, the command in a hint would look at another.
  const hint = error.hint?.replaceAll('`reporting whoami`', `\`reporting whoami --profile ${profile}\``);
  return error.with({ profile }, { message: `profile ${profile}: ${error.message}`, hint });
}

/** Each text once, with the profiles that it is said of; without them, if it is said of all of `partCount` parts. */
export function mergeMessages(said: readonly ClientMessage[], partCount: number): readonly string[] {
  const profilesOf = new Map<string, (string | undefined)[]>();
  for (const { text, profile } of said) profilesOf.set(text, [...(profilesOf.get(text) ?? []), profile]);
  return [...profilesOf].map(([text, profiles]) => {
    if (profiles.length === partCount || profiles[0] === undefined) return text;
    return `${profiles.length === 1 ? 'profile' : 'profiles'} ${profiles.join(', ')}: ${text}`;
  });
}
