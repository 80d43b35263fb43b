/**
 * Errors for requests that fail below HTTP: no response, half of one, a TLS connection that fails, or a proxy that does not open
 * a tunnel. They use only the code and the innermost message of a library's error, which never becomes the cause: it contains
 * the request's headers, and with them the token.
 */

import { ReportingError } from '../core/errors.ts';
import { toVisibleLine } from '../core/text.ts';
import { type ProxyServer, withoutBrackets } from './proxy.ts';
import type { Route } from './request-context.ts';

/** A phase of a request, named after the event that it waits for. */
export type Phase = 'tunnel' | 'lookup' | 'connection' | 'TLS' | 'response';

const PHASE_NAMES: Readonly<Record<Phase, string>> = {
  tunnel: 'a tunnel to the service (a connection, and a reply to CONNECT)',
  lookup: 'the address of the host (DNS)',
  connection: 'a connection',
  TLS: 'the TLS handshake',
  response: 'a response',
};

/** Statuses of an overloaded service (RFC 6585, section 4; RFC 9110, section 15.6.4). */
export const OVERLOADED_STATUSES: ReadonlySet<number> = new Set([429, 503]);

/** Statuses that another attempt may fix. 509 is a used up limit of web hosts; 520 to 527 are Cloudflare's failures to reach the service. */
export const TRANSIENT_STATUSES: ReadonlySet<number> = new Set([
  ...[202, 408, 425, 429, 500, 502, 503, 504, 509],
  ...[520, 521, 522, 523, 524, 525, 526, 527],
]);

const MAX_LIBRARY_MESSAGE_LENGTH = 200;
const MAX_NAMES_LENGTH = 100;

const CHECK_ADDRESS = 'check the base URL: `reporting whoami` shows it';
const CHECK_CLOCK = "check this machine's clock with `date`; if it is right, the certificate must be renewed";
const ADD_CA =
  'if a private CA issued it, trust that CA: REPORTING_CA_FILE=/path/to/ca.pem, or `reporting login --ca-file /path/to/ca.pem`';
export const NO_CLIENT_CERTIFICATE =
  'reporting sends no client certificate: ask the operator of the service for an address without it';

const CONNECTION_PROBLEMS: Readonly<Record<string, string>> = {
  ENOTFOUND: 'unknown host (DNS: ENOTFOUND)',
  EAI_AGAIN: 'the host lookup failed (DNS: EAI_AGAIN)',
  ECONNREFUSED: 'the connection was refused (ECONNREFUSED)',
  ECONNRESET: 'the connection was closed before a response arrived (ECONNRESET)',
  EPIPE: 'the connection was closed before a response arrived (EPIPE)',
  ETIMEDOUT: 'the connection timed out (ETIMEDOUT)',
  EHOSTUNREACH: 'there is no route to the host (EHOSTUNREACH)',
  ENETUNREACH: 'there is no route to the network (ENETUNREACH)',
};

/** A name that does not exist will not exist in a minute; a name server may be wrong once. */
const UNKNOWN_HOST_ATTEMPTS = 3;

/** Failures that a wrong address can cause. */
const ADDRESS_CODES = new Set(['ENOTFOUND', 'ECONNREFUSED', 'EHOSTUNREACH']);

interface CertificateProblem {
  readonly codes: RegExp;
  readonly problem: string;
  readonly hint: string;
}

/**
 * Codes of OpenSSL's verification (openssl-verification-options(1)) and of Node (nodejs.org/api/tls.html). The first match
 * counts.
 */
const CERTIFICATE_PROBLEMS: readonly CertificateProblem[] = [
  { codes: /^CERT_HAS_EXPIRED$/, problem: 'its certificate has expired', hint: CHECK_CLOCK },
  { codes: /^CERT_NOT_YET_VALID$/, problem: 'its certificate is not valid yet', hint: CHECK_CLOCK },
  {
    codes: /^DEPTH_ZERO_SELF_SIGNED_CERT$/,
    problem: 'its certificate is self-signed',
    hint: 'if you trust it, name that certificate: REPORTING_CA_FILE=/path/to/certificate.pem, or `reporting login --ca-file /path/to/certificate.pem`',
  },
  {
    codes: /^(UNABLE_TO_(GET_ISSUER_CERT|GET_ISSUER_CERT_LOCALLY|VERIFY_LEAF_SIGNATURE)|SELF_SIGNED_CERT_IN_CHAIN)$/,
    problem: 'its certificate has an unknown issuer',
    hint: ADD_CA,
  },
  {
    codes: /^(CERT_|UNABLE_TO_|INVALID_CA$|INVALID_PURPOSE$|PATH_LENGTH_EXCEEDED$)/,
    problem: 'its certificate is not trusted',
    hint: ADD_CA,
  },
];

