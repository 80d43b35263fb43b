/** `_dataset.json`: the reports, the months and the clients of a dataset. It never holds a token. */

import { REPORT_NAMES } from '../api/reports.ts';
import { END_DATES } from '../api/wire.ts';
import type { StoredDataset } from '../config/stored-dataset.ts';
import { ReportingError } from '../core/errors.ts';
import { asObject, parseObject } from '../core/json-object.ts';
import { parseTimeZone } from '../dates/time-zone.ts';
import { RECORD_OPTIONS, type RecordOptions, recordOptionsOf } from '../sandbox/record-options.ts';
import { isMonth, type Month } from './months.ts';

/** The name of the file, in the dataset's directory. */
export const DATASET_FILE = '_dataset.json';

const VERSION = 1;

/** The formats of a dataset's files. */
export const DATASET_FORMATS = ['parquet', 'csv'] as const;
export type DatasetFormat = (typeof DATASET_FORMATS)[number];

/** The settings of a dataset, which `--reconfigure` can change. */
interface DatasetSettings
  extends Pick<StoredDataset, 'reports' | 'from' | 'to' | 'format' | 'timeZone' | 'endDate'> {
  /** Days after the end of a month until its figures count as final. */
  readonly lookbackDays: number;
  /** The clients by the names of their folders, in the order of the command line. */
  readonly profiles: Readonly<Record<string, DatasetClient>>;
}

/** The content of `_dataset.json`. */
export interface Dataset extends DatasetSettings {
  /** By client, the source of records that do not name theirs. Without an entry, it is that of the settings. */
  readonly earlierSources: ReadonlyMap<string, string>;
}

/** The identity of a client, only for comparison: a run takes address and token from the profile or the environment. */
export type DatasetClient =
  | { readonly clientId: string; readonly baseUrl: string }
  | {
      readonly sandbox: RecordOptions;
    };

/** The folder of sandbox data. */
export const SANDBOX_PROFILE = 'sandbox';

/** Throws a usage error for a last month before the first. */
export function assertMonthsInOrder(from: Month, to: Month | undefined): void {
  if (to === undefined || to >= from) return;
  throw new ReportingError('E-date', `--to ${to} is before --from ${from}`);
}

/** True if the records of the dataset are sandbox data. */
export function isSandbox({ profiles }: Pick<Dataset, 'profiles'>): boolean {
  return Object.values(profiles).some((client) => 'sandbox' in client);
}

/** The text of `_dataset.json`. */
export function formatDataset({ lookbackDays, to, timeZone, endDate, ...rest }: Dataset): string {
  const { reports, from, format, profiles, earlierSources } = rest;
  const file = {
    version: VERSION,
    reports,
    from,
    to: to ?? null,
    format,
    lookback: `${lookbackDays}d`,
    timeZone,
    endDate,
    profiles,
    earlierSources: earlierSources.size === 0 ? undefined : Object.fromEntries(earlierSources),
  };
  return `${JSON.stringify(file, undefined, 2)}\n`;
}

/** Parses a text of `formatDataset`. `file` names it in errors. Throws a configuration error. */
export function parseDataset(text: string, file: string): Dataset {
  const fail = (what: string): never => {
    throw new ReportingError('E-dataset-file', `${file} is broken: ${what}`, {
      hint: 'restore it from a copy, or sync to a new directory; the data files are not affected',
    });
  };
  const found = parseObject(text) ?? fail('not a JSON object');
  assertVersion(found.version, VERSION, file);
  const { reports, from, to, format, lookback, timeZone, endDate } = found;
  if (!isListOf(reports, REPORT_NAMES)) return fail('reports');
  if (typeof from !== 'string' || !isMonth(from)) return fail('from');
  if (to !== null && (typeof to !== 'string' || !isMonth(to) || to < from)) return fail('to');
  const knownFormat = DATASET_FORMATS.find((each) => each === format) ?? fail('format');
  const days = /^(\d{1,5})d$/.exec(typeof lookback === 'string' ? lookback : '')?.[1] ?? fail('lookback');
  if (typeof timeZone !== 'string' || parseTimeZone(timeZone) === undefined) return fail('timeZone');
  const profiles = Object.entries(asObject(found.profiles) ?? {}).map(
    ([name, client]) => [name, parseClient(client) ?? fail(`profile ${JSON.stringify(name)}`)] as const,
  );
  if (profiles.length === 0) return fail('profiles');
  assertClients(Object.fromEntries(profiles));
  const earlierSources = Object.entries(asObject(found.earlierSources ?? {}) ?? fail('earlierSources'));
  return {
    reports,
    from,
    to: to ?? undefined,
    format: knownFormat,
    lookbackDays: Number(days),
    timeZone,
    endDate: END_DATES.find((each) => each === endDate) ?? fail('endDate'),
    profiles: Object.fromEntries(profiles),
    earlierSources: new Map(earlierSources.map(([name, source]) => [name, String(source)])),
  };
}

