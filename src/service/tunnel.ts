/** Hpagent, which has a proxy open a tunnel to the service; the only file that knows it. */

import { setMaxListeners } from 'node:events';
import type https from 'node:https';
import { isIP, isIPv6 } from 'node:net';
import type { Duplex } from 'node:stream';
import { checkServerIdentity } from 'node:tls';
import { HttpsProxyAgent } from 'hpagent';
import type { ProxyServer } from './proxy.ts';
import { describeTunnelFailure } from './proxy-failures.ts';
import type { TlsOptions } from './route.ts';

export interface TunnelOptions {
  readonly tls: TlsOptions;
  /** Host and port of the service, to be shown. */
  readonly host: string;
  /** A proxy that is silent for longer before the tunnel is open is given up. */
  readonly timeoutMs: number;
}

/** Later than the deadline of the request, which has words of its own. */
const GRACE_MS = 1000;

/**
 * An agent whose connections go through the proxy. A tunnel that does not come about ends in a ReportingError. Hpagent goes on
 * waiting when a request is given up: `close` ends that too.
 */
export function createTunnelAgent(
  proxy: ProxyServer,
  { tls, host, timeoutMs }: TunnelOptions,
): { readonly agent: https.Agent; close(): void } {
  const closing = new AbortController();
  // One for each tunnel; hpagent takes none of them off.
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

/** Hpagent asks for `host:port` as it is, where an IPv6 address needs brackets (RFC 9110, section 9.3.6). */
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
 * What hpagent reads of a URL, but with a host name that Node can look up, IPv6 without brackets, and without user and
 * password. Its scheme is one that hpagent takes for TLS and does not know: with `https:` it would have TLS tell
 * the proxy its IP address as a name, which Node warns of (DEP0123).
 */
function addressOf({ hostname, port, isSecure }: ProxyServer): URL {
  const protocol = isSecure ? 'tls:' : 'http:';
  return { protocol, hostname, port: String(port), username: '', password: '' } as URL;
}
