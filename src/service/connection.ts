/**
 * How requests reach the service: directly, through a tunnel that a proxy opens, or forwarded by a proxy; and the CA
 * certificates that TLS trusts. Each request has its own connection: on a shared one, surplus bytes of one response would be
 * read as the next response, and nothing in the interface shows whose records they are.
 */

import { X509Certificate } from 'node:crypto';
import http from 'node:http';
import https from 'node:https';
import { isIP } from 'node:net';
import tls from 'node:tls';
import type { RequestFunction } from 'got';
import { isLoopback } from '../api/credentials.ts';
import { ReportingError, tryRead } from '../core/errors.ts';
import { chooseProxy, type Environment, type ProxyServer, withoutBrackets } from './proxy.ts';
import type { TlsOptions } from './tunnel.ts';

/** How requests reach the service: `direct`, through a `tunnel` that a proxy opens, or `forwarded` by a proxy. */
export interface Route {
  readonly kind: 'direct' | 'tunnel' | 'forwarded';
  /** Host and port of the service, for messages. */
  readonly host: string;
  readonly proxy: ProxyServer | undefined;
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
  readonly secureContext?: tls.SecureContext | undefined;
  /** Limit for lookup, proxy, connection, TLS, request and response head together. */
  readonly headTimeoutMs: number;
}

const PEM_CERTIFICATE =
  /-----BEGIN (?:TRUSTED |X509 )?CERTIFICATE-----.*?-----END (?:TRUSTED |X509 )?CERTIFICATE-----/gs;

interface ConnectionChoices {
  /** A PEM file of certificates to trust in addition to Node's, and what names it. */
  readonly caFile: { readonly value: string; readonly source: string } | undefined;
  readonly allowInsecureHttp: boolean;
}

/** The part of a route that the environment and the user choose. */
export type Connection = Pick<RouteOptions, 'proxy' | 'secureContext'>;

/** Throws a configuration error that describes the file as `name`. */
type ReadText = (file: string, name: string) => Promise<string>;

/**
 * The proxy that `env` names for the base URL, and the CA certificates to trust. Throws a configuration error for an invalid
 * variable or file, and if plain http would show the token to a proxy on another machine.
 */
export async function connectionTo(
  baseUrl: string,
  { caFile, allowInsecureHttp }: ConnectionChoices,
  env: Environment,
  readText: ReadText,
): Promise<Connection> {
  const proxy = chooseProxy(baseUrl, env);
  const { protocol, hostname } = new URL(baseUrl);
  if (proxy !== undefined && protocol === 'http:' && !allowInsecureHttp && !isOnThisMachine(proxy)) {
    throw new ReportingError(
      'E-network-setting',
      `the base URL ${baseUrl} is plain http, which would show the token to the proxy ${proxy.host} (${proxy.variable})`,
      {
        hint: `bypass the proxy with NO_PROXY=${withoutBrackets(hostname)}, or allow it with REPORTING_INSECURE_HTTP=1 or \`reporting login --insecure-http\``,
      },
    );
  }
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

function isOnThisMachine({ hostname }: ProxyServer): boolean {
  return isLoopback(hostname.includes(':') ? `[${hostname}]` : hostname);
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
  const broken = certificates.findIndex((each) => tryRead(() => new X509Certificate(each)) === undefined);
  if (certificates.length > 0 && broken === -1) return certificates;
  const problem =
    broken === -1
      ? 'it contains no PEM certificate (-----BEGIN CERTIFICATE-----)'
      : `its certificate ${broken + 1} is broken`;
  throw new ReportingError('E-network-setting', `cannot use ${name}: ${problem}`, {
    hint: 'convert DER to PEM with: openssl x509 -inform der -in ca.der -out ca.pem',
  });
}

/** Creates the route to a base URL: direct without a proxy; with a proxy, a tunnel for https and forwarding for plain http. */
export async function openRoute(baseUrl: string, options: RouteOptions): Promise<Route> {
  const { proxy, secureContext, headTimeoutMs } = options;
  const { host, protocol } = new URL(baseUrl);
  const trust: TlsOptions = { rejectUnauthorized: true, ...(secureContext && { secureContext }) };

  if (proxy !== undefined && protocol === 'https:') {
    const { createTunnelAgent } = await import('./tunnel.ts');
    const { agent, close } = createTunnelAgent(proxy, { tls: trust, host, timeoutMs: headTimeoutMs });
    return { kind: 'tunnel', host, proxy, requestOptions: { agent: { https: agent } }, close };
  }
  const isSecure = proxy?.isSecure ?? protocol === 'https:';
  const agent = isSecure ? new https.Agent({ keepAlive: false, ...trust }) : new http.Agent({ keepAlive: false });
  const requestOptions =
    proxy === undefined
      ? { agent: { [isSecure ? 'https' : 'http']: agent } }
      : { request: requestByProxy(proxy, agent) };
  const kind = proxy === undefined ? 'direct' : 'forwarded';
  return { kind, host, proxy, requestOptions, close: () => agent.destroy() };
}

/** A request in absolute form, which proxies expect for plain http (RFC 9112, section 3.2.2). The proxy sees all of it. */
function requestByProxy(
  { authorization, hostname, isSecure, port }: ProxyServer,
  agent: http.Agent,
): NonNullable<Route['requestOptions']['request']> {
  return (url, options) =>
    (isSecure ? https : http).request({
      ...options,
      agent,
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
