/** Checks of the connection below HTTP: the proxy, TLS and the service's certificate. */

import type { SecureContext } from 'node:tls';
import { isLoopback } from '../api/credentials.ts';
import { ReportingError } from '../core/errors.ts';
import { countOf, toVisibleLine } from '../core/text.ts';
import type { Connection } from '../service/connection.ts';
import { type Handshake, shakeHands, type Target, type WaitLimits } from '../service/probes.ts';
import { withoutBrackets } from '../service/proxy.ts';
import { notNeeded, ok, type Verdict, warning } from './check-runner.ts';

const MAX_NAME_LENGTH = 60;
const MS_PER_DAY = 86_400_000;
/** CAs with automatic renewal renew a month ahead: three weeks before the end, the renewal has failed. */
const MIN_DAYS_LEFT = 21;

/** The values that the checks of a connection share. */
export interface Network {
  readonly limits: WaitLimits;
  readonly now: () => Date;
}

/** The host and the port of a base URL. */
export function targetOf(baseUrl: string): Target {
  const { hostname, port, protocol } = new URL(baseUrl);
  return { host: withoutBrackets(hostname), port: Number(port || (protocol === 'https:' ? 443 : 80)) };
}

/** Shows the proxy by host and port, without user and password. */
export function checkProxy(connection: Connection): Verdict<Connection> {
  const { proxy } = connection;
  return ok(proxy === undefined ? 'none for the base URL' : `${proxy.host} (${proxy.variable})`, connection);
}

/** Makes a TLS handshake, unless the base URL is plain http. Throws an unavailable error. */
export async function checkTls(
  baseUrl: string,
  secureContext: SecureContext | undefined,
  { limits, now }: Network,
): Promise<Verdict<undefined>> {
  const { protocol, hostname } = new URL(baseUrl);
  if (protocol === 'http:') {
    return isLoopback(hostname)
      ? ok('not used: plain http stays on this machine')
      : notNeeded('not used: the base URL is plain http');
  }
  return checkHandshake(await shakeHands(targetOf(baseUrl), limits, secureContext), now());
}

/** Throws an unavailable error for a certificate that is not trusted: reports would fail too. */
export function checkHandshake({ protocol, certificate, distrust }: Handshake, now: Date): Verdict<undefined> {
  const { validFrom, validTo } = certificate;
  const subject = toVisibleLine(certificate.subject, MAX_NAME_LENGTH);
  const issuer = toVisibleLine(certificate.issuer, MAX_NAME_LENGTH);
  const daysLeft = Math.floor((validTo.getTime() - now.getTime()) / MS_PER_DAY);
  const facts = `${protocol}, certificate for ${subject} by ${issuer} until ${dayOf(validTo)}`;
  if (distrust !== undefined) {
    const isOutOfDate = now < validFrom || now > validTo;
    const hint = isOutOfDate
      ? `the service must renew its certificate, unless this machine's date is wrong: ${dayOf(now)}`
      : distrust.hint;
    throw new ReportingError('E-tls', `${distrust.message} (${facts})`, { hint });
  }
  const message = `${facts}, in ${countOf(daysLeft, 'day')}`;
  if (daysLeft >= MIN_DAYS_LEFT) return ok(message);
  return warning(message, 'the service must renew its certificate before then');
}

function dayOf(date: Date): string {
  return date.toISOString().slice(0, 10);
}