/** Throws a configuration error for a file of an unknown version, which a newer release of this tool may have written. */
export function assertVersion(found: unknown, known: number, file: string): void {
  if (found === known) return;
  throw new ReportingError('E-dataset-file', `${file} has the unknown version ${JSON.stringify(found)}`, {
    hint: 'update reporting: npm install -g reporting-cli',
  });
}

function parseClient(value: unknown): DatasetClient | undefined {
  const { clientId, baseUrl, sandbox } = asObject(value) ?? {};
  if (typeof clientId === 'string' && typeof baseUrl === 'string') return { clientId, baseUrl };
  const { seed, ...switches } = asObject(sandbox) ?? {};
  const isComplete = RECORD_OPTIONS.every((name) => name === 'seed' || typeof switches[name] === 'boolean');
  return typeof seed === 'number' && isComplete
    ? { sandbox: recordOptionsOf({ ...switches, seed } as RecordOptions) }
    : undefined;
}

function isListOf(value: unknown, names: readonly string[]): value is readonly string[] {
  if (!Array.isArray(value) || new Set(value).size !== value.length) return false;
  return value.length > 0 && value.every((each) => names.includes(each as string));
}

/**
 * True for a profile whose name can be that of a folder. Engines read a folder called `profile=null` as a missing value, and
 * Windows ignores a dot at the end.
 */
export function isFolderName(name: string): boolean {
  return /^[A-Za-z0-9._-]*[A-Za-z0-9_-]$/.test(name) && name.toLowerCase() !== 'null';
}

/**
 * Throws a usage error for two profiles of one client, whose records would count twice, and for names that cannot be folders
 * side by side on every file system and in every engine.
 */
export function assertClients(profiles: Dataset['profiles']): void {
  assertFolderNames(Object.keys(profiles));
  const clients = Object.entries(profiles).map(([name, client]) => [name, canonicalClient(client)] as const);
  for (const [index, [name, client]] of clients.entries()) {
    const twin = clients.slice(0, index).find(([, each]) => each === client);
    if (twin === undefined) continue;
    throw new ReportingError(
      'E-many-profiles',
      `profiles ${twin[0]} and ${name} belong to the same client: its records would count twice`,
      { hint: 'leave one of them out' },
    );
  }
}

function assertFolderNames(names: readonly string[]): void {
  const hint = 'log in under another name: reporting login --profile <name>';
  for (const [index, name] of names.entries()) {
    if (!isFolderName(name)) {
      throw new ReportingError(
        'E-dataset',
        `the profile ${JSON.stringify(name)} cannot name a folder of a dataset`,
        {
          hint,
        },
      );
    }
    const twin = names.slice(0, index).find((each) => each.toLowerCase() === name.toLowerCase());
    if (twin === undefined) continue;
    throw new ReportingError(
      'E-dataset',
      `profiles ${twin} and ${name} would share a folder where upper and lower case do not differ`,
      { hint },
    );
  }
}

/** The settings of a dataset that a run may name again. Undefined for a setting that the run does not name. */
export type RequestedDataset = {
  readonly [Key in keyof DatasetSettings]: DatasetSettings[Key] | undefined;
} & {
  /** True if the run names a last month, or explicitly none. */
  readonly hasTo: boolean;
};

/** How messages name a setting. */
const SETTINGS: { readonly [Key in keyof DatasetSettings]: string } = {
  reports: 'the reports',
  from: '--from',
  to: '--to',
  format: '--format',
  lookbackDays: '--lookback',
  timeZone: 'the time zone',
  endDate: '--end-date',
  profiles: 'the profiles',
};

/** The settings that `reconfigure` never changes: all files of a dataset have one format. */
const FIXED: readonly (keyof DatasetSettings)[] = ['format'];

/** The settings that a run names and that differ from those of the dataset. */
export function differingSettings(
  dataset: Dataset,
  requested: RequestedDataset,
): readonly (keyof DatasetSettings)[] {
  return (Object.keys(SETTINGS) as (keyof DatasetSettings)[]).filter((key) => {
    if (key === 'to') return requested.hasTo && requested.to !== dataset.to;
    const value = requested[key];
    return value !== undefined && canonical(key, value) !== canonical(key, dataset[key]);
  });
}

