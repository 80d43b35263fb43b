import { readFileSync } from 'node:fs';
import https from 'node:https';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Handler, startService, type TestService } from './service.ts';

const FIXTURES = path.resolve(fileURLToPath(import.meta.url), '../../fixtures/tls');

/** Certificates of `test/fixtures/tls`, each with its key. */
export type CertificateName = 'good' | 'expired' | 'wrong-host' | 'self-signed';

export const certificateFile = (name: CertificateName | 'ca'): string => path.join(FIXTURES, `${name}.pem`);

export function keyAndCertificate(name: CertificateName): { key: string; cert: string } {
  const key = readFileSync(path.join(FIXTURES, `${name}.key`), 'utf8');
  return { key, cert: readFileSync(certificateFile(name), 'utf8') };
}

/** A service over TLS with one of the certificates. */
export function startTlsService(
  handler: Handler,
  options: { certificate?: CertificateName; hostname?: string } = {},
): Promise<TestService> {
  const { certificate = 'good', hostname = '127.0.0.1' } = options;
  return startService(handler, {
    scheme: 'https',
    hostname,
    createServer: (listener) => https.createServer(keyAndCertificate(certificate), listener),
  });
}
