/**
 * The service, as it is asked: one window, one attempt, one response. The token goes into one header of requests to
 * the base URL's origin. Redirects are not followed, and no error of the HTTP library leaves this folder: those errors
 * hold the request, and with it the token.
 */

import got, { type Response } from 'got';
import type { Credentials } from '../contract/credentials.ts';
import { askedRange } from '../contract/end-date.ts';
import type { Report } from '../contract/report.ts';
import { requestUrl } from '../contract/request-url.ts';
import { CLIENT_ID_HEADER, MEDIA_TYPES, TOKEN_HEADER } from '../contract/wire.ts';
import type { DateRange } from '../core/date-range.ts';
import { answerHead } from './answer-head.ts';
import { readBody } from './body.ts';
import type { ServiceOptions } from './exchange.ts';
import { receiveHead } from './head.ts';
import { hideParts } from './hide-parts.ts';
import { refusal } from './refusals.ts';
import { openRoute, type Route } from './route.ts';

/** A 200 response, its body not read yet. */
export interface WindowResponse {
  /** The body, decompressed. Ends with an unavailable error where it is cut off or stalls. Must be read or returned. */
  readonly chunks: AsyncIterable<Buffer>;
  /** True if the transport says where the body ends: by its length, by chunks, or by compression. */
  readonly endIsKnown: boolean;
  /** As the answer's header gives it. */
  readonly contentType: string | undefined;
}

export interface Service {
  /** Asks once for a window of at most 31 days. Throws the ReportingError that the answer, or its absence, stands for. */
  fetchWindow(report: Report, window: DateRange, signal: AbortSignal): Promise<WindowResponse>;
  /** Closes the connections that are open. */
  close(): void;
}

/** The service at the credentials' base URL, by the route that the options say. Nothing is connected before the first window. */
export async function createService(credentials: Credentials, options: ServiceOptions): Promise<Service> {
  const route = await openRoute(credentials.baseUrl, options);
  options.onExchange?.(describeRoute(route));

  return {
    async fetchWindow(report, window, signal) {
      const url = requestUrl(credentials.baseUrl, report, askedRange(window, options.endDate ?? 'inclusive'));
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
        ...route.requestOptions,
        https: { rejectUnauthorized: true },
        followRedirect: false,
        throwHttpErrors: false,
        retry: { limit: 0 },
      });
      const exchange = { report, window, credentials, options, route, signal };
      const response = await receiveHead(stream, exchange);
      const headers = hideParts(shownHeaders(response), credentials.token);
      options.onExchange?.(`< ${response.statusCode} ${url} ${headers}`);
      const head = answerHead(response);
      options.onHead?.(head);
      const chunks = readBody(stream, { stallTimeoutMs: options.stallTimeoutMs, signal });
      if (response.statusCode !== 200) throw await refusal(response, chunks, exchange);
      return { chunks, endIsKnown: isEndKnown(response), contentType: head.contentType };
    },
    close: route.close,
  };
}

function describeRoute({ kind, host, proxy }: Route): string {
  if (proxy === undefined) return `no proxy to ${host}`;
  const sees = kind === 'forwarded' ? ', which sees the token: the base URL is plain http' : '';
  return `to ${host} through the proxy ${proxy.host} (${proxy.variable})${sees}`;
}

/** The headers that help to find a fault; others may hold what the service makes of the token. */
function shownHeaders({ rawHeaders }: Response): string {
  const pairs = rawHeaders.flatMap((name, index) =>
    index % 2 === 0 ? [[name.toLowerCase(), rawHeaders[index + 1]]] : [],
  );
  return pairs.flatMap(([name, value]) => (SHOWN_HEADERS.has(name!) ? [`${name}: ${value}`] : [])).join(', ');
}

const SHOWN_HEADERS = new Set([
  ...['content-type', 'content-length', 'content-encoding', 'transfer-encoding', 'connection'],
  ...['date', 'server', 'via', 'retry-after'],
]);

/** By the headers as they came: the library takes out those that decompression makes untrue. */
function isEndKnown({ rawHeaders }: Response): boolean {
  return rawHeaders.some((name, index) => {
    if (index % 2 === 1) return false;
    const isCompression =
      name.toLowerCase() === 'content-encoding' && COMPRESSIONS.test(rawHeaders[index + 1] ?? '');
    return isCompression || LENGTH_HEADERS.has(name.toLowerCase());
  });
}

const LENGTH_HEADERS = new Set(['content-length', 'transfer-encoding']);
/** Each of these has an end of its own. */
const COMPRESSIONS = /gzip|deflate|br/i;
