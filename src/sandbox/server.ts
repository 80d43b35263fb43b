/**
 * The whole interface of the reporting service on loopback, with made-up figures. It shares the names of the wire with
 * the client and nothing else, so that neither can hide the other's mistake.
 */

import { randomBytes } from 'node:crypto';
import { setMaxListeners } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { PARAMETERS } from '../contract/wire.ts';
import { answerTo, BASE_PATH, CLIENT_ID } from './answer.ts';
import { type Fault, strikingFault } from './faults.ts';
import type { RecordOptions } from './records.ts';
import { send } from './send.ts';

export interface SandboxOptions extends RecordOptions {
  /** 0 for any free port. */
  readonly port: number;
  /** Wait before each answer, in milliseconds. */
  readonly latencyMs: number;
  readonly faults: readonly Fault[];
}

export interface RunningSandbox {
  readonly credentials: { readonly baseUrl: string; readonly clientId: string; readonly token: string };
  /** Stops listening, and cuts what is under way. */
  close(): Promise<void>;
}

const HOST = '127.0.0.1';

/** Serves on 127.0.0.1 until it is closed. Throws the system's error if the port is taken. */
export async function startSandbox(options: SandboxOptions): Promise<RunningSandbox> {
  const token = `sandbox-${randomBytes(12).toString('hex')}`;
  const attempts = new Map<string, number>();
  let underWay = 0;
  const stop = new AbortController();
  setMaxListeners(0, stop.signal);

  const server = createServer((request, response) => {
    underWay++;
    response.once('close', () => underWay--);
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
    const fault = limited(strikingFault(options.faults, { seed, startDate, attempt }), underWay);
    const answer = answerTo({ method, url, headers }, token, {
      ...options,
      isEmpty: fault?.kind === 'empty',
    });
    await send(request, response, answer, { fault, signal: stop.signal });
  }

  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port, HOST, resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    credentials: { baseUrl: `http://${HOST}:${port}${BASE_PATH}`, clientId: CLIENT_ID, token },
    close: () =>
      new Promise((resolve) => {
        stop.abort();
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** A rate limit strikes only where another request is under way, and says when to come again. */
function limited(fault: Fault | undefined, underWay: number): Fault | undefined {
  if (fault?.kind !== 'rate-limit') return fault;
  return underWay > 1 ? { ...fault, kind: 429, retryAfter: 1 } : undefined;
}
