import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { readBody } from '../../../src/service/body.ts';

const idle = new AbortController().signal;

async function collect(chunks: AsyncIterable<Buffer>): Promise<string> {
  let text = '';
  for await (const chunk of chunks) text += chunk.toString();
  return text;
}

/** A stream that gives `first`, and then neither more nor an end. */
function stalling(first: string): Readable {
  const stream = new Readable({ read: () => undefined });
  stream.push(Buffer.from(first));
  return stream;
}

test('a body is passed on as it is', async () => {
  const stream = Readable.from([Buffer.from('ab'), Buffer.from('c')]);
  expect(await collect(readBody(stream, { stallTimeoutMs: 60_000, signal: idle }))).toBe('abc');
});

test('a body that stalls is given up, to be tried again', async () => {
  const stream = stalling('abc');
  await expect(collect(readBody(stream, { stallTimeoutMs: 10, signal: idle }))).rejects.toMatchObject({
    kind: 'unavailable',
    message: 'the body stalled after 3 bytes: nothing more came for 0.01 s',
    retry: {},
  });
  expect(stream.destroyed).toBe(true);
});

test("the time that the reader takes is not the body's", async () => {
  const stream = Readable.from([Buffer.from('a'), Buffer.from('b')]);
  let text = '';
  for await (const chunk of readBody(stream, { stallTimeoutMs: 20, signal: idle })) {
    await new Promise((resolve) => setTimeout(resolve, 60));
    text += chunk.toString();
  }
  expect(text).toBe('ab');
});

test('an interruption ends the wait, and the stream', async () => {
  const stop = new AbortController();
  const stream = stalling('abc');
  const collected = collect(readBody(stream, { stallTimeoutMs: 60_000, signal: stop.signal }));
  stop.abort(new Error('stop'));
  await expect(collected).rejects.toThrow('stop');
  expect(stream.destroyed).toBe(true);
});

test('a body that is left early ends the request', async () => {
  const stream = stalling('abc');
  for await (const _chunk of readBody(stream, { stallTimeoutMs: 60_000, signal: idle })) break;
  expect(stream.destroyed).toBe(true);
});
