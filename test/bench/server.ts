/**
 * The service, in a process of its own, so that its work is not counted as the tool's. It answers from memory:
 * `/<shape>/<records>/<repeat>/<encoding>/<latency in ms>/v2/reporting/revenue`, whatever the dates.
 */

import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { type BodySpec, createBodies, type Encoding } from './bodies.ts';
import type { ShapeName } from './shapes.ts';

const ADDRESS = /^\/(\w+)\/(\d+)\/(\d+)\/(identity|gzip)\/(\d+)\/v2\/reporting\/revenue$/;

const bodies = createBodies();

const server = createServer(async (request, response) => {
  const { pathname } = new URL(request.url ?? '/', 'http://service');
  const [, shape, records, repeat, encoding, latencyMs] = ADDRESS.exec(pathname) ?? [];
  const takesGzip = String(request.headers['accept-encoding']).includes('gzip');
  if (shape === undefined || (encoding === 'gzip' && !takesGzip)) {
    response.writeHead(shape === undefined ? 404 : 406).end();
    return;
  }
  await sleep(Number(latencyMs));
  await answer(response, {
    shape: shape as ShapeName,
    records: Number(records),
    repeat: Number(repeat),
    encoding: encoding as Encoding,
  }).catch(() => response.destroy());
});

server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`${(server.address() as AddressInfo).port}\n`);
});
// The run that started it is gone.
process.stdin.on('end', () => process.exit()).resume();

async function answer(response: ServerResponse, spec: BodySpec): Promise<void> {
  const parts = bodies.partsOf(spec);
  response.writeHead(200, {
    'content-type': 'application/json',
    'content-length': parts.reduce((sum, part) => sum + part.length, 0),
    ...(spec.encoding === 'gzip' && { 'content-encoding': 'gzip' }),
  });
  for (const part of parts) {
    if (response.destroyed) return;
    if (!response.write(part)) await drained(response);
  }
  response.end();
}

function drained(response: ServerResponse): Promise<unknown> {
  return new Promise((resolve) => response.once('drain', resolve).once('close', resolve));
}
