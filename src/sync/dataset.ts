/** `_dataset.json`: the reports, the months and the clients of a dataset. It never holds a token. */

import { END_DATES, REPORT_NAMES } from '../api/wire.ts';
import type { StoredDataset } from '../config/stored-input.ts';
import { ReportingError } from '../core/errors.ts';
import { asObject, parseObject } from '../core/json-object.ts';
import { findTwins } from '../core/text.ts';
import { isMonth } from '../dates/calendar.ts';
import { parseTimeZone } from '../dates/time-zone.ts';

/** The name of the file, in the dataset's directory. */
export const DATASET_FILE = '_dataset.json';

const VERSION = 1;

/** The formats of a dataset's files. */
export const DATASET_FORMATS = ['parquet', 'csv'] as const;
export type DatasetFormat = (typeof DATASET_FORMATS)[number];

/** The content of `_dataset.json`. */
export interface Dataset extends Pick<StoredDataset, 'reports' | 'from' | 'format' | 'timeZone' | 'endDate'> {
  /** Days after the end of a month until its figures count as final. */
  readonly lookbackDays: number;
  /** The clients by the names of their folders, in the order of the command line. */
  readonly profiles: Readonly<Record<string, DatasetClient>>;
}

/** The identity of a client, only for comparison: a run takes address and token from the profile or the environment. */
export type DatasetClient =
  | { readonly clientId: string; readonly baseUrl: string }
  | { readonly sandbox: { readonly seed: number } };

/** The folder of sandbox data. */
export const SANDBOX_PROFILE = 'sandbox';

/** True if the records of the dataset are sandbox data. */
export function isSandbox({ profiles }: Pick<Dataset, 'profiles'>): boolean {
  return Object.values(profiles).some((client) => 'sandbox' in client);
}

/** The text of `_dataset.json`. */
export function formatDataset(dataset: Dataset): string {
  return `${JSON.stringify({ version: VERSION, ...dataset }, undefined, 2)}\n`;
}

/** Parses a text of `formatDataset`. `file` names it in errors. Throws a damaged error. */
export function parseDataset(text: string, file: string): Dataset {
  const { version, ...found } = parseObject(text) ?? { version: VERSION };
  assertVersion(version, VERSION, file);
  const { reports, from, format, lookbackDays, timeZone, endDate } = found;
  const clients = Object.entries(asObject(found.profiles) ?? {}).map(([name, client]) => [name, parseClient(client)]);
  const isValid =
    isListOfReports(reports) &&
    [from, timeZone].every((each) => typeof each === 'string') &&
    isMonth(String(from)) &&
    DATASET_FORMATS.some((each) => each === format) &&
    Number.isSafeInteger(lookbackDays) &&
    (lookbackDays as number) >= 0 &&
    parseTimeZone(String(timeZone)) !== undefined &&
    END_DATES.some((each) => each === endDate) &&
    clients.length > 0 &&
    clients.every(([, client]) => client !== undefined);
  if (!isValid) throw damaged(file, 'is broken', 'restore it from a copy; the data files are not affected');
  const profiles = Object.fromEntries(clients) as Dataset['profiles'];
  assertClients(profiles);
  return { ...found, profiles } as unknown as Dataset;
}

/** The error for a file of a dataset that is not as a sync has written it. */
export function damaged(
  file: string,
  what: string,
  hint = `remove ${file}, and the next sync pulls the month again`,
): ReportingError {
  return new ReportingError('E-damaged', `${file} ${what}`, { hint });
}

/** Throws a damaged error for a file of an unknown version, which a newer release of this tool may have written. */
export function assertVersion(found: unknown, known: number, file: string): void {
  const what = `has the unknown version ${JSON.stringify(found)}`;
  if (found !== known) throw damaged(file, what, 'update reporting: npm install -g reporting-cli');
}

function parseClient(value: unknown): DatasetClient | undefined {
  const { clientId, baseUrl, sandbox } = asObject(value) ?? {};
  if (typeof clientId === 'string' && typeof baseUrl === 'string') return { clientId, baseUrl };
  const { seed } = asObject(sandbox) ?? {};
  return typeof seed === 'number' ? { sandbox: { seed } } : undefined;
}

function isListOfReports(value: unknown): boolean {
  if (!Array.isArray(value) || new Set(value).size !== value.length) return false;
  return value.length > 0 && value.every((each) => REPORT_NAMES.includes(each as string));
}

