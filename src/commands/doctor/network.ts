/** The steps below HTTP: a name's addresses, and a connection. */

import { ReportingError } from '../../core/reporting-error.ts';
import type { WaitLimits } from '../../service/bounded.ts';
import type { Probes, Target } from '../../service/probes.ts';
import { type Outcome, ok } from './checkup.ts';

export interface Network {
  readonly probes: Probes;
  readonly limits: WaitLimits;
  readonly now: () => Date;
}

const DEFAULT_PORTS: Readonly<Record<string, number>> = { 'http:': 80, 'https:': 443 };
const ADDRESSES_SHOWN = 4;

/** Where the base URL leads. */
export function targetOf(baseUrl: string): Target {
  const { hostname, port, protocol } = new URL(baseUrl);
  return {
    host: hostname.replace(/^\[(.*)\]$/, '$1'),
    port: port === '' ? DEFAULT_PORTS[protocol]! : Number(port),
  };
}

export async function checkDns({ host }: Target, { probes, limits }: Network): Promise<Outcome<undefined>> {
  const addresses = await withHint(
    "check the base URL's host, and that this machine is online",
    probes.lookUp(host, limits),
  );
  if (addresses === undefined) return ok(`${host} is an address: nothing to look up`, undefined);
  const shown = addresses.slice(0, ADDRESSES_SHOWN).join(', ');
  const rest = addresses.length - ADDRESSES_SHOWN;
  return ok(`${host} is at ${shown}${rest > 0 ? ` and ${rest} more` : ''}`, undefined);
}

export async function checkTcp(
  target: Target,
  { probes, limits, now }: Network,
): Promise<Outcome<undefined>> {
  const startedMs = now().getTime();
  const address = await withHint(
    "check the base URL's port, and what stands between: a firewall, a VPN",
    probes.connect(target, limits),
  );
  return ok(`connected to ${address}, port ${target.port}, in ${now().getTime() - startedMs} ms`, undefined);
}

/** Gives a failure the hint of the step that failed. */
export async function withHint<T>(hint: string, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof ReportingError) || error.kind === 'interrupted') throw error;
    throw error.with({}, { hint });
  }
}
