/** Combines the dataset on disk with the request of a run, and finds the clients. Writes nothing. */

import path from 'node:path';
import { type ClientsRequest, type ConfigSources, loadConfig, type StoredConfig } from '../config/load-config.ts';
import { checkAddress, isProfileNeeded, resolveNetwork } from '../config/resolve-credentials.ts';
import { findSetting, findZoneOfToday, resolve, type Stored, type ValueWithSource } from '../config/settings.ts';
import type { Decimal } from '../core/decimal.ts';
import { ReportingError } from '../core/errors.ts';
import type { DataWarning } from '../core/warnings.ts';
import { addDays, type CalendarDate, UTC } from '../dates/date.ts';
import { startsTooLate } from '../dates/resolve-range.ts';
import { isTemporaryName } from '../fs/durable-files.ts';
import { unsetZone } from '../plan/plan-fetch.ts';
import { type FetchSettings, isAllowed } from '../plan/report-plan.ts';
import { readSandboxVariable, sandboxOptions } from '../plan/sandbox-options.ts';
import type { Uses } from '../services.ts';
import {
  DATASET_FILE,
  type Dataset,
  type DatasetClient,
  type DatasetFormat,
  extendDataset,
  isSandbox,
  SANDBOX_PROFILE,
} from './dataset.ts';
import type { ChosenTypes } from './extend-schema.ts';
import { type Month, monthOf } from './months.ts';
import type { Scope } from './sync-plan.ts';
import { firstSync, LOCK_FILE, readDataset, readFolder } from './tree.ts';

/** The user's request to `sync`: plain data. An undefined value means that of the dataset, or the default of a new one. */
export interface SyncRequest extends Pick<FetchSettings, 'requests' | 'checks' | 'timeZone'> {
  /** The dataset's directory, as the user named it. */
  readonly directory: string;
  readonly reports: readonly string[] | undefined;
  /** The months that the run pulls; undefined for all from the first of the dataset, or until yesterday. */
  readonly from: Month | undefined;
  readonly to: Month | undefined;
  readonly format: DatasetFormat | undefined;
  /** For this run; the dataset's default in its first run. */
  readonly lookbackDays: number | undefined;
  /** Undefined for the clients of the dataset. */
  readonly clients: ClientsRequest | undefined;
  /** The column with a record's date, or `none`, by report. */
  readonly dateColumns: Readonly<Record<string, string>>;
  readonly types: ChosenTypes;
  /** A share of the earlier figure, in percent. */
  readonly maxDrop: Decimal;
  /** Keys of partitions to pull again, and to replace although they lost records: `revenue/acme/2026-01`. */
  readonly forced: readonly string[];
  readonly dryRun: boolean;
}

/** A client of a dataset with its stored settings. */
export interface SyncClient {
  /** The stored settings with this client only. */
  readonly stored: StoredConfig;
  /** The sources of this client's credentials. */
  readonly request: ClientsRequest;
}

/** The clients of a run by the names of their folders. An error stands for one without usable credentials. */
export type SyncClients = ReadonlyMap<string, SyncClient | ReportingError>;

/**
 * The dataset of a run, in the absolute path `root`, with what the run adds. Throws a usage error for missing settings, and for
 * settings that differ.
 */
export async function resolveDataset(request: SyncRequest, root: string, services: ConfigSources & Uses<'today'>) {
  const { directory: shown, reports, from, format, lookbackDays = 35 } = request;
  // In this order: another run that creates the dataset now writes its settings before the folders. One that begins, or that was
  // killed at its start, has a temporary file and a lock.
  const isEmpty = readFolder([root, shown]).every(({ name }) => isTemporaryName(name) || name.startsWith(LOCK_FILE));
  const known = readDataset(root, shown);
  const isNew = known === undefined;
  if (isNew) assertCanCreate(request, isEmpty);
  const clients = await findClients(request, known, services);
  const usable = [...clients].flatMap(([name, client]) => ('stored' in client ? [{ name, ...client }] : []));
  const zoneOf = (client: SyncClient): string =>
    findZoneOfToday(chosenZone(request, client), client.stored) ?? client.stored.systemTimeZone ?? UTC;
  const timeZone = isNew || request.timeZone ? common(usable.map(zoneOf), 'time zones', '--timezone ') : undefined;
  const endDates = usable.flatMap((client) => resolve('endDate', settingsOf(client)) ?? []);
  const endDate = common(endDates, 'kinds of end date', 'REPORTING_END_DATE=');
  const profiles = Object.fromEntries(usable.map((client) => [client.name, identityOf(client)]));
  /** The dataset with what this run adds to `found`. Throws as `resolveDataset` does. */
  const extend = (found: Dataset | undefined = known): Dataset =>
    extendDataset(
      found ?? {
        ...{ reports: [], from: from!, format: format ?? 'parquet', lookbackDays, timeZone: timeZone! },
        ...{ endDate: endDate ?? 'inclusive', profiles: {} },
      },
      { reports, from, format, timeZone: request.timeZone && timeZone, endDate, profiles },
      path.join(shown, DATASET_FILE),
    );
  const dataset = extend();
  const scope: Scope = {
    reports: dataset.reports.filter((each) => reports?.includes(each) ?? true),
    profiles: Object.keys(dataset.profiles).filter((each) => clients.has(each)),
    from: from ?? dataset.from,
    to: request.to,
  };
  const today = services.today(dataset.timeZone);
  assertMonths(request, scope, today);
  const [zoneWarning] = isNew ? usable.flatMap((client) => unchosenZone(request, client, today) ?? []) : [];
  return { dataset, scope, clients, zoneWarning, isNew, extend };
}