/**
 * True for a profile whose name can be that of a folder. Engines read a folder called `profile=null` as a missing value, and
 * Windows ignores a dot at the end.
 */
export function isFolderName(name: string): boolean {
  return /^[A-Za-z0-9._-]*[A-Za-z0-9_-]$/.test(name) && name.toLowerCase() !== 'null';
}

/**
 * Throws a usage error for two profiles of one client, whose records would count twice, for sandbox data beside others, and for
 * names that cannot be folders side by side on every file system and in every engine.
 */
function assertClients(profiles: Dataset['profiles']): void {
  const names = Object.keys(profiles);
  const hint = 'log in under another name: reporting login --profile <name>';
  const invalid = names.find((name) => !isFolderName(name));
  if (invalid !== undefined) {
    const name = JSON.stringify(invalid);
    throw new ReportingError('E-dataset', `the profile ${name} cannot name a folder of a dataset`, { hint });
  }
  const [one, other] = findTwins(names, (name) => name.toLowerCase());
  if (one !== undefined) {
    const message = `profiles ${one} and ${other} would share a folder where upper and lower case do not differ`;
    throw new ReportingError('E-dataset', message, { hint });
  }
  if (isSandbox({ profiles }) && names.length > 1) {
    throw new ReportingError('E-dataset-option', 'sandbox data would mix with that of clients', {
      hint: 'sync to a new directory',
    });
  }
  const [first, again] = findTwins(names, (name) => canonicalClient(profiles[name]!));
  if (first === undefined) return;
  const message = `profiles ${first} and ${again} belong to the same client: its records would count twice`;
  throw new ReportingError('E-many-profiles', message, { hint: 'leave one of them out' });
}

/** The settings that a run names. Undefined for those that it leaves to the dataset. */
type RequestedDataset = {
  readonly [Key in 'reports' | 'from' | 'format' | 'timeZone' | 'endDate']: Dataset[Key] | undefined;
} & Pick<Dataset, 'profiles'>;

/** The hint for an option whose value differs from that of the dataset. */
export const NEVER_CHANGES = 'leave it out to sync as before, or sync to a new directory: this never changes';

/** The settings that never change, and how messages name them. */
const FIXED = { format: '--format', timeZone: 'the time zone', endDate: 'the end date' } as const;

/**
 * The dataset with the reports, the clients and the earlier months that a run adds. `file` names it in errors. Throws a usage
 * error for another value of a setting that never changes, and for a client with another id or address.
 */
export function extendDataset(known: Dataset, requested: RequestedDataset, file: string): Dataset {
  // Sandbox data beside that of a client is the reason for another time zone.
  const profiles = { ...known.profiles, ...requested.profiles, ...known.profiles };
  assertClients(profiles);
  for (const [key, name] of Object.entries(FIXED) as [keyof typeof FIXED, string][]) {
    if (requested[key] === undefined || requested[key] === known[key]) continue;
    throw new ReportingError('E-dataset-option', `${file} has ${known[key]} for ${name}, not ${requested[key]}`, {
      hint: NEVER_CHANGES,
    });
  }
  for (const [name, client] of Object.entries(requested.profiles)) {
    const own = Object.hasOwn(known.profiles, name) ? known.profiles[name]! : client;
    if (canonicalClient(own) === canonicalClient(client)) continue;
    const message = `${file} has ${describeClient(own)} for profile ${name}, not ${describeClient(client)}`;
    throw new ReportingError('E-dataset-option', message, {
      hint: `sync another client to a new directory; if only its address has changed, correct it in ${file}`,
    });
  }
  const { reports = [], from = known.from } = requested;
  return {
    ...known,
    reports: [...new Set([...known.reports, ...reports])],
    from: from < known.from ? from : known.from,
    profiles,
  };
}

function canonicalClient(client: DatasetClient): string {
  if ('sandbox' in client) return JSON.stringify(['sandbox', client.sandbox.seed]);
  return JSON.stringify([client.clientId.toLowerCase(), client.baseUrl]);
}

function describeClient(client: DatasetClient): string {
  if ('sandbox' in client) return `the sandbox with seed ${client.sandbox.seed}`;
  return `client ${client.clientId} at ${client.baseUrl}`;
}
