/**
 * The HTTP client: one attempt to fetch one window. The token goes only into a header of requests to the base URL's
 * origin. Redirects are not followed. Errors of the HTTP library do not leave this folder: they contain the request, and with
 * it the token.
 */

import { pipeline, type Readable, type Transform } from 'node:stream';
import { createBrotliDecompress, createUnzip } from 'node:zlib';
import type { Request, Response } from 'got';
import got from 'got';
import type { Credentials } from '../api/credentials.ts';
import { CLIENT_ID_HEADER, TOKEN_HEADER, type WireRequest } from '../api/wire.ts';
import { hideParts } from '../core/redaction.ts';
import type { DateRange } from '../dates/range.ts';
import { isKeptHeader } from '../json/sign-rules.ts';
import type { Answer, Body } from '../json/unexpected-body.ts';
import { openRoute, type Route, type RouteOptions } from './connection.ts';
import { responseError } from './http-errors.ts';
import { describeFailure, proxyAddressHint, stalled, timedOut } from './network-errors.ts';

const SHOWN_HEADERS = new Set([
  ...['content-type', 'content-length', 'content-encoding', 'transfer-encoding', 'connection'],
  ...['date', 'server', 'via', 'retry-after'],
]);

/** The length of a header that is kept with its response. */
const MAX_HEADER_LENGTH = 4096;

/** Compression formats that mark their own end. */
const COMPRESSIONS = /gzip|deflate|br/i;
/** Their decoders. The HTTP library's own lose the error of a false format when they close the connection. */
const DECODERS: Readonly<Record<string, () => Transform>> = {
  gzip: createUnzip,
  deflate: createUnzip,
  br: createBrotliDecompress,
};

/** Options of a client. Times are limits in milliseconds. */
export interface ServiceOptions extends RouteOptions {
  readonly stallTimeoutMs: number;
  readonly userAgent: string;
  readonly now: () => Date;
  /** How to correct refused credentials. */
  readonly refusalHint?: string;
  /** How to check the address of a service that is not reached. */
  readonly addressHint?: string | undefined;
  /** Receives a line for each request and response, without the token. */
  readonly onExchange?: (line: string) => void;
  /** Receives the `Date` header of each response, of any status. */
  readonly onDate?: (date: string | undefined) => void;
}

/** The request for a window, as it is sent. */
export interface WindowRequest extends WireRequest {
  readonly report: string;
  readonly window: DateRange;
  /** What the request is for, in messages, if it is not for a report. */
  readonly subject?: string;
}

/** The service at one base URL, for one client. */
export interface Service {
  /**
   * Sends one request, which must be for the credentials' base URL. The caller must read or return the body, which throws an
   * unavailable error if it is cut off or stalls. Throws a ReportingError unless the response is 200.
   */
  readonly fetchWindow: (request: WindowRequest, signal: AbortSignal) => Promise<Body>;
  close(): void;
}

/** Creates a client for the credentials' base URL. It connects with the first window, and reads the token for each. */
export function createService(credentials: Credentials, options: ServiceOptions): Service {
  const route = openRoute(credentials.baseUrl, options);
  options.onExchange?.(describeRoute(route));

  return {
    async fetchWindow({ report, window, url, accept, subject }, signal) {
      const { token } = credentials;
      // The token goes to this service only.
      if (!url.startsWith(`${credentials.baseUrl}/`)) throw new Error('a request to another service');
      options.onExchange?.(`> GET ${url} (${CLIENT_ID_HEADER}: ${credentials.clientId}, ${TOKEN_HEADER}: [hidden])`);
      const stream = got.stream(url, {
        headers: {
          [TOKEN_HEADER]: token,
          [CLIENT_ID_HEADER]: credentials.clientId,
          accept,
          'cache-control': 'no-cache',
          'accept-encoding': 'gzip, br',
          'user-agent': options.userAgent,
        },
        agent: route.agent,
        signal,
        https: { rejectUnauthorized: true },
        followRedirect: false,
        throwHttpErrors: false,
        decompress: false,
        retry: { limit: 0 },
      });
      const sent = { ...credentials, token };
      const exchange = { report, window, subject, credentials: sent, options };
      const response = await receiveHead(stream, route, options, signal);
      const headers = hideParts(shownHeaders(response), token);
      options.onExchange?.(`< ${response.statusCode} ${url} ${headers}`);
      const { date, 'content-type': contentType } = response.headers;
      options.onDate?.(date);
      const body = decoded(stream, response);
      const chunks = readBody(body, { stallTimeoutMs: options.stallTimeoutMs, signal });
      if (response.statusCode !== 200) throw await responseError(response, chunks, exchange);
      const answer = { headers: keptHeaders(response, token), receivedAt: options.now() };
      return {
        chunks,
        endIsKnown: isEndKnown(response),
        contentType: contentType && hideParts(contentType, token),
        answer,
      };
    },
    close: route.close,
  };
}

