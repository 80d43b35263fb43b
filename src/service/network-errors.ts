/**
 * Errors for requests that fail below HTTP: no response, half of one, a TLS connection that fails, or a proxy that does not open
 * a tunnel. They use only the code and the innermost message of a library's error, which never becomes the cause: it contains
 * the request's headers, and with them the token.
 */

import { ReportingError } from '../core/errors.ts';
import { toVisibleLine } from '../core/text.ts';
import { type ProxyServer, withoutBrackets } from './proxy.ts';

/** Statuses of an overloaded service (RFC 6585, section 4; RFC 9110, section 15.6.4). */
export const OVERLOADED_STATUSES: ReadonlySet<number> = new Set([429, 503]);

/** Statuses that another attempt may fix. 509 is a used up limit of web hosts; 520 to 527 are Cloudflare's failures to reach the service. */
export const TRANSIENT_STATUSES: ReadonlySet<number> = new Set([
  ...[202, 408, 425, 429, 500, 502, 503, 504, 509],
  ...[520, 521, 522, 523, 524, 525, 526, 527],
]);

const MAX_LIBRARY_MESSAGE_LENGTH = 200;

/** A name that does not exist will not exist in a minute; a name server may be wrong once. */
const UNKNOWN_HOST_ATTEMPTS = 3;

/** Failures that a wrong address can cause. */
const ADDRESS_CODES = new Set(['ENOTFOUND', 'EAI_AGAIN', 'ECONNREFUSED', 'EHOSTUNREACH', 'ENETUNREACH']);

/** Codes with which OpenSSL (openssl-verification-options(1)) and Node (nodejs.org/api/tls.html) reject a certificate. */
const CERTIFICATE_CODE =
  /^(CERT_|UNABLE_TO_|(DEPTH_ZERO_)?SELF_SIGNED_CERT|INVALID_(CA|PURPOSE)$|PATH_LENGTH_EXCEEDED$|HOSTNAME_MISMATCH$|ERR_TLS_CERT_)/;
/** OpenSSL's reason within its message: `wrong version number`. */
const OPENSSL_REASON = /SSL routines:[^:]*:([^:]+)/;

/** Those of a certificate that a CA file does not make valid. */
const INVALID_CODE = /^(CERT_HAS_EXPIRED|CERT_NOT_YET_VALID|HOSTNAME_MISMATCH|ERR_TLS_CERT_)/;

/** Codes of zlib and Brotli for bytes that are not in their format. A body that ends too early has Z_BUF_ERROR. */
const FALSE_ENCODING = /^(Z_DATA_ERROR|Z_NEED_DICT|ERR_.*ERROR_FORMAT)/;

interface FailureContext {
  readonly during: 'head' | 'body';
  /** Begins the message: the host that failed. */
  readonly party?: string;
  readonly sizeBytes?: number;
  readonly addressHint?: string | undefined;
}

/** The ReportingError for an error of the HTTP library, of Node's network or of decompression. */
export function describeFailure(
  error: unknown,
  { during, party = '', sizeBytes = 0, addressHint = 'check the base URL' }: FailureContext,
): Error {
  if (!(error instanceof Error)) return new Error(String(error));
  const innermost = innermostError(error);
  if (innermost instanceof ReportingError) return innermost;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  const problem = toVisibleLine(innermost.message || error.message || code, MAX_LIBRARY_MESSAGE_LENGTH);

  const isCertificate = CERTIFICATE_CODE.test(code);
  if (isCertificate || code === 'EPROTO' || code.startsWith('ERR_SSL')) return tlsError(party, code, problem);
  if (FALSE_ENCODING.test(code)) {
    const message = `the body does not match its content-encoding: ${problem}`;
    return new ReportingError('E-not-http', message);
  }
  if (code.startsWith('HPE_') && code !== 'HPE_INVALID_EOF_STATE') {
    return new ReportingError('E-not-http', `the response is not HTTP: ${problem}`);
  }
  if (during === 'body') {
    const message = `the body was cut off after ${sizeBytes} bytes: ${problem}`;
    return new ReportingError('E-body-cut-off', message, { retry: {} });
  }
  const cause = problem.includes(code) ? problem : `${problem} (${code})`;
  return new ReportingError('E-not-reached', `${party}: ${cause}`, {
    retry: { reason: code, ...(code === 'ENOTFOUND' && { attempts: UNKNOWN_HOST_ATTEMPTS }) },
    hint: ADDRESS_CODES.has(code) ? addressHint : undefined,
  });
}

function innermostError(error: Error): Error {
  let innermost = error;
  while (innermost.cause instanceof Error && !(innermost instanceof ReportingError)) innermost = innermost.cause;
  return innermost;
}

/** The error for a request without an answer at its deadline. */
export function timedOut(party: string, afterMs: number): ReportingError {
  return new ReportingError('E-timeout', `${party}: no answer within ${afterMs / 1000} s`, {
    retry: {},
    hint: 'allow more time with --timeout <seconds>',
  });
}

/** The error for a body that stops arriving. */
export function stalled(sizeBytes: number, afterMs: number): ReportingError {
  const message = `the body stalled after ${sizeBytes} bytes: no data for ${afterMs / 1000} s`;
  return new ReportingError('E-body-cut-off', message, { retry: {} });
}

/** The error for a failed handshake, which is not retried: it would fail again. `problem` is the library's message. */
function tlsError(party: string, code: string, problem: string): ReportingError {
  const reason = OPENSSL_REASON.exec(problem)?.[1] ?? `${problem} (${code})`;
  const isUntrusted = CERTIFICATE_CODE.test(code) && !INVALID_CODE.test(code);
  const hint = isUntrusted
    ? 'if you trust it, or the CA that issued it, name its file: REPORTING_CA_FILE=/path/to/ca.pem, or `reporting login --ca-file /path/to/ca.pem`'
    : '`reporting help E-tls` explains the causes';
  return new ReportingError('E-tls', `${party}: no TLS connection: ${reason}`, { hint });
}

/** How to check the address of a proxy that is not reached. */
export function proxyAddressHint({ variable }: ProxyServer): string {
  return `check the address of the proxy in ${variable}`;
}

/** The error for a proxy that answers CONNECT to `host` with another status than 200. */
export function tunnelRefused(status: number, proxy: ProxyServer, host: string): ReportingError {
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
function proxyNeedsCredentials(status: number, { authorization, host, variable }: ProxyServer): ReportingError {
  const problem = authorization === undefined ? 'requires credentials' : 'rejected the credentials';
  return new ReportingError('E-proxy-refused', `the proxy ${host} ${problem}: ${status}`, {
    status,
    hint: `set user and password in ${variable}: http://user:password@${host}, both percent-encoded`,
  });
}
