/** How requests get to the service: straight, through a tunnel that a proxy opens, or by a proxy that passes them on. */

import http from 'node:http';
import https from 'node:https';
import { isIP } from 'node:net';
import type { SecureContext } from 'node:tls';
import type { RequestFunction } from 'got';
import type { ProxyServer } from './proxy.ts';

export interface Route {
  readonly kind: 'straight' | 'tunnel' | 'forwarded';
  /** Host and port of the service, to be shown. */
  readonly host: string;
  readonly proxy: ProxyServer | undefined;
  /** Options of a request that takes this route. */
  readonly requestOptions: {
    readonly agent?: { readonly http?: http.Agent; readonly https?: https.Agent };
    readonly request?: RequestFunction;
  };
  /** Closes the connections that are open, and gives up those that are being made. */
  close(): void;
}

export interface RouteOptions {
  readonly proxy?: ProxyServer | undefined;
  /** Whom TLS trusts; whom Node trusts, if undefined. */
  readonly secureContext?: SecureContext | undefined;
  readonly headTimeoutMs: number;
}

/** What every TLS connection is made with. Said outright, so that NODE_TLS_REJECT_UNAUTHORIZED=0 does not turn it off. */
export interface TlsOptions {
  readonly rejectUnauthorized: true;
  readonly secureContext?: SecureContext;
}

/**
 * The route to a base URL: straight without a proxy, else a tunnel for https, and for plain http what the proxy passes on.
 *
 * Each request has a connection of its own: bytes that an answer brings too much would be taken for the next answer, and
 * nothing in the interface tells whose records they are.
 */
export async function openRoute(baseUrl: string, options: RouteOptions): Promise<Route> {
  const { proxy, secureContext, headTimeoutMs } = options;
  const { host, protocol } = new URL(baseUrl);
  const tls: TlsOptions = { rejectUnauthorized: true, ...(secureContext && { secureContext }) };

  if (proxy === undefined) {
    const agent =
      protocol === 'https:'
        ? { https: new https.Agent({ keepAlive: false, ...tls }) }
        : { http: new http.Agent({ keepAlive: false }) };
    const close = (): void => (agent.https ?? agent.http)?.destroy();
    return { kind: 'straight', host, proxy, requestOptions: { agent }, close };
  }
  if (protocol === 'https:') {
    const { createTunnelAgent } = await import('./tunnel.ts');
    const { agent, close } = createTunnelAgent(proxy, { tls, host, timeoutMs: headTimeoutMs });
    return { kind: 'tunnel', host, proxy, requestOptions: { agent: { https: agent } }, close };
  }
  const agent = proxy.isSecure
    ? new https.Agent({ keepAlive: false, ...tls })
    : new http.Agent({ keepAlive: false });
  return {
    kind: 'forwarded',
    host,
    proxy,
    requestOptions: { request: (url, native) => requestByProxy(url, { ...native, agent }, proxy) },
    close: () => agent.destroy(),
  };
}

/** A request in absolute form (RFC 9112, section 3.2.2): what a proxy takes for plain http. It sees all of it. */
function requestByProxy(url: URL, options: https.RequestOptions, proxy: ProxyServer): http.ClientRequest {
  const { authorization, hostname, isSecure, port } = proxy;
  return (isSecure ? https : http).request({
    ...options,
    protocol: isSecure ? 'https:' : 'http:',
    hostname,
    port,
    path: url.href,
    // Otherwise Node takes the name from the `host` header, which names the service.
    servername: isIP(hostname) === 0 ? hostname : '',
    headers: {
      ...options.headers,
      host: url.host,
      ...(authorization === undefined ? {} : { 'proxy-authorization': authorization }),
    },
  });
}
