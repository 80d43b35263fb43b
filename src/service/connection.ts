import type { SecureContext } from 'node:tls';
import { isLoopback } from '../contract/base-url.ts';
import { ReportingError } from '../core/reporting-error.ts';
import { withoutBrackets } from './no-proxy.ts';
import { chooseProxy, type ProxyServer } from './proxy.ts';
import { createTrust } from './trust.ts';

export interface ConnectionChoices {
  /** A file of certificates to trust beside Node's own, and the option or variable that names it. */
  readonly caFile: { readonly value: string; readonly source: string } | undefined;
  /** True if plain http may leave this machine. */
  readonly allowInsecureHttp: boolean;
}

export interface Connection {
  readonly proxy?: ProxyServer | undefined;
  readonly secureContext?: SecureContext | undefined;
}

/** Throws a configuration error that says what the file is. */
type ReadText = (file: string, what: string) => Promise<string>;

/**
 * How to connect to the service: the proxy that `env` names for it, and whom to trust. Throws a configuration error for a variable
 * or a file that cannot be used, and where a proxy elsewhere would see a token that plain http shows.
 */
export async function connectionTo(
  baseUrl: string,
  { caFile, allowInsecureHttp }: ConnectionChoices,
  env: Readonly<Record<string, string | undefined>>,
  readText: ReadText,
): Promise<Connection> {
  const proxy = chooseProxy(baseUrl, env);
  const { protocol, hostname } = new URL(baseUrl);
  if (proxy !== undefined && protocol === 'http:' && !allowInsecureHttp && !isOnThisMachine(proxy)) {
    throw new ReportingError(
      'config',
      `the base URL ${baseUrl} is plain http, which would show the token to the proxy ${proxy.host} (${proxy.variable})`,
      { hint: `go past it with NO_PROXY=${withoutBrackets(hostname)}, or allow it with --insecure-http` },
    );
  }
  if (caFile === undefined) return { proxy };
  const name = `the CA file ${caFile.value} (${caFile.source})`;
  const pem = await readText(caFile.value, name);
  return { proxy, secureContext: createTrust({ pem, name, nodeExtraPem: await nodeExtra(env, readText) }) };
}

function isOnThisMachine({ hostname }: ProxyServer): boolean {
  return isLoopback(hostname.includes(':') ? `[${hostname}]` : hostname);
}

/** Node itself goes on without a file that it cannot read (nodejs.org/api/cli.html). */
async function nodeExtra(
  { NODE_EXTRA_CA_CERTS: file }: Parameters<typeof connectionTo>[2],
  readText: ReadText,
) {
  if (!file) return undefined;
  try {
    return await readText(file, 'NODE_EXTRA_CA_CERTS');
  } catch {
    return undefined;
  }
}
