/** The words for an exchange that failed below HTTP: no answer, or half of one. */

import { ReportingError } from '../core/reporting-error.ts';
import { toVisibleLine } from '../core/visible-text.ts';
import type { Route } from './route.ts';
import { describeTlsFailure } from './tls-failures.ts';

/** What a request was waiting for. */
export type Phase = 'tunnel' | 'lookup' | 'connection' | 'TLS' | 'answer';

const AWAITED: Readonly<Record<Phase, string>> = {
  tunnel: 'a tunnel to the service (a connection, and its answer to CONNECT)',
  lookup: 'the address of the host (DNS)',
  connection: 'a connection',
  TLS: 'the TLS handshake',
  answer: 'an answer',
};

/** Whom a phase waits for, as messages begin: the service, or the proxy before it. */
export function partyIn(phase: Phase, { kind, host, proxy }: Route): string {
  if (proxy === undefined) return host;
  const isPast = kind === 'tunnel' ? phase !== 'tunnel' : phase === 'answer';
  return isPast ? `${host}, through the proxy ${proxy.host}` : `the proxy ${proxy.host}`;
}

export function timedOut(phase: Phase, party: string, afterMs: number): ReportingError {
  const message = `${party}: waited ${afterMs / 1000} s for ${AWAITED[phase]}`;
  return new ReportingError('unavailable', message, {
    retry: {},
    hint: 'allow more time with --timeout <seconds>',
  });
}

export function stalled(sizeBytes: number, afterMs: number): ReportingError {
  const message = `the body stalled after ${sizeBytes} bytes: nothing more came for ${afterMs / 1000} s`;
  return new ReportingError('unavailable', message, { retry: {} });
}

export interface FailureContext {
  readonly during: 'head' | 'body';
  /** Whom the message begins with. */
  readonly party?: string;
  /** Bytes of the body that had arrived. */
  readonly sizeBytes?: number;
}

/**
 * The ReportingError for an error of the HTTP library, of Node's network or of decompression. Only the error's code and
 * innermost message are used, and it does not become the cause: the library's errors hold the request's headers.
 */
export function describeFailure(
  error: unknown,
  { during, party = '', sizeBytes = 0 }: FailureContext,
): Error {
  if (!(error instanceof Error)) return new Error(String(error));
  const innermost = innermostError(error);
  if (innermost instanceof ReportingError) return innermost;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  const words = toVisibleLine(innermost.message || error.message, 200);

  const tlsFailure = describeTlsFailure(innermost, code, party);
  if (tlsFailure !== undefined) return tlsFailure;
  if (code === 'Z_DATA_ERROR') {
    return new ReportingError('malformed', `the body is not what its content-encoding says: ${words}`);
  }
  if (code.startsWith('HPE_') && code !== 'HPE_INVALID_EOF_STATE') {
    return new ReportingError('malformed', `the answer is not HTTP: ${words}`);
  }
  if (during === 'body') {
    const message = `the body was cut off after ${sizeBytes} bytes: ${words}`;
    return new ReportingError('unavailable', message, { retry: {} });
  }
  return new ReportingError('unavailable', `${party}: ${CONNECTION_WORDS[code] ?? words}`, {
    retry: {},
    hint: ADDRESS_CODES.has(code) ? 'check the base URL: `reporting whoami` shows it' : undefined,
  });
}

/** Failures that a wrong address brings about. */
const ADDRESS_CODES = new Set(['ENOTFOUND', 'ECONNREFUSED', 'EHOSTUNREACH']);

const CONNECTION_WORDS: Readonly<Record<string, string>> = {
  ENOTFOUND: 'the host is not known (DNS: ENOTFOUND)',
  EAI_AGAIN: 'the host could not be looked up (DNS: EAI_AGAIN)',
  ECONNREFUSED: 'the connection was refused (ECONNREFUSED)',
  ECONNRESET: 'the connection was closed before an answer came (ECONNRESET)',
  EPIPE: 'the connection was closed before an answer came (EPIPE)',
  ETIMEDOUT: 'no connection came about (ETIMEDOUT)',
  EHOSTUNREACH: 'there is no way to the host (EHOSTUNREACH)',
  ENETUNREACH: 'there is no way to the network (ENETUNREACH)',
};

function innermostError(error: Error): Error {
  let innermost = error;
  while (innermost.cause instanceof Error && !(innermost instanceof ReportingError))
    innermost = innermost.cause;
  return innermost;
}
