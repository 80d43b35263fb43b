import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { readBody } from '../../../src/service/client.ts';

const idle = new AbortController().signal;

async function collect(chunks: AsyncIterable<Buffer>): Promise<string> {
  let text = '';
  for await (const chunk of chunks) text += chunk.toString();
  return text;
}

/** A stream that gives `first`, then stalls. */
function stalling(first: string): Readable {
  const stream = new Readable({ read: () => undefined });
  stream.push(Buffer.from(first));
  return stream;
}

test('a body that stalls is an error to retry', async () => {
  const stream = stalling('abc');
  await expect(collect(readBody(stream, { stallTimeoutMs: 10, signal: idle }))).rejects.toMatchObject({
    kind: 'unavailable',
    message: 'the body stalled after 3 bytes: no data for 0.01 s',
    retry: {},
  });
  expect(stream.destroyed).toBe(true);
});

test('the time of the consumer does not count as a stall', async () => {
  const stream = Readable.from([Buffer.from('a'), Buffer.from('b')]);
  let text = '';
  for await (const chunk of readBody(stream, { stallTimeoutMs: 20, signal: idle })) {
    await new Promise((resolve) => setTimeout(resolve, 60));
    text += chunk.toString();
  }
  expect(text).toBe('ab');
});

test('an interruption ends the wait and the stream', async () => {
  const stop = new AbortController();
  const stream = stalling('abc');
  const collected = collect(readBody(stream, { stallTimeoutMs: 60_000, signal: stop.signal }));
  stop.abort(new Error('stop'));
  await expect(collected).rejects.toThrow('stop');
  expect(stream.destroyed).toBe(true);
});

test('leaving the body early destroys the stream', async () => {
  const stream = stalling('abc');
  for await (const _chunk of readBody(stream, { stallTimeoutMs: 60_000, signal: idle })) break;
  expect(stream.destroyed).toBe(true);
});
