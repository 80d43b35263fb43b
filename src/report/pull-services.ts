/**
 * What a pull needs of a run: what answers the requests of its clients (the service, an embedded sandbox, or the files of a
 * directory), the windows that earlier runs have stored, retries and progress.
 */

import type { Credentials } from '../api/credentials.ts';
import { SANDBOX_SCHEME } from '../api/wire.ts';
import type { BodyStore } from '../archive/body-store.ts';
import type { StoredClient, StoredConfig } from '../config/load-config.ts';
import { addressHint, checkAddress, checkToken, refusalHint } from '../config/resolve-credentials.ts';
import type { NetworkChoices } from '../config/settings.ts';
import { ofProfile, ReportingError } from '../core/errors.ts';
import { countOf } from '../core/text.ts';
import type { DateRange } from '../dates/range.ts';
import type { Body } from '../json/unexpected-body.ts';
import { type ClientPlan, type FetchPlan, inputOf, labelOf } from '../plan/report-plan.ts';
import type { SandboxOptions } from '../sandbox/server.ts';
import type { Service, WindowRequest } from '../service/client.ts';
import type { RetryPolicy } from '../service/retry.ts';
import type { Uses } from '../services.ts';
import { createReportObserver, type RunProgress } from './progress.ts';
import type { PullServices } from './pull.ts';

/** What a run of a plan gets from its command. Several runs at once share the optional members; one run alone has its own. */
export interface RunContext extends Pick<PullServices, 'findSameResponse'> {
  /** The credentials of the plan's clients. */
  readonly stored: StoredConfig;
  readonly progress?: RunProgress | undefined;
  readonly retry?: RetryPolicy;
}

/** What a pull uses of the services of a run. */
export type RunServices = SessionServices &
  Uses<'createSpool' | 'today' | 'signal' | 'now' | 'showProgress' | 'createRetryPolicy' | 'openResumeStore'>;

/** Where a run stores the bodies that it receives. */
export interface Storing {
  /** Opens the store of a client; undefined if nothing is stored. */
  readonly open: (client: ClientPlan, session: Session) => Promise<BodyStore | undefined>;
  /** The error of a run, with a hint at a response that a check refused. */
  readonly hint: (error: ReportingError) => ReportingError | Promise<ReportingError>;
}

/** The result of `work`, which gets the services that pull the bodies of a plan. Shows its progress, and adds hints to its errors. */
export async function withPullServices<T>(
  fetch: FetchPlan,
  { stored, findSameResponse, ...context }: RunContext,
  services: RunServices,
  work: (services: PullServices) => Promise<T>,
  { open, hint }: Storing = storingForResume(fetch, services),
): Promise<T> {
  const { signal, createSpool, today } = services;
  const sessions: Session[] = [];
  try {
    for (const [index, client] of fetch.clients.entries()) {
      const session = () => openSession(fetch, client, stored.clients[index]!, services);
      sessions.push(await ofProfile(labelOf(fetch, client), session));
    }
    const observer = createReportObserver(fetch, context.progress, services);
    const clients: PullServices['clients'][number][] = [];
    async function closeStores(): Promise<number> {
      const counts = await Promise.all(clients.map(({ store }) => store?.close() ?? 0));
      return counts.reduce((sum, count) => sum + count, 0);
    }
    try {
      for (const [index, session] of sessions.entries()) {
        const store = await open(fetch.clients[index]!, session);
        clients.push({ fetchBody: session.fetchBody, store });
      }
      const retry = context.retry ?? services.createRetryPolicy({ ...fetch.requests, ...observer.onRetry });
      const result = await work({ clients, retry, observer, signal, createSpool, today, findSameResponse });
      observer.stop();
      observer.noteReused();
      await closeStores();
      return result;
    } catch (error) {
      observer.stop();
      const hinted = error instanceof ReportingError ? await hint(error) : error;
      const storedCount = await closeStores();
      if (!(hinted instanceof ReportingError)) throw hinted;
      if (storedCount === 0) throw hinted;
      const count = `${storedCount} of ${countOf(observer.windowCount, 'window')}`;
      throw hinted.withHint(`stored ${count} for a day: the same command with --resume does not request them again`);
    }
  } finally {
    for (const session of sessions) await session.close();
  }
}