function describeRoute({ host, proxy }: Route): string {
  if (proxy === undefined) return `connecting to ${host} without a proxy`;
  return `connecting to ${host} through the proxy ${proxy.host} (${proxy.variable})`;
}

/** The headers that help with debugging, as text. Others may contain something derived from the token. */
function shownHeaders({ headers }: Response): string {
  return Object.entries(headers)
    .filter(([name]) => SHOWN_HEADERS.has(name))
    .map(([name, value]) => `${name}: ${value}`)
    .join(', ');
}

function keptHeaders({ headers }: Response, token: string): Answer['headers'] {
  const kept = Object.entries(headers).filter(([name]) => isKeptHeader(name));
  const shown = (value: unknown): string => hideParts(String(value).slice(0, MAX_HEADER_LENGTH), token);
  return new Map(kept.map(([name, value]) => [name, shown(value)]));
}

/** The body without its compression. */
function decoded(stream: Request, { headers }: Response): Readable {
  const decoder = DECODERS[(headers['content-encoding'] ?? '').toLowerCase()]?.();
  return decoder === undefined ? stream : pipeline(stream, decoder, () => undefined);
}

function isEndKnown({ headers }: Response): boolean {
  return (
    (headers['content-length'] ?? headers['transfer-encoding']) !== undefined ||
    COMPRESSIONS.test(headers['content-encoding'] ?? '')
  );
}

/**
 * Resolves with the response's head. On failure, destroys the request and rejects with a ReportingError. One deadline covers
 * all phases: lookup, proxy, connection, TLS, request and response head.
 */
function receiveHead(
  stream: Request,
  { host, proxy }: Route,
  { headTimeoutMs, addressHint }: ServiceOptions,
  signal: AbortSignal,
): Promise<Response> {
  // The agent of a tunnel names a proxy that opens none.
  const party = proxy === undefined ? host : `${host}, through the proxy ${proxy.host}`;
  return new Promise((resolve, reject) => {
    const fail = (error: unknown): void => {
      clearTimeout(timer);
      stream.on('error', () => undefined);
      stream.destroy();
      reject(error);
    };
    const timer = setTimeout(() => fail(timedOut(party, headTimeoutMs)), headTimeoutMs);
    stream.once('error', (error) => {
      const hint = proxy === undefined ? addressHint : proxyAddressHint(proxy);
      fail(signal.aborted ? signal.reason : describeFailure(error, { during: 'head', party, addressHint: hint }));
    });
    stream.once('response', (response: Response) => {
      clearTimeout(timer);
      resolve(response);
    });
  });
}

/**
 * Yields the body's chunks. Throws an unavailable error if the body is cut off or stalls, and the reason of the signal, which ends the
 * request. Destroys the stream when left early. The time that the consumer takes between reads is no stall.
 */
export async function* readBody(
  stream: Readable,
  { stallTimeoutMs, signal }: { readonly stallTimeoutMs: number; readonly signal: AbortSignal },
): AsyncGenerator<Buffer> {
  const iterator = stream[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  let sizeBytes = 0;
  let isStalled = false;
  try {
    for (;;) {
      const timer = setTimeout(() => {
        isStalled = true;
        stream.destroy();
      }, stallTimeoutMs);
      const next = await iterator.next().finally(() => clearTimeout(timer));
      signal.throwIfAborted();
      if (next.done === true) break;
      sizeBytes += next.value.length;
      yield next.value;
    }
    if (isStalled) throw stalled(sizeBytes, stallTimeoutMs);
  } catch (error) {
    signal.throwIfAborted();
    throw isStalled ? stalled(sizeBytes, stallTimeoutMs) : describeFailure(error, { during: 'body', sizeBytes });
  } finally {
    stream.on('error', () => undefined);
    stream.destroy();
  }
}