/** Throws a usage error for settings that differ, unless the run may change them. */
export function assertSameSettings(dataset: Dataset, requested: RequestedDataset, file: string): void {
  const [first, ...others] = differingSettings(dataset, requested);
  if (first === undefined) return;
  assertChangeable(dataset, requested, file);
  const changed = findChangedClient(dataset, requested);
  if (first === 'profiles' && changed !== undefined) {
    const [name, known, client] = changed;
    throw new ReportingError(
      'E-dataset-option',
      `${file} has ${show(known)} for profile ${name}, not ${show(client)}`,
      {
        hint: 'sync another client to a new directory; if only the address or the id of this client has changed, add --reconfigure: another id pulls all of its months again',
      },
    );
  }
  const more = others.length === 0 ? '' : ` (and ${others.length} more)`;
  const difference =
    first === 'profiles'
      ? differenceOfProfiles(dataset.profiles, requested.profiles!)
      : `has ${show(dataset[first])} for ${SETTINGS[first]}, not ${show(requested[first])}`;
  throw new ReportingError('E-dataset-option', `${file} ${difference}${more}`, {
    hint: 'leave it out to sync as before, or add --reconfigure to change the dataset',
  });
}

/** `has the profiles acme, brava; this run leaves out brava and adds coral` */
function differenceOfProfiles(known: Dataset['profiles'], requested: Dataset['profiles']): string {
  const [names, chosen] = [Object.keys(known), Object.keys(requested)];
  const missing = names.filter((name) => !chosen.includes(name)).join(', ');
  const added = chosen.filter((name) => !names.includes(name)).join(', ');
  const changes = [missing && `leaves out ${missing}`, added && `adds ${added}`].filter(
    (each) => each !== '',
  );
  const noun = names.length === 1 ? 'profile' : 'profiles';
  return `has the ${noun} ${names.join(', ')}; this run ${changes.join(' and ')}`;
}

/** The dataset with the settings of the run. Throws a usage error for a setting that cannot change. */
export function reconfigure(dataset: Dataset, requested: RequestedDataset, file: string): Dataset {
  assertChangeable(dataset, requested, file);
  const changed = withRequested(dataset, requested);
  assertMonthsInOrder(changed.from, changed.to);
  return changed;
}

/** The settings that a run names, and those of `base` for the others. The first run names all that a new dataset lacks. */
export function withRequested(
  base: Pick<Dataset, 'to' | 'earlierSources'> & Partial<Dataset>,
  { hasTo, ...requested }: RequestedDataset,
): Dataset {
  const named = Object.entries(requested).filter(([, value]) => value !== undefined);
  return { ...base, ...Object.fromEntries(named), to: hasTo ? requested.to : base.to } as Dataset;
}

function assertChangeable(dataset: Dataset, requested: RequestedDataset, file: string): void {
  const fixed = differingSettings(dataset, requested).find((key) => FIXED.includes(key));
  if (fixed !== undefined) {
    throw new ReportingError(
      'E-dataset-option',
      `${file} has ${show(dataset[fixed])} for ${SETTINGS[fixed]}, not ${show(requested[fixed])}`,
      { hint: 'sync to a new directory: one dataset has files of one format' },
    );
  }
  const [name, known, client] = findChangedClient(dataset, requested) ?? [];
  if (known === undefined || client === undefined || !('sandbox' in known || 'sandbox' in client)) return;
  throw new ReportingError(
    'E-dataset-option',
    `${file} has ${show(known)} for profile ${name}, not ${show(client)}`,
    {
      hint: 'sync to a new directory: sandbox data would mix with others',
    },
  );
}

/** The first client of the dataset that has another id or address now. */
function findChangedClient(
  { profiles }: Dataset,
  requested: RequestedDataset,
): readonly [name: string, known: DatasetClient, client: DatasetClient] | undefined {
  for (const [name, client] of Object.entries(requested.profiles ?? {})) {
    const known = Object.hasOwn(profiles, name) ? profiles[name] : undefined;
    if (known !== undefined && canonicalClient(known) !== canonicalClient(client))
      return [name, known, client];
  }
  return undefined;
}

function canonicalClient(client: DatasetClient): string {
  if ('sandbox' in client)
    return JSON.stringify(['sandbox', ...Object.values(recordOptionsOf(client.sandbox))]);
  return JSON.stringify([client.clientId.toLowerCase(), client.baseUrl]);
}

function canonical(key: keyof Dataset, value: Dataset[keyof Dataset]): string {
  if (key === 'profiles') {
    const clients = Object.entries(value as Dataset['profiles']);
    return JSON.stringify(clients.map(([name, client]) => [name, canonicalClient(client)]).sort());
  }
  return JSON.stringify(key === 'reports' ? [...(value as readonly string[])].sort() : value);
}

function show(value: Dataset[keyof Dataset] | DatasetClient): string {
  if (value === undefined) return 'none';
  if (typeof value !== 'object') return String(value);
  if (Array.isArray(value)) return value.join(',');
  if (isClient(value)) {
    if ('sandbox' in value) return `the sandbox with seed ${value.sandbox.seed}`;
    return `client ${value.clientId} at ${value.baseUrl}`;
  }
  return Object.keys(value).join(',');
}

function isClient(value: object): value is DatasetClient {
  return 'clientId' in value || ('sandbox' in value && 'seed' in (value.sandbox as object));
}
