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
import { CLIENT_ID_HEADER, MEDIA_TYPES, PARAMETERS, TOKEN_HEADER } from '../api/wire.ts';
import { domainRecords, revenueRecords, toCsv, toJson } from './sample-records.ts';
import { type Fault, findFault } from './sandbox-settings.ts';

/** The settings of a sandbox. */
export interface SandboxOptions {
  /** The records depend on it. */
  readonly seed: number;
  /** 0 for any free port. */
  readonly port: number;
  readonly latencyMs: number;
  readonly faults: readonly Fault[];
}

/** A sandbox that listens. */
export type RunningSandbox = Awaited<ReturnType<typeof startSandbox>>;

const HOST = '127.0.0.1';
/** The path of the sandbox's base URL. */
const BASE_PATH = '/v2/reporting';
/** The id of the sandbox's only client. */
const CLIENT_ID = '0b9c1d52-3f4e-4a6b-8c7d-9e0f1a2b3c4d';

/** Longer ranges get 400. The sandbox counts both ends, the stricter reading of part 8. */
const MAX_DAYS = 31;

const DATE_PATTERN = /^\d{4}-\d{2}-\d{2}$/;
const MS_PER_DAY = 86_400_000;

const ENDPOINTS = new Map([
  [`${BASE_PATH}/revenue`, revenueRecords],
  [`${BASE_PATH}/revenue/domains`, domainRecords],
]);

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
    const url = new URL(request.url ?? '/', `http://${HOST}`);
    await delay(latencyMs, undefined, { signal: stop.signal });

    const key = url.pathname + url.search;
    const attempt = (attempts.get(key) ?? 0) + 1;
    attempts.set(key, attempt);
    const startDate = url.searchParams.get(PARAMETERS.startDate) ?? '';
    const fault = findFault(options.faults, { seed, startDate, attempt });
    const answer = { seed, isEmpty: fault?.kind === 'empty', today: today() };
    const isStatus = typeof fault?.kind === 'number';
    const sent = isStatus ? problem(fault.kind, 'simulated fault') : respondTo(request, url, token, answer);
    send(request, response, sent, fault);
  }

  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port, HOST, resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
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
  { status, mediaType, body }: SandboxResponse,
  fault: Fault | undefined,
): void {
  if (fault?.kind === 'hang') return;
  if (fault?.kind === 'reset') {
    response.destroy();
    return;
  }
  const sent = fault?.kind === 'garbage' ? `${body}}}]` : body;
  const isGzip = /\bgzip\b/.test(String(request.headers['accept-encoding'] ?? ''));
  const bytes = isGzip ? gzipSync(sent) : Buffer.from(sent);
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

interface SandboxResponse {
  readonly status: number;
  readonly mediaType: string;
  readonly body: string;
}

/**
 * Responds to a request. `token` is the valid token. There are no records after `today`. With `isEmpty`, the response has none at all.
 */
function respondTo(
  { method, headers }: IncomingMessage,
  url: URL,
  token: string,
  { seed, isEmpty, today }: { readonly seed: number; readonly isEmpty: boolean; readonly today: string },
): SandboxResponse {
  const recordsOf = ENDPOINTS.get(url.pathname);
  if (recordsOf === undefined) return problem(404, `no such path: ${url.pathname}`);
  if (method !== 'GET') return problem(405, 'only GET is supported');
  if (headers[TOKEN_HEADER] !== token) return problem(401, 'reporting API token missing or invalid');
  if (String(headers[CLIENT_ID_HEADER]).toLowerCase() !== CLIENT_ID) {
    return problem(403, 'token does not match the client id');
  }
  const query = url.searchParams;
  const days = daysOf(query.get(PARAMETERS.startDate), query.get(PARAMETERS.endDate));
  if (days === undefined) {
    return problem(400, 'start_date and end_date must be dates, YYYY-MM-DD, in this order');
  }
  if (days.length > MAX_DAYS) {
    return problem(400, `the range has ${days.length} days; the maximum is ${MAX_DAYS}`);
  }
  const past = days.filter((day) => day <= today);
  const records = isEmpty || past.length === 0 ? [] : recordsOf(past, seed);
  const format = query.get(PARAMETERS.format) ?? 'json';
  if (format === 'json') return { status: 200, mediaType: MEDIA_TYPES.json, body: toJson(records) };
  if (format === 'csv') return { status: 200, mediaType: MEDIA_TYPES.csv, body: toCsv(records) };
  return problem(400, 'format must be json or csv');
}

/** An error response. */
function problem(status: number, message: string): SandboxResponse {
  return { status, mediaType: MEDIA_TYPES.json, body: JSON.stringify({ error: message }) };
}

/** The days from `start` to `end`, both included, as `YYYY-MM-DD`; undefined unless both are dates in this order. */
function daysOf(start: string | null, end: string | null): readonly string[] | undefined {
  const first = dayNumber(start);
  const last = dayNumber(end);
  if (first === undefined || last === undefined || last < first) return undefined;
  return Array.from({ length: last - first + 1 }, (_, index) => toText(first + index));
}

function dayNumber(text: string | null): number | undefined {
  if (text === null || !DATE_PATTERN.test(text)) return undefined;
  const ms = Date.parse(`${text}T00:00:00Z`);
  const day = ms / MS_PER_DAY;
  return Number.isNaN(ms) || toText(day) !== text ? undefined : day;
}

function toText(day: number): string {
  return new Date(day * MS_PER_DAY).toISOString().slice(0, 10);
}
