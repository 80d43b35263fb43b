/** The steps below HTTP, one at a time, to find the one that fails. Nothing is sent beyond what makes a connection. */

import { lookup } from 'node:dns';
import { connect as connectSocket, isIP } from 'node:net';
import type { SecureContext } from 'node:tls';
import { bounded, type WaitLimits } from './bounded.ts';
import { describeFailure, type Phase, timedOut } from './failures.ts';
import { type Handshake, shakeHands } from './tls-probe.ts';

export interface Target {
  /** A name, or an address without brackets. */
  readonly host: string;
  readonly port: number;
}

/** Each throws an unavailable error that says why the step failed. */
export interface Probes {
  /** The addresses of a name, as the system looks them up; undefined for what is an address already. */
  lookUp(host: string, limits: WaitLimits): Promise<readonly string[] | undefined>;
  /** The address that took the connection. It is closed at once. */
  connect(target: Target, limits: WaitLimits): Promise<string>;
  /** `trust` is whom to trust; whom Node trusts, if undefined. */
  shakeHands(target: Target, limits: WaitLimits, trust: SecureContext | undefined): Promise<Handshake>;
}

export const probes: Probes = { lookUp, connect, shakeHands };

function lookUp(host: string, limits: WaitLimits): Promise<readonly string[] | undefined> {
  if (isIP(host) !== 0) return Promise.resolve(undefined);
  return bounded(limits, late('lookup', host, limits), ({ resolve, reject }) => {
    // The system's lookup cannot be called off: its answer is then of no interest.
    lookup(host, { all: true }, (error, addresses) => {
      if (error === null) resolve(addresses.map(({ address }) => address));
      else reject(describeFailure(error, { party: host, during: 'head' }));
    });
    return () => undefined;
  });
}

function connect({ host, port }: Target, limits: WaitLimits): Promise<string> {
  const name = `${host}:${port}`;
  return bounded(limits, late('connection', name, limits), ({ resolve, reject }) => {
    const socket = connectSocket({ host, port });
    socket.once('connect', () => resolve(socket.remoteAddress ?? host));
    socket.on('error', (error) => reject(describeFailure(error, { party: name, during: 'head' })));
    return () => socket.destroy();
  });
}

function late(phase: Phase, host: string, { timeoutMs }: WaitLimits): () => Error {
  return () => timedOut(phase, host, timeoutMs);
}
