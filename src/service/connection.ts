/**
 * How requests reach the service: directly, or through a tunnel that a proxy opens; and the CA certificates that TLS trusts. Each
 * request has its own connection: on a shared one, surplus bytes of one response would be read as the next response, and nothing in
 * the interface shows whose records they are.
 */

import { X509Certificate } from 'node:crypto';
import { setMaxListeners } from 'node:events';
import http, { type ClientRequestArgs } from 'node:http';
import https from 'node:https';
import { isIP, isIPv6 } from 'node:net';
import type { Duplex } from 'node:stream';
import tls from 'node:tls';
import { ReportingError, tryRead } from '../core/errors.ts';
import { describeFailure, proxyAddressHint, tunnelRefused } from './network-errors.ts';
import { chooseProxy, type Environment, type ProxyServer } from './proxy.ts';

/** How requests reach the service. */
export interface Route {
  /** Host and port of the service, for messages. */
  readonly host: string;
  /** The proxy that opens a tunnel; undefined for direct connections. */
  readonly proxy: ProxyServer | undefined;
  readonly agent: { readonly http?: http.Agent; readonly https?: https.Agent };
  /** Closes open connections and cancels those in progress. */
  close(): void;
}

/** The proxy and the TLS settings of a route. */
export interface RouteOptions {
  readonly proxy?: ProxyServer | undefined;
  /** CA certificates to trust; Node's own if undefined. */
  readonly secureContext?: tls.SecureContext | undefined;
  /** Limit for lookup, proxy, connection, TLS, request and response head together. */
  readonly headTimeoutMs: number;
}

const PEM_CERTIFICATE =
  /-----BEGIN (?:TRUSTED |X509 )?CERTIFICATE-----.*?-----END (?:TRUSTED |X509 )?CERTIFICATE-----/gs;

interface ConnectionChoices {
  /** A PEM file of certificates to trust in addition to Node's, and what names it. */
  readonly caFile: { readonly value: string; readonly source: string } | undefined;
}

/** The part of a route that the environment and the user choose. */
export type Connection = Pick<RouteOptions, 'proxy' | 'secureContext'>;

/** Throws a configuration error that describes the file as `name`. */
type ReadText = (file: string, name: string) => Promise<string>;

/**
 * The proxy that `env` names for the base URL, and the CA certificates to trust. Throws a configuration error for an invalid
 * variable or file.
 */
export async function connectionTo(
  baseUrl: string,
  { caFile }: ConnectionChoices,
  env: Environment,
  readText: ReadText,
): Promise<Connection> {
  const proxy = chooseProxy(baseUrl, env);
  if (caFile === undefined) return { proxy };
  const name = `the CA file ${caFile.value} (${caFile.source})`;
  const certificates = parseCertificates(await readText(caFile.value, name), name);
  return { proxy, secureContext: contextOf([...(await nodeCaCertificates(env, readText)), ...certificates]) };
}

const contexts = new Map<string, tls.SecureContext>();

/** What TLS trusts. The clients of a run share it: it takes 30 ms, most of them for Node's own certificates. */
function contextOf(ca: readonly string[]): tls.SecureContext {
  const key = ca.join('\n');
  const context = contexts.get(key) ?? tls.createSecureContext({ ca: [...ca] });
  contexts.set(key, context);
  return context;
}

/** Node's own list, which the option `ca` replaces (nodejs.org/api/tls.html): to add certificates, it must be passed too. */
async function nodeCaCertificates(
  { NODE_EXTRA_CA_CERTS: extraFile }: Environment,
  readText: ReadText,
): Promise<readonly string[]> {
  // Since Node 22.15. The result includes NODE_EXTRA_CA_CERTS and the system's certificates.
  const { getCACertificates } = tls as { getCACertificates?: (kind: 'default') => readonly string[] };
  if (getCACertificates !== undefined) return getCACertificates('default');
  if (!extraFile) return tls.rootCertificates;
  // Node ignores a file that it cannot read (nodejs.org/api/cli.html).
  const extraPem = await readText(extraFile, 'NODE_EXTRA_CA_CERTS').catch(() => undefined);
  return extraPem === undefined ? tls.rootCertificates : [...tls.rootCertificates, extraPem];
}

