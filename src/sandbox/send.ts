import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { type Answer, problem } from './answer.ts';
import type { Fault } from './faults.ts';

const SLOW_PIECES = 20;
const SLOW_MS = 50;

export interface SendOptions {
  readonly fault: Fault | undefined;
  /** Ends what waits. */
  readonly signal: AbortSignal;
}

/** Sends an answer over HTTP, gzipped if that is accepted, or misbehaves as the fault says. */
export async function send(
  request: IncomingMessage,
  response: ServerResponse,
  answer: Answer,
  { fault, signal }: SendOptions,
): Promise<void> {
  if (fault?.kind === 'hang') return;
  if (fault?.kind === 'reset') {
    response.destroy();
    return;
  }
  const { status, mediaType, body } = spoil(answer, fault);
  const isGzip = /\bgzip\b/.test(String(request.headers['accept-encoding'] ?? ''));
  const bytes = isGzip ? gzipSync(body) : Buffer.from(body);
  const headers: OutgoingHttpHeaders = {
    'content-type': mediaType,
    'content-length': bytes.length,
    ...(isGzip ? { 'content-encoding': 'gzip' } : {}),
    ...(fault?.retryAfter === undefined ? {} : { 'retry-after': String(fault.retryAfter) }),
    ...(status >= 300 && status < 400 ? { location: '/elsewhere' } : {}),
  };
  response.writeHead(status, headers);
  const half = bytes.subarray(0, bytes.length >> 1);
  if (fault?.kind === 'cut') response.write(half, () => response.destroy());
  else if (fault?.kind === 'stall') response.write(half);
  else if (fault?.kind === 'slow') await sendInDrops(response, bytes, signal);
  else response.end(bytes);
}

function spoil(answer: Answer, fault: Fault | undefined): Answer {
  if (typeof fault?.kind === 'number') return problem(fault.kind, 'as --fault asks');
  return fault?.kind === 'garbage' ? { ...answer, body: `${answer.body}}}]` } : answer;
}

async function sendInDrops(response: ServerResponse, bytes: Buffer, signal: AbortSignal): Promise<void> {
  const size = Math.ceil(bytes.length / SLOW_PIECES);
  for (let start = 0; start < bytes.length; start += size) {
    response.write(bytes.subarray(start, start + size));
    await delay(SLOW_MS, undefined, { signal });
  }
  response.end();
}
