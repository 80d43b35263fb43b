/**
 * The service, as it is asked: one window, one attempt, one response. The token goes into one header of requests to
 * the base URL's origin. Redirects are not followed, and no error of the HTTP library leaves this folder: those errors
 * hold the request, and with it the token.
 */

import http from 'node:http';
import https from 'node:https';
import type { Socket } from 'node:net';
import got, { type Request, type Response } from 'got';
import type { Credentials } from '../contract/credentials.ts';
import type { Report } from '../contract/report.ts';
import { CLIENT_ID_HEADER, MEDIA_TYPES, PARAMETERS, TOKEN_HEADER } from '../contract/wire.ts';
import type { DateRange } from '../core/date-range.ts';
import { answerHead } from './answer-head.ts';
import { readBody } from './body.ts';
import type { Exchange, ServiceOptions } from './exchange.ts';
import { describeFailure, type Phase, timedOut } from './failures.ts';
import { refusal } from './refusals.ts';

/** A 200 response, its body not read yet. */
export interface WindowResponse {
  /** The body, decompressed. Ends with an unreachable error where it is cut off or stalls. Must be read or returned. */
  readonly chunks: AsyncIterable<Buffer>;
  /** True if the transport says where the body ends: by its length, by chunks, or by compression. */
  readonly endIsKnown: boolean;
}

export interface Service {
  /** Asks once for a window of at most 31 days. Throws the ReportingError that the answer, or its absence, stands for. */
  fetchWindow(report: Report, window: DateRange, signal: AbortSignal): Promise<WindowResponse>;
  /** Closes the connections that are kept open between requests. */
  close(): void;
}

export function createService(credentials: Credentials, options: ServiceOptions): Service {
  const agents = { http: new http.Agent({ keepAlive: true }), https: new https.Agent({ keepAlive: true }) };

  return {
    async fetchWindow(report, window, signal) {
      const url = windowUrl(credentials.baseUrl, report, window);
      options.onExchange?.(
        `> GET ${url} (${CLIENT_ID_HEADER}: ${credentials.clientId}, ${TOKEN_HEADER}: [hidden])`,
      );
      const stream = got.stream(url, {
        headers: {
          [TOKEN_HEADER]: credentials.token,
          [CLIENT_ID_HEADER]: credentials.clientId,
          accept: MEDIA_TYPES.json,
          'user-agent': options.userAgent,
        },
        agent: agents,
        followRedirect: false,
        throwHttpErrors: false,
        retry: { limit: 0 },
      });
      const exchange = { report, window, credentials, options, signal };
      const response = await receiveHead(stream, exchange);
      options.onExchange?.(`< ${response.statusCode} ${url} ${JSON.stringify(response.headers)}`);
      options.onHead?.(answerHead(response));
      const chunks = readBody(stream, { stallTimeoutMs: options.stallTimeoutMs, signal });
      if (response.statusCode !== 200) throw await refusal(response, chunks, exchange);
      return { chunks, endIsKnown: isEndKnown(response) };
    },
    close() {
      agents.http.destroy();
      agents.https.destroy();
    },
  };
}

function windowUrl(baseUrl: string, report: Report, window: DateRange): string {
  const query = new URLSearchParams({
    [PARAMETERS.startDate]: window.from,
    [PARAMETERS.endDate]: window.to,
    [PARAMETERS.format]: 'json',
  });
  return `${baseUrl}${report.path}?${query}`;
}

/** Resolves with the response's head; otherwise the request is destroyed and the promise rejected with a ReportingError. */
function receiveHead(stream: Request, { options, credentials, signal }: Exchange): Promise<Response> {
  const { host, protocol } = new URL(credentials.baseUrl);
  const isSecure = protocol === 'https:';
  return new Promise((resolve, reject) => {
    let phase: Phase = 'lookup';
    stream.once('request', (request) => {
      request.once('socket', (socket: Socket) => {
        if (!socket.connecting) {
          phase = 'answer';
          return;
        }
        socket.once('lookup', () => {
          phase = 'connection';
        });
        socket.once('connect', () => {
          phase = isSecure ? 'TLS' : 'answer';
        });
        socket.once('secureConnect', () => {
          phase = 'answer';
        });
      });
    });
    const settle = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', onAbort);
    };
    const fail = (error: unknown): void => {
      settle();
      stream.on('error', () => undefined);
      stream.destroy();
      reject(error);
    };
    const onAbort = (): void => fail(signal.reason);
    const timer = setTimeout(() => fail(timedOut(phase, host, options.headTimeoutMs)), options.headTimeoutMs);
    signal.addEventListener('abort', onAbort);
    stream.once('error', (error) => fail(describeFailure(error, { host, during: 'head' })));
    stream.once('response', (response: Response) => {
      settle();
      resolve(response);
    });
    if (signal.aborted) onAbort();
  });
}

function isEndKnown({ headers }: Response): boolean {
  return 'content-length' in headers || 'transfer-encoding' in headers || 'content-encoding' in headers;
}