function parseCertificates(pem: string, name: string): readonly string[] {
  const certificates = pem.match(PEM_CERTIFICATE) ?? [];
  const areValid = certificates.every((each) => tryRead(() => new X509Certificate(each)) !== undefined);
  if (certificates.length > 0 && areValid) return certificates;
  const problem = 'it has no PEM certificate (-----BEGIN CERTIFICATE-----), or a broken one';
  throw new ReportingError('E-network-setting', `cannot use ${name}: ${problem}`, {
    hint: 'convert DER to PEM with: openssl x509 -inform der -in ca.der -out ca.pem',
  });
}

/** Creates the route to a base URL. */
export function openRoute(baseUrl: string, options: RouteOptions): Route {
  const { proxy, secureContext, headTimeoutMs } = options;
  const { host, protocol } = new URL(baseUrl);
  // Explicit, so that NODE_TLS_REJECT_UNAUTHORIZED=0 has no effect.
  const trust = { rejectUnauthorized: true, ...(secureContext && { secureContext }) };
  if (proxy !== undefined) {
    const closing = new AbortController();
    // Node does not remove the listener of a tunnel that is open.
    setMaxListeners(0, closing.signal);
    const agent = new TunnelAgent(proxy, trust, headTimeoutMs, closing.signal);
    const close = (): void => {
      closing.abort();
      agent.destroy();
    };
    return { host, proxy, agent: { https: agent }, close };
  }
  const isSecure = protocol === 'https:';
  const agent = isSecure ? new https.Agent({ keepAlive: false, ...trust }) : new http.Agent({ keepAlive: false });
  return { host, proxy, agent: { [isSecure ? 'https' : 'http']: agent }, close: () => agent.destroy() };
}

/**
 * An agent whose connections each go through a tunnel of the proxy (CONNECT: RFC 9110, section 9.3.6). A failed tunnel is a
 * ReportingError.
 */
class TunnelAgent extends https.Agent {
  readonly #proxy: ProxyServer;
  readonly #request: https.RequestOptions & tls.ConnectionOptions;

  /** `timeoutMs` limits the silence of the proxy. `signal` ends the wait for tunnels: a request that is cancelled does not. */
  constructor(proxy: ProxyServer, trust: tls.ConnectionOptions, timeout: number, signal: AbortSignal) {
    super({ keepAlive: false, ...trust });
    this.#proxy = proxy;
    this.#request = { ...trust, timeout, signal };
  }

  override createConnection(
    options: ClientRequestArgs,
    callback: (error: Error | null, socket?: Duplex) => void,
  ): undefined {
    const proxy = this.#proxy;
    const { hostname, port, authorization } = proxy;
    const target = `${isIPv6(options.host!) ? `[${options.host}]` : options.host}:${options.port}`;
    const request = (proxy.isSecure ? https : http).request({
      ...this.#request,
      ...{ hostname, port, method: 'CONNECT', path: target, agent: false },
      servername: isIP(hostname) === 0 ? hostname : '',
      headers: { host: target, ...(authorization && { 'proxy-authorization': authorization }) },
    });
    request.once('timeout', () => request.destroy());
    request.once('error', (error) => {
      const addressHint = proxyAddressHint(proxy);
      callback(describeFailure(error, { during: 'head', party: `the proxy ${proxy.host}`, addressHint }));
    });
    request.once('connect', ({ statusCode = 0 }, socket) => {
      if (statusCode === 200) return callback(null, super.createConnection(Object.assign({ socket }, options))!);
      socket.destroy();
      return callback(tunnelRefused(statusCode, proxy, target));
    });
    request.end();
  }
}