/** Throws a usage error for months that cannot be pulled: a run without any would look like one that found nothing to do. */
function assertMonths(request: SyncRequest, { from, to }: Scope, today: CalendarDate): void {
  if (request.from !== undefined && from > monthOf(today)) throw startsTooLate(from, today);
  if (to !== undefined && to < from)
    throw new ReportingError('E-date', `--to ${to} is before the first month, ${from}`);
}

/** The first run needs reports and a first month, and a directory without other files. */
function assertCanCreate({ directory, reports, from, clients }: SyncRequest, isEmpty: boolean): void {
  if (reports === undefined || from === undefined) {
    const missing = reports === undefined ? 'reports' : 'a first month';
    throw new ReportingError('E-dataset', `${directory} is not a dataset yet, and the first run needs ${missing}`, {
      hint: `for example: ${firstSync(directory)}${clients?.kind === 'sandbox' ? ' --sandbox' : ''}`,
    });
  }
  if (isEmpty) return;
  throw new ReportingError('E-dataset', `${directory} is not empty, and has no ${DATASET_FILE}`, {
    hint: 'name a new or an empty directory',
  });
}

/** The clients that the request names, or those of the dataset. */
async function findClients(
  request: SyncRequest,
  known: Dataset | undefined,
  services: ConfigSources,
): Promise<SyncClients> {
  const isSandboxAgain = request.clients?.kind === 'sandbox' && known !== undefined && isSandbox(known);
  if (known === undefined || (!isSandboxAgain && request.clients !== undefined))
    return new Map(await loadClients(request.clients ?? { kind: 'one' }, services));
  const names = Object.keys(known.profiles);
  const clients = new Map<string, SyncClient | ReportingError>();
  for (const name of names) {
    try {
      const [[, client]] = (await loadClients(clientsOf(name, known, services), services)) as [[string, SyncClient]];
      clients.set(name, client);
    } catch (error) {
      // With one client, its failure is that of the run.
      if (!(error instanceof ReportingError) || error.kind === 'interrupted' || names.length === 1) throw error;
      clients.set(name, error);
    }
  }
  return clients;
}

/** The sources of the credentials for a folder's client: those of the run that made the folder. */
function clientsOf(name: string, { profiles }: Dataset, { env }: Uses<'env'>): ClientsRequest {
  const client = profiles[name]!;
  if ('sandbox' in client)
    return { kind: 'sandbox', sandbox: sandboxOptions({ ...client.sandbox, ...readSandboxVariable(env) }) };
  if (Object.keys(profiles).length > 1) return { kind: 'profiles', names: [name] };
  return isProfileNeeded(undefined, env) ? { kind: 'one', profile: name } : { kind: 'one' };
}

/** The stored settings of the clients, by the names of their folders. */
async function loadClients(
  request: ClientsRequest,
  services: ConfigSources,
): Promise<readonly (readonly [string, SyncClient])[]> {
  const stored = await loadConfig({ clients: request }, services);
  return stored.clients.map((client) => [
    client.credentials?.profileName ?? SANDBOX_PROFILE,
    { stored: { ...stored, clients: [{ ...client, isNamed: false }] }, request },
  ]);
}

function identityOf({ stored, request }: SyncClient): DatasetClient {
  if (request.kind === 'sandbox') return { sandbox: { seed: request.sandbox.seed } };
  const credentials = stored.clients[0]!.credentials!;
  const { baseUrl, clientId } = checkAddress(credentials, resolveNetwork(credentials, stored));
  return { clientId, baseUrl };
}

function settingsOf({ stored: { env, defaults, clients } }: SyncClient): Stored {
  return { env, defaults, inUse: clients[0]!.credentials };
}

/** The time zone that the user chose; undefined for that of the system. */
function chosenZone({ timeZone }: SyncRequest, client: SyncClient): ValueWithSource | undefined {
  return timeZone ?? findSetting('timeZone', settingsOf(client));
}

/** A warning if the zone of a new dataset is UTC, off a terminal, and nobody chose it for the client. */
function unchosenZone(
  request: SyncRequest,
  client: SyncClient & { readonly name: string },
  today: CalendarDate,
): DataWarning | undefined {
  const { stored, name: profile } = client;
  const days = `a dataset keeps its time zone, and yesterday is ${addDays(today, -1)}`;
  const zoneOfSystem = { ...stored, systemTimeZone: stored.systemTimeZone ?? UTC };
  const warning = unsetZone(days, 'dataset', chosenZone(request, client), zoneOfSystem);
  const allowed = request.checks.allow ?? resolve('allow', settingsOf(client)) ?? [];
  return warning === undefined || isAllowed(warning, { allowed, profile }) ? undefined : warning;
}

/** The value that all clients have; undefined without any. `setting` begins the one that chooses it for all. */
function common<T extends string>(values: readonly T[], what: string, setting: string): T | undefined {
  const [first, ...others] = new Set(values);
  if (others.length === 0) return first;
  throw new ReportingError('E-dataset-option', `the profiles have different ${what}: ${first} and ${others[0]}`, {
    hint: `choose one for the dataset: ${setting}${first}`,
  });
}
