/** What the environment says of proxies. Pure; user names and passwords in it never leave. */

import { notNeeded, type Outcome, ok, warning } from './checkup.ts';

type Environment = Readonly<Record<string, string | undefined>>;

export type ProxyChoice =
  | { readonly kind: 'none' }
  /** `variable` keeps the host from a proxy. */
  | { readonly kind: 'excluded'; readonly variable: string }
  /** `address` is host:port. */
  | { readonly kind: 'applies'; readonly variable: string; readonly address: string }
  | { readonly kind: 'broken'; readonly variable: string };

const DEFAULT_PORTS: Readonly<Record<string, string>> = { 'http:': '80', 'https:': '443' };

/**
 * Which proxy the environment names for `baseUrl`: HTTPS_PROXY or HTTP_PROXY by its scheme, unless NO_PROXY lists the host.
 * Both spellings count, the lower one first. An entry of NO_PROXY is `*`, a host with all below it, or either with a port,
 * as curl and Go read it.
 */
export function proxyFor(baseUrl: string, env: Environment): ProxyChoice {
  const url = new URL(baseUrl);
  const proxy = variableIn(env, url.protocol === 'https:' ? 'HTTPS_PROXY' : 'HTTP_PROXY');
  if (proxy === undefined) return { kind: 'none' };
  const exclusion = variableIn(env, 'NO_PROXY');
  if (exclusion?.value.split(/[\s,]+/).some((entry) => covers(entry, url)) === true) {
    return { kind: 'excluded', variable: exclusion.name };
  }
  const address = addressIn(proxy.value);
  if (address === undefined) return { kind: 'broken', variable: proxy.name };
  return { kind: 'applies', variable: proxy.name, address };
}

export function checkProxy(choice: ProxyChoice): Outcome<undefined> {
  if (choice.kind === 'none') return ok('the environment names none for the base URL', undefined);
  if (choice.kind === 'excluded')
    return ok(`${choice.variable} keeps the base URL's host from it`, undefined);
  if (choice.kind === 'applies')
    return ok(`${choice.variable} applies to the base URL: ${choice.address}`, undefined);
  return warning(
    `${choice.variable} holds no address of a proxy`,
    `it looks like http://proxy.example.com:3128: unset ${choice.variable}`,
    undefined,
  );
}

/** Why a step that goes straight to the service says nothing of reports; undefined if it does. */
export function behindProxy(choice: ProxyChoice): Outcome<undefined> | undefined {
  if (choice.kind !== 'applies') return undefined;
  return notNeeded(`a proxy applies: ${choice.address} (${choice.variable})`, undefined);
}

function variableIn(env: Environment, name: string): { name: string; value: string } | undefined {
  for (const spelling of [name.toLowerCase(), name]) {
    const value = env[spelling]?.trim();
    if (value !== undefined && value !== '') return { name: spelling, value };
  }
  return undefined;
}

function covers(entry: string, { hostname, port, protocol }: URL): boolean {
  if (entry === '') return false;
  const [, pattern = '', entryPort] = /^(.*?)(?::(\d+))?$/.exec(entry.toLowerCase())!;
  if (entryPort !== undefined && entryPort !== (port || DEFAULT_PORTS[protocol])) return false;
  const host = pattern.replace(/^\*?\./, '');
  return pattern === '*' || hostname === host || hostname.endsWith(`.${host}`);
}

/** Proxies are often written without a scheme: http, then. */
function addressIn(value: string): string | undefined {
  const text = /^[a-z][a-z0-9+.-]*:\/\//i.test(value) ? value : `http://${value}`;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || url.hostname === '') return undefined;
  const port = url.port || DEFAULT_PORTS[url.protocol];
  return port === undefined ? url.hostname : `${url.hostname}:${port}`;
}
