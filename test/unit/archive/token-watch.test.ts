import { expect, test } from 'vitest';
import { createTokenWatch } from '../../../src/archive/token-watch.ts';

const TOKEN = 'canary/Tr0ub4dor"and\\3+horses';

/** True if the watch throws for a body in these pieces. */
function isFound(token: string, pieces: readonly string[]): boolean {
  const watch = createTokenWatch(token);
  try {
    for (const piece of pieces) watch.check(Buffer.from(piece));
  } catch (error) {
    expect(error).toBe(watch.found());
  }
  return watch.found() !== undefined;
}

test.each([
  ['as it is', TOKEN],
  ['in JSON', JSON.stringify(TOKEN).slice(1, -1)],
  ['in a URL', encodeURIComponent(TOKEN)],
  ['in a URL in lower case', encodeURIComponent(TOKEN).replace(/%../g, (text) => text.toLowerCase())],
  ['in JSON with escaped slashes', 'canary\\/Tr0ub4dor\\"and\\\\3+horses'],
  ['in JSON for HTML', 'canary/Tr0ub4dor\\"and\\\\3\\u002bhorses'],
  ['in JSON for HTML, in capitals', 'canary/Tr0ub4dor\\"and\\\\3\\u002Bhorses'],
  ['in base64', Buffer.from(TOKEN).toString('base64')],
  // Without the characters that depend on the other bytes.
  ['in base64 after 6 bytes', Buffer.from(`token=${TOKEN};`).toString('base64').slice(8, -2)],
  ['in base64 after 8 bytes', Buffer.from(`x-token=${TOKEN};`).toString('base64').slice(11, -3)],
  ['in base64 after 7 bytes', Buffer.from(`x=token${TOKEN};`).toString('base64').slice(10, -4)],
  ['in base64 for URLs', Buffer.from(TOKEN).toString('base64url')],
])('the token is found: %s, cut anywhere', (_name, spelling) => {
  const body = `{"data":[${'x'.repeat(80)}${spelling}${'y'.repeat(80)}]}`;
  expect(isFound(TOKEN, [body])).toBe(true);
  for (let cut = 0; cut <= body.length; cut++) {
    expect(isFound(TOKEN, [body.slice(0, cut), body.slice(cut)]), `cut at ${cut}`).toBe(true);
  }
  expect(isFound(TOKEN, [...body])).toBe(true);
  expect(isFound(TOKEN, [...body.replace(spelling, spelling.slice(1))])).toBe(false);
});

test.each(['little', 'big'])('the token is found in UTF-16, in %s endian order, cut anywhere', (order) => {
  const little = Buffer.from(`\ufeff{"data":["${TOKEN}"]}`, 'utf16le');
  const body = order === 'little' ? little : little.swap16();
  for (let cut = 0; cut <= body.length; cut++) {
    const watch = createTokenWatch(TOKEN);
    expect(() => {
      watch.check(body.subarray(0, cut));
      watch.check(body.subarray(cut));
    }, `cut at ${cut}`).toThrow('the body holds the token');
  }
});

test('a short token is found only as a whole quoted value', () => {
  expect(isFound('abc', ['{"name":"ab', 'c"}'])).toBe(true);
  expect(isFound('abc', ['{"name":"abcd","abcde":1}'])).toBe(false);
});
