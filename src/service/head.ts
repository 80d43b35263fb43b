import type { ClientRequest } from 'node:http';
import type { Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import type { Request, Response } from 'got';
import type { Exchange } from './exchange.ts';
import { describeFailure, type Phase, partyIn, timedOut } from './failures.ts';
import { unexpectedStatus } from './refusals.ts';

/** Requests never ask for it here (RFC 9110, section 15.2.2). */
const SWITCHING_PROTOCOLS = 101;

/**
 * Resolves with the response's head; otherwise the request is destroyed and the promise rejected with a ReportingError. One deadline
 * holds for all phases: lookup, proxy, connection, TLS, request and answer.
 */
export function receiveHead(stream: Request, exchange: Exchange): Promise<Response> {
  const { options, route, signal } = exchange;
  return new Promise((resolve, reject) => {
    let phase: Phase = route.kind === 'tunnel' ? 'tunnel' : 'lookup';
    const onPhase = (next: Phase): void => {
      phase = next;
    };
    stream.once('request', (request: ClientRequest) => {
      request.once('socket', (socket) => watch(request, socket, onPhase));
      // Node closes a connection that nobody takes over, and tells nobody (nodejs.org/api/http.html, 'upgrade').
      request.once('upgrade', (_response, socket) => {
        socket.destroy();
        fail(unexpectedStatus(SWITCHING_PROTOCOLS, exchange));
      });
    });
    const settle = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', onAbort);
    };
    const fail = (error: unknown): void => {
      settle();
      stream.on('error', () => undefined);
      stream.destroy();
      reject(error);
    };
    const onAbort = (): void => fail(signal.reason);
    const timer = setTimeout(
      () => fail(timedOut(phase, partyIn(phase, route), options.headTimeoutMs)),
      options.headTimeoutMs,
    );
    signal.addEventListener('abort', onAbort);
    stream.once('error', (error) => {
      fail(describeFailure(error, { during: 'head', party: partyIn(phase, route) }));
    });
    stream.once('response', (response: Response) => {
      settle();
      resolve(response);
    });
    if (signal.aborted) onAbort();
  });
}

/** Tells the phases that a request passes on its socket. One from a tunnel is connected, and at its TLS handshake. */
function watch(request: ClientRequest, socket: Socket, onPhase: (phase: Phase) => void): void {
  // A socket that was kept open would gather listeners, request by request.
  if (request.reusedSocket) {
    onPhase('answer');
    return;
  }
  const connected: Phase = socket instanceof TLSSocket ? 'TLS' : 'answer';
  if (!socket.connecting) onPhase(connected);
  socket.once('lookup', () => onPhase('connection'));
  socket.once('connect', () => onPhase(connected));
  socket.once('secureConnect', () => onPhase('answer'));
}
