import { createHash } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { brotliCompressSync, constants, deflateSync, gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { runCli } from '../harness/run-cli.ts';
import { startService } from '../harness/service.ts';

const RANGE = ['revenue', '--from', '2025-01-01', '--to', '2025-07-31'];
/** More than five or four at once. */
const WINDOWS = 7;

/** Records of a window, with rare shapes: other members, escapes, nesting, white space. */
function bodyOf(from: string): string {
  const records = Array.from({ length: 120 }, (_, index) => {
    const day = new Date(Date.parse(from) + (index % 24) * 86_400_000).toISOString().slice(0, 10);
    if (index % 50 === 49) return `{ "date" : "${day}", "id": ${index}, "note": "\\u00e9, \\"q\\"\\n" }`;
    if (index % 40 === 39) return `{"date":"${day}","deep":{"a":[1,{"b":null}]},"revenue":${index}.10}`;
    return `{"date":"${day}","id":900719925474${1000 + index},"name":"Café ${index % 50}, x","revenue":${index % 97}.${index % 10}0}`;
  });
  return `{"data":[${records.join(',')}],"next":null}`;
}

const ENCODINGS = {
  identity: (body: string) => Buffer.from(body),
  gzip: (body: string) => gzipSync(body),
  // The default quality is a hundred times slower.
  br: (body: string) => brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }),
  deflate: (body: string) => deflateSync(body),
};

const encoded = new Map<string, Buffer>();

function encodedBodyOf(from: string, encoding: keyof typeof ENCODINGS): Buffer {
  const key = `${encoding} ${from}`;
  const bytes = encoded.get(key) ?? ENCODINGS[encoding](bodyOf(from));
  encoded.set(key, bytes);
  return bytes;
}

interface Sending {
  readonly encoding: keyof typeof ENCODINGS;
  readonly pieceBytes: number;
}

/** A service that waits for as many requests as come at once, and then answers later windows first. */
function start(sending: Sending, concurrency: number) {
  const waiting: (() => Promise<void>)[] = [];
  let left = WINDOWS;
  return startService(async ({ query }, response) => {
    waiting.push(() => send(response, query.start_date!, sending));
    if (waiting.length < Math.min(concurrency, left)) return;
    left -= waiting.length;
    for (const answer of waiting.splice(0).reverse()) await answer();
  });
}

/** Sends the body of a window in pieces. */
async function send(response: ServerResponse, from: string, { encoding, pieceBytes }: Sending): Promise<void> {
  const bytes = encodedBodyOf(from, encoding);
  response.writeHead(200, {
    'content-type': 'application/json',
    ...(encoding === 'identity' ? {} : { 'content-encoding': encoding }),
  });
  for (let at = 0; at < bytes.length; at += pieceBytes) {
    response.write(bytes.subarray(at, at + pieceBytes));
    await new Promise((resolve) => setImmediate(resolve));
  }
  response.end();
}

async function digestOf(
  format: string,
  encoding: keyof typeof ENCODINGS,
  pieceBytes: number,
  concurrency: number,
): Promise<string> {
  const { env, requests } = await start({ encoding, pieceBytes }, concurrency);
  const args = [...RANGE, '-f', format, '--concurrency', String(concurrency)];
  const { exitCode, stdout } = await runCli(args, { env, stallTimeoutMs: 30_000 });
  expect(exitCode).toBe(0);
  expect(requests).toHaveLength(WINDOWS);
  return createHash('sha256').update(stdout).digest('hex');
}

test.each([
  [
    'csv',
    [
      ['gzip', 777, 16],
      ['br', 65_536, 5],
    ],
  ],
  [
    'json',
    [
      ['identity', 3001, 16],
      ['deflate', 16_384, 4],
    ],
  ],
] as const)('the same %s, byte for byte, for any concurrency, compression and piece size', async (format, cases) => {
  const expected = await digestOf(format, 'identity', 1_000_000, 1);
  for (const [encoding, pieceBytes, concurrency] of cases)
    expect(await digestOf(format, encoding, pieceBytes, concurrency)).toBe(expected);
});
