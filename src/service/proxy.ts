/**
 * The proxy that the environment names for the service. The user and the password of a proxy are secrets: no
 * error contains them, and `secrets` lists what other messages must hide.
 *
 * The NO_PROXY rules are those of curl (lib/noproxy.c; everything.curl.dev, "Proxy environment variables"), without blocks of
 * addresses. The library proxy-from-env reads only `process.env`, and does not apply a name to its subdomains.
 */

import { isIP } from 'node:net';
import { ReportingError, tryRead } from '../core/errors.ts';

/** A proxy that requests go through. */
export type ProxyServer = ReturnType<typeof parseProxy>;

/** Environment variables. */
export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The proxy for an https base URL: from HTTPS_PROXY, else from ALL_PROXY; undefined if NO_PROXY exempts the host. Lower-case
 * variables win, and empty ones count as unset. Plain http uses no proxy, which would see the token.
 *
 * Throws a configuration error, without user and password, if the variable is not the address of an http or https proxy.
 */
export function chooseProxy(baseUrl: string, env: Environment): ProxyServer | undefined {
  const { hostname, protocol } = new URL(baseUrl);
  const [, noProxy = ''] = firstSet(env, 'no_proxy') ?? [];
  if (protocol === 'http:' || isExempt(hostname, noProxy)) return undefined;
  const variable = firstSet(env, 'https_proxy', 'all_proxy');
  return variable && parseProxy(...variable);
}

function firstSet(env: Environment, ...names: readonly string[]): [name: string, value: string] | undefined {
  for (const name of names.flatMap((each) => [each, each.toUpperCase()])) {
    const value = env[name]?.trim();
    if (value !== undefined && value !== '') return [name, value];
  }
  return undefined;
}

function parseProxy(variable: string, value: string) {
  // As in curl, an address without a scheme is http.
  const text = /^[a-z][a-z0-9+.-]*:\/\//i.test(value) ? value : `http://${value}`;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  // A path, query or fragment may be part of a password: an unescaped `/`, `?` or `#` in it ends the host.
  if (url === undefined || url.hostname === '' || url.search + url.hash !== '') throw invalid(variable);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw invalid(variable, `: its scheme is ${url.protocol.slice(0, -1)}, not http or https`);
  }
  if (url.pathname !== '/') throw invalid(variable);

  const isSecure = url.protocol === 'https:';
  const port = url.port === '' ? (isSecure ? 443 : 80) : Number(url.port);
  const user = decoded(url.username);
  const password = decoded(url.password);
  const pair = `${user}:${password}`;
  const hasUser = pair !== ':';
  return {
    /** The environment variable that names the proxy, in its actual case. */
    variable,
    /** Host and port, for messages. */
    host: `${url.hostname}:${port}`,
    /** IPv6 without brackets. */
    hostname: withoutBrackets(url.hostname),
    port,
    /** True if the connection to the proxy itself uses TLS. */
    isSecure,
    /** Value of the `proxy-authorization` header; undefined if the proxy's URL has no user. Secret. */
    authorization: hasUser ? `Basic ${Buffer.from(pair).toString('base64')}` : undefined,
    /** Texts that must not be shown: user, password, and both in their encoded forms. */
    secrets: hasUser ? [pair, password, url.password, user, url.username].filter(isLongEnoughToHide) : [],
  };
}

/** Shorter secrets are part of too many words: hiding them would make messages unreadable. */
function isLongEnoughToHide(secret: string): boolean {
  return secret.length >= 3;
}

/** As in curl, text that is not valid percent-encoding is used as it is. */
function decoded(text: string): string {
  return tryRead(() => decodeURIComponent(text)) ?? text;
}

function invalid(variable: string, problem = ''): ReportingError {
  return new ReportingError('E-network-setting', `${variable} is not the address of a proxy${problem}`, {
    hint: `example: ${variable}=http://user:password@proxy.example.com:3128, user and password percent-encoded`,
  });
}

/**
 * True if `noProxy` exempts the host. `*` alone exempts all hosts; otherwise the value lists names and addresses, separated by
 * commas or blanks. A name, with or without a leading dot, exempts itself and its subdomains; an address exempts itself.
 *
 * @param hostname from a URL: IPv6 in brackets
 */
export function isExempt(hostname: string, noProxy: string): boolean {
  if (noProxy === '*') return true;
  const name = withoutBrackets(hostname).toLowerCase().replace(/\.$/, '');
  const domains = noProxy.split(/[\s,]+/).map((entry) => entry.toLowerCase().replace(/^\.|\.$/g, ''));
  const isWithin = (domain: string): boolean => domain !== '' && isIP(name) === 0 && name.endsWith(`.${domain}`);
  return domains.some((domain) => name === domain || isWithin(domain));
}

/** A URL's host name in the form that NO_PROXY and Node's sockets use: IPv6 without brackets. */
export function withoutBrackets(hostname: string): string {
  return hostname.replace(/^\[(.*)\]$/, '$1');
}
