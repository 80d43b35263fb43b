import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { readBody } from '../../../src/service/client.ts';

const idle = new AbortController().signal;

test('the time of the consumer does not count as a stall', async () => {
  const stream = Readable.from([Buffer.from('a'), Buffer.from('b')]);
  let text = '';
  for await (const chunk of readBody(stream, { stallTimeoutMs: 20, signal: idle })) {
    await new Promise((resolve) => setTimeout(resolve, 60));
    text += chunk.toString();
  }
  expect(text).toBe('ab');
});
