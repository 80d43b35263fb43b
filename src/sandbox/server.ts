/**
 * Serves the whole interface of the service on loopback, with made-up records. It shares only the wire contract with the client,
 * so that neither hides the other's mistakes.
 */

import { randomBytes } from 'node:crypto';
import { setMaxListeners } from 'node:events';
import { createServer, type IncomingMessage, type OutgoingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { PARAMETERS } from '../api/wire.ts';
import { type Fault, findFault } from './faults.ts';
import type { RecordOptions } from './record-options.ts';
import { BASE_PATH, CLIENT_ID, problem, respondTo, type SandboxResponse } from './respond.ts';

/** The settings of a sandbox. */
export interface SandboxOptions extends RecordOptions {
  /** 0 for any free port. */
  readonly port: number;
  /** Delay before each response. */
  readonly latencyMs: number;
  readonly faults: readonly Fault[];
}

/** A sandbox that listens. */
export type RunningSandbox = Awaited<ReturnType<typeof startSandbox>>;

const HOST = '127.0.0.1';

/**
 * Serves on 127.0.0.1 until it is closed, without records after `today`, a date such as `2026-01-31`. Throws the system's error if the
 * port is in use.
 */
export async function startSandbox(options: SandboxOptions, today: () => string) {
  const token = `sandbox-${randomBytes(12).toString('hex')}`;
  const attempts = new Map<string, number>();
  const stop = new AbortController();
  setMaxListeners(0, stop.signal);

  const server = createServer((request, response) => {
    handle(request, response).catch(() => response.destroy());
  });

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { seed, latencyMs } = options;
    const { method = '', headers } = request;
    const url = new URL(request.url ?? '/', `http://${HOST}`);
    await delay(latencyMs, undefined, { signal: stop.signal });

    const key = url.pathname + url.search;
    const attempt = (attempts.get(key) ?? 0) + 1;
    attempts.set(key, attempt);
    const startDate = url.searchParams.get(PARAMETERS.startDate) ?? '';
    const fault = findFault(options.faults, { seed, startDate, attempt });
    const sent = respondTo({ method, url, headers }, token, {
      ...options,
      isEmpty: fault?.kind === 'empty',
      today: today(),
    });
    send(request, response, sent, fault);
  }

  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port, HOST, resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    /** The credentials that it accepts. */
    credentials: { baseUrl: `http://${HOST}:${port}${BASE_PATH}`, clientId: CLIENT_ID, token },
    /** Stops listening and closes all connections. */
    close: () =>
      new Promise<void>((resolve) => {
        stop.abort();
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Sends a response, compressed with gzip if the client accepts it, with the fault applied. */
function send(
  request: IncomingMessage,
  response: ServerResponse,
  sent: SandboxResponse,
  fault: Fault | undefined,
): void {
  if (fault?.kind === 'hang') return;
  if (fault?.kind === 'reset') {
    response.destroy();
    return;
  }
  const { status, mediaType, body } = applyFault(sent, fault);
  const isGzip = /\bgzip\b/.test(String(request.headers['accept-encoding'] ?? ''));
  const bytes = isGzip ? gzipSync(body) : Buffer.from(body);
  const headers: OutgoingHttpHeaders = {
    'content-type': mediaType,
    'content-length': bytes.length,
    ...(isGzip ? { 'content-encoding': 'gzip' } : {}),
    ...(fault?.retryAfter === undefined ? {} : { 'retry-after': String(fault.retryAfter) }),
    ...(status >= 300 && status < 400 ? { location: '/elsewhere' } : {}),
  };
  response.writeHead(status, headers);
  const half = bytes.subarray(0, bytes.length >> 1);
  if (fault?.kind === 'cut') response.write(half, () => response.destroy());
  else if (fault?.kind === 'stall') response.write(half);
  else response.end(bytes);
}

function applyFault(sent: SandboxResponse, fault: Fault | undefined): SandboxResponse {
  if (typeof fault?.kind === 'number') return problem(fault.kind, 'simulated fault');
  return fault?.kind === 'garbage' ? { ...sent, body: `${sent.body}}}]` } : sent;
}
