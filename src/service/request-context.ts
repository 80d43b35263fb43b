/** The types that the files of the HTTP client share. */

import type http from 'node:http';
import type https from 'node:https';
import type { SecureContext } from 'node:tls';
import type { RequestFunction } from 'got';
import type { Credentials } from '../api/credentials.ts';
import type { DateRange } from '../dates/range.ts';
import type { ProxyServer } from './proxy.ts';

/** How requests reach the service: `direct`, through a `tunnel` that a proxy opens, or `forwarded` by a proxy. */
export interface Route {
  readonly kind: 'direct' | 'tunnel' | 'forwarded';
  /** Host and port of the service, for messages. */
  readonly host: string;
  readonly proxy: ProxyServer | undefined;
  /** Options for requests on this route. */
  readonly requestOptions: {
    readonly agent?: { readonly http?: http.Agent; readonly https?: https.Agent };
    readonly request?: RequestFunction;
  };
  /** Closes open connections and cancels those in progress. */
  close(): void;
}

/** The proxy and the TLS settings of a route. */
export interface RouteOptions {
  readonly proxy?: ProxyServer | undefined;
  /** CA certificates to trust; Node's own if undefined. */
  readonly secureContext?: SecureContext | undefined;
  /** Limit for lookup, proxy, connection, TLS, request and response head together. */
  readonly headTimeoutMs: number;
}

/** Options of every TLS connection. `rejectUnauthorized` is explicit, so that NODE_TLS_REJECT_UNAUTHORIZED=0 has no effect. */
export interface TlsOptions {
  readonly rejectUnauthorized: true;
  readonly secureContext?: SecureContext;
}

/** Options of a client. Times are limits in milliseconds. */
export interface ServiceOptions extends RouteOptions {
  /** Limit for silence within a body. */
  readonly stallTimeoutMs: number;
  readonly userAgent: string;
  readonly now: () => Date;
  /** How to correct refused credentials. */
  readonly refusalHint?: string;
  /** How to check the address of a service that is not reached. */
  readonly addressHint?: string | undefined;
  /** Receives a line for each request and response, without the token. */
  readonly onExchange?: (line: string) => void;
  /** Receives the head of each response, of any status. */
  readonly onHead?: (head: ResponseHead) => void;
}

/** A request, as its errors describe it. */
export interface RequestContext {
  /** The report's name. */
  readonly report: string;
  readonly window: DateRange;
  /** What the request is for, in messages, if it is not for a report. */
  readonly subject: string | undefined;
  readonly credentials: Credentials;
  readonly options: ServiceOptions;
  readonly route: Route;
  readonly signal: AbortSignal;
}

/** The head of a response, with header values as received. */
export interface ResponseHead {
  readonly date: string | undefined;
  readonly contentType: string | undefined;
  /** The encoding before decompression. */
  readonly contentEncoding: string | undefined;
}
