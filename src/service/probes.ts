/**
 * The steps below HTTP, one at a time, to find the step that fails. No request and no credential goes over these connections:
 * each is closed when its step is done. So the certificate of an untrusted server can be read too.
 */

import { lookup } from 'node:dns';
import { connect as connectSocket, isIP } from 'node:net';
import { connect as connectTls, type PeerCertificate, type SecureContext, type TLSSocket } from 'node:tls';
import type { ReportingError } from '../core/errors.ts';
import { describeFailure, timedOut, tlsError } from './network-errors.ts';

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
  readonly certificate: {
    /** Organization and common name, or the alternative names; may be empty. */
    readonly subject: string;
    readonly issuer: string;
    readonly validFrom: Date;
    readonly validTo: Date;
  };
  /** Why the certificate is not trusted; undefined if it is. */
  readonly distrust: ReportingError | undefined;
}

/** The addresses of a name by the system's lookup; undefined if `host` is an address. Throws an unavailable error. */
export async function lookUp(host: string, limits: WaitLimits): Promise<readonly string[] | undefined> {
  if (isIP(host) !== 0) return undefined;
  return withTimeout(host, limits, ({ resolve, fail }) => {
    // The system's lookup cannot be cancelled. After a time-out its result is ignored.
    lookup(host, { all: true }, (error, addresses) => {
      if (error === null) resolve(addresses.map(({ address }) => address));
      else fail(error);
    });
    return () => undefined;
  });
}

/** The address that accepted the connection. Throws an unavailable error. */
export function connect({ host, port }: Target, limits: WaitLimits): Promise<string> {
  return withTimeout(`${host}:${port}`, limits, ({ resolve, fail }) => {
    const socket = connectSocket({ host, port });
    socket.once('connect', () => resolve(socket.remoteAddress ?? host));
    socket.on('error', fail);
    return () => socket.destroy();
  });
}

/** Without `secureContext`, Node's CA certificates are trusted. Throws an unavailable error only if no handshake takes place. */
export function shakeHands(
  { host, port }: Target,
  limits: WaitLimits,
  secureContext: SecureContext | undefined,
): Promise<Handshake> {
  const party = `${host}:${port}`;
  return withTimeout(party, limits, ({ resolve, fail }) => {
    const socket = connectTls({
      host,
      port,
      // Only to read the certificate: nothing is sent.
      rejectUnauthorized: false,
      ...(secureContext && { secureContext }),
      ALPNProtocols: ['http/1.1'],
      // An address is not allowed as a server name (RFC 6066, section 3).
      ...(isIP(host) === 0 ? { servername: host } : {}),
    });
    socket.once('secureConnect', () => resolve(factsOf(socket, party)));
    socket.on('error', fail);
    return () => socket.destroy();
  });
}

function factsOf(socket: TLSSocket, party: string): Handshake {
  const certificate = socket.getPeerCertificate();
  return {
    protocol: socket.getProtocol() ?? 'TLS',
    certificate: {
      subject: nameIn(certificate.subject) || (certificate.subjectaltname ?? ''),
      issuer: nameIn(certificate.issuer),
      validFrom: new Date(certificate.valid_from),
      validTo: new Date(certificate.valid_to),
    },
    distrust: socket.authorized
      ? undefined
      : tlsError(party, String(socket.authorizationError), 'its certificate is not trusted'),
  };
}

/** CAs often put their brand into the organization, and only a letter and a number into the common name. */
function nameIn(name: PeerCertificate['subject'] | undefined): string {
  const parts = [name?.O, name?.CN].flatMap((part: string | readonly string[] | undefined) => part ?? []);
  return [...new Set(parts)].join(' ');
}

/** The two ways to end a wait. Only the first call counts. */
interface Settle<T> {
  readonly resolve: (value: T) => void;
  readonly fail: (error: Error) => void;
}

/**
 * Begins an operation with `party` and waits for it. `begin` returns the function that stops it, which is called once, however the
 * wait ends.
 */
async function withTimeout<T>(
  party: string,
  { timeoutMs, signal }: WaitLimits,
  begin: (settle: Settle<T>) => () => void,
): Promise<T> {
  signal.throwIfAborted();
  let end = (): void => undefined;
  return new Promise<T>((resolve, reject) => {
    const stop = begin({ resolve, fail: (error) => reject(describeFailure(error, { party, during: 'head' })) });
    const onAbort = (): void => reject(signal.reason);
    const timer = setTimeout(() => reject(timedOut(party, timeoutMs)), timeoutMs);
    signal.addEventListener('abort', onAbort);
    end = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', onAbort);
      stop();
    };
  }).finally(() => end());
}
