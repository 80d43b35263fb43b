/** The words for a TLS connection that does not come about. It would fail again: no error of these is worth another attempt. */

import { ReportingError } from '../core/reporting-error.ts';
import { toVisibleLine } from '../core/visible-text.ts';

interface Reason {
  readonly codes: RegExp;
  readonly words: string;
  readonly hint: string;
}

const OWN_AUTHORITY =
  'if your own authority issued it, name its certificate: --ca-file /path/to/ca.pem, or REPORTING_CA_FILE';
const CLOCK =
  'check the clock of this machine with `date`; if it is right, the certificate has to be renewed';

/** By the codes of OpenSSL's verification (openssl-verification-options(1)) and of Node (nodejs.org/api/tls.html). */
const REASONS: readonly Reason[] = [
  { codes: /^CERT_HAS_EXPIRED$/, words: 'its certificate has expired', hint: CLOCK },
  { codes: /^CERT_NOT_YET_VALID$/, words: 'its certificate is not valid yet', hint: CLOCK },
  {
    codes: /^DEPTH_ZERO_SELF_SIGNED_CERT$/,
    words: 'its certificate is self-signed',
    hint: 'if you trust it, name that certificate: --ca-file /path/to/certificate.pem, or REPORTING_CA_FILE',
  },
  {
    codes:
      /^(UNABLE_TO_(GET_ISSUER_CERT|GET_ISSUER_CERT_LOCALLY|VERIFY_LEAF_SIGNATURE)|SELF_SIGNED_CERT_IN_CHAIN)$/,
    words: 'its certificate has an issuer that is not known here',
    hint: OWN_AUTHORITY,
  },
  {
    codes: /^(CERT_|UNABLE_TO_|INVALID_CA$|INVALID_PURPOSE$|PATH_LENGTH_EXCEEDED$)/,
    words: 'its certificate is not trusted',
    hint: OWN_AUTHORITY,
  },
];

/** What servers without TLS answer a handshake with, as OpenSSL sees it; other versions of it see it otherwise. */
const NO_TLS = /wrong version number|packet length too long|http request|record layer failure/i;

/** True for the codes by which OpenSSL and Node refuse a certificate. */
export function isDistrust(code: string): boolean {
  return isOtherHost(code) || REASONS.some(({ codes }) => codes.test(code));
}

function isOtherHost(code: string): boolean {
  return code === 'ERR_TLS_CERT_ALTNAME_INVALID' || code === 'HOSTNAME_MISMATCH';
}

/** The error for a failed handshake with `party`; undefined if `error` is about something else. */
export function describeTlsFailure(error: Error, code: string, party: string): ReportingError | undefined {
  if (isOtherHost(code)) {
    return failed(party, `its certificate is for another host${namesIn(error)} (${code})`, {
      hint: 'check the host name: --base-url takes the one that the certificate is for',
    });
  }
  const reason = REASONS.find(({ codes }) => codes.test(code));
  if (reason !== undefined) return failed(party, `${reason.words} (${code})`, reason);
  if (code !== 'EPROTO' && !code.startsWith('ERR_SSL')) return undefined;
  if (NO_TLS.test(code.replaceAll('_', ' ')) || NO_TLS.test(error.message)) {
    return failed(party, 'there is no TLS on that port', {
      hint: 'check scheme and port of the address: https:// needs a port that speaks TLS',
    });
  }
  return failed(party, toVisibleLine(error.message, 200), {
    hint: 'check that host and port of the address are right',
  });
}

function failed(party: string, words: string, { hint }: { readonly hint: string }): ReportingError {
  return new ReportingError('unavailable', `${party}: no TLS connection: ${words}`, { hint });
}

/** The names in a certificate that was refused (nodejs.org/api/tls.html, "Certificate object"). */
function namesIn(error: Error): string {
  const certificate = 'cert' in error ? error.cert : undefined;
  if (typeof certificate !== 'object' || certificate === null || !('subjectaltname' in certificate))
    return '';
  return `: ${toVisibleLine(String(certificate.subjectaltname), 100)}`;
}