/** The windows of runs with `resume`, and the hint at the command that keeps a response. */
function storingForResume(fetch: FetchPlan, { openResumeStore }: Uses<'openResumeStore'>): Storing {
  const { report, requests, source } = fetch;
  return {
    async open(client, { owner }) {
      if (!requests.resume || owner === undefined) return undefined;
      const { windows: requested, endDate, lastDay } = client;
      const { baseUrl, clientId } = owner;
      const identity = { report, wire: 'json' as const, baseUrl, clientId, endDate };
      const store = await openResumeStore({ identity, requested, owner });
      // An earlier run may have stored the window with the awaited day before the day was in.
      const hasDay = ({ from, to }: DateRange): boolean =>
        lastDay !== undefined && from <= lastDay.to && lastDay.to <= to;
      return { ...store, find: (window) => (hasDay(window) ? undefined : store.find(window)) };
    },
    hint(given) {
      // Only the service can answer requests for each unit of time.
      const isUndated = inputOf(fetch) !== undefined && given.code === 'E-date-column';
      const error = isUndated ? given.with({}, { hint: 'name the column with --date-column' }) : given;
      const { window, status } = error.facts;
      const isKept = error.code !== 'E-not-http' && error.code !== 'E-token-in-body';
      const isRecordable = error.kind === 'malformed' && isKept && status === undefined;
      if (source.kind !== 'service' || !isRecordable || window === undefined) return error;
      return error.withHint(`\`reporting raw ${report} …\` keeps the response for a support ticket`);
    },
  };
}

/** Answers the requests of one client. */
export interface Session {
  /** The client whose responses it gets. For the sandbox, its settings replace the base URL. Undefined for files of a directory. */
  readonly owner: Credentials | undefined;
  /** Sends a planned request of this client, also of another report or range than the session was opened with. */
  readonly fetchBody: (request: WindowRequest, signal: AbortSignal) => Promise<Body>;
  readonly close: () => Promise<void>;
}

/** What sessions use. */
export type SessionServices = Uses<'openService' | 'startSandbox' | 'acceptedTokens' | 'messages'>;

/** The session of one client of a plan. */
export async function openSession(
  { source, requests: { timeoutMs } }: FetchPlan,
  { profile, network, timeZone }: ClientPlan,
  client: StoredClient,
  services: SessionServices,
): Promise<Session> {
  switch (source.kind) {
    case 'service':
      return ofService(timeoutMs, network!, client, services);
    case 'sandbox':
      return ofSandbox(timeoutMs, source.sandbox, timeZone, services);
    default: {
      const { inputBody } = await import('../source/input.ts');
      return {
        owner: undefined,
        fetchBody: ({ window }) => inputBody(source, profile, window),
        close: async () => undefined,
      };
    }
  }
}

async function ofService(
  headTimeoutMs: number,
  network: NetworkChoices,
  { credentials }: StoredClient,
  { openService, acceptedTokens }: SessionServices,
): Promise<Session> {
  const owner = { ...checkAddress(credentials!, network), token: checkToken(credentials!) };
  const renew = credentials!.token?.renew;
  const service = await openService(owner, {
    refusalHint: refusalHint(credentials!),
    addressHint: addressHint(credentials!),
    headTimeoutMs,
    network,
  });
  return {
    owner,
    fetchBody: renew === undefined ? service.fetchWindow : renewing(service, owner, renew, acceptedTokens),
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
  accepted: Set<string>,
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

async function ofSandbox(
  headTimeoutMs: number,
  options: SandboxOptions,
  timeZone: string | undefined,
  { startSandbox, openService, messages }: SessionServices,
): Promise<Session> {
  const sandbox = await startSandbox(options, timeZone);
  try {
    const { credentials } = sandbox;
    messages.hide(credentials.token);
    const service = await openService(credentials, { headTimeoutMs, network: 'embedded' });
    return {
      owner: { ...credentials, baseUrl: sandboxIdentity(options) },
      // A sandbox gets its address when it starts.
      fetchBody: (request, signal) =>
        service.fetchWindow({ ...request, url: credentials.baseUrl + request.url }, signal),
      async close() {
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
function sandboxIdentity({ faults, seed }: SandboxOptions): string {
  return SANDBOX_SCHEME + JSON.stringify([seed, faults.filter(({ kind }) => kind === 'empty')]);
}