const OTHER_HOST_CODES = new Set(['ERR_TLS_CERT_ALTNAME_INVALID', 'HOSTNAME_MISMATCH']);

/** OpenSSL's messages for a server without TLS, in several versions. */
const NO_TLS = /wrong version number|packet length too long|http request|record layer failure/i;

/** Codes of zlib and Brotli for bytes that are not in their format. A body that ends too early has Z_BUF_ERROR. */
const FALSE_ENCODING = /^(Z_DATA_ERROR|Z_NEED_DICT|ERR_.*ERROR_FORMAT)/;

/** OpenSSL's words for the alerts of a server that got no client certificate, with TLS 1.3 and before it. */
const CERTIFICATE_ALERT = /alert (certificate required|bad certificate|handshake failure)/;

interface FailureContext {
  readonly during: 'head' | 'body';
  /** Begins the message: the host that failed. */
  readonly party?: string;
  /** Bytes of the body received before the failure. */
  readonly sizeBytes?: number;
  /** How to check the address of the host. */
  readonly addressHint?: string | undefined;
}

/** The ReportingError for an error of the HTTP library, of Node's network or of decompression. */
export function describeFailure(
  error: unknown,
  { during, party = '', sizeBytes = 0, addressHint = CHECK_ADDRESS }: FailureContext,
): Error {
  if (!(error instanceof Error)) return new Error(String(error));
  const innermost = innermostError(error);
  if (innermost instanceof ReportingError) return innermost;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  const problem = toVisibleLine(innermost.message || error.message, MAX_LIBRARY_MESSAGE_LENGTH);

  const tlsFailure = describeTlsFailure(innermost, code, party);
  if (tlsFailure !== undefined) return tlsFailure;
  if (FALSE_ENCODING.test(code)) {
    const message = `the body does not match its content-encoding: ${problem}`;
    return new ReportingError('E-bad-body', message, { lacksBody: true });
  }
  if (code.startsWith('HPE_') && code !== 'HPE_INVALID_EOF_STATE') {
    return new ReportingError('E-not-http', `the response is not HTTP: ${problem}`, { lacksBody: true });
  }
  if (during === 'body') {
    const message = `the body was cut off after ${sizeBytes} bytes: ${problem}`;
    return new ReportingError('E-body-cut-off', message, { retry: {} });
  }
  const cause = CONNECTION_PROBLEMS[code] ?? problem;
  const [reason = cause] = cause.split(' (');
  return new ReportingError('E-not-reached', `${party}: ${cause}`, {
    retry: { reason, ...(code === 'ENOTFOUND' && { attempts: UNKNOWN_HOST_ATTEMPTS }) },
    hint: ADDRESS_CODES.has(code) ? addressHint : undefined,
  });
}

function innermostError(error: Error): Error {
  let innermost = error;
  while (innermost.cause instanceof Error && !(innermost instanceof ReportingError)) innermost = innermost.cause;
  return innermost;
}

/** The error for a phase that exceeds its deadline. */
export function timedOut(phase: Phase, party: string, afterMs: number): ReportingError {
  const message = `${party}: waited ${afterMs / 1000} s for ${PHASE_NAMES[phase]}`;
  return new ReportingError('E-timeout', message, {
    retry: {},
    hint: 'allow more time with --timeout <seconds>',
  });
}

/** The error for a body that stops arriving. */
export function stalled(sizeBytes: number, afterMs: number): ReportingError {
  const message = `the body stalled after ${sizeBytes} bytes: no data for ${afterMs / 1000} s`;
  return new ReportingError('E-body-cut-off', message, { retry: {} });
}

/** The host that a phase waits for, as messages begin: the service or the proxy. */
export function partyIn(phase: Phase, { kind, host, proxy }: Route): string {
  if (proxy === undefined) return host;
  const isPastProxy = kind === 'tunnel' ? phase !== 'tunnel' : phase === 'response';
  return isPastProxy ? `${host}, through the proxy ${proxy.host}` : `the proxy ${proxy.host}`;
}

