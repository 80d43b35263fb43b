/**
 * Which proxy the environment names for the service. User and password of a proxy are secrets: they are in no error, and
 * `secrets` says what is to be hidden from everything else.
 */

import { ReportingError } from '../core/reporting-error.ts';
import { isExempt, withoutBrackets } from './no-proxy.ts';

export interface ProxyServer {
  /** The environment variable that names it, as it is spelled there. */
  readonly variable: string;
  /** Host and port, to be shown. */
  readonly host: string;
  /** IPv6 without brackets. */
  readonly hostname: string;
  readonly port: number;
  /** True if the proxy itself is spoken to over TLS. */
  readonly isSecure: boolean;
  /** Value of the `proxy-authorization` header, if the proxy's URL has a user in it. Secret. */
  readonly authorization: string | undefined;
  /** What must not be shown: user, password, and both as they are sent. */
  readonly secrets: readonly string[];
}

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The proxy for a base URL, as curl chooses it: by the variable of the URL's scheme, else by ALL_PROXY, unless NO_PROXY exempts
 * the host, be it this machine; lower case first, an empty variable is none. Other than by curl, HTTP_PROXY is read
 * in upper case as well: curl leaves it to CGI, under which a request's header could set it, and this is no CGI program.
 *
 * Throws a configuration error, without user and password, for a variable that is no address of an http or https proxy.
 */
export function chooseProxy(baseUrl: string, env: Environment): ProxyServer | undefined {
  const { hostname, protocol } = new URL(baseUrl);
  const [, noProxy = ''] = firstSet(env, 'no_proxy') ?? [];
  if (isExempt(hostname, noProxy)) return undefined;
  const found = firstSet(env, protocol === 'https:' ? 'https_proxy' : 'http_proxy', 'all_proxy');
  return found && parseProxy(...found);
}

function firstSet(env: Environment, ...names: readonly string[]): [name: string, value: string] | undefined {
  for (const name of names.flatMap((each) => [each, each.toUpperCase()])) {
    const value = env[name]?.trim();
    if (value !== undefined && value !== '') return [name, value];
  }
  return undefined;
}

function parseProxy(variable: string, value: string): ProxyServer {
  // An address without a scheme is http, as for curl.
  const text = /^[a-z][a-z0-9+.-]*:\/\//i.test(value) ? value : `http://${value}`;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  // More than an address may be a password with an `/` or `#` that ended the host too early.
  if (url === undefined || url.hostname === '' || /^.+/.test(url.search + url.hash)) throw invalid(variable);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw invalid(variable, `: its scheme is ${url.protocol.slice(0, -1)}, not http or https`);
  }
  if (url.pathname !== '/') throw invalid(variable);

  const isSecure = url.protocol === 'https:';
  const port = url.port === '' ? (isSecure ? 443 : 80) : Number(url.port);
  const user = decode(url.username);
  const password = decode(url.password);
  const pair = `${user}:${password}`;
  const hasUser = pair !== ':';
  return {
    variable,
    host: `${url.hostname}:${port}`,
    hostname: withoutBrackets(url.hostname),
    port,
    isSecure,
    authorization: hasUser ? `Basic ${Buffer.from(pair).toString('base64')}` : undefined,
    secrets: hasUser ? [pair, password, url.password, user, url.username].filter(canBeHidden) : [],
  };
}

/** What is shorter is a part of too many words: without it no text could be read. */
function canBeHidden(secret: string): boolean {
  return secret.length >= 3;
}

/** Percent-encoded text as it was meant; a lone `%` means itself, as for curl. */
function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function invalid(variable: string, problem = ''): ReportingError {
  return new ReportingError('config', `${variable} is not the address of a proxy${problem}`, {
    hint: `it looks like ${variable}=http://user:password@proxy.example.com:3128, user and password percent-encoded`,
  });
}
