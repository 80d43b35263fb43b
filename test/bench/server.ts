/**
 * The service, in a process of its own, so that its work does not count as the tool's: `/<campaigns>/<records>/<repeat>/v2/reporting/revenue`
 * answers with as many made-up records of the requested days, or of January 2026, the same in every run. They have ids of 19 digits and
 * figures with a trailing zero, which floating point would change.
 */

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

const ADDRESS = /^\/(\d+)\/(\d+)\/(\d+)\/v2\/reporting\/revenue$/;
const NAMES = ['Spring Sale', 'Newsletter, weekly', 'Retargeting', 'Brand search', 'Summer in the city'];
const COUNTRIES = ['DE', 'FR', 'US', 'JP', 'BR', 'IN', 'GB'];
const DAY_MS = 86_400_000;
const RECORDS_IN_A_CHUNK = 10_000;

/** A number from 0 to `count` - 1 that depends only on index and salt: a few rounds of murmur3's finalizer. */
function pick(index: number, salt: number, count: number): number {
  let mixed = Math.imul(index + 1, 0x9e3779b1) ^ Math.imul(salt + 1, 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return ((mixed ^ (mixed >>> 16)) >>> 0) % count;
}

function recordOf(day: string, index: number, campaigns: number): string {
  const id = `47110${String(pick(index, 8, 50_000_000)).padStart(14, '9')}`;
  const campaign = `${NAMES[pick(index, 4, 5)]} ${pick(index, 5, campaigns / NAMES.length)}`;
  const cents = String(pick(index, 203, 10) * 10).padStart(2, '0');
  return (
    `{"date":"${day}","campaign_id":${id},"campaign":"${campaign}","domain":"news-${pick(index, 6, 100)}.example.com",` +
    `"country":"${COUNTRIES[pick(index, 7, 7)]}","impressions":${pick(index, 1, 900_000) + 100_000},` +
    `"clicks":${pick(index, 2, 9000)},"revenue":${pick(index, 103, 9000) + 1000}.${cents}}`
  );
}

/** The latest records, which are made once for all runs of a case. */
let latest = { key: '', chunks: [] as readonly Buffer[] };

function chunksOf(campaigns: number, records: number, firstMs: number, days: number): readonly Buffer[] {
  const key = [campaigns, records, firstMs, days].join(' ');
  if (latest.key === key) return latest.chunks;
  const dates = Array.from({ length: days }, (_, day) => new Date(firstMs + day * DAY_MS).toISOString().slice(0, 10));
  const chunks = Array.from({ length: Math.ceil(records / RECORDS_IN_A_CHUNK) }, (_, chunk) => {
    const start = chunk * RECORDS_IN_A_CHUNK;
    const texts = Array.from({ length: Math.min(RECORDS_IN_A_CHUNK, records - start) }, (_, at) =>
      recordOf(dates[(start + at) % days]!, start + at, campaigns),
    );
    return Buffer.from(texts.join(','));
  });
  latest = { key, chunks };
  return chunks;
}

const server = createServer(async (request, response) => {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://service');
  const [campaigns, records, repeat] = (ADDRESS.exec(pathname) ?? []).slice(1).map(Number);
  const { start_date: from = '2026-01-01', end_date: to = '2026-01-31' } = Object.fromEntries(searchParams);
  const days = (Date.parse(to) - Date.parse(from)) / DAY_MS + 1;
  const chunks = chunksOf(campaigns!, records!, Date.parse(from), days);
  const all = Array.from({ length: repeat! }, () => chunks).flat();
  const body = ['{"data":[', ...all.flatMap((chunk, index) => (index === 0 ? [chunk] : [',', chunk])), ']}'];
  const size = body.reduce((sum, part) => sum + part.length, 0);
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': size });
  if (request.method === 'HEAD') response.end();
  else await pipeline(Readable.from(body), response).catch(() => undefined);
});

server.listen(0, '127.0.0.1', () => process.stdout.write(`${(server.address() as AddressInfo).port}\n`));
// The end of stdin means that the benchmark has ended.
process.stdin.on('end', () => process.exit()).resume();
