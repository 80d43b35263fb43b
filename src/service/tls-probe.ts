/**
 * A TLS handshake for its facts alone. No request and no credential ever goes over these connections: they are closed
 * as soon as the handshake is done. So the facts of a certificate that is not trusted may be read as well.
 */

import { isIP } from 'node:net';
import { connect, type PeerCertificate, type SecureContext, type TLSSocket } from 'node:tls';
import type { ReportingError } from '../core/reporting-error.ts';
import { bounded, type WaitLimits } from './bounded.ts';
import { describeFailure, timedOut } from './failures.ts';
import type { Target } from './probes.ts';
import { isDistrust } from './tls-failures.ts';

export interface Handshake {
  /** Such as `TLSv1.3`. */
  readonly protocol: string;
  readonly certificate: CertificateFacts;
  /** Why the certificate is not trusted; undefined if it is. */
  readonly distrust: ReportingError | undefined;
}

export interface CertificateFacts {
  /** Common name, or what stands in its place; empty if there is none. */
  readonly subject: string;
  readonly issuer: string;
  readonly validFrom: Date;
  readonly validTo: Date;
}

/** Throws an unavailable error where there is no handshake at all. */
export async function shakeHands(
  target: Target,
  limits: WaitLimits,
  trust: SecureContext | undefined,
): Promise<Handshake> {
  try {
    return { ...(await handshake(target, limits, { isVerified: true, trust })), distrust: undefined };
  } catch (error) {
    if (!(error instanceof Distrusted)) throw error;
    return { ...(await handshake(target, limits, { isVerified: false, trust })), distrust: error.reason };
  }
}

/** A handshake that was broken off because of the certificate. */
class Distrusted extends Error {
  readonly reason: ReportingError;

  constructor(reason: ReportingError) {
    super(reason.message);
    this.reason = reason;
  }
}

/** Without `isVerified` any certificate will do: only to read it. */
function handshake(
  { host, port }: Target,
  limits: WaitLimits,
  { isVerified, trust }: { readonly isVerified: boolean; readonly trust: SecureContext | undefined },
): Promise<Omit<Handshake, 'distrust'>> {
  const name = `${host}:${port}`;
  const onTimeout = (): Error => timedOut('TLS', name, limits.timeoutMs);
  return bounded(limits, onTimeout, ({ resolve, reject }) => {
    const socket = connect({
      host,
      port,
      rejectUnauthorized: isVerified,
      ...(trust && { secureContext: trust }),
      ALPNProtocols: ['http/1.1'],
      // An address is no server name (RFC 6066, section 3).
      ...(isIP(host) === 0 ? { servername: host } : {}),
    });
    socket.once('secureConnect', () => resolve(factsOf(socket)));
    socket.on('error', (error: NodeJS.ErrnoException) => {
      const described = describeFailure(error, { party: name, during: 'head' }) as ReportingError;
      reject(isDistrust(error.code ?? '') ? new Distrusted(described) : described);
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

/** An authority often has its brand in the organization and a bare letter and number in the common name. */
function nameIn(name: PeerCertificate['subject'] | undefined): string {
  const parts = [name?.O, name?.CN].flatMap((part: string | readonly string[] | undefined) => part ?? []);
  return [...new Set(parts)].join(' ');
}