/** True for the codes with which OpenSSL and Node reject a certificate. */
export function isCertificateError(code: string): boolean {
  return OTHER_HOST_CODES.has(code) || CERTIFICATE_PROBLEMS.some(({ codes }) => codes.test(code));
}

/**
 * The error for a failed handshake with `party`; undefined if the error is not about TLS. None of these errors is retried:
 * the handshake would fail again.
 */
function describeTlsFailure(error: Error, code: string, party: string): ReportingError | undefined {
  const failure = (problem: string, hint: string): ReportingError =>
    new ReportingError('E-tls', `${party}: no TLS connection: ${problem}`, { hint });
  if (OTHER_HOST_CODES.has(code)) {
    return failure(
      `its certificate is for another host${certificateNames(error)} (${code})`,
      `check the host name: the base URL must name the certificate's host`,
    );
  }
  const certificate = CERTIFICATE_PROBLEMS.find(({ codes }) => codes.test(code));
  if (certificate !== undefined) return failure(`${certificate.problem} (${code})`, certificate.hint);
  if (code !== 'EPROTO' && !code.startsWith('ERR_SSL')) return undefined;
  if (NO_TLS.test(code.replaceAll('_', ' ')) || NO_TLS.test(error.message)) {
    return failure(
      'the port does not speak TLS',
      'check the scheme and the port of the URL: https:// needs a port that speaks TLS',
    );
  }
  const alert = CERTIFICATE_ALERT.exec(error.message)?.[1];
  if (alert !== undefined) {
    const verb = alert === 'certificate required' ? 'requires' : 'may require';
    return failure(`it ${verb} a client certificate (TLS alert: ${alert})`, NO_CLIENT_CERTIFICATE);
  }
  return failure(toVisibleLine(error.message, MAX_LIBRARY_MESSAGE_LENGTH), 'check the host and the port of the URL');
}

/** The names in a rejected certificate (nodejs.org/api/tls.html, "Certificate object"). */
function certificateNames(error: Error): string {
  const certificate = 'cert' in error ? error.cert : undefined;
  if (typeof certificate !== 'object' || certificate === null || !('subjectaltname' in certificate)) return '';
  return `: ${toVisibleLine(String(certificate.subjectaltname), MAX_NAMES_LENGTH)}`;
}

/** How to check the address of a proxy that is not reached. */
export function proxyAddressHint({ variable }: ProxyServer): string {
  return `check the address of the proxy in ${variable}`;
}

/** The ReportingError for an error of hpagent: the proxy's response to CONNECT, or the reason why there was none. */
export function describeTunnelFailure(error: Error, proxy: ProxyServer, host: string): Error {
  // Hpagent gives the status only in this text.
  const match = /^Bad response: (\d{3})$/.exec(error.message);
  if (match === null) {
    const addressHint = proxyAddressHint(proxy);
    return describeFailure(error, { during: 'head', party: `the proxy ${proxy.host}`, addressHint });
  }
  const status = Number(match[1]);
  if (status === 407 || status === 401) return proxyNeedsCredentials(status, proxy);
  const message = `the proxy ${proxy.host} did not open a tunnel to ${host}: ${status}`;
  if (TRANSIENT_STATUSES.has(status)) return new ReportingError('E-proxy-failed', message, { status, retry: {} });
  const exempt = withoutBrackets(new URL(`https://${host}`).hostname);
  return new ReportingError(status >= 500 ? 'E-proxy-failed' : 'E-proxy-refused', message, {
    status,
    hint: `ask the operator of the proxy to allow ${host}, or bypass the proxy with NO_PROXY=${exempt}`,
  });
}

/**
 * The error for a proxy that requires or rejects credentials: 407 (RFC 9110, section 15.5.8), or the 401 with which tinyproxy
 * 1.11 rejects a user.
 */
export function proxyNeedsCredentials(status: number, { authorization, host, variable }: ProxyServer): ReportingError {
  const problem = authorization === undefined ? 'requires credentials' : 'rejected the credentials';
  return new ReportingError('E-proxy-refused', `the proxy ${host} ${problem}: ${status}`, {
    status,
    hint: `set user and password in ${variable}: http://user:password@${host}, both percent-encoded`,
  });
}
