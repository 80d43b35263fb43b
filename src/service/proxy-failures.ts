/** The words for a proxy that does not let a request through. */

import { ReportingError } from '../core/reporting-error.ts';
import { describeFailure } from './failures.ts';
import { withoutBrackets } from './no-proxy.ts';
import type { ProxyServer } from './proxy.ts';

/** Statuses that another attempt may mend. */
const TRANSIENT = new Set([408, 429, 500, 502, 503, 504]);

/** The ReportingError for an error of hpagent: the proxy's answer to CONNECT, or why there was none. */
export function describeTunnelFailure(error: Error, proxy: ProxyServer, host: string): Error {
  // Hpagent tells the status in this text alone.
  const status = /^Bad response: (\d{3})$/.exec(error.message)?.[1];
  if (status !== undefined) return tunnelRefusal(Number(status), proxy, host);
  return describeFailure(error, { during: 'head', party: `the proxy ${proxy.host}` });
}

/** 407 says that the proxy wants to know who asks (RFC 9110, section 15.5.8); tinyproxy 1.11 says 401 to who may not. */
export function proxyWantsCredentials(
  status: number,
  { authorization, host, variable }: ProxyServer,
): ReportingError {
  const wanted = authorization === undefined ? 'credentials' : 'other credentials';
  return new ReportingError('refused', `the proxy ${host} wants ${wanted}: ${status}`, {
    status,
    hint: `put user and password into ${variable}: http://user:password@${host}, both percent-encoded`,
  });
}

function tunnelRefusal(status: number, proxy: ProxyServer, host: string): ReportingError {
  if (status === 407 || status === 401) return proxyWantsCredentials(status, proxy);
  const message = `the proxy ${proxy.host} did not open a tunnel to ${host}: ${status}`;
  if (TRANSIENT.has(status)) return new ReportingError('unavailable', message, { status, retry: {} });
  const exempt = withoutBrackets(new URL(`https://${host}`).hostname);
  return new ReportingError(status >= 500 ? 'unavailable' : 'refused', message, {
    status,
    hint: `ask who runs the proxy to let ${host} through, or go past it: NO_PROXY=${exempt} reporting …`,
  });
}
