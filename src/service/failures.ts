/** The words for an exchange that failed below HTTP: no answer, or half of one. */

import { ReportingError } from '../core/reporting-error.ts';
import { toVisibleLine } from '../core/visible-text.ts';

/** What a request was waiting for. */
export type Phase = 'lookup' | 'connection' | 'TLS' | 'answer';

const AWAITED: Readonly<Record<Phase, string>> = {
  lookup: 'the address of the host (DNS)',
  connection: 'a connection',
  TLS: 'the TLS handshake',
  answer: 'an answer',
};

export function timedOut(phase: Phase, host: string, afterMs: number): ReportingError {
  const message = `${host}: waited ${afterMs / 1000} s for ${AWAITED[phase]}`;
  return new ReportingError('unreachable', message, {
    retry: {},
    hint: 'allow more time with --timeout <seconds>',
  });
}

export function stalled(sizeBytes: number, afterMs: number): ReportingError {
  const message = `the body stalled after ${sizeBytes} bytes: nothing more came for ${afterMs / 1000} s`;
  return new ReportingError('unreachable', message, { retry: {} });
}

export interface FailureContext {
  readonly during: 'head' | 'body';
  readonly host?: string;
  /** Bytes of the body that had arrived. */
  readonly sizeBytes?: number;
}

/**
 * The ReportingError for an error of the HTTP library, of Node's network or of decompression. Only the error's code and
 * innermost message are used, and it does not become the cause: the library's errors hold the request's headers.
 */
export function describeFailure(
  error: unknown,
  { during, host = '', sizeBytes = 0 }: FailureContext,
): unknown {
  if (!(error instanceof Error) || error instanceof ReportingError) return error;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  const words = toVisibleLine(innermostMessage(error), 200);

  if (isCertificateCode(code)) {
    return new ReportingError('unreachable', `${host}: the TLS certificate is not trusted: ${words}`, {
      hint: 'if the certificate is issued by your own authority: NODE_EXTRA_CA_CERTS=/path/to/ca.pem reporting …',
    });
  }
  if (code === 'EPROTO' || code.startsWith('ERR_SSL')) {
    return new ReportingError('unreachable', `${host}: no TLS connection: ${words}`, {
      hint: 'check that the base URL begins with https:// and names the right port',
    });
  }
  if (code === 'Z_DATA_ERROR') {
    return new ReportingError('malformed', `the body is not what its content-encoding says: ${words}`);
  }
  if (code.startsWith('HPE_') && code !== 'HPE_INVALID_EOF_STATE') {
    return new ReportingError('malformed', `the answer is not HTTP: ${words}`);
  }
  if (during === 'body') {
    const message = `the body was cut off after ${sizeBytes} bytes: ${words}`;
    return new ReportingError('unreachable', message, { retry: {} });
  }
  return new ReportingError('unreachable', `${host}: ${CONNECTION_WORDS[code] ?? words}`, { retry: {} });
}

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

/** The codes by which OpenSSL and Node refuse a certificate: they stay the same however often one asks. */
export function isCertificateCode(code: string): boolean {
  return /^(CERT_|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_|ERR_TLS_CERT|HOSTNAME_MISMATCH|INVALID_CA|INVALID_PURPOSE)/.test(
    code,
  );
}

function innermostMessage(error: Error): string {
  let innermost = error;
  while (innermost.cause instanceof Error) innermost = innermost.cause;
  return innermost.message || error.message;
}
