/** Opens what answers the requests of a plan: the service, an embedded sandbox, or the files of a directory. */

import type { Credentials } from '../api/credentials.ts';
import { SANDBOX_SCHEME } from '../archive/recording-index.ts';
import type { StoredClient, StoredConfig } from '../config/load-config.ts';
import { addressHint, checkAddress, checkToken, refusalHint } from '../config/resolve-credentials.ts';
import type { NetworkChoices } from '../config/settings.ts';
import { ofProfile, ReportingError } from '../core/errors.ts';
import type { Body } from '../json/unexpected-body.ts';
import { type ClientPlan, type FetchPlan, labelOf } from '../plan/report-plan.ts';
import { recordOptionsOf } from '../sandbox/record-options.ts';
import type { SandboxOptions } from '../sandbox/server.ts';
import type { Service, WindowRequest } from '../service/client.ts';
import type { Uses } from '../services.ts';

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

/** The result of `work`, which gets the sessions of all clients, in order. Closes them after it, and if one cannot be opened. */
export async function withSessions<T>(
  plan: FetchPlan,
  stored: StoredConfig,
  services: SessionServices,
  work: (sessions: readonly Session[]) => Promise<T>,
): Promise<T> {
  const sessions: Session[] = [];
  try {
    for (const [index, client] of plan.clients.entries()) {
      const open = () => openSession(plan, client, stored.clients[index]!, services);
      sessions.push(await ofProfile(labelOf(plan, client), open));
    }
    return await work(sessions);
  } finally {
    for (const session of sessions) await session.close();
  }
}

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
function sandboxIdentity({ faults, ...options }: SandboxOptions): string {
  const empty = faults.filter(({ kind }) => kind === 'empty');
  return SANDBOX_SCHEME + JSON.stringify([...Object.values(recordOptionsOf(options)), empty]);
}
