/**
 * The steps below HTTP, one at a time, to find the step that fails. No request and no credential goes over these connections:
 * each is closed when its step is done. So the certificate of an untrusted server can be read too.
 */

import { lookup } from 'node:dns';
import { connect as connectSocket, isIP } from 'node:net';
import { connect as connectTls, type PeerCertificate, type SecureContext, type TLSSocket } from 'node:tls';
import type { ReportingError } from '../core/errors.ts';
import { describeFailure, isCertificateError, type Phase, timedOut } from './network-errors.ts';

/** A host and a port. */
export interface Target {
  /** A name, or an address without brackets. */
  readonly host: string;
  readonly port: number;
}

/** Limits of one wait. */
export interface WaitLimits {
  readonly timeoutMs: number;
  /** Ends the wait: its reason is thrown. */
  readonly signal: AbortSignal;
}

/** Facts about a TLS handshake. */
export interface Handshake {
  /** Such as `TLSv1.3`. */
  readonly protocol: string;
  readonly certificate: CertificateFacts;
  /** Why the certificate is not trusted; undefined if it is. */
  readonly distrust: ReportingError | undefined;
}

interface CertificateFacts {
  /** Organization and common name, or the alternative names; may be empty. */
  readonly subject: string;
  readonly issuer: string;
  readonly validFrom: Date;
  readonly validTo: Date;
}

/** The addresses of a name by the system's lookup; undefined if `host` is an address. Throws an unavailable error. */
export function lookUp(host: string, limits: WaitLimits): Promise<readonly string[] | undefined> {
  if (isIP(host) !== 0) return Promise.resolve(undefined);
  return withTimeout(limits, timeOutOf('lookup', host, limits), ({ resolve, reject }) => {
    // The system's lookup cannot be cancelled. After a time-out its result is ignored.
    lookup(host, { all: true }, (error, addresses) => {
      if (error === null) resolve(addresses.map(({ address }) => address));
      else reject(describeFailure(error, { party: host, during: 'head' }));
    });
    return () => undefined;
  });
}

/** The address that accepted the connection. Throws an unavailable error. */
export function connect({ host, port }: Target, limits: WaitLimits): Promise<string> {
  const party = `${host}:${port}`;
  return withTimeout(limits, timeOutOf('connection', party, limits), ({ resolve, reject }) => {
    const socket = connectSocket({ host, port });
    socket.once('connect', () => resolve(socket.remoteAddress ?? host));
    socket.on('error', (error) => reject(describeFailure(error, { party, during: 'head' })));
    return () => socket.destroy();
  });
}

/** Without `secureContext`, Node's CA certificates are trusted. Throws an unavailable error only if no handshake takes place. */
export async function shakeHands(
  target: Target,
  limits: WaitLimits,
  secureContext: SecureContext | undefined,
): Promise<Handshake> {
  try {
    const verified = await handshake(target, limits, { isVerified: true, secureContext });
    return { ...verified, distrust: undefined };
  } catch (error) {
    if (!(error instanceof UntrustedCertificate)) throw error;
    const unverified = await handshake(target, limits, { isVerified: false, secureContext });
    return { ...unverified, distrust: error.reason };
  }
}

/** Thrown by a handshake that fails because of the certificate. */
class UntrustedCertificate extends Error {
  readonly reason: ReportingError;

  constructor(reason: ReportingError) {
    super(reason.message);
    this.reason = reason;
  }
}

/** Makes a TLS handshake. Without `isVerified`, accepts any certificate, only to read it. */
function handshake(
  { host, port }: Target,
  limits: WaitLimits,
  { isVerified, secureContext }: { readonly isVerified: boolean; readonly secureContext: SecureContext | undefined },
): Promise<Omit<Handshake, 'distrust'>> {
  const party = `${host}:${port}`;
  return withTimeout(limits, timeOutOf('TLS', party, limits), ({ resolve, reject }) => {
    const socket = connectTls({
      host,
      port,
      rejectUnauthorized: isVerified,
      ...(secureContext && { secureContext }),
      ALPNProtocols: ['http/1.1'],
      // An address is not allowed as a server name (RFC 6066, section 3).
      ...(isIP(host) === 0 ? { servername: host } : {}),
    });
    socket.once('secureConnect', () => resolve(factsOf(socket)));
    socket.on('error', (error: NodeJS.ErrnoException) => {
      const failure = describeFailure(error, { party, during: 'head' }) as ReportingError;
      reject(isCertificateError(error.code ?? '') ? new UntrustedCertificate(failure) : failure);
    });
    return () => socket.destroy();
  });
}

function factsOf(socket: TLSSocket): Omit<Handshake, 'distrust'> {
  const certificate = socket.getPeerCertificate();
  return {
    protocol: socket.getProtocol() ?? 'TLS',
    certificate: {
      subject: nameIn(certificate.subject) || (certificate.subjectaltname ?? ''),
      issuer: nameIn(certificate.issuer),
      validFrom: new Date(certificate.valid_from),
      validTo: new Date(certificate.valid_to),
    },
  };
}

/** CAs often put their brand into the organization, and only a letter and a number into the common name. */
function nameIn(name: PeerCertificate['subject'] | undefined): string {
  const parts = [name?.O, name?.CN].flatMap((part: string | readonly string[] | undefined) => part ?? []);
  return [...new Set(parts)].join(' ');
}

function timeOutOf(phase: Phase, party: string, { timeoutMs }: WaitLimits): () => Error {
  return () => timedOut(phase, party, timeoutMs);
}

/** The two ways to end a wait. Only the first call counts. */
interface Settle<T> {
  readonly resolve: (value: T) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Begins an operation and waits for it. `begin` returns the function that stops it, which is called once, however the wait ends.
 * After `timeoutMs`, throws the error of `onTimeout`.
 */
async function withTimeout<T>(
  { timeoutMs, signal }: WaitLimits,
  onTimeout: () => Error,
  begin: (settle: Settle<T>) => () => void,
): Promise<T> {
  signal.throwIfAborted();
  let end = (): void => undefined;
  return new Promise<T>((resolve, reject) => {
    const stop = begin({ resolve, reject });
    const onAbort = (): void => reject(signal.reason);
    const timer = setTimeout(() => reject(onTimeout()), timeoutMs);
    signal.addEventListener('abort', onAbort);
    end = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', onAbort);
      stop();
    };
  }).finally(() => end());
}
