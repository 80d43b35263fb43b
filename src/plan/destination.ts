/** Where a document or a recording goes: the name that the user gives, with placeholders, and the place without them. */

import type { StoredClient } from '../config/load-config.ts';
import { profileSource } from '../config/settings.ts';
import { ReportingError } from '../core/errors.ts';
import { STDOUT } from '../core/sink.ts';
import type { DateRange } from '../dates/range.ts';

/** The placeholders that a file name can have. */
const PLACEHOLDERS = ['profile', 'report', 'from', 'to'] as const;
type Placeholder = (typeof PLACEHOLDERS)[number];

const PLACEHOLDER = /\{([A-Za-z _-]*)\}/g;
/** Matches text that can be part of a file name, but not a path. */
const SAFE = /^[A-Za-z0-9][A-Za-z0-9._-]*$/;

/** The output as the user names it: stdout, or a file whose name may have placeholders: `{profile}-{from}-{to}.csv`. */
export interface OutputTemplate {
  /** As typed, or `STDOUT`. */
  readonly text: string;
  /** In order; none in a plain name. */
  readonly placeholders: readonly Placeholder[];
}

const TO_STDOUT: OutputTemplate = { text: STDOUT, placeholders: [] };

/** True for each name of stdout that users type. */
export function isStdout(typed: string): boolean {
  return [STDOUT, '/dev/stdout', '/dev/fd/1'].includes(typed);
}

/** Parses the value of `--output`. Throws a usage error for an unknown placeholder. */
export function parseOutput(typed = STDOUT): OutputTemplate {
  if (isStdout(typed)) return TO_STDOUT;
  const names = [...typed.matchAll(PLACEHOLDER)].map(([, name]) => name!);
  return { text: typed, placeholders: names.map((name) => knownPlaceholder(name, typed)) };
}

function knownPlaceholder(name: string, typed: string): Placeholder {
  const known = PLACEHOLDERS.find((each) => each === name);
  if (known !== undefined) return known;
  throw new ReportingError('E-output-name', `--output ${JSON.stringify(typed)}: unknown placeholder {${name}}`, {
    hint: `the placeholders are ${PLACEHOLDERS.map((each) => `{${each}}`).join(', ')}`,
  });
}

/** The place of a document or a recording. */
export interface Destination {
  /** The file to write, without placeholders, or `STDOUT`. */
  readonly output: string;
  /** True if missing directories of the file are created. */
  readonly makesDirectories: boolean;
}

/** The destination without placeholders. Throws a usage error if `{profile}` has no profile, or may name the wrong client. */
export function planDestination(
  template: OutputTemplate,
  { report, range }: { readonly report: string; readonly range: DateRange },
  clients: readonly StoredClient[],
): Destination {
  const { placeholders } = template;
  const profile = placeholders.includes('profile') ? profileInFileName(clients[0]!) : '';
  return {
    output: fillTemplate(template, { profile, report, from: range.from, to: range.to }),
    makesDirectories: placeholders.length > 0,
  };
}

/** Credentials from options, the environment or the sandbox belong to no profile. */
function profileInFileName({ profile, credentials }: StoredClient): string {
  // The name of a folder of a dataset.
  if (profile !== undefined && credentials === undefined) return profile;
  if (credentials?.profile === undefined) {
    throw new ReportingError('E-output-name', '--output contains {profile}, but this run uses no profile', {
      hint: 'select one with --profile, or remove {profile}: the sandbox has none',
    });
  }
  const { baseUrl, clientId, token, profileName } = credentials;
  const own = profileSource(profileName);
  const foreign = [baseUrl, clientId, token].find((value) => value !== undefined && value.source !== own);
  if (foreign === undefined) return profileName;
  throw new ReportingError(
    'E-output-name',
    `--output contains {profile}, but ${foreign.source} may belong to another client than profile ${profileName}`,
    { hint: `remove ${foreign.source} or {profile} for this run` },
  );
}

/** The output without placeholders. Throws a configuration error for a value that could lead to another directory. */
function fillTemplate({ text, placeholders }: OutputTemplate, values: Readonly<Record<Placeholder, string>>): string {
  const unsafe = placeholders.find((name) => !SAFE.test(values[name]));
  if (unsafe !== undefined) {
    throw new ReportingError(
      'E-setting',
      `the ${unsafe} ${JSON.stringify(values[unsafe])} cannot be part of a file name`,
    );
  }
  return text.replace(PLACEHOLDER, (_all, name: Placeholder) => values[name]);
}
