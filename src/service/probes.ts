/**
 * Looks at what is below HTTP. No request and no credential goes over these connections, so the certificate of an untrusted server can
 * be read, too.
 */

import { promises } from 'node:dns';
import { isIP } from 'node:net';
import { connect, type PeerCertificate, type SecureContext, type TLSSocket } from 'node:tls';
import { interruptible } from '../core/async.ts';
import { describeFailure, timedOut, tlsError } from './network-errors.ts';

/** A host and a port. */
export interface Target {
  /** A name, or an address without brackets. */
  readonly host: string;
  readonly port: number;
}

/** Limits of a handshake. */
export interface WaitLimits {
  readonly timeoutMs: number;
  /** Ends the wait: its reason is thrown. */
  readonly signal: AbortSignal;
  /** How to check the address of a host that is not reached. */
  readonly addressHint?: string;
}

/** Facts about a TLS handshake. */
export type Handshake = ReturnType<typeof factsOf>;

/** Throws an unavailable error for a host without an address. */
export async function lookUp(host: string, signal: AbortSignal): Promise<void> {
  const found = promises.lookup(host).catch((error: unknown) => {
    throw describeFailure(error, { party: host, during: 'head' });
  });
  await interruptible(found, signal);
}

/** Without `secureContext`, Node's CA certificates are trusted. Throws an unavailable error only if no handshake takes place. */
export function shakeHands(
  { host, port }: Target,
  { timeoutMs, signal, addressHint }: WaitLimits,
  secureContext: SecureContext | undefined,
): Promise<Handshake> {
  const party = `${host}:${port}`;
  signal.throwIfAborted();
  return new Promise((resolve, reject) => {
    const socket = connect({
      host,
      port,
      // Only to read the certificate: nothing is sent.
      rejectUnauthorized: false,
      ...(secureContext && { secureContext }),
      ALPNProtocols: ['http/1.1'],
      // An address is not allowed as a server name (RFC 6066, section 3).
      ...(isIP(host) === 0 ? { servername: host } : {}),
    });
    const timer = setTimeout(() => socket.destroy(timedOut(party, timeoutMs)), timeoutMs);
    const onAbort = (): void => void socket.destroy(signal.reason);
    signal.addEventListener('abort', onAbort);
    socket.once('secureConnect', () => {
      resolve(factsOf(socket, party));
      socket.destroy();
    });
    socket.on('error', (error) => reject(describeFailure(error, { party, during: 'head', addressHint })));
    socket.once('close', () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', onAbort);
    });
  });
}

function factsOf(socket: TLSSocket, party: string) {
  const certificate = socket.getPeerCertificate();
  return {
    /** Such as `TLSv1.3`. */
    protocol: socket.getProtocol() ?? 'TLS',
    certificate: {
      /** Organization and common name, or the alternative names; may be empty. */
      subject: nameIn(certificate.subject) || (certificate.subjectaltname ?? ''),
      issuer: nameIn(certificate.issuer),
      validFrom: new Date(certificate.valid_from),
      validTo: new Date(certificate.valid_to),
    },
    /** Why the certificate is not trusted; undefined if it is. */
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
