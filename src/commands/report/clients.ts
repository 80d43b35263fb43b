/** Whose reports a run pulls: one client's, or those of several stored profiles. */

import type { Report } from '../../contract/report.ts';
import { ReportingError } from '../../core/reporting-error.ts';
import { sayOnce } from '../../pipeline/name-profile.ts';
import type { DateColumnChoice } from '../../pipeline/report-plan.ts';
import { isProfileName, type ProfileStore } from '../../profiles/profile.ts';
import { chooseDateColumn } from '../date-column.ts';
import { createProfileInUse, type ProfileInUse } from '../find-credentials.ts';
import { chooseIgnoredMembers } from '../ignored-members.ts';
import { requireStoredProfile } from '../manage-profiles.ts';
import type { Ports } from '../ports.ts';
import type { ReportOptions } from './options.ts';
import { type ChosenRanges, chooseRanges } from './range.ts';
import { chooseWindows, type ReportWindows } from './windows.ts';

export interface Client {
  /** The profile's name, in a run of several clients. */
  readonly name: string | undefined;
  /** With that profile, and no other. */
  readonly options: ReportOptions;
  /** Undefined where no profile is used. */
  readonly profile: (() => Promise<ProfileInUse>) | undefined;
}

/** What is to be asked for a client, by its own time zone and kind of end date, and how its answers are checked. */
export interface PreparedClient extends Client, ReportWindows {
  readonly ranges: ChosenRanges;
  /** Undefined if the date column is to be found in the data. */
  readonly dateColumn: DateColumnChoice | undefined;
  readonly ignoredMembers: readonly string[];
}

/**
 * The clients in the order in which they are named or stored; one without a name, unless several are asked for. Throws for
 * a profile that is not stored, and for what would make one client's figures pass for another's.
 */
export async function chooseClients(options: ReportOptions, ports: Ports): Promise<readonly Client[]> {
  const { profiles: named, allProfiles = false, ...rest } = options;
  if (named === undefined && !allProfiles) {
    const profile = options.sandbox === true ? undefined : createProfileInUse(options, ports);
    return [{ name: undefined, options, profile }];
  }
  refuseSharedCredentials(options, ports.env);
  const stored = await ports.openProfiles();
  return (named ?? storedNames(stored)).map((name) => {
    requireStoredProfile(name, stored);
    const own = { ...rest, profile: name };
    return { name, options: own, profile: createProfileInUse(own, ports) };
  });
}

export async function prepareClient(client: Client, report: Report, ports: Ports): Promise<PreparedClient> {
  const { options, profile } = client;
  const ranges = await chooseRanges(options, profile, ports);
  return {
    ...client,
    ...(await chooseWindows(ranges, options, profile)),
    ranges,
    dateColumn: await chooseDateColumn(options, report.name, profile),
    ignoredMembers: await chooseIgnoredMembers(options, profile),
  };
}

/** Says what there is to say of the ranges: once, what is the same for all. */
export function tellRanges(
  clients: readonly Pick<PreparedClient, 'name' | 'ranges'>[],
  { messages }: Pick<Ports, 'messages'>,
): void {
  const all = (kind: 'notes' | 'warnings') =>
    clients.flatMap(({ name, ranges }) => ranges[kind].map((text) => ({ profile: name, text })));
  for (const note of sayOnce(all('notes'), clients.length)) messages.note(note);
  for (const warning of sayOnce(all('warnings'), clients.length)) messages.warning(warning);
}

/** Throws a usage error for two profiles of the same client: in one document its records would count twice. */
export function refuseTwins(
  clients: readonly Client[],
  sessions: readonly { readonly baseUrl: string; readonly clientId: string }[],
): void {
  const keys = sessions.map(({ baseUrl, clientId }) => `${baseUrl} ${clientId.toLowerCase()}`);
  const second = keys.findIndex((key, index) => keys.indexOf(key) !== index);
  if (second === -1) return;
  const [one, other] = [clients[keys.indexOf(keys[second]!)]!.name, clients[second]!.name];
  throw new ReportingError(
    'usage',
    `profiles ${one} and ${other} are of the same client: its records would be there twice`,
    { hint: `name the profiles without one of them, or make a file for each: -o '{profile}.csv'` },
  );
}

function storedNames(profiles: ProfileStore): readonly string[] {
  const names = profiles.names();
  if (names.length === 0) {
    throw new ReportingError('auth', `not signed in: there is no profile in ${profiles.file}`, {
      hint: 'run `reporting login --profile <name>` for each client',
    });
  }
  const misnamed = names.find((name) => !isProfileName(name));
  if (misnamed === undefined) return names;
  throw new ReportingError(
    'config',
    `the profiles in ${profiles.file} are broken: ${JSON.stringify(misnamed)} cannot be the name of one`,
    { hint: 'rename it there: letters, digits, dots, dashes and underscores' },
  );
}

const SHARED_FLAGS = [
  { key: 'baseUrl', flag: '--base-url' },
  { key: 'clientId', flag: '--client-id' },
  { key: 'tokenFile', flag: '--token-file' },
] as const;

const SHARED_VARIABLES = [
  ...['REPORTING_BASE_URL', 'REPORTING_CLIENT_ID', 'REPORTING_API_TOKEN', 'REPORTING_API_TOKEN_FILE'],
];

/** Flags and environment come before profiles: every one of them would be asked as the same client. */
function refuseSharedCredentials(options: ReportOptions, env: Ports['env']): void {
  const flag = SHARED_FLAGS.find(({ key }) => options[key] !== undefined)?.flag;
  const variable = SHARED_VARIABLES.find((name) => (env[name]?.trim() ?? '') !== '');
  const [shared, way] =
    flag === undefined ? [variable, `unset ${variable} for this run`] : [flag, `leave out ${flag}`];
  if (shared === undefined) return;
  throw new ReportingError('usage', `${shared} would be that of every profile`, {
    hint: `${way}: each profile has its own`,
  });
}
