/** Combines the dataset on disk with the request of a run, and finds the clients. Writes nothing. */

import { readdirSync } from 'node:fs';
import path from 'node:path';
import {
  type ClientsRequest,
  loadConfig,
  type StoredClient,
  type StoredConfig,
  withStoredOnce,
} from '../config/load-config.ts';
import { checkAddress, isProfileNeeded, resolveNetwork } from '../config/resolve-credentials.ts';
import {
  chosenEndDate,
  findEndDate,
  findTimeZone,
  findZoneOfToday,
  parseEndDate,
} from '../config/settings.ts';
import { ReportingError } from '../core/errors.ts';
import { flagOf } from '../core/option-names.ts';
import { shellWord } from '../core/text.ts';
import { isTemporaryName } from '../fs/durable-files.ts';
import { codeOf, unreadable } from '../fs/paths.ts';
import { readSandboxVariable, sandboxOptions } from '../plan/sandbox-options.ts';
import { recordOptionsOf } from '../sandbox/record-options.ts';
import type { Services } from '../services.ts';
import {
  assertClients,
  assertMonthsInOrder,
  assertSameSettings,
  DATASET_FILE,
  type Dataset,
  type DatasetClient,
  formatDataset,
  isSandbox,
  type RequestedDataset,
  reconfigure,
  SANDBOX_PROFILE,
  withRequested,
} from './dataset.ts';
import { readDataset } from './find-dataset.ts';
import { findEarlierSources } from './sources.ts';
import type { SyncRequest } from './sync-request.ts';

/** The settings that the first run need not name. */
const NEW_DATASET = {
  format: 'parquet',
  lookbackDays: 35,
  endDate: 'inclusive',
  to: undefined,
  earlierSources: new Map(),
} as const;

/** A client of a dataset, by the name of its folder, with its stored settings. */
export interface SyncClient {
  readonly profile: string;
  /** The stored settings with this client only. */
  readonly stored: StoredConfig;
  /** The sources of this client's credentials. */
  readonly request: ClientsRequest;
}

/** The dataset of a run, and its clients. */
export interface ResolvedDataset {
  readonly dataset: Dataset;
  /** True if the file of the dataset must be written, because it is new or has changed. */
  readonly isChanged: boolean;
  readonly isFirst: boolean;
  readonly clients: readonly SyncClient[];
  /** Errors of clients without usable credentials, by folder. */
  readonly failures: ReadonlyMap<string, ReportingError>;
}

/** The dataset of a run, in the absolute path `root`. Throws a usage error for missing settings, and for settings that differ. */
export async function resolveDataset(
  request: SyncRequest,
  root: string,
  services: Services,
): Promise<ResolvedDataset> {
  const shown = request.directory;
  const file = path.join(shown, DATASET_FILE);
  const known = readDataset(root, shown);
  if (known === undefined) assertCanCreate(request, root);
  const { clients, failures } = await findClients(request, known, services);
  const requested: RequestedDataset = {
    reports: request.reports,
    from: request.from,
    to: request.to,
    format: request.format,
    // Otherwise, the option is for this run only.
    lookbackDays: known === undefined || request.reconfigure ? request.lookbackDays : undefined,
    hasTo: request.to !== undefined,
    timeZone:
      known !== undefined && request.timeZone === undefined ? undefined : commonZone(request, clients),
    endDate: commonEndDate(request, clients, known),
    profiles: profilesOf(request, clients, known),
  };
  if (known === undefined) {
    const dataset = withRequested(NEW_DATASET, requested);
    assertClients(dataset.profiles);
    return { dataset, isChanged: true, isFirst: true, clients, failures };
  }
  if (!request.reconfigure) assertSameSettings(known, requested, file);
  const changed = request.reconfigure ? reconfigure(known, requested, file) : known;
  const dataset = { ...changed, earlierSources: findEarlierSources(known, changed) };
  assertClients(dataset.profiles);
  const isChanged = formatDataset(dataset) !== formatDataset(known);
  return { dataset, isChanged, isFirst: false, clients, failures };
}

/** The first run needs reports and a first month, and a directory without other files. */
function assertCanCreate({ directory, reports, from, to, shard, setUp }: SyncRequest, root: string): void {
  const example = `reporting sync revenue ${shellWord(directory)} --from 2026-01`;
  if (reports === undefined || from === undefined) {
    const missing = reports === undefined ? 'reports' : '--from';
    throw new ReportingError(
      'E-dataset',
      `${directory} is not a dataset yet, and the first run needs ${missing}`,
      {
        hint: `for example: ${example}`,
      },
    );
  }
  assertMonthsInOrder(from, to);
  if (shard !== undefined && !setUp) {
    throw new ReportingError('E-dataset', `${directory} is not set up, and --shard needs that`, {
      hint: `run once before the shards: ${example} --set-up`,
    });
  }
  const entries = readEntries(root, directory);
  if (entries.length === 0) return;
  throw new ReportingError('E-dataset', `${directory} is not empty, and has no ${DATASET_FILE}`, {
    hint: 'name a new or an empty directory',
  });
}

