/** Builds the services that pull the records of a plan: the sessions of its clients, and what they share. */

import type { Credentials } from '../api/credentials.ts';
import { SANDBOX_SCHEME } from '../archive/recording-index.ts';
import type { ResumeStore } from '../archive/resume-store.ts';
import type { StoredClient, StoredConfig } from '../config/load-config.ts';
import { checkAddress, checkToken, refusalHint } from '../config/resolve-credentials.ts';
import type { NetworkChoices } from '../config/settings.ts';
import { ofProfile, ReportingError } from '../core/errors.ts';
import type { DateRange } from '../dates/range.ts';
import { type ClientPlan, countWindows, type FetchPlan, labelOf } from '../plan/report-plan.ts';
import { recordOptionsOf } from '../sandbox/record-options.ts';
import type { SandboxOptions } from '../sandbox/server.ts';
import type { Service } from '../service/client.ts';
import type { Services } from '../services.ts';
import type { ClientServices } from './fetch.ts';
import { createReportObserver, type ReportObserver } from './progress.ts';
import type { RunProgress } from './progress-model.ts';
import type { RecordServices } from './run.ts';

/** The services that pull the records of a plan, with the events to show. */
export interface CommandRecordServices extends RecordServices {
  readonly observer: ReportObserver;
}

/** The services that pull the records of a plan. `sessions` are those of its clients, in order. */
export async function createRecordServices(
  fetch: FetchPlan,
  sessions: readonly ClientSession[],
  progress: RunProgress,
  services: Services,
): Promise<CommandRecordServices> {
  const clients: ClientServices[] = [];
  for (const [index, session] of sessions.entries()) {
    const client = fetch.clients[index]!;
    const store = await openStore(fetch, client, session, services);
    clients.push({ fetchBody: session.fetchBody, store });
  }
  const observer = createReportObserver(fetch.report, countWindows(fetch), progress, services);
  const retry = services.createRetryPolicy({ ...observer.onRetry, ...fetch.requests });
  const { signal, createSpool, today, findSameResponse } = services;
  return { clients, retry, observer, signal, createSpool, today, findSameResponse };
}

/** An open connection to the service, with the credentials of one client. */
export interface ClientSession {
  /** The client whose responses it gets. For the sandbox, its settings replace the base URL. Undefined for files of a directory. */
  readonly owner: Credentials | undefined;
  /** Sends a planned request of this client, also of another report or range than the session was opened with. */
  readonly fetchBody: ClientServices['fetchBody'];
  readonly close: () => Promise<void>;
}

/** The sessions of all clients, in order. Closes all of them and throws if one cannot be opened. */
export async function openSessions(
  plan: FetchPlan,
  stored: StoredConfig,
  services: Services,
): Promise<readonly ClientSession[]> {
  const sessions: ClientSession[] = [];
  try {
    for (const [index, client] of plan.clients.entries()) {
      const open = () => openSource(plan, client, stored.clients[index]!, services);
      sessions.push(await ofProfile(labelOf(plan, client), open));
    }
    return sessions;
  } catch (error) {
    await closeSessions(sessions);
    throw error;
  }
}

/** Closes all sessions. */
export async function closeSessions(sessions: readonly ClientSession[]): Promise<void> {
  for (const session of sessions) await session.close();
}

async function openSource(
  plan: FetchPlan,
  { profile, network, timeZone }: ClientPlan,
  client: StoredClient,
  services: Services,
): Promise<ClientSession> {
  const { source } = plan;
  switch (source.kind) {
    case 'service':
      return openSession(plan.requests.timeoutMs, network!, client, services);
    case 'sandbox':
      return openSandbox(plan.requests.timeoutMs, source.sandbox, timeZone, services);
    default:
      return {
        owner: undefined,
        fetchBody: ({ window }) => services.readInput(source, profile, window),
        close: async () => undefined,
      };
  }
}

async function openSession(
  headTimeoutMs: number,
  network: NetworkChoices,
  { credentials, isNamed, profile }: StoredClient,
  services: Services,
): Promise<ClientSession> {
  const { baseUrl, clientId } = checkAddress(credentials!, network);
  const owner = { baseUrl, clientId, token: checkToken(credentials!) };
  const renew = credentials!.token?.renew;
  const service = await services.openService(owner, {
    refusalHint: refusalHint(credentials!),
    addressHint: isNamed ? `check the base URL: \`reporting whoami --profile ${profile}\` shows it` : undefined,
    headTimeoutMs,
    network,
  });
  return {
    owner,
    fetchBody: renew === undefined ? service.fetchWindow : renewing(service, owner, renew, services),
    close: async () => service.close(),
  };
}

/**
 * Sends requests, and puts a new token into `owner` if the service refuses one that it has accepted, or the first one after it
 * has accepted another: it may have expired.
 */
function renewing(
  { fetchWindow }: Service,
  owner: { token: string },
  renew: (refused: string) => Promise<string>,
  { acceptedTokens: accepted }: Pick<Services, 'acceptedTokens'>,
): Service['fetchWindow'] {
  const first = owner.token;
  return async function fetchBody(request, signal) {
    const { token } = owner;
    try {
      const response = await fetchWindow(request, signal);
      accepted.add(token);
      return response;
    } catch (error) {
      const mayBeExpired = accepted.has(token) || (accepted.size > 0 && token === first);
      if (!(error instanceof ReportingError) || error.code !== 'E-token-refused' || !mayBeExpired) throw error;
      owner.token = await renew(token);
      if (owner.token === token) throw error;
      return fetchBody(request, signal);
    }
  };
}

async function openSandbox(
  headTimeoutMs: number,
  options: SandboxOptions,
  timeZone: string | undefined,
  services: Services,
): Promise<ClientSession> {
  const sandbox = await services.startSandbox(options, timeZone);
  try {
    const { credentials } = sandbox;
    services.messages.hide(credentials.token);
    const service = await services.openService(credentials, {
      headTimeoutMs,
      network: 'embedded',
    });
    return {
      owner: { ...credentials, baseUrl: sandboxIdentity(options) },
      // A sandbox gets its address when it starts.
      fetchBody: (request, signal) =>
        service.fetchWindow({ ...request, url: credentials.baseUrl + request.url }, signal),
      close: async () => {
        service.close();
        await sandbox.close();
      },
    };
  } catch (error) {
    // A listening server keeps the process alive.
    await sandbox.close();
    throw error;
  }
}

/** The settings that determine the sandbox's records, in place of its address, which changes with each run. */
function sandboxIdentity({ faults, ...options }: SandboxOptions): string {
  const empty = faults.filter(({ kind }) => kind === 'empty');
  return SANDBOX_SCHEME + JSON.stringify([...Object.values(recordOptionsOf(options)), empty]);
}

/** The windows that earlier runs of a client have stored; undefined without `resume`. */
async function openStore(
  { report, requests }: FetchPlan,
  { endDate, lastDay }: ClientPlan,
  { owner }: ClientSession,
  services: Services,
): Promise<ResumeStore | undefined> {
  if (!requests.resume || owner === undefined) return undefined;
  const { baseUrl, clientId } = owner;
  const identity = { report, wire: 'json', baseUrl, clientId, endDate } as const;
  const store = await services.openResumeStore(identity, owner);
  // An earlier run may have stored the window with the awaited day before the day was in.
  const hasDay = ({ from, to }: DateRange): boolean => lastDay !== undefined && from <= lastDay.to && lastDay.to <= to;
  return { ...store, find: (window) => (hasDay(window) ? [] : store.find(window)) };
}
