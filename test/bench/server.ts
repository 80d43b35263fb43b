/**
 * The service, in a separate process, so that its work does not count as the tool's. It answers from memory, with records of the
 * requested days or of January 2026: `/<shape>/<records>/<repeat>/v2/reporting/revenue`.
 */

import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type BodySpec, createBodies, type Dates, daysOf, JANUARY } from './bodies.ts';
import type { Shape } from './shapes.ts';

const ADDRESS = /^\/(\w+)\/(\d+)\/(\d+)\/v2\/reporting\/revenue$/;

const bodies = createBodies();

const server = createServer(async (request, response) => {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://service');
  const [, shape, records, repeat] = ADDRESS.exec(pathname) ?? [];
  if (shape === undefined) {
    response.writeHead(404).end();
    return;
  }
  const [from, to] = [searchParams.get('start_date'), searchParams.get('end_date')];
  const dates = from === null || to === null ? JANUARY : daysOf(from, to);
  await answer(response, dates, { shape: shape as Shape, records: Number(records), repeat: Number(repeat) }).catch(() =>
    response.destroy(),
  );
});

server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`${(server.address() as AddressInfo).port}\n`);
});
// The end of stdin means that the benchmark has ended.
process.stdin.on('end', () => process.exit()).resume();

async function answer(response: ServerResponse, dates: Dates, spec: BodySpec): Promise<void> {
  const parts = bodies.partsOf(spec, dates);
  response.writeHead(200, {
    'content-type': 'application/json',
    'content-length': parts.reduce((sum, part) => sum + part.length, 0),
  });
  for (const part of parts) {
    if (response.destroyed) return;
    if (!response.write(part)) await drained(response);
  }
  response.end();
}

function drained(response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    function end(): void {
      response.off('drain', end).off('close', end);
      resolve();
    }
    response.on('drain', end).on('close', end);
  });
}
