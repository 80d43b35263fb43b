/** Tunnels through a proxy to the service, with hpagent. No other file imports hpagent. */

import { setMaxListeners } from 'node:events';
import type https from 'node:https';
import { isIP, isIPv6 } from 'node:net';
import type { Duplex } from 'node:stream';
import { checkServerIdentity, type SecureContext } from 'node:tls';
import { HttpsProxyAgent } from 'hpagent';
import { describeTunnelFailure } from './network-errors.ts';
import type { ProxyServer } from './proxy.ts';

/** Options of every TLS connection. `rejectUnauthorized` is explicit, so that NODE_TLS_REJECT_UNAUTHORIZED=0 has no effect. */
export interface TlsOptions {
  readonly rejectUnauthorized: true;
  readonly secureContext?: SecureContext;
}

interface TunnelOptions {
  readonly tls: TlsOptions;
  readonly host: string;
  /** Limit for silence of the proxy until the tunnel is open. */
  readonly timeoutMs: number;
}

/** Lets the request's own deadline, with its better error, come first. */
const GRACE_MS = 1000;

/**
 * Creates an agent whose connections go through the proxy. A failed tunnel is a ReportingError. Hpagent keeps waiting
 * after a request is cancelled; `close` ends that too.
 */
export function createTunnelAgent(
  proxy: ProxyServer,
  { tls, host, timeoutMs }: TunnelOptions,
): { readonly agent: https.Agent; close(): void } {
  const closing = new AbortController();
  // Hpagent adds a listener for each tunnel and never removes it.
  setMaxListeners(0, closing.signal);
  const proxyRequestOptions = {
    ...tls,
    servername: isIP(proxy.hostname) === 0 ? proxy.hostname : '',
    signal: closing.signal,
    headers: proxy.authorization === undefined ? {} : { 'proxy-authorization': proxy.authorization },
  };
  const agent = new TunnelAgent(
    {
      keepAlive: false,
      timeout: timeoutMs + GRACE_MS,
      ...tls,
      proxy: addressOf(proxy),
      proxyRequestOptions,
    },
    (error) => describeTunnelFailure(error, proxy, host),
  );
  return {
    agent,
    close() {
      closing.abort();
      agent.destroy();
    },
  };
}

type Connected = (error: Error | null, socket: Duplex) => void;

class TunnelAgent extends HttpsProxyAgent {
  readonly #describe: (error: Error) => Error;

  constructor(options: ConstructorParameters<typeof HttpsProxyAgent>[0], describe: (error: Error) => Error) {
    super(options);
    this.#describe = describe;
  }

  override createConnection(options: https.RequestOptions, callback: Connected): Duplex | null | undefined {
    return super.createConnection(withBrackets(options), (error: Error | null, socket: Duplex) =>
      callback(error && this.#describe(error), socket),
    );
  }
}

/** Hpagent requests `host:port` unchanged, but an IPv6 address needs brackets (RFC 9110, section 9.3.6). */
function withBrackets(options: https.RequestOptions): https.RequestOptions {
  const { host } = options;
  if (!host || !isIPv6(host)) return options;
  return {
    ...options,
    host: `[${host}]`,
    checkServerIdentity: (_name, certificate) => checkServerIdentity(host, certificate),
  };
}

/**
 * The URL properties that hpagent reads, without user and password, and with a host name that Node can look up: IPv6 without
 * brackets. Hpagent uses TLS for a scheme that it does not know. For `https:` it would also send an IP address of the proxy as
 * the TLS server name, which Node warns about (DEP0123).
 */
function addressOf({ hostname, port, isSecure }: ProxyServer): URL {
  const protocol = isSecure ? 'tls:' : 'http:';
  return { protocol, hostname, port: String(port), username: '', password: '' } as URL;
}
