/** The TLS handshake, and whether the service's certificate will do. */

import type { SecureContext } from 'node:tls';
import { isLoopback } from '../../contract/base-url.ts';
import { countOf } from '../../core/count.ts';
import { ReportingError } from '../../core/reporting-error.ts';
import { toVisibleLine } from '../../core/visible-text.ts';
import type { Handshake } from '../../service/tls-probe.ts';
import { notNeeded, type Outcome, ok, warning } from './checkup.ts';
import { type Network, targetOf } from './network.ts';

const MS_PER_DAY = 86_400_000;
/** Authorities that renew by themselves do so a month ahead: three weeks before the end something is stuck. */
const LEAST_DAYS = 21;
const NAME_LENGTH = 60;

export async function checkTls(
  baseUrl: string,
  trust: SecureContext | undefined,
  { probes, limits, now }: Network,
): Promise<Outcome<undefined>> {
  const { protocol, hostname } = new URL(baseUrl);
  if (protocol === 'http:') {
    return isLoopback(hostname)
      ? ok('not used: plain http stays on this machine', undefined)
      : notNeeded('not used: the base URL is plain http', undefined);
  }
  return judgeHandshake(await probes.shakeHands(targetOf(baseUrl), limits, trust), now());
}

/** Throws an unavailable error for a certificate that is not trusted: no report would go over it. */
export function judgeHandshake(
  { protocol, certificate, distrust }: Handshake,
  now: Date,
): Outcome<undefined> {
  const { validFrom, validTo } = certificate;
  const subject = toVisibleLine(certificate.subject, NAME_LENGTH);
  const issuer = toVisibleLine(certificate.issuer, NAME_LENGTH);
  const daysLeft = Math.floor((validTo.getTime() - now.getTime()) / MS_PER_DAY);
  const until = validTo.toISOString().slice(0, 10);
  const facts = `${protocol}, certificate for ${subject} by ${issuer} until ${until}`;
  if (distrust !== undefined) {
    const isOutOfDate = now < validFrom || now > validTo;
    const hint = isOutOfDate
      ? `whoever runs the service has to renew it, unless this machine's date is wrong: ${now.toISOString().slice(0, 10)}`
      : distrust.hint;
    throw new ReportingError('unavailable', `${distrust.message} (${facts})`, { hint });
  }
  const told = `${facts}, in ${countOf(daysLeft, 'day')}`;
  if (daysLeft >= LEAST_DAYS) return ok(told, undefined);
  return warning(told, 'whoever runs the service has to renew the certificate before then', undefined);
}
