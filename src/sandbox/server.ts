/**
 * The whole interface of the reporting service on loopback, with made-up figures. It shares the names of the wire with
 * the client and nothing else, so that neither can hide the other's mistake.
 */

import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { CLIENT_ID_HEADER, MEDIA_TYPES, PARAMETERS, TOKEN_HEADER } from '../contract/wire.ts';
import { daysOf } from './days.ts';
import { type Fault, strikingFault } from './faults.ts';
import { domainRecords, type RecordOptions, revenueRecords, toCsv, toJson } from './records.ts';

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

/** Requests for longer ranges get 400. Both ends are counted, the stricter reading of the interface's part 8. */
const MAX_DAYS = 31;
const HOST = '127.0.0.1';
const BASE_PATH = '/v2/reporting';
const CLIENT_ID = '0b9c1d52-3f4e-4a6b-8c7d-9e0f1a2b3c4d';

const ENDPOINTS = new Map([
  [`${BASE_PATH}/revenue`, revenueRecords],
  [`${BASE_PATH}/revenue/domains`, domainRecords],
]);

interface Answer {
  readonly status: number;
  readonly mediaType: string;
  readonly body: string;
}

/** Serves on 127.0.0.1 until it is closed. Throws the system's error if the port is taken. */
export async function startSandbox(options: SandboxOptions): Promise<RunningSandbox> {
  const token = `sandbox-${randomBytes(12).toString('hex')}`;
  const attempts = new Map<string, number>();
  const stop = new AbortController();

  const server = createServer((request, response) => {
    handle(request, response).catch(() => response.destroy());
  });

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', `http://${HOST}`);
    const answer = answerTo(request, url, token, options);
    await delay(options.latencyMs, undefined, { signal: stop.signal });
    const key = url.pathname + url.search;
    const attempt = (attempts.get(key) ?? 0) + 1;
    attempts.set(key, attempt);
    const startDate = url.searchParams.get(PARAMETERS.startDate) ?? '';
    const fault = strikingFault(options.faults, { seed: options.seed, startDate, attempt });
    send(response, request, answer, fault);
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

function answerTo(request: IncomingMessage, url: URL, token: string, options: SandboxOptions): Answer {
  const records = ENDPOINTS.get(url.pathname);
  if (records === undefined) return problem(404, `no such path: ${url.pathname}`);
  if (request.method !== 'GET') return problem(405, 'only GET is supported');
  if (request.headers[TOKEN_HEADER] !== token) return problem(401, 'reporting API token missing or invalid');
  if (request.headers[CLIENT_ID_HEADER] !== CLIENT_ID)
    return problem(403, 'token does not match the client id');

  const days = daysOf(url.searchParams.get(PARAMETERS.startDate), url.searchParams.get(PARAMETERS.endDate));
  if (days === undefined)
    return problem(400, 'start_date and end_date must be dates, YYYY-MM-DD, in this order');
  if (days.length > MAX_DAYS)
    return problem(400, `the range has ${days.length} days; the most is ${MAX_DAYS}`);
  const format = url.searchParams.get(PARAMETERS.format) ?? 'json';
  if (format === 'json')
    return { status: 200, mediaType: MEDIA_TYPES.json, body: toJson(records(days, options)) };
  if (format === 'csv')
    return { status: 200, mediaType: MEDIA_TYPES.csv, body: toCsv(records(days, options)) };
  return problem(400, 'format must be json or csv');
}

function problem(status: number, message: string): Answer {
  return { status, mediaType: MEDIA_TYPES.json, body: JSON.stringify({ error: message }) };
}

function send(
  response: ServerResponse,
  request: IncomingMessage,
  answer: Answer,
  fault: Fault | undefined,
): void {
  if (fault?.kind === 'hang') return;
  if (fault?.kind === 'reset') {
    response.destroy();
    return;
  }
  const { status, mediaType, body } =
    typeof fault?.kind === 'number' ? problem(fault.kind, 'a fault on order') : answer;
  const text = fault?.kind === 'garbage' ? `${body.slice(0, body.length >> 1)}}}]` : body;
  const isGzip = /\bgzip\b/.test(String(request.headers['accept-encoding'] ?? ''));
  const bytes = isGzip ? gzipSync(text) : Buffer.from(text);
  response.writeHead(status, {
    'content-type': mediaType,
    'content-length': bytes.length,
    ...(isGzip ? { 'content-encoding': 'gzip' } : {}),
    ...(status >= 300 && status < 400 ? { location: `http://${HOST}/elsewhere` } : {}),
  });
  const half = bytes.subarray(0, bytes.length >> 1);
  if (fault?.kind === 'cut') response.write(half, () => response.destroy());
  else if (fault?.kind === 'stall') response.write(half);
  else response.end(bytes);
}