function readEntries(root: string, shown: string): readonly string[] {
  try {
    // A run that was killed at its start can leave a temporary file.
    return readdirSync(root).filter((name) => !isTemporaryName(name));
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return [];
    throw unreadable(shown, error);
  }
}

interface FoundClients {
  readonly clients: readonly SyncClient[];
  readonly failures: ReadonlyMap<string, ReportingError>;
}

async function findClients(
  request: SyncRequest,
  known: Dataset | undefined,
  givenServices: Services,
): Promise<FoundClients> {
  const services = withStoredOnce(givenServices);
  const failures = new Map<string, ReportingError>();
  const isSandboxAgain = request.clients?.kind === 'sandbox' && known !== undefined && isSandbox(known);
  if (known === undefined || (!isSandboxAgain && request.clients !== undefined)) {
    const clients = request.clients ?? ONE_CLIENT;
    const stored = await loadConfig({ clients }, services);
    return { clients: stored.clients.map((client) => syncClient(clients, client, stored)), failures };
  }
  const names = Object.keys(known.profiles);
  const clients: SyncClient[] = [];
  for (const name of names) {
    const own = clientsOf(name, known, services);
    try {
      const stored = await loadConfig({ clients: own }, services);
      clients.push({ ...syncClient(own, stored.clients[0]!, stored), profile: name });
    } catch (error) {
      // With one client, its failure is that of the run.
      if (!(error instanceof ReportingError) || error.kind === 'interrupted' || names.length === 1)
        throw error;
      failures.set(name, error);
    }
  }
  return { clients, failures };
}

const ONE_CLIENT: ClientsRequest = { kind: 'one' };

/** The sources of the credentials for a folder's client: those of the run that made the folder. */
function clientsOf(name: string, { profiles }: Dataset, { env }: Services): ClientsRequest {
  const client = profiles[name]!;
  if ('sandbox' in client)
    return { kind: 'sandbox', sandbox: sandboxOptions({ ...client.sandbox, ...readSandboxVariable(env) }) };
  if (Object.keys(profiles).length > 1) return { kind: 'profiles', names: [name] };
  return isProfileNeeded(undefined, env) ? { kind: 'one', profile: name } : ONE_CLIENT;
}

function syncClient(request: ClientsRequest, client: StoredClient, stored: StoredConfig): SyncClient {
  const isSandbox = request.kind === 'sandbox';
  return {
    profile: isSandbox ? SANDBOX_PROFILE : client.inUse!.profileName,
    stored: { ...stored, clients: [{ ...client, isNamed: false }] },
    request,
  };
}

/** The identities of the clients that this run found. Those that it could not find stay as they are. */
function profilesOf(
  { clients: requested }: SyncRequest,
  clients: readonly SyncClient[],
  known: Dataset | undefined,
): Dataset['profiles'] {
  const found = clients.map(({ profile, stored, request }): [string, DatasetClient] => {
    if (request.kind === 'sandbox') return [profile, { sandbox: recordOptionsOf(request.sandbox) }];
    const credentials = stored.clients[0]!.credentials!;
    const { baseUrl, clientId } = checkAddress(credentials, resolveNetwork(credentials, stored));
    return [profile, { clientId, baseUrl }];
  });
  return { ...(requested === undefined && known?.profiles), ...Object.fromEntries(found) };
}

function commonZone(request: SyncRequest, clients: readonly SyncClient[]): string {
  const zones = clients.map(({ stored }) => {
    const found = findTimeZone(request.timeZone, stored.clients[0]!.inUse, stored);
    return findZoneOfToday(found, stored) ?? stored.systemTimeZone ?? 'UTC';
  });
  return common(zones, 'time zones', 'timeZone');
}

/** Undefined to keep that of the dataset: if neither the run nor a profile names one, the default must not count as a change. */
function commonEndDate(
  { endDate }: SyncRequest,
  clients: readonly SyncClient[],
  known: Dataset | undefined,
): Dataset['endDate'] | undefined {
  const ends = clients.flatMap(({ stored }) => {
    const { clients: own, env } = stored;
    const { inUse } = own[0]!;
    const isNamed = (endDate ?? chosenEndDate(inUse, env)) !== undefined;
    return known === undefined || isNamed ? [parseEndDate(endDate ?? findEndDate(inUse, env))] : [];
  });
  return ends.length === 0 ? undefined : common(ends, 'kinds of end date', 'endDate');
}

function common<T extends string>(values: readonly T[], what: string, name: 'timeZone' | 'endDate'): T {
  const [first] = values as [T];
  const other = values.find((each) => each !== first);
  if (other === undefined) return first;
  throw new ReportingError('E-dataset-option', `the profiles have different ${what}: ${first} and ${other}`, {
    hint: `choose one for the dataset: ${flagOf(name)} ${first}`,
  });
}
