/** Whom TLS connections trust: the authorities that Node trusts, and those of a file that the user names. */

import { X509Certificate } from 'node:crypto';
import tls from 'node:tls';
import { ReportingError } from '../core/reporting-error.ts';

export interface AuthoritySources {
  /** Text of the file that the user names. */
  readonly pem: string;
  /** What the user calls the file. */
  readonly name: string;
  /** Text of the file that NODE_EXTRA_CA_CERTS names, if it can be read. */
  readonly nodeExtraPem: string | undefined;
}

/** The user's authorities beside Node's own. Throws a configuration error if the text holds no certificate, or a broken one. */
export function createTrust({ pem, name, nodeExtraPem }: AuthoritySources): tls.SecureContext {
  const own = parseCertificates(pem, name);
  return tls.createSecureContext({ ca: [...defaultAuthorities(nodeExtraPem), ...own] });
}

/** A list of one's own takes the place of Node's (nodejs.org/api/tls.html, `ca`): the result is what it takes the place of. */
function defaultAuthorities(nodeExtraPem: string | undefined): readonly string[] {
  // From Node 22.15 on; it holds what NODE_EXTRA_CA_CERTS and the system add.
  const { getCACertificates } = tls as { getCACertificates?: (kind: 'default') => readonly string[] };
  if (getCACertificates !== undefined) return getCACertificates('default');
  return nodeExtraPem === undefined ? tls.rootCertificates : [...tls.rootCertificates, nodeExtraPem];
}

const CERTIFICATE =
  /-----BEGIN (?:TRUSTED |X509 )?CERTIFICATE-----.*?-----END (?:TRUSTED |X509 )?CERTIFICATE-----/gs;

function parseCertificates(pem: string, name: string): readonly string[] {
  const found = pem.match(CERTIFICATE) ?? [];
  if (found.length === 0)
    throw invalid(name, 'it holds no certificate in PEM form (-----BEGIN CERTIFICATE-----)');
  for (const [index, certificate] of found.entries()) {
    if (!isCertificate(certificate)) throw invalid(name, `its certificate ${index + 1} is broken`);
  }
  return found;
}

function isCertificate(pem: string): boolean {
  try {
    return new X509Certificate(pem).raw.length > 0;
  } catch {
    return false;
  }
}

function invalid(name: string, problem: string): ReportingError {
  return new ReportingError('config', `cannot use ${name}: ${problem}`, {
    hint: 'DER becomes PEM with: openssl x509 -inform der -in ca.der -out ca.pem',
  });
}
